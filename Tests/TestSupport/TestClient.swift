// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// A blocking client that sends arbitrary bytes. Reading times out after a minute.
///
/// `@unchecked Sendable`: used by one thread at a time, except that one thread may send while another reads; `send`
/// accesses nothing but the socket.
public final class TestClient: @unchecked Sendable {
    /// A failure of the client or the socket.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// A response with field names in lower case.
    public struct Response: Equatable {
        public var status = 0
        public var fields: [String: String] = [:]
        public var body: [UInt8] = []

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let socketNumber: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    /// Connects to 127.0.0.1.
    ///
    /// - Parameter source: Another loopback address to connect from, such as 127.0.0.2, which makes the server see
    ///   another caller.
    public init(port: UInt16?, from source: String? = nil, receiveBufferBytes: Int32? = nil) throws {
        socketNumber = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socketNumber >= 0, let port else { throw Failure(description: "no socket or port") }
        if var size = receiveBufferBytes {
            setsockopt(socketNumber, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socketNumber, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socketNumber, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        // Pieces must be sent separately and immediately.
        var noDelay: Int32 = 1
        setsockopt(socketNumber, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
        if let source {
            let own = Self.address(source, port: 0)
            let result = withUnsafePointer(to: own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socketNumber, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { throw Failure(description: "bind to \(source): errno \(errno)") }
        }
        let address = Self.address("127.0.0.1", port: port)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socketNumber, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect: errno \(errno)") }
    }

    private static func address(_ text: String, port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        return address
    }

    deinit {
        close()
    }

    /// Closes the connection.
    public func close() {
        if isOpen { Foundation.close(socketNumber) }
        isOpen = false
    }

    /// Closes the connection with RST instead of FIN.
    public func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socketNumber, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Half-closes the connection.
    public func endWriting() {
        shutdown(socketNumber, Int32(SHUT_WR))
    }

    /// Sends text.
    public func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(socketNumber, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: errno \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns when all sent bytes and FIN have reached the server's kernel, so that the server sees them in its next
    /// poll.
    public func awaitDelivery() throws {
        for _ in 0..<30_000 {
            var count: Int32 = 0
            guard ioctl(socketNumber, UInt(TIOCOUTQ), &count) == 0 else {
                throw Failure(description: "ioctl: errno \(errno)")
            }
            if count == 0 { return }
            usleep(2000)
        }
        throw Failure(description: "not delivered")
    }

    /// POSTs JSON and returns the response.
    public func post(_ path: String, _ body: [UInt8]) throws -> Response {
        let head =
            "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        try send(head + String(decoding: body, as: UTF8.self))
        return try readResponse()
    }

    /// Sends a GET request with keep-alive and returns the response.
    public func get(_ path: String) throws -> Response {
        try send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try readResponse()
    }

    /// Reads the next response.
    public func readResponse(hasBody: Bool = true) throws -> Response {
        var response = Response()
        let statusLine = try readLine().split(separator: " ")
        guard statusLine.count >= 2, statusLine[0] == "HTTP/1.1", let status = Int(statusLine[1]) else {
            throw Failure(description: "status line \(statusLine)")
        }
        response.status = status
        while true {
            let line = try readLine()
            if line.isEmpty { break }
            let parts = line.split(separator: ":", maxSplits: 1)
            let name = parts[0].lowercased()
            guard parts.count == 2, response.fields[name] == nil else { throw Failure(description: "field \(line)") }
            response.fields[name] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        guard hasBody, status >= 200, status != 204, status != 304 else { return response }
        if response.fields["transfer-encoding"] == "chunked" {
            while true {
                guard let size = Int(try readLine(), radix: 16) else { throw Failure(description: "chunk size") }
                response.body += try read(size)
                guard try readLine().isEmpty else { throw Failure(description: "chunk end") }
                if size == 0 { break }
            }
        } else if let length = response.fields["content-length"].flatMap({ Int($0) }) {
            response.body = try read(length)
        } else {
            response.body = try readToEnd()
        }
        return response
    }

    /// Waits for the first bytes of a response without reading further.
    public func awaitAnswer() throws {
        guard try !buffer.isEmpty || receive() else { throw Failure(description: "ended without an answer") }
    }

    /// Reads to the server's end; throws on a reset.
    public func readToEnd() throws -> [UInt8] {
        while try receive() {}
        defer { buffer = [] }
        return buffer
    }

    /// Reads exactly `count` bytes.
    public func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try receive() else { throw Failure(description: "ended after \(buffer.count) of \(count) bytes") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                defer { buffer.removeFirst(end + 1) }
                guard end > 0, buffer[end - 1] == 0x0D else { throw Failure(description: "bare LF") }
                return String(decoding: buffer[..<(end - 1)], as: UTF8.self)
            }
            guard try receive() else { throw Failure(description: "ended within a line") }
        }
    }

    /// Receives bytes into the buffer; returns `false` at the server's end.
    private func receive() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(socketNumber, &chunk, chunk.count, 0)
        guard count >= 0 else { throw Failure(description: "recv: errno \(errno)") }
        buffer += chunk[..<count]
        return count > 0
    }
}
