import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

/// Tests over sockets, serialized because some count threads or wait for deadlines.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OverSockets {}

extension OverSockets {
    @Suite struct ConnectionTests {
        @Test func `a connection serves one request after another`() throws {
            let server = try TestServer()
            let client = try server.client()
            for number in 0..<50 {
                let response = try client.get("/\(number)")
                #expect(response.status == 200)
                #expect(response.text == "GET /\(number) 1.1 ")
                #expect(response.fields["date"]?.hasSuffix("GMT") == true)
                #expect(response.fields["connection"] == nil)
            }
            #expect(server.server.connectionCount == 1)
            client.close()
            #expect(TestServer.eventually { server.server.connectionCount == 0 })
        }

        /// The first response is ready last.
        @Test func `pipelined requests are answered in order`() throws {
            let hasAll = DispatchSemaphore(value: 0)
            let server = try TestServer { request, exchange in
                DispatchQueue.global().async {
                    if request.head.path == "/0" { hasAll.wait() }
                    TestServer.echo(request, exchange)
                }
            }
            let client = try server.client()
            let requests = (0..<20).map { "POST /\($0) HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody" }
            try client.send(requests.joined())
            try client.awaitDelivery()
            hasAll.signal()
            for number in 0..<20 {
                #expect(try client.readResponse().text == "POST /\(number) 1.1 body")
            }
        }

        /// More requests than the buffer holds, all refused at admission without the handler's queue: recursion would
        /// overflow the stack.
        @Test func `ten thousand pipelined refusals are answered without recursion`() throws {
            let notFound = OutgoingResponse(head: HTTPResponse(status: .notFound))
            let server = try TestServer(admits: { _ in .reject(notFound) })
            let client = try server.client()
            let requests = String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 10_000)
            let sender = Thread { try? client.send(requests) }
            sender.start()
            var statuses = Set<Int>()
            for _ in 0..<10_000 { statuses.insert(try client.readResponse().status) }
            #expect(statuses == [404])
        }

        @Test func `a request that arrives byte by byte is served`() throws {
            let server = try TestServer()
            let client = try server.client()
            for byte in "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8 {
                try client.send([byte])
            }
            #expect(try client.readResponse().text == "POST /x 1.1 abc")
        }

        @Test func `bodies are accepted chunked or by length`() throws {
            let server = try TestServer()
            let client = try server.client()
            let body = String(repeating: "0123456789", count: 50_000)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n\(body)")
            #expect(try client.readResponse().text == "POST / 1.1 \(body)")
            let chunk = "3E8\r\n\(body.prefix(1000))\r\n"
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<500 { try client.send(chunk) }
            try client.send("0\r\nX: trailer\r\n\r\n")
            #expect(try client.readResponse().text == "POST / 1.1 \(body)")
            // The next bytes are a request, not the remainder of a body.
            #expect(try client.get("/next").text == "GET /next 1.1 ")
        }

        @Test func `a connection close is announced and carried out`() throws {
            let server = try TestServer()
            for (request, keeps, field) in [
                ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false, "close"),
                ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\n", false, "close"),
                ("GET / HTTP/1.0\r\n\r\n", false, "close"),
                ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true, "keep-alive"),
            ] {
                let client = try server.client()
                try client.send(request)
                let response = try client.readResponse()
                #expect(response.status == 200)
                #expect(response.fields["connection"] == field)
                if keeps {
                    #expect(try client.get("/").status == 200)
                } else {
                    #expect(try client.readToEnd().isEmpty)
                }
            }
        }

        @Test func `HEAD has no body and does not disturb the next response`() throws {
            let server = try TestServer { request, exchange in
                if request.head.path == "/stream" {
                    exchange.respond(.ok(RepeatingSource(chunk: [1], count: 1)))
                } else {
                    TestServer.echo(request, exchange)
                }
            }
            let client = try server.client()
            try client.send("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\nHEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readResponse(hasBody: false).fields["content-length"] == "12")
            #expect(try client.readResponse(hasBody: false).fields["content-length"] == nil)
            #expect(try client.get("/y").text == "GET /y 1.1 ")
        }

        @Test func `a half-closed client still gets its response`() throws {
            let mayAnswer = DispatchSemaphore(value: 0)
            let server = try TestServer { request, exchange in
                DispatchQueue.global().async {
                    mayAnswer.wait()
                    #expect(!exchange.isCancelled)
                    TestServer.echo(request, exchange)
                }
            }
            let client = try server.client()
            try client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            client.endWriting()
            // The server's probe: a live client ignores it.
            #expect(try client.readResponse().status == 100)
            mayAnswer.signal()
            #expect(try client.readResponse().text == "GET /1 1.1 ")
            #expect(try client.readResponse().status == 100)
            mayAnswer.signal()
            let last = try client.readResponse()
            #expect(last.text == "GET /2 1.1 ")
            #expect(last.fields["connection"] == "close")
            #expect(try client.readToEnd().isEmpty)
        }

        @Test func `an orderly close is noticed while a request is pending`() throws {
            let cancelled = Mutex(0)
            let server = try TestServer { _, exchange in
                // Retained by the connection alone and never answered.
                exchange.onCancel { [exchange] in
                    withExtendedLifetime(exchange) { cancelled.withLock { $0 += 1 } }
                }
            }
            for number in 1...3 {
                let client = try server.client()
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                if number == 2 {
                    #expect(TestServer.eventually { server.server.connectionCounts.handling == 1 })
                }
                client.close()
                #expect(TestServer.eventually { cancelled.withLock { $0 } == number })
            }
        }

        @Test func `an HTTP/1.0 client is not probed`() throws {
            let mayAnswer = DispatchSemaphore(value: 0)
            let server = try TestServer({ $0.eventLoops = 1 }) { request, exchange in
                DispatchQueue.global().async {
                    if request.version == .http10 { mayAnswer.wait() }
                    TestServer.echo(request, exchange)
                }
            }
            let client = try server.client()
            try client.send("GET /1 HTTP/1.0\r\n\r\n")
            #expect(TestServer.eventually { server.server.connectionCounts.handling == 1 })
            client.endWriting()
            try client.awaitDelivery()
            // Sockets are processed in the order of their events: when this request is answered, the other end was
            // seen.
            #expect(try server.client().get("/").status == 200)
            mayAnswer.signal()
            #expect(try client.readResponse().status == 200)
        }

        @Test func `a truncated request gets 400`() throws {
            let server = try TestServer()
            for start in ["GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"] {
                let client = try server.client()
                try client.send(start)
                client.endWriting()
                #expect(try client.readResponse().status == 400)
                #expect(try client.readToEnd().isEmpty)
            }
        }

        @Test func `an exchange is cancelled when its client disconnects`() throws {
            let seen = Mutex<Exchange?>(nil)
            let cancelled = Mutex(0)
            let server = try TestServer { _, exchange in
                exchange.onCancel { cancelled.withLock { $0 += 1 } }
                seen.withLock { $0 = exchange }
            }
            // Once while the server reads, once with a full buffer, when it does not.
            for extra in [0, 300_000] {
                let client = try server.client()
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                if extra > 0 { try client.send(String(repeating: "x", count: extra)) }
                #expect(TestServer.eventually { seen.withLock { $0 != nil } })
                #expect(seen.withLock { $0?.isCancelled } == false)
                client.reset()
                #expect(TestServer.eventually { seen.withLock { $0?.isCancelled } == true })
                #expect(TestServer.eventually { server.server.connectionCount == 0 })
                seen.withLock { $0 = nil }
            }
            #expect(cancelled.withLock { $0 } == 2)
        }

        @Test func `a dropped exchange gets 500, and only the first response counts`() throws {
            let server = try TestServer { request, exchange in
                guard request.head.path != "/drop" else { return }
                exchange.respond(.ok([1]))
                exchange.respond(.ok([2]))
            }
            let client = try server.client()
            #expect(try client.get("/").body == [1])
            #expect(try client.get("/").body == [1])
            #expect(try client.get("/drop").status == 500)
        }

        @Test func `an interim status as final response becomes 500`() throws {
            let server = try TestServer { _, exchange in
                exchange.respond(OutgoingResponse(head: HTTPResponse(status: .continue)))
            }
            #expect(try server.client().get("/").status == 500)
        }

        @Test func `peer addresses are reported, also for IPv6`() throws {
            let remote = Mutex("")
            let server = try TestServer({ $0.host = "::" }) { request, exchange in
                remote.withLock { $0 = request.remoteAddress }
                TestServer.echo(request, exchange)
            }
            #expect(server.server.boundAddress == "[::]:\(server.port ?? 0)")
            #expect(try server.client().get("/").status == 200)
            #expect(remote.withLock { $0 } == "127.0.0.1")
        }

        @Test func `an unavailable address is an error`() throws {
            let first = try TestServer()
            #expect(throws: SocketError.systemCall("bind", errno: EADDRINUSE)) {
                _ = try TestServer { $0.port = first.port ?? 0 }
            }
            #expect(throws: SocketError.alreadyStarted) { try first.server.start() }
            #expect(throws: SocketError.self) { _ = try TestServer { $0.host = "no such host" } }
        }
    }
}
