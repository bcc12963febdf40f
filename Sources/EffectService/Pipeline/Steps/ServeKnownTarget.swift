extension RequestStep {
    /// Serves a cached answer that was found by the target alone.
    static let serveKnownTarget = Self { _, request in
        guard let known = request.record.routing.known else { return .next }
        request.send(known)
        return .done
    }
}
