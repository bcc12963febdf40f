internal import HTTPTypes

extension RequestStep {
    /// Answers `OPTIONS`, also `OPTIONS *`, the only target admitted without a route.
    static let answerOptions = Self { handler, request in
        guard let route = request.record.routing.route else {
            handler.answerOptions(
                "GET, HEAD, POST, OPTIONS",
                isForAnyone: true,
                record: request.record,
                exchange: request.exchange
            )
            return .done
        }
        guard request.head.method == .options else { return .next }
        handler.answerOptions(
            route.allow,
            isForAnyone: route != .metrics,
            record: request.record,
            exchange: request.exchange
        )
        return .done
    }
}
