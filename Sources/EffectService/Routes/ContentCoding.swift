/// Content coding of a response body.
enum ContentCoding: String, Sendable {
    case gzip

    /// The coding to use for an `Accept-Encoding` field; `nil` for none. Without a preference it is the smaller one.
    ///
    /// - Source: RFC 9110 §12.5.3. A missing field would allow any coding, but such a client may not support one.
    static func preferred(_ field: String?) -> ContentCoding? {
        var own: Int?
        var any = 0
        // Uncoded, where the client does not say what it thinks of that.
        var identity = 0
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
        let weight = own ?? any
        return weight > 0 && weight >= identity ? .gzip : nil
    }
}
