internal import SystemSupport
internal import HTTPTypes
internal import SmallHTTP
internal import WorkScheduling

/// Identifies the caller of a request: the peer of the connection or, if the peer is a trusted proxy, the client that
/// the proxy reports.
///
/// A proxy appends the address it sees to `X-Forwarded-For`, so the list is read from its end: the first address that
/// is not a trusted proxy's is the caller's. Anything before that address may be forged. `Forwarded` is used only
/// without `X-Forwarded-For`, which most proxies write: such a proxy would pass on a client's forged `Forwarded`.
///
/// - Source: RFC 7239 §4, §5.2, §8.1.
struct CallerFinder: Sendable {
    /// Proxies whose forwarding fields are believed.
    let trustedProxies: [AddressBlock]

    func caller(of request: IncomingRequest) -> Caller {
        // A link-local address is followed by a zone, which does not matter here.
        guard let peer = IPAddress(request.remoteAddress.prefix { $0 != "%" }) else { return .other }
        guard isTrusted(peer) else { return Caller(peer) }
        return Caller(forwarded(request.head.headerFields) ?? peer)
    }

    private func isTrusted(_ address: IPAddress) -> Bool { trustedProxies.contains { $0.contains(address) } }

    /// The client address from the forwarding fields; `nil` if there is none, or if one cannot be parsed.
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

    /// The `for` parameter of each element; `nil` if an element has none or several.
    private static func nodes(forwarded list: String) -> [Substring]? {
        var nodes: [Substring] = []
        // Addresses contain no commas or semicolons. A quoted one splits the element into parts without a valid
        // address.
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

    /// Parses an address with an optional port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
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

    /// Whether the text is empty, or a colon and one to five digits.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.first == ":" && (2...6).contains(text.utf8.count)
                && text.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
