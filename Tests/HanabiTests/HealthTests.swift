import ArgumentParser
import Foundation
import Testing

@testable import HanabiProgram

@Suite struct `Health check` {
    /// A bound socket that never accepts.
    private final class Silent {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let port: UInt16

        init(listens: Bool) throws {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
                }
            }
            try #require(isBound && (!listens || listen(descriptor, 5) == 0))
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }

        /// Answers the first connection with `text`.
        func answer(_ text: String) {
            let (descriptor, bytes) = (descriptor, Array(text.utf8))
            Thread.detachNewThread {
                let connection = accept(descriptor, nil, nil)
                var request = [UInt8](repeating: 0, count: 1000)
                _ = recv(connection, &request, request.count, 0)
                _ = writeAll(bytes, to: connection)
                close(connection)
            }
        }
    }

    private func failure(_ port: UInt16, host: String = "127.0.0.1") throws -> String {
        let health = try Health.parse(["--host", host, "--port", "\(port)", "--timeout", "1"])
        return try #require(throws: Failure.self) { try health.run() }.description
    }

    @Test func `a refused connection is reported`() throws {
        // Bound to reserve the port, but not listening.
        let silent = try Silent(listens: false)
        #expect(try failure(silent.port) == "http://127.0.0.1:\(silent.port)/healthz: Connection refused")
    }

    @Test func `a timeout, an error status and an invalid answer are reported`() throws {
        let silent = try Silent(listens: true)
        let address = "http://127.0.0.1:\(silent.port)/healthz"
        #expect(try failure(silent.port) == "\(address): no response within 1 s")
        for (reply, reason) in [
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\n",
                "the response is HTTP/1.1 503 Service Unavailable; expected 200"
            ),
            ("SSH-2.0-x\u{1B}[2J\r\n", "the response is not HTTP"),
            ("", "the connection was closed without a response"),
        ] {
            let other = try Silent(listens: true)
            other.answer(reply)
            #expect(try failure(other.port) == "http://127.0.0.1:\(other.port)/healthz: \(reason)")
        }
    }

    @Test func `a host name without an address is reported`() throws {
        #expect(try failure(80, host: "nowhere.invalid").hasPrefix("http://nowhere.invalid:80/healthz: no address"))
    }
}
