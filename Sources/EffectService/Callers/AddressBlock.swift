internal import SystemSupport

/// A CIDR block of addresses, such as `10.0.0.0/8` or `2001:db8::/32`. A plain address is a block of one.
///
/// - Source: RFC 4632 §3.1, RFC 4291 §2.3.
public struct AddressBlock: Sendable, Hashable {
    private let address: IPAddress
    private let prefix: Int

    /// Error for a text that is not an address block.
    public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The text found, and what is allowed.
        public let description: String
    }

    /// - Throws: ``Fault`` unless `text` is an address, optionally followed by `/` and a prefix length: 0...32 for
    ///   IPv4, 0...128 for IPv6. Bits after the prefix must be zero.
    public init(_ text: String) throws(Fault) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(parts[0]) else {
            throw Fault(
                description: "\"\(text.prefix(64))\" is not an address block; allowed: 10.0.0.0/8, 2001:db8::/32, ::1"
            )
        }
        let most = address.bytes.count * 8
        guard let prefix = parts.count == 1 ? most : Self.number(parts[1]), prefix <= most else {
            throw Fault(
                description: "\"\(text.prefix(64))\" has an invalid prefix length after the slash; allowed: 0...\(most)"
            )
        }
        self.address = address
        self.prefix = prefix
        guard (prefix..<most).allSatisfy({ address.bytes[$0 / 8] & (0x80 >> UInt8($0 % 8)) == 0 }) else {
            throw Fault(description: "\"\(text.prefix(64))\" has bits set after its prefix; allowed: zeros")
        }
    }

    /// Parses up to three digits without leading zeros.
    private static func number(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count), text == "0" || text.first != "0",
            text.utf8.allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Int(text)
    }

    /// Whether `other` is in the block. IPv4 and IPv6 addresses never share a block.
    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let whole = prefix / 8
        guard other.bytes.prefix(whole).elementsEqual(address.bytes.prefix(whole)) else { return false }
        guard prefix % 8 > 0 else { return true }
        return (other.bytes[whole] ^ address.bytes[whole]) >> UInt8(8 - prefix % 8) == 0
    }
}
