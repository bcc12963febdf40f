import Glibc

/// An IPv4 or IPv6 address.
struct IPAddress: Sendable, Hashable {
    /// 4 or 16 bytes in network order. An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is stored as IPv4.
    let bytes: [UInt8]

    /// Length of the longest address: IPv6 with an embedded IPv4 address.
    private static let longestText = 45

    /// Parses dotted decimal IPv4, or IPv6 as in RFC 4291 §2.2, without a zone or brackets.
    init?(_ text: some StringProtocol) {
        // A zero byte would end the C string, and hide what follows.
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
