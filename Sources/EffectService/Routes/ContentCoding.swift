/// Content coding of a response body.
enum ContentCoding: String, Sendable {
    case gzip

    /// The coding to use for an `Accept-Encoding` field; `nil` for none.
    ///
    /// - Source: RFC 9110 §12.5.3. A missing field would allow any coding, but such a client may not support one.
    static func preferred(_ field: String?) -> ContentCoding? {
        var own: Bool?
        var any = false
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let isAllowed = FieldWeight.thousandths(parts.dropFirst()) > 0
            if name == "gzip" || name == "x-gzip" { own = isAllowed }
            if name == "*" { any = isAllowed }
        }
        return own ?? any ? .gzip : nil
    }
}
