import ArgumentParser
import Foundation

/// For container health checks, where there is no shell and no curl.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask a running service whether it is well: exit 0 if it is, 1 if not.",
        discussion: """
            Where the service listens, the environment and the file of settings say, as they do to `hanabi serve`, or --host and --port.
            """
    )

    @OptionGroup var shorthands: ListenShorthands
    @Option(help: "Seconds to wait, 1...60.")
    var timeout = 3

    func validate() throws {
        guard (1...60).contains(timeout) else { throw ValidationError("--timeout is \(timeout); allowed 1...60") }
    }

    func run() throws {
        guard let reply = try ask(shorthands.resolved(command: nil).options.service.listen.reachable),
            reply.hasPrefix("HTTP/1.1 200 ")
        else { throw ExitCode(1) }
        print("ok")
    }

    /// The start of the reply; `nil` if there is none.
    private func ask(_ address: ListenAddress) throws(Failure) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let first = found else {
            throw Failure("No address for \(address.host)")
        }
        defer { freeaddrinfo(found) }
        // A name may have several addresses, and the service listens on one of them.
        for info in sequence(first: first, next: { $0.pointee.ai_next }) {
            if let reply = ask(info.pointee, address.host) { return reply }
        }
        return nil
    }

    private func ask(_ address: addrinfo, _ host: String) -> String? {
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
