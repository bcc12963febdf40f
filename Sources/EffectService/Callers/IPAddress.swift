import Glibc

/// An IPv4 or IPv6 address.
struct IPAddress: Sendable, Hashable {
    /// 4 or 16 bytes, the highest first. An IPv4 address that is written as one of IPv6 (RFC 4291 §2.5.5.2) is IPv4.
    let bytes: [UInt8]

    /// The longest text that is one: IPv6 with an IPv4 address at its end.
    private static let longestText = 45

    /// Four decimal numbers, or IPv6 as RFC 4291 §2.2 writes it, without a zone and without brackets. Nothing else.
    init?(_ text: some StringProtocol) {
        // A zero byte would end the text for the library, whatever follows.
        guard text.utf8.count <= Self.longestText, !text.utf8.contains(0) else { return nil }
        let text = String(text)
        var version4 = in_addr()
        if inet_pton(AF_INET, text, &version4) == 1 {
            bytes = withUnsafeBytes(of: version4) { Array($0) }
            return
        }
        var version6 = in6_addr()
        guard inet_pton(AF_INET6, text, &version6) == 1 else { return nil }
        let all = withUnsafeBytes(of: version6) { Array($0) }
        let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = isMapped ? Array(all.suffix(4)) : all
    }
}
