import SystemSupport

/// Byte classes of RFC 9110 and RFC 3986. Wire text is kept as bytes: in a `String`, CR LF would be a single character.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// Whether the byte is SP or HTAB, the `OWS` of RFC 9110 §5.6.3. VT, FF and NBSP are not.
    var isOptionalWhitespace: Bool {
        self == .space || self == .tab
    }

    /// Whether the byte is HTAB, SP, VCHAR or obs-text: allowed in a field value (RFC 9110 §5.5).
    var isText: Bool {
        self == .tab || (self >= 0x20 && self != 0x7F)
    }

    /// Whether the byte is a `tchar`, RFC 9110 §5.6.2.
    var isToken: Bool {
        ByteSet.token.contains(self)
    }

    var lowercased: UInt8 {
        0x41...0x5A ~= self ? self | 0x20 : self
    }
}

extension Collection<UInt8> {
    /// Decimal value of the bytes; `nil` unless there is at least one, all are digits, and the number fits.
    ///
    /// `Int(_: String)` accepts a sign, which `Content-Length` must not have (RFC 9110 §8.6).
    var decimalValue: Int? {
        guard !isEmpty else { return nil }
        var value = 0
        for byte in self {
            guard byte.isASCIIDigit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte) - 0x30)
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }

    /// Whether the bytes spell `word`, which is in lower case, ignoring case.
    func spells(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            count == letters.count && zip(self, letters).allSatisfy { $0.lowercased == $1 }
        }
    }

    /// Whether the bytes begin with `word`.
    func begins(with word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            count >= letters.count && zip(self, letters).allSatisfy { $0 == $1 }
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without leading and trailing SP and HTAB.
    var trimmingOptionalWhitespace: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first.isOptionalWhitespace { slice.removeFirst() }
        while let last = slice.last, last.isOptionalWhitespace { slice.removeLast() }
        return slice
    }

    /// Whether the percent sign at `index` is followed by two hexadecimal digits (RFC 3986 §2.1).
    func isPercentEncoding(at index: Int) -> Bool {
        let digits = self[index...].dropFirst().prefix(2)
        return digits.count == 2 && digits.allSatisfy { $0.hexDigitValue != nil }
    }

    /// Elements of a comma-separated list, trimmed; empty elements are kept.
    var listElements: [ArraySlice<UInt8>] {
        split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmingOptionalWhitespace)
    }
}
