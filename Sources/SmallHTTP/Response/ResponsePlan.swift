import HTTPTypes

/// Wire form of one response: its serialized head, and the body that follows.
struct ResponsePlan {
    /// Status line, fields and the empty line.
    let head: [UInt8]
    let body: Body
    let closesConnection: Bool
    let status: HTTPResponse.Status

    enum Body {
        case none
        case bytes([UInt8])
        case chunked(any BodySource)
        /// Body that ends with the connection, for HTTP/1.0.
        case untilClose(any BodySource)
        /// Stream that must not be sent.
        case unwanted(any BodySource)
    }

    /// Facts about the request and the server that affect the response.
    struct Context {
        var isHead = false
        var version = HTTPVersion.http11
        /// Whether the connection could continue after this response.
        var keepsAlive = false
        var serverName: HTTPField?
        /// Date as IMF-fixdate; if empty, the field is omitted, which only a 5xx may do (RFC 9110 §6.6.1).
        var date: [UInt8] = []
    }

    /// - Parameter response: Response with a status in 200...599.
    init(_ response: OutgoingResponse, _ context: Context) {
        status = response.head.status
        var writer = HeadWriter(status)
        // RFC 9110 §6.6.1: MUST be present with 2xx, 3xx and 4xx.
        if !context.date.isEmpty { writer.append(.date, context.date) }
        if let server = context.serverName, !response.head.headerFields.contains(.server) { writer.append(server) }
        var own = OwnFields()
        for field in response.head.headerFields where !own.take(field) { writer.append(field) }
        if let prepared = response.prepared { writer.append(prepared) }

        let allowsBody = ![204, 205, 304].contains(status.code)
        var length: Int?
        var isChunked = false
        var closes = !context.keepsAlive || own.closes

        switch response.body {
        case .empty:
            body = .none
            length = context.isHead ? own.length : 0
        case .bytes(let bytes):
            body = allowsBody && !context.isHead && !bytes.isEmpty ? .bytes(bytes) : .none
            length = bytes.count
        case .stream(let source) where !allowsBody || context.isHead:
            body = .unwanted(source)
            length = context.isHead ? own.length : nil
        case .stream(let source) where context.version == .http10:
            // RFC 9112 §6.1: no transfer coding to a 1.0 client.
            body = .untilClose(source)
            closes = true
        case .stream(let source):
            body = .chunked(source)
            isChunked = true
        }
        switch status.code {
        // RFC 9110 §8.6: MUST NOT be sent with 204; with 304 it would have to be that of the 200, which is unknown.
        case 204, 304: length = nil
        // RFC 9110 §15.3.6: 205 has no body and declares that.
        case 205: length = 0
        default: break
        }

        if let length { writer.append(.contentLength, length) }
        if isChunked { writer.append(.transferEncoding, "chunked") }
        if closes {
            writer.append(.connection, "close")
        } else if context.version == .http10 {
            writer.append(.connection, "keep-alive")
        }
        writer.end()
        head = writer.bytes
        closesConnection = closes
    }
}
