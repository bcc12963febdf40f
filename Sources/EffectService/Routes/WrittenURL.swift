/// A URL as people write it, split into parts. Characters that a URL must not contain, such as spaces, letters outside
/// ASCII and emoji, are percent-encoded; everything else is unchanged.
struct WrittenURL {
    /// Scheme and host; empty for a path.
    let origin: String
    /// Path and query.
    let target: String
    /// Fragment with its `#`; empty without one. Never sent to the server.
    let fragment: String

    /// Splits a URL; `nil` unless it begins with `/`, or with `http://` or `https://` and a host.
    init?(_ text: String) {
        let encoded = PercentCoding.encoded(text) { byte in
            (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
        }
        let mark = encoded.firstIndex(of: "#") ?? encoded.endIndex
        fragment = String(encoded[mark...])
        let whole = encoded[..<mark]
        if whole.hasPrefix("/") {
            (origin, target) = ("", String(whole))
            return
        }
        let lower = whole.prefix(8).lowercased()
        let scheme = lower == "https://" ? 8 : lower.hasPrefix("http://") ? 7 : 0
        let authority = whole.dropFirst(scheme).prefix { $0 != "/" && $0 != "?" }
        guard scheme > 0, !authority.isEmpty else { return nil }
        origin = String(whole[..<authority.endIndex])
        let rest = String(whole[authority.endIndex...])
        target = rest.hasPrefix("/") ? rest : "/" + rest
    }
}

/// Percent-encoding.
///
/// - Source: RFC 3986 §2.1.
enum PercentCoding {
    static func encoded(_ text: String, except isPlain: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
