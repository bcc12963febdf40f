internal import HTTPTypes
internal import SmallHTTP

/// Finds out who asks: the other end of the connection or, where that is a proxy to be trusted, whom that one names.
///
/// A proxy appends the address that it sees to `X-Forwarded-For`. So the list is read from its end: behind proxies to be trusted, the
/// first address that is none of theirs is the caller's. What stands before it anybody may have written. `Forwarded` counts where there is no
/// `X-Forwarded-For`, which is the one that most proxies write: they would pass on a `Forwarded` that a client made up.
///
/// - Source: RFC 7239 §4, §5.2, §8.1.
struct CallerFinder: Sendable {
    /// Whose word is taken.
    let trustedProxies: [AddressBlock]

    func caller(of request: IncomingRequest) -> Caller {
        // Addresses of a link have a zone behind them, which is of no interest here.
        guard let peer = IPAddress(request.remoteAddress.prefix { $0 != "%" }) else { return .other }
        guard isTrusted(peer) else { return Caller(peer) }
        return Caller(forwarded(request.head.headerFields) ?? peer)
    }

    private func isTrusted(_ address: IPAddress) -> Bool { trustedProxies.contains { $0.contains(address) } }

    /// `nil` for nobody, and for what can't be read.
    private func forwarded(_ fields: HTTPFields) -> IPAddress? {
        let nodes: [Substring]
        if let list = fields[.xForwardedFor] {
            nodes = list.split(separator: ",", omittingEmptySubsequences: false)
        } else if let list = fields[.forwarded] {
            guard let found = Self.nodes(forwarded: list) else { return nil }
            nodes = found
        } else {
            return nil
        }
        var last: IPAddress?
        for node in nodes.reversed() {
            guard let address = Self.address(node) else { return nil }
            last = address
            if !isTrusted(address) { break }
        }
        return last
    }

    /// The `for` of each element; `nil` if one has none, or more than one.
    private static func nodes(forwarded list: String) -> [Substring]? {
        var nodes: [Substring] = []
        // No address has a comma or a semicolon in it, so that those within quotes are no danger: they leave an element without an address.
        for element in list.split(separator: ",", omittingEmptySubsequences: false) {
            let own = element.split(separator: ";").compactMap { pair -> Substring? in
                let pair = trimmed(pair)
                guard pair.prefix(4).lowercased() == "for=" else { return nil }
                return pair.dropFirst(4)
            }
            guard own.count == 1 else { return nil }
            let value = own[0]
            let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
            nodes.append(isQuoted ? value.dropFirst().dropLast() : value)
        }
        return nodes
    }

    /// An address, with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
    private static func address(_ node: Substring) -> IPAddress? {
        let node = trimmed(node)
        if node.first == "[" {
            guard let end = node.firstIndex(of: "]") else { return nil }
            let inside = node[node.index(after: node.startIndex)..<end]
            guard inside.contains(":"), isPort(node[node.index(after: end)...]) else { return nil }
            return IPAddress(inside)
        }
        if let address = IPAddress(node) { return address }
        guard let colon = node.firstIndex(of: ":"), isPort(node[colon...]) else { return nil }
        return IPAddress(node[..<colon])
    }

    /// Nothing, or a colon and at most five digits.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.first == ":" && (2...6).contains(text.utf8.count)
                && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
