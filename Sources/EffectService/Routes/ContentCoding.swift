/// Content coding of a response body.
enum ContentCoding: String, Sendable {
    case gzip
    case brotli = "br"

    /// The coding to use for an `Accept-Encoding` field; `nil` for none. Without a preference it is the first of `offers`.
    ///
    /// - Source: RFC 9110 §12.5.3. A missing field would allow any coding, but such a client may not support one.
    static func preferred(_ field: String?, among offers: [ContentCoding] = [.gzip]) -> ContentCoding? {
        var weights: [String: Int] = [:]
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let coding = name == "x-gzip" ? gzip.rawValue : name
            weights[coding] = max(weights[coding] ?? 0, FieldWeight.thousandths(parts.dropFirst()))
        }
        // Weight of codings that are not named, an uncoded body among them.
        let any = weights["*"] ?? 0
        let identity = weights["identity"] ?? any
        var best: (coding: ContentCoding?, weight: Int) = (nil, 0)
        for offer in offers {
            // A coding that few clients have is not meant by "any".
            let weight = weights[offer.rawValue] ?? (offer == .gzip ? any : 0)
            if weight > best.weight, weight >= identity { best = (offer, weight) }
        }
        return best.coding
    }
}
