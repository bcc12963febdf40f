extension RequestStep {
    /// Verifies signature and bounds of a URL, and removes parameters that do not describe the effect.
    static let authorize = Self { handler, request in
        guard let route = request.record.routing.route, var target = request.target else { return .done }
        let access = Result { try handler.gate.enter(&target, route) }
        request.target = target
        request.grant = try access.get()
        return .next
    }
}
