internal import SystemSupport

/// Percent-encoded text of URLs.
///
/// - Source: RFC 3986 §2.1, §3.4; in a query `+` is a space, as in HTML forms.
package enum QueryText {
    /// Decoded names and values of a query in order; a name without `=` has an empty value. `nil` for invalid
    /// percent-encoded UTF-8.
    package static func pairs(of query: some StringProtocol) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for pair in Substring(query).split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(sides[0], plusIsSpace: true),
                let value = decoded(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// The decoded text; `nil` for invalid percent-encoded UTF-8.
    package static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let byte = decoded(rest.popFirst(), rest.popFirst()) else { return nil }
                bytes.append(byte)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The byte encoded by two hexadecimal digits; `nil` for anything else.
    package static func decoded(_ high: UInt8?, _ low: UInt8?) -> UInt8? {
        guard let high = high?.hexDigitValue, let low = low?.hexDigitValue else { return nil }
        return high << 4 | low
    }
}
