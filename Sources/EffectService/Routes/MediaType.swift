internal import EffectModel

/// The media types of an effect's frames.
enum MediaType: Sendable, Equatable, CaseIterable {
    /// An animated PNG as `image/png`, which every decoder, old browsers and image proxies accept.
    case png
    case apng
    case webp
    case gif
    case json
    /// Frames as data, one line each.
    case ndjson

    /// The image types, in the server's order of preference.
    static let pictures = allCases.filter { !$0.isData }

    /// Whether the frames are encoded as data instead of images.
    var isData: Bool { format.isData }

    /// The type with the given path extension.
    init?(fileExtension: some StringProtocol) {
        switch fileExtension {
        case "png": self = .png
        case "apng": self = .apng
        case "webp": self = .webp
        case "gif": self = .gif
        case "json": self = .json
        case "ndjson": self = .ndjson
        default: return nil
        }
    }

    /// Value of `Content-Type`.
    var name: String {
        switch self {
        case .png: "image/png"
        case .apng: "image/apng"
        case .webp: "image/webp"
        case .gif: "image/gif"
        case .json: "application/json"
        case .ndjson: "application/x-ndjson"
        }
    }

    /// The type for a spec's output format.
    init(_ format: Output.Format) {
        switch format {
        case .apng: self = .apng
        case .gif: self = .gif
        case .webp: self = .webp
        case .json: self = .json
        case .ndjson: self = .ndjson
        }
    }

    /// Output format in a spec.
    var format: Output.Format {
        switch self {
        case .png, .apng: .apng
        case .gif: .gif
        case .webp: .webp
        case .json: .json
        case .ndjson: .ndjson
        }
    }

    /// The best of `offers` for an `Accept` field; `nil` if none is acceptable. Without the field, the first offer.
    ///
    /// - Source: RFC 9110 §12.5.1. The most specific range that matches an offer determines its weight; the server's
    ///   order breaks ties.
    static func preferred(_ accept: String?, among offers: [MediaType]) -> MediaType? {
        guard let accept else { return offers.first }
        let ranges = accept.split(separator: ",").compactMap(Range.init)
        if ranges.isEmpty { return offers.first }
        var best: (type: MediaType, weight: Int)?
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

        func specificity(for type: MediaType) -> Int? {
            if name == type.name { return 2 }
            if name == "*/*" { return 0 }
            return name.hasSuffix("/*") && type.name.hasPrefix(name.dropLast()) ? 1 : nil
        }
    }
}
