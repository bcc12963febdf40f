internal import SmallHTTP

extension RequestStep {
    /// Answers everything that is not an effect.
    static let answerResource = Self { handler, request in
        guard let route = request.record.routing.route else { return .done }
        let writer = request.writer(for: route)
        switch route {
        case .health: writer.send(status: "ok")
        case .readiness: handler.answerReadiness(writer)
        case .metrics: handler.answerMetrics(writer)
        case .description: writer.send(Page.description, type: "application/yaml", cache: .hour)
        case .schema: writer.send(handler.schema.document, type: "application/schema+json")
        case .page(let page): writer.send(page, handler.pages.document(of: page, at: request.target))
        case .catalog:
            if let known = handler.catalog.known {
                writer.send(known, type: "application/json")
            } else {
                handler.submit(writer) { _ in writer.send(handler.catalog.document, type: "application/json") }
            }
        case .import(let format):
            handler.answerImport(
                of: format,
                request.incoming.body,
                parameters: request.target?.parameters ?? [],
                answer: writer
            )
        case .effect, .render, .packed: return .next
        }
        return .done
    }
}
