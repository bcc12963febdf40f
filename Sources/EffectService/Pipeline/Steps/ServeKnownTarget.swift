extension RequestStep {
    /// Serves a cached answer that was found by the target alone.
    static let serveKnownTarget = Self { handler, request in
        guard let known = request.record.routing.known else { return .next }
        ResponseWriter.send(
            known,
            to: request.head,
            errorForm: handler.errorForm,
            record: request.record,
            exchange: request.exchange
        )
        return .done
    }
}
