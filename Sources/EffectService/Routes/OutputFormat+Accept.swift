internal import EffectRendering

extension OutputFormat {
    /// The best of `offers` for an `Accept` field; `nil` if none is acceptable. Without the field, the first offer.
    ///
    /// Clients that accept everything, such as `curl` and link previews, get the first offer. Browsers name the types of
    /// images that they can show, and get the best of those.
    ///
    /// - Parameter favorites: Types that suit the effect, the best first. Of the types with the highest weight, the first
    ///   favorite that the field names is preferred to all others.
    /// - Source: RFC 9110 §12.5.1. The most specific range that matches an offer determines its weight; the server's
    ///   order breaks ties.
    static func preferred(
        _ accept: String?,
        among offers: [OutputFormat],
        favorites: [OutputFormat] = []
    ) -> OutputFormat? {
        guard let accept else { return offers.first }
        let ranges = accept.split(separator: ",").compactMap(Range.init)
        if ranges.isEmpty { return offers.first }
        let matches = offers.compactMap { offer -> (type: OutputFormat, isNamed: Bool, weight: Int)? in
            let known = ranges.compactMap { range in range.specificity(for: offer).map { ($0, range.weight) } }
            guard let best = known.max(by: { $0.0 < $1.0 }), best.1 > 0 else { return nil }
            return (offer, best.0 == Range.highestSpecificity, best.1)
        }
        guard let weight = matches.map(\.weight).max() else { return nil }
        let best = matches.filter { $0.weight == weight }
        let named = best.filter(\.isNamed).map(\.type)
        return favorites.first(where: named.contains) ?? best.first?.type
    }

    /// Whether a field of `Accept` names the type itself, and takes it.
    func isNamed(in accept: String?) -> Bool {
        (accept ?? "").split(separator: ",").compactMap(Range.init).contains {
            $0.weight > 0 && $0.specificity(for: self) == Range.highestSpecificity
        }
    }

    /// A media range of `Accept`.
    private struct Range {
        let name: String
        /// Weight in thousandths.
        let weight: Int

        init?(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first, name.contains("/") else { return nil }
            self.name = name
            weight = FieldWeight.thousandths(parts.dropFirst())
        }

        /// Specificity of a range that names a type.
        static let highestSpecificity = 2

        func specificity(for type: OutputFormat) -> Int? {
            if name == type.name { return Self.highestSpecificity }
            if name == "*/*" { return 0 }
            return name.hasSuffix("/*") && type.name.hasPrefix(name.dropLast()) ? 1 : nil
        }
    }
}
