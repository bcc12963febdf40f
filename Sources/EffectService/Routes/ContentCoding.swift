/// How a body is packed on its way.
enum ContentCoding: String, Sendable {
    case gzip

    /// What an `Accept-Encoding` field allows of what there is; `nil` for the body as it is.
    ///
    /// - Source: RFC 9110 §12.5.3. Without the field, any would be allowed: but who does not say so may not know it.
    static func preferred(_ field: String?) -> ContentCoding? {
        var own: Bool?
        var any = false
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            // q=0, q=0.0, … is no.
            let isAllowed = !parts.dropFirst().contains { part in
                part.hasPrefix("q=") && part.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
            }
            if name == "gzip" || name == "x-gzip" { own = isAllowed }
            if name == "*" { any = isAllowed }
        }
        return own ?? any ? .gzip : nil
    }
}
