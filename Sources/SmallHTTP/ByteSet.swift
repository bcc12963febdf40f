/// A set of ASCII characters, one bit for each: a look costs a shift, not a search.
struct ByteSet: Sendable {
    private var lower: UInt64 = 0
    private var upper: UInt64 = 0

    init(_ characters: StaticString) {
        characters.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { lower |= 1 << UInt64(byte) } else { upper |= 1 << UInt64(byte & 63) }
            }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? lower : upper) >> UInt64(byte & 63) & 1 == 1
    }

    /// `tchar`, RFC 9110 §5.6.2.
    static let token = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&'*+-.^_`|~")

    /// `unreserved`, RFC 3986 §2.3.
    static let unreserved = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~")

    /// `pchar` without percent signs, and `/` between them (RFC 3986 §3.3).
    static let path = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~!$&'()*+,;=:@/")

    /// What may stand in a query (RFC 3986 §3.4), with one concession: ``[]{}|\^` ``, which browsers send as they are.
    static let query = ByteSet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~!$&'()*+,;=:@/?[]{}|\\^`"
    )
}
