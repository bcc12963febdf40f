internal import EffectCatalog
internal import EffectRendering

/// The permission given by a valid signature.
struct Grant: Sendable {
    /// The key that signed the URL.
    let key: SigningKey
    /// Expiry in seconds since 1970; `nil` for never.
    let expires: Int64?
    let unixTime: @Sendable () -> Int64

    /// The cache key of an answer to `target`. Atlas and style of a sheet contain URLs signed with the same key and
    /// expiry, so their cache keys include both.
    func name(of target: RequestTarget, _ route: Route) -> String {
        switch route {
        case .effect(_, .sheet(.atlas)), .effect(_, .sheet(.style)), .packed(_, .sheet(.atlas)),
            .packed(_, .sheet(.style)):
            "\(target.text)&\(expires.map { String($0) } ?? "")&\(key.id)"
        default: target.text
        }
    }

    /// Signs a relative URL next to `target`, with the same key and expiry.
    func signed(_ neighbor: String, beside target: RequestTarget) -> String {
        let path = target.text.prefix { $0 != "?" }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        let whole = URLSignature.signed(folder + neighbor, with: key, expires: expires)
        return whole.map { String($0.dropFirst(folder.count)) } ?? neighbor
    }

    /// Signs another target with the same key and expiry.
    func signed(_ target: String) -> String? { URLSignature.signed(target, with: key, expires: expires) }

    /// Value of `Cache-Control` with lifetimes capped at the URL's expiry.
    func cacheControl(_ field: String) -> String {
        guard let expires else { return field }
        let (difference, overflow) = expires.subtractingReportingOverflow(unixTime())
        return overflow ? field : CacheControl.capped(field, seconds: max(0, difference))
    }
}

/// Arithmetic on the `Cache-Control` field.
enum CacheControl {
    /// Caps all lifetimes in a field at `seconds` from now.
    ///
    /// - Source: RFC 9111 §5.2.2; RFC 5861, whose stale lifetimes start when the answer is no longer fresh.
    static func capped(_ field: String, seconds: Int64) -> String {
        let directives = field.split(separator: ",").map { $0.drop { $0 == " " } }
        func fresh(_ directive: Substring) -> Int64? {
            for name in ["max-age=", "s-maxage="] where directive.hasPrefix(name) {
                return Int64(directive.dropFirst(name.count)).map { min($0, seconds) }
            }
            return nil
        }
        let longest = directives.compactMap(fresh).max() ?? 0
        return directives.compactMap { directive -> String? in
            let parts = directive.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let time = Int64(parts[1]) else { return String(directive) }
            if let fresh = fresh(directive) { return "\(parts[0])=\(fresh)" }
            guard parts[0].hasPrefix("stale-") else { return String(directive) }
            let stale = min(time, seconds - longest)
            return stale > 0 ? "\(parts[0])=\(stale)" : nil
        }.joined(separator: ", ")
    }
}
