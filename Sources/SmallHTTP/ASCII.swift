/// Bytes as RFC 9110 and RFC 3986 sort them. Wire text is bytes here: a `String` would see grapheme clusters, where
/// CR LF is one character.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    var isDigit: Bool {
        0x30...0x39 ~= self
    }

    /// SP or HTAB, the `OWS` of RFC 9110 §5.6.3. VT, FF and NBSP are none of it.
    var isOptionalWhitespace: Bool {
        self == .space || self == .tab
    }

    /// HTAB, SP, VCHAR and obs-text: what may stand in a field value (RFC 9110 §5.5).
    var isText: Bool {
        self == .tab || (self >= 0x20 && self != 0x7F)
    }

    /// `tchar`, RFC 9110 §5.6.2.
    var isToken: Bool {
        ByteSet.token.contains(self)
    }

    var hexadecimalValue: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }

    var lowercased: UInt8 {
        0x41...0x5A ~= self ? self | 0x20 : self
    }
}

extension Collection<UInt8> {
    /// These bytes as a decimal number, if all are digits, there is at least one, and the number fits.
    ///
    /// `Int(_: String)` takes a sign, which `Content-Length` must not have (RFC 9110 §8.6).
    var decimalValue: Int? {
        guard !isEmpty else { return nil }
        var value = 0
        for byte in self {
            guard byte.isDigit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte) - 0x30)
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }

    /// Whether these bytes spell `word`, which is in lower case, whatever their own case.
    func spells(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            count == letters.count && zip(self, letters).allSatisfy { $0.lowercased == $1 }
        }
    }

    /// Whether these bytes are `word` itself, or begin with it.
    func begins(with word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            count >= letters.count && zip(self, letters).allSatisfy { $0 == $1 }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without leading and trailing SP and HTAB.
    var trimmingOptionalWhitespace: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first.isOptionalWhitespace { slice.removeFirst() }
        while let last = slice.last, last.isOptionalWhitespace { slice.removeLast() }
        return slice
    }

    /// The elements of a comma-separated list, trimmed; empty elements are kept.
    var listElements: [ArraySlice<UInt8>] {
        split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmingOptionalWhitespace)
    }
}
