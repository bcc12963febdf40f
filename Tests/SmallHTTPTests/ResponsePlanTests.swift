import HTTPTypes
import Testing

@testable import SmallHTTP

@Suite struct ResponsePlanTests {
    private final class NoSource: BodySource {
        func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) { deliver(.end) }
        func cancel() {}
    }

    private func head(
        _ status: HTTPResponse.Status = .ok,
        _ body: ResponseBody = .empty,
        fields: HTTPFields = [:],
        _ edit: (inout ResponsePlan.Context) -> Void = { _ in }
    ) -> String {
        var context = ResponsePlan.Context(keepsAlive: true)
        edit(&context)
        let response = OutgoingResponse(head: HTTPResponse(status: status, headerFields: fields), body: body)
        return String(decoding: ResponsePlan(response, context).head, as: UTF8.self)
    }

    @Test func `framing follows from method, status, version and body`() {
        #expect(head() == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(head(.ok, .bytes([1, 2])) == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        #expect(head(.ok, .stream(NoSource())) == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(
            head(.ok, .stream(NoSource())) { $0.version = .http10 } == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        )
        #expect(
            head(.ok, .bytes([1])) { $0.version = .http10 }
                == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\n"
        )
        #expect(head(.noContent, .bytes([1])) == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(head(.notModified, .bytes([1])) == "HTTP/1.1 304 Not Modified\r\n\r\n")
        #expect(head(.notModified, .stream(NoSource())) == "HTTP/1.1 304 Not Modified\r\n\r\n")
        #expect(head(.resetContent, .bytes([1])) == "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n")
        #expect(head() { $0.keepsAlive = false }.hasSuffix("Connection: close\r\n\r\n"))
    }

    @Test func `a HEAD response has the exact length or none`() {
        #expect(head(.ok, .bytes([1, 2])) { $0.isHead = true } == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        #expect(head() { $0.isHead = true } == "HTTP/1.1 200 OK\r\n\r\n")
        #expect(
            head(fields: [.contentLength: "7"]) { $0.isHead = true } == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"
        )
        #expect(head(fields: [.contentLength: "+7"]) { $0.isHead = true } == "HTTP/1.1 200 OK\r\n\r\n")
        #expect(head(.ok, .stream(NoSource())) { $0.isHead = true } == "HTTP/1.1 200 OK\r\n\r\n")
    }

    @Test func `a handler cannot override the server's fields`() {
        let fields: HTTPFields = [
            .contentLength: "99", .transferEncoding: "gzip", .date: "never", .connection: "keep-alive", .eTag: "\"1\"",
        ]
        #expect(
            head(.ok, .bytes([1]), fields: fields) {
                $0.date = Array("now".utf8)
                $0.serverName = HTTPField(name: .server, value: "x")
            } == "HTTP/1.1 200 OK\r\nDate: now\r\nServer: x\r\nETag: \"1\"\r\nContent-Length: 1\r\n\r\n"
        )
        #expect(head(fields: [.connection: "x, Close"]).hasSuffix("Connection: close\r\n\r\n"))
    }

    @Test func `prepared fields are sent like others, without the server's own`() {
        let fields: HTTPFields = [
            .eTag: "\"1\"", .contentLength: "99", .date: "never", .connection: "close", .transferEncoding: "gzip",
            .contentDisposition: "a\r\nb",
        ]
        let response = OutgoingResponse(
            head: HTTPResponse(status: .ok, headerFields: [.vary: "Accept"]),
            prepared: PreparedFields(fields),
            body: .bytes([1])
        )
        let plan = ResponsePlan(response, ResponsePlan.Context(keepsAlive: true))
        let head = String(decoding: plan.head, as: UTF8.self)
        #expect(
            head
                == "HTTP/1.1 200 OK\r\nVary: Accept\r\nETag: \"1\"\r\nContent-Disposition: a  b\r\nContent-Length: 1\r\n\r\n"
        )
        #expect(!plan.closesConnection)
    }

    @Test func `a field value cannot split a response`() {
        let text = head(fields: [.contentDisposition: "a\r\nSet-Cookie: b\n\r\0c"])
        #expect(text.split(separator: "\r\n").count == 3)
        #expect(!text.contains("\0"))
    }

    @Test func `dates are IMF-fixdate`() {
        #expect(String(decoding: HTTPDate.format(784_111_777), as: UTF8.self) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(String(decoding: HTTPDate.format(951_782_400), as: UTF8.self) == "Tue, 29 Feb 2000 00:00:00 GMT")
    }

    @Test func `decimal values are ASCII digits within range`() {
        #expect("9223372036854775807".utf8.decimalValue == .max)
        #expect("9223372036854775808".utf8.decimalValue == nil)
        #expect("٣".utf8.decimalValue == nil)
    }
}
