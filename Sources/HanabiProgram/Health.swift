import ArgumentParser
import Glibc

/// A health check for containers without a shell and curl.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Check a running service: exits 0 if it is healthy, otherwise 1 with the reason on standard error.",
        discussion: """
            The address comes from --host and --port, the environment and the settings file, as for `hanabi serve`.
            """
    )

    @OptionGroup var shorthands: ListenShorthands
    @Option(help: "Seconds to wait for a response, 1...60.")
    var timeout = 3

    func validate() throws {
        guard (1...60).contains(timeout) else { throw ValidationError("--timeout is \(timeout); allowed 1...60") }
    }

    func run() throws {
        let address = try shorthands.resolved(command: nil).options.service.listen.reachable
        do throws(Reason) {
            let reply = try ask(address)
            let line = reply.prefix { $0 != "\r\n" && $0 != "\n" }
            guard line.hasPrefix("HTTP/1."), line.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }) else {
                throw Reason("the response is not HTTP")
            }
            guard line.hasPrefix("HTTP/1.1 200 ") else { throw Reason("the response is \(line); expected 200") }
        } catch {
            throw Failure("http://\(address)/healthz: \(error.text)")
        }
        print("ok")
    }

    /// The reason the check failed.
    private struct Reason: Error {
        let text: String

        init(_ text: String) { self.text = text }

        /// The error of the last system call, each of which times out after `timeout` seconds.
        init(errno code: Int32, _ timeout: Int) {
            let isLate = code == EAGAIN || code == EINPROGRESS || code == ETIMEDOUT
            text = isLate ? "no response within \(timeout) s" : String(cString: strerror(code))
        }
    }

    /// Sends a request, and returns the start of the reply.
    private func ask(_ address: ListenAddress) throws(Reason) -> String {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, String(address.port), &hints, &found)
        guard code == 0, let first = found else {
            throw Reason("no address for \(address.host) (\(String(cString: gai_strerror(code))))")
        }
        defer { freeaddrinfo(found) }
        // A name may have several addresses; the service listens on one of them.
        var reason = Reason("no address for \(address.host)")
        for info in sequence(first: first, next: { $0.pointee.ai_next }) {
            do throws(Reason) { return try ask(info.pointee, address.host) } catch { reason = error }
        }
        throw reason
    }

    private func ask(_ address: addrinfo, _ host: String) throws(Reason) -> String {
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { throw Reason(errno: errno, timeout) }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            throw Reason(errno: errno, timeout)
        }
        let name = host.contains(":") ? "[\(host)]" : host
        let request = Array("GET /healthz HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Reason(errno: errno, timeout)
        }
        var reply = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor, &reply, reply.count, 0)
        guard count >= 0 else { throw Reason(errno: errno, timeout) }
        guard count > 0 else { throw Reason("the connection was closed without a response") }
        return String(decoding: reply[..<count], as: UTF8.self)
    }
}
