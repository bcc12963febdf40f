import ArgumentParser
import Foundation

/// For container health checks, where there is no shell and no curl.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask a running service whether it is well: exit 0 if it is, 1 if not."
    )

    @Option(help: "Address of the service.")
    var host = "127.0.0.1"
    @Option(name: .shortAndLong, help: "Its port.")
    var port: UInt16 = 8080
    @Option(help: "Seconds to wait, 1...60.")
    var timeout = 3

    func validate() throws {
        guard (1...60).contains(timeout) else { throw ValidationError("--timeout is \(timeout); allowed 1...60") }
    }

    func run() throws {
        guard let reply = try ask(), reply.hasPrefix("HTTP/1.1 200 ") else { throw ExitCode(1) }
        print("ok")
    }

    /// The start of the reply; `nil` if there is none.
    private func ask() throws(Failure) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            throw Failure("No address for \(host)")
        }
        defer { freeaddrinfo(found) }
        // A name may have several addresses, and the service listens on one of them.
        for info in sequence(first: address, next: { $0.pointee.ai_next }) {
            if let reply = ask(info.pointee) { return reply }
        }
        return nil
    }

    private func ask(_ address: addrinfo) -> String? {
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else { return nil }
        let name = host.contains(":") ? "[\(host)]" : host
        let request = Array("GET /healthz HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var reply = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor, &reply, reply.count, 0)
        return count > 0 ? String(decoding: reply[..<count], as: UTF8.self) : nil
    }
}
