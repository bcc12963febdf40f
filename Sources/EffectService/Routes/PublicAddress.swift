/// Scheme, host and port under which visitors reach the service: `https://effects.example.org`.
public struct PublicAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address, without a slash at its end.
    public let text: String

    /// The address in a text; `nil` unless it is `http://` or `https://` with a host name or an IP address, perhaps a
    /// port, and nothing else but a slash.
    ///
    /// - Source: RFC 3986 §3.2.2, RFC 1123 §2.1.
    public init?(_ text: String) {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let authority = lower.dropFirst(scheme.count)
        let plain = authority.hasSuffix("/") ? authority.dropLast() : authority
        guard plain.utf8.count <= 253 + 6, let (host, port) = Self.parts(of: plain) else { return nil }
        if let port {
            guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(port), (1...65_535).contains(number)
            else { return nil }
        }
        guard Self.isHost(host) else { return nil }
        self.text = scheme + plain
    }

    /// The address.
    public var description: String { text }

    /// Host, with its brackets, and port.
    private static func parts(of authority: Substring) -> (host: Substring, port: Substring?)? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : authority.startIndex
        guard let end else { return nil }
        guard let colon = authority[end...].firstIndex(of: ":") else { return (authority, nil) }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") {
            return host.hasSuffix("]") && host.contains(":")
                && host.dropFirst().dropLast().utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
        }
    }
}
