/// What a good signature grants, and until when.
struct Grant: Sendable {
    /// By which it was signed.
    let key: SigningKey
    /// Seconds since 1970 from which on it is no longer good; `nil` for never.
    let expires: Int64?
    let unixTime: @Sendable () -> Int64

    /// What an answer to `target` is remembered by. Of a sheet's data, what they name is signed as they were: another end, or
    /// another key, gives other bytes.
    func name(of target: RequestTarget, _ route: Route) -> String {
        switch route {
        case .effect(_, .sheet(.atlas)), .effect(_, .sheet(.style)), .packed(_, .sheet(.atlas)),
            .packed(_, .sheet(.style)):
            "\(target.text)&\(expires.map { String($0) } ?? "")&\(key.id)"
        default: target.text
        }
    }

    /// A neighbour of what is granted, as a relative URL: signed with the same key, and good for as long.
    func signed(_ neighbour: String, beside target: RequestTarget) -> String {
        let path = target.text.prefix { $0 != "?" }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        let whole = URLSignature.signed(folder + neighbour, with: key, expires: expires)
        return whole.map { String($0.dropFirst(folder.count)) } ?? neighbour
    }

    /// Another target, signed likewise.
    func signed(_ target: String) -> String? { URLSignature.signed(target, with: key, expires: expires) }

    /// For how long an answer may be kept: no longer than its URL is good.
    func cacheControl(_ field: String) -> String {
        guard let expires else { return field }
        let (difference, overflow) = expires.subtractingReportingOverflow(unixTime())
        return overflow ? field : CacheControl.capped(field, seconds: max(0, difference))
    }
}

/// The field of that name.
enum CacheControl {
    /// The same, with no time in it longer than so many seconds from now on.
    ///
    /// - Source: RFC 9111 §5.2.2; RFC 5861, whose times begin where an answer is no longer fresh.
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
