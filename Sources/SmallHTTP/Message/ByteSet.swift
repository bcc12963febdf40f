/// A set of ASCII characters, one bit each: a lookup is a shift, not a search.
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

    /// The characters of `tchar`, RFC 9110 §5.6.2.
    static let token = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&'*+-.^_`|~")

    /// The characters of `unreserved`, RFC 3986 §2.3.
    static let unreserved = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~")

    /// The characters of `pchar` except percent signs, and the `/` between segments (RFC 3986 §3.3).
    static let path = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~!$&'()*+,;=:@/")

    /// The characters of a query (RFC 3986 §3.4), and ``[]{}|\^` ``, which browsers send unescaped.
    static let query = ByteSet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~!$&'()*+,;=:@/?[]{}|\\^`"
    )
}
