extension RequestStep {
    /// Serves a cached answer to a request seen before, without parsing the request.
    static let serveFromRequestIndex = Self { handler, request in
        guard let route = request.record.routing.route, route.isCached else { return .next }
        var writer = request.writer(for: route)
        guard let known = handler.cache[handler.key(of: writer)] else { return .next }
        if request.grant == nil {
            request.send(known)
        } else {
            // Cache lifetimes depend on the signature's expiry.
            writer.isPinned = known.request.isPinned
            (writer.coding, writer.variesByCoding) = (known.request.coding, known.request.variesByCoding)
            writer.isVector = known.request.isVector
            writer.send(known.entry)
        }
        return .done
    }
}
