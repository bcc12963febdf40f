import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct AnswerTests {
        /// Framing stays valid for any head from the handler, so the next response is found.
        @Test(arguments: [200, 204, 205, 301, 304, 404, 500, 599])
        func `a response has a date, and a body only if its status allows one`(status: Int) throws {
            let server = try TestServer { request, exchange in
                var head = HTTPResponse(status: HTTPResponse.Status(code: status))
                head.headerFields[.contentLength] = "99"
                head.headerFields[.date] = "yesterday"
                exchange.respond(OutgoingResponse(head: head, body: .bytes(Array("body".utf8))))
            }
            let client = try server.client()
            try client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in 0..<2 {
                let response = try client.readResponse()
                #expect(response.status == status)
                #expect(response.fields["date"]?.hasSuffix(" GMT") == true)
                #expect(response.text == ([204, 205, 304].contains(status) ? "" : "body"))
                #expect((response.fields["content-length"] == nil) == [204, 304].contains(status))
            }
        }

        @Test func `field values cannot split a response`() throws {
            let server = try TestServer { request, exchange in
                var head = HTTPResponse(status: .init(code: 200, reasonPhrase: "O\r\nX-Evil: 1"))
                let path = request.head.path?.removingPercentEncoding ?? ""
                head.headerFields[.contentDisposition] = "attachment; filename=\"\(path)\""
                exchange.respond(OutgoingResponse(head: head, body: .bytes([1])))
            }
            let client = try server.client()
            let response = try client.get("/%0d%0aX-Evil:%201%0d%0a%0d%0aHTTP/1.1%20200%20OK%0d%0a")
            #expect(Set(response.fields.keys) == ["date", "content-disposition", "content-length"])
            #expect(response.body == [1])
        }

        /// A single send, so that a client's first packet contains head and body.
        @Test(arguments: [0, 1, 1000, 20_000])
        func `head and body of a complete response leave in one send`(count: Int) throws {
            let recorder = Recorder()
            let server = try TestServer(observer: recorder) { _, exchange in
                exchange.respond(.ok([UInt8](repeating: 7, count: count)))
            }
            let client = try server.client()
            for number in 1...3 {
                #expect(try client.get("/").body.count == count)
                #expect(recorder.wait { $0.requests.count == number })
                let seen = recorder.seen
                #expect(seen.sent.count == number)
                #expect(seen.sent.last == seen.requests.last?.responseBytes)
                #expect((seen.sent.last ?? 0) > count)
            }
        }

        @Test func `a synchronous response equals a later one`() throws {
            let server = try TestServer { request, exchange in
                if request.head.path == "/later" {
                    DispatchQueue.global().async { TestServer.echo(request, exchange) }
                } else {
                    TestServer.echo(request, exchange)
                }
            }
            let client = try server.client()
            let paths = (0..<200).map { $0 % 3 == 0 ? "/later" : "/at-once" }
            try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for path in paths { #expect(try client.readResponse().text == "GET \(path) 1.1 ") }
        }

        /// A thousand requests in one packet are answered in turns with other connections' requests.
        @Test func `a client with many pipelined requests does not delay another`() throws {
            let hasAsked = DispatchSemaphore(value: 0)
            let counts = Mutex((busy: 0, beforeOther: 0))
            let server = try TestServer({ $0.eventLoops = 1 }) { request, exchange in
                let isFirst = counts.withLock { counts in
                    if request.head.path == "/other" { counts.beforeOther = counts.busy } else { counts.busy += 1 }
                    return counts.busy == 1
                }
                // Blocks the loop until the other client's request has arrived.
                if isFirst, request.head.path == "/busy" { hasAsked.wait() }
                TestServer.echo(request, exchange)
            }
            let busy = try server.client()
            let other = try server.client()
            // The loop has accepted both connections.
            #expect(TestServer.eventually { server.server.connectionCounts.idle == 2 })
            let requests = String(repeating: "GET /busy HTTP/1.1\r\nHost: a\r\n\r\n", count: 2000)
            let sender = Thread { try? busy.send(requests) }
            sender.start()
            #expect(TestServer.eventually { counts.withLock { $0.busy } == 1 })
            try other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            try other.awaitDelivery()
            hasAsked.signal()
            #expect(try other.readResponse().text == "GET /other 1.1 ")
            for _ in 0..<2000 { #expect(try busy.readResponse().text == "GET /busy 1.1 ") }
            #expect((1...200).contains(counts.withLock { $0.beforeOther }))
        }
    }
}
