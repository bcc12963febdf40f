internal import EffectCatalog

/// Path and query of a request, split and percent-decoded.
///
/// - Source: RFC 3986 §3.3, §3.4; in the query `+` is a space, as in HTML forms.
struct RequestTarget: Sendable {
    /// Decoded segments, without the empty one before the first slash. An encoded `/` stays within its segment.
    let segments: [String]
    /// Decoded names and values in order; a name without `=` has an empty value.
    private(set) var query: [(name: String, value: String)]
    /// The query as written, percent-encoded.
    private(set) var rawQuery: Substring
    /// Path and query as written, percent-encoded.
    private(set) var text: String
    /// The query as parameters of a request for an effect.
    var parameters: [PresetRequest.Parameter] { query.map { PresetRequest.Parameter($0.name, $0.value) } }

    /// Parses a target; `nil` for invalid percent-encoded UTF-8.
    init?(_ target: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasPrefix("/") else { return nil }
        var segments: [String] = []
        for segment in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = QueryText.decoded(segment, plusIsSpace: false) else { return nil }
            segments.append(decoded)
        }
        self.segments = segments
        text = target
        rawQuery = parts.count > 1 ? parts[1] : ""
        guard let query = QueryText.pairs(of: rawQuery) else { return nil }
        self.query = query
    }

    /// Removes parameters by name.
    ///
    /// - Returns: The removed parameters.
    @discardableResult
    mutating func take(_ isTaken: (String) -> Bool) -> [(name: String, value: String)] {
        // Most targets have nothing to remove.
        guard query.contains(where: { isTaken($0.name) }) else { return [] }
        let taken = query.filter { isTaken($0.name) }
        // The raw pairs correspond one to one to the parsed ones.
        let pairs = zip(rawQuery.split(separator: "&"), query).filter { !isTaken($1.name) }
        query = pairs.map(\.1)
        let rest = pairs.map(\.0).joined(separator: "&")
        text = text.prefix { $0 != "?" } + (rest.isEmpty ? "" : "?" + rest)
        rawQuery = rest[...]
        return taken
    }

    /// Appends a parameter of unreserved characters.
    mutating func add(_ name: String, _ value: String) {
        query.append((name, value))
        rawQuery = "\(rawQuery)\(rawQuery.isEmpty || rawQuery.hasSuffix("&") ? "" : "&")\(name)=\(value)"
        text = "\(text.prefix { $0 != "?" })?\(rawQuery)"
    }

    /// Whether the URL asks for a random seed (`seed=random`).
    var wantsDrawnSeed: Bool {
        let seeds = query.filter { $0.name == "seed" }
        return seeds.count == 1 && seeds[0].value == "random"
    }

    /// The target with a random seed in place of `seed=random`; `nil` if it has none.
    ///
    /// - Parameter isLeft: Whether to omit the parameter with the given name.
    func withDrawnSeed(leaving isLeft: (String) -> Bool) -> String? {
        guard wantsDrawnSeed else { return nil }
        let drawn = "seed=\(UInt32.random(in: .min ... .max))"
        let parts = zip(rawQuery.split(separator: "&"), query).filter { !isLeft($1.name) }
            .map { $1.name == "seed" ? drawn : String($0) }
        return "\(text.prefix { $0 != "?" })?\(parts.joined(separator: "&"))"
    }
}
