import HTTPTypes

/// How one response goes onto the wire: its head written out, and what follows.
struct ResponsePlan {
    /// Status line, fields and the empty line.
    let head: [UInt8]
    let body: Body
    let closesConnection: Bool

    enum Body {
        case none
        case bytes([UInt8])
        case chunked(any BodySource)
        /// HTTP/1.0: the end of the connection is the end of the body.
        case untilClose(any BodySource)
        /// A stream that must not be sent.
        case unwanted(any BodySource)
    }

    /// What the request and the server say about the answer.
    struct Context {
        var isHead = false
        var version = HTTPVersion.http11
        /// Whether the connection could go on after this answer.
        var keepsAlive = false
        var serverName: HTTPField?
        /// IMF-fixdate; empty leaves out the field, which only a 5xx may (RFC 9110 §6.6.1).
        var date: [UInt8] = []
    }

    /// - Parameter response: Its status is in 200...599.
    init(_ response: OutgoingResponse, _ context: Context) {
        let status = response.head.status.code
        let allowsBody = ![204, 205, 304].contains(status)
        var length: Int?
        var isChunked = false
        var closes = !context.keepsAlive || response.asksToClose

        switch response.body {
        case .empty:
            body = .none
            length = context.isHead ? response.declaredLength : 0
        case .bytes(let bytes):
            body = allowsBody && !context.isHead && !bytes.isEmpty ? .bytes(bytes) : .none
            length = bytes.count
        case .stream(let source) where !allowsBody || context.isHead:
            body = .unwanted(source)
            length = context.isHead ? response.declaredLength : nil
        case .stream(let source) where context.version == .http10:
            // RFC 9112 §6.1: no transfer coding to a 1.0 client.
            body = .untilClose(source)
            closes = true
        case .stream(let source):
            body = .chunked(source)
            isChunked = true
        }
        switch status {
        // RFC 9110 §8.6: MUST NOT with 204; with 304 it would have to be that of the 200 we don't have.
        case 204, 304: length = nil
        // RFC 9110 §15.3.6: 205 has no body and says so.
        case 205: length = 0
        default: break
        }

        closesConnection = closes
        head = Self.write(response.head, length: length, isChunked: isChunked, closes: closes, context)
    }

    private static func write(
        _ head: HTTPResponse,
        length: Int?,
        isChunked: Bool,
        closes: Bool,
        _ context: Context
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        // Our own version, whatever the request's (RFC 9112 §2.3).
        bytes += "HTTP/1.1 \(head.status.code) ".utf8
        // Latin-1, by the type's promise; anything else must not become a CR by being cut to eight bits.
        bytes += head.status.reasonPhrase.unicodeScalars.map { scalar in
            guard let byte = UInt8(exactly: scalar.value), byte.isText else { return .space }
            return byte
        }
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)

        if !context.date.isEmpty { bytes.appendField("Date", context.date) }
        if let server = context.serverName, !head.headerFields.contains(.server) {
            bytes.appendField("Server", Array(server.value.utf8))
        }
        for field in head.headerFields where !isOurs(field.name) {
            // No CR or LF can be in here: `HTTPField` replaces them, whatever its value was made from.
            field.withUnsafeBytesOfValue { bytes.appendField(field.name.rawName, $0) }
        }
        if let length { bytes.appendField("Content-Length", String(length).utf8) }
        if isChunked { bytes.appendField("Transfer-Encoding", "chunked".utf8) }
        if closes {
            bytes.appendField("Connection", "close".utf8)
        } else if context.version == .http10 {
            bytes.appendField("Connection", "keep-alive".utf8)
        }
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        return bytes
    }

    private static func isOurs(_ name: HTTPField.Name) -> Bool {
        switch name {
        case .contentLength, .transferEncoding, .connection, .date: true
        default: name.canonicalName == "keep-alive"
        }
    }
}

extension OutgoingResponse {
    /// Whether the handler wrote `Connection: close`.
    fileprivate var asksToClose: Bool {
        head.headerFields[values: .connection].contains { value in
            Array(value.utf8)[...].listElements.contains { $0.spells("close") }
        }
    }

    /// The handler's `Content-Length`, for an answer to HEAD.
    fileprivate var declaredLength: Int? {
        head.headerFields[.contentLength].flatMap { Array($0.utf8).decimalValue }
    }
}

extension [UInt8] {
    fileprivate mutating func appendField(_ name: String, _ value: some Collection<UInt8>) {
        append(contentsOf: name.utf8)
        append(UInt8(ascii: ":"))
        append(.space)
        append(contentsOf: value)
        append(.carriageReturn)
        append(.lineFeed)
    }
}
