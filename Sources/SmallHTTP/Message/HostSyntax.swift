import SystemSupport

/// Syntax of `uri-host [":" port]`, RFC 9110 §7.2, for http servers.
enum HostSyntax {
    /// Whether `bytes` name a host.
    ///
    /// Narrower than the grammar in two ways. An empty host is refused, as RFC 9110 §4.2.1 demands for http. So are the
    /// sub-delimiters that RFC 3986 allows in a name: no name in use has one, and a comma more likely joins two hosts.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[..<close].dropFirst()
            let isAddress =
                address.contains(UInt8(ascii: ":"))
                && address.allSatisfy { $0.hexDigitValue != nil || $0 == UInt8(ascii: ":") || $0 == 0x2E }
            return isAddress && isValidPort(bytes[close...].dropFirst())
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return !bytes[..<end].isEmpty && isValidName(bytes[..<end]) && isValidPort(bytes[end...])
    }

    private static func isValidName(_ name: ArraySlice<UInt8>) -> Bool {
        var index = name.startIndex
        while index < name.endIndex {
            if name[index] == UInt8(ascii: "%") {
                guard name.isPercentEncoding(at: index) else { return false }
                index += 2
            } else if !ByteSet.unreserved.contains(name[index]) {
                return false
            }
            index += 1
        }
        return true
    }

    /// Whether `bytes` are empty, or a colon and a port up to 65,535; its digits may be missing (RFC 3986 §3.2.3).
    private static func isValidPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":") else { return false }
        guard !digits.isEmpty else { return true }
        guard let port = digits.decimalValue else { return false }
        return port <= 65_535
    }
}
