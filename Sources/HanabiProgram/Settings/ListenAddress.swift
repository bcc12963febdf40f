import ArgumentParser
import SystemSupport

/// Listening address of a server: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or `:8080` for all addresses.
struct ListenAddress: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// Host without brackets.
    var host: String
    var port: UInt16

    init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), let port = Self.port(argument[argument.index(after: colon)...])
        else { return nil }
        var host = argument[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            // Without brackets, the end of an IPv6 address is ambiguous.
            return nil
        }
        self.init(host: host.isEmpty ? "::" : String(host), port: port)
    }

    /// Parses a port of digits only: `UInt16("+5")` is 5.
    static func port(_ text: some StringProtocol) -> UInt16? {
        text.utf8.allSatisfy(\.isASCIIDigit) ? UInt16(text) : nil
    }

    var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// An address at which a process on the same machine reaches the server.
    var reachable: ListenAddress {
        switch host {
        // Both accept IPv4, and IPv6 may be unavailable.
        case "0.0.0.0", "::": ListenAddress(host: "127.0.0.1", port: port)
        default: self
        }
    }
}

/// An address, or `none`.
struct OperationsAddress: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var address: ListenAddress?

    init(_ address: ListenAddress?) { self.address = address }

    init?(argument: String) {
        guard argument != "none" else {
            address = nil
            return
        }
        guard let address = ListenAddress(argument: argument) else { return nil }
        self.address = address
    }

    var description: String { address.map(\.description) ?? "none" }
}
