/// Content coding of a response body.
enum ContentCoding: String, Sendable {
    case gzip

    /// The coding to use for an `Accept-Encoding` field; `nil` for none. Without a preference it is gzip.
    ///
    /// - Source: RFC 9110 §12.5.3. A missing field would allow any coding, but such a client may not support one.
    static func preferred(_ field: String?) -> ContentCoding? {
        var own: Int?
        var identity: Int?
        // Weight of codings that are not named, an uncoded body among them.
        var any: Int?
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = FieldWeight.thousandths(parts.dropFirst())
            switch name {
            case "gzip", "x-gzip": own = max(own ?? 0, weight)
            case "identity": identity = weight
            case "*": any = weight
            default: break
            }
        }
        let weight = own ?? any ?? 0
        return weight > 0 && weight >= identity ?? any ?? 0 ? .gzip : nil
    }
}
