internal import EffectRendering

extension OutputFormat {
    /// The best of `offers` for an `Accept` field; `nil` if none is acceptable. Without the field, the first offer.
    ///
    /// - Source: RFC 9110 §12.5.1. The most specific range that matches an offer determines its weight; the server's
    ///   order breaks ties.
    static func preferred(_ accept: String?, among offers: [OutputFormat]) -> OutputFormat? {
        guard let accept else { return offers.first }
        let ranges = accept.split(separator: ",").compactMap(Range.init)
        if ranges.isEmpty { return offers.first }
        var best: (type: OutputFormat, weight: Int)?
        for offer in offers {
            let weight = ranges.compactMap { range in range.specificity(for: offer).map { ($0, range.weight) } }
                .max { $0.0 < $1.0 }?.1
            if let weight, weight > best?.weight ?? 0 { best = (offer, weight) }
        }
        return best?.type
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
            var weight = 1000
            for part in parts.dropFirst() where part.hasPrefix("q=") {
                // Digits only: `Double` would accept "nan" and "inf".
                let digits = part.dropFirst(2)
                guard let number = Double(digits), digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
                    number <= 1
                else { return nil }
                weight = Int(number * 1000)
            }
            self.weight = weight
        }

        func specificity(for type: OutputFormat) -> Int? {
            if name == type.name { return 2 }
            if name == "*/*" { return 0 }
            return name.hasSuffix("/*") && type.name.hasPrefix(name.dropLast()) ? 1 : nil
        }
    }
}
