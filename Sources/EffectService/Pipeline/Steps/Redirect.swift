internal import HTTPTypes

extension RequestStep {
    /// Redirects `seed=random` to a random seed, and a signed URL to its canonical spelling.
    static let redirect = Self { handler, request in
        guard let route = request.record.routing.route, let asked = request.record.routing.target else { return .next }
        let grant = request.grant
        // Keeps all other parameters. The signature and its expiry are removed, since the new URL is signed again.
        if case .effect = route, let other = asked.withDrawnSeed(leaving: { grant != nil && URLSignature.isOwn($0) }) {
            request.writer(for: route).redirect(to: grant?.signed(other) ?? other)
            return .done
        }
        guard grant != nil, !URLSignature.isSpelledWell(asked) else { return .next }
        request.writer(for: route).redirect(to: URLSignature.spelling(of: asked), respelled: true)
        return .done
    }
}
