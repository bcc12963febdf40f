import Foundation
import HTTPTypes
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct RefusalTests {
        private static let limit = RequestAdmission.accept(maximumBodyBytes: 10, lengthRequired: false)

        /// The answer arrives before FIN, not RST, although unparsed bytes follow the request.
        @Test(arguments: [
            ("GET / HTTP/1.1\n\n", 400),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n", 400),
            ("GET / HTTP/2.0\r\n\r\n", 505),
            ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
            ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
            ("GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", 417),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n", 413),
            ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\n", 400),
        ])
        func `a refused message is answered before the connection closes`(start: String, status: Int) throws {
            let server = try TestServer(admits: { _ in Self.limit })
            let client = try server.client()
            try client.send(start + String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000))
            let response = try client.readResponse()
            #expect(response.status == status)
            #expect(response.fields["connection"] == "close")
            #expect(response.fields["date"] != nil)
            #expect(response.fields["cache-control"] == "no-store")
            #expect(!response.body.isEmpty)
            #expect(try client.readToEnd().isEmpty)
        }

        /// Repeats the parser's table through sockets.
        @Test func `each row of the parser's table has its status`() throws {
            let server = try TestServer(admits: { _ in .accept(maximumBodyBytes: 1000, lengthRequired: false) })
            for row in ParserTableTests.allRows {
                let client = try server.client()
                try client.send(row.bytes)
                client.endWriting()
                let expected: Int? =
                    switch row.expected() {
                    case .request: 200
                    case .failure(let failure): failure.status.code
                    case .incomplete: row.bytes.isEmpty ? nil : 400
                    }
                if let expected {
                    #expect(try client.readResponse().status == expected, "\(row.testDescription)")
                } else {
                    #expect(try client.readToEnd().isEmpty)
                }
            }
        }

        @Test func `a megabyte of header line gets 431 and of target 414, and the server continues`() throws {
            let server = try TestServer()
            let word = String(repeating: "x", count: 1 << 20)
            for (start, status) in [("GET / HTTP/1.1\r\nHost: a\r\nX: ", 431), ("GET /", 414)] {
                let client = try server.client()
                try client.send(start + word)
                #expect(try client.readResponse().status == status)
                #expect(try client.readToEnd().isEmpty)
                #expect(try server.client().get("/").status == 200)
            }
        }

        @Test func `a failed HEAD has no body`() throws {
            let server = try TestServer()
            let client = try server.client()
            try client.send("HEAD / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n")
            #expect(try client.readResponse(hasBody: false).status == 400)
            #expect(try client.readToEnd().isEmpty)
        }

        @Test func `an admitted head gets 100, and a refused one its final status`() throws {
            let server = try TestServer(admits: { _ in Self.limit })
            let client = try server.client()
            let post = { (length: Int) in
                "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n"
            }
            try client.send(post(3))
            #expect(try client.readResponse().status == 100)
            try client.send("abc")
            #expect(try client.readResponse().text == "POST / 1.1 abc")
            try client.send(post(11))
            #expect(try client.readResponse().status == 413)
            #expect(try client.readToEnd().isEmpty)

            let old = try server.client()
            try old.send("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            #expect(TestServer.eventually { server.server.connectionCounts.reading == 1 })
            try old.send("abc")
            #expect(try old.readResponse().text == "POST / 1.0 abc")
        }

        @Test func `a missing length is refused if the handler requires one`() throws {
            let server = try TestServer(admits: { _ in .accept(maximumBodyBytes: 10, lengthRequired: true) })
            let silent = try server.client()
            try silent.send("POST / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try silent.readResponse().status == 411)
            for rest in ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"] {
                let client = try server.client()
                try client.send("POST / HTTP/1.1\r\nHost: a\r\n\(rest)")
                #expect(try client.readResponse().status == 200)
            }
        }

        @Test func `a refused request's short body is skipped, and a long one closes the connection`() throws {
            let server = try TestServer(admits: { head in
                head.method == .post ? .reject(OutgoingResponse(head: HTTPResponse(status: .notFound))) : Self.limit
            })
            let client = try server.client()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nGET /evil")
            #expect(try client.readResponse().status == 404)
            try client.send(" HTTP/1.1\r\n")
            #expect(try client.get("/next").text == "GET /next 1.1 ")

            for framing in [
                "Content-Length: 100000", "Transfer-Encoding: chunked", "Content-Length: 5\r\nExpect: 100-continue",
            ] {
                let client = try server.client()
                try client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
                let response = try client.readResponse()
                #expect(response.status == 404)
                #expect(response.fields["connection"] == "close")
                #expect(try client.readToEnd().isEmpty)
            }
        }

        @Test func `a connection beyond the limit gets 503, except for reserved requests`() throws {
            let clock = ManualClock()
            let server = try TestServer(
                {
                    $0.maximumConnections = 2
                    $0.reservedConnections = 1
                    $0.reservedHeadTimeout = .milliseconds(300)
                },
                whenFull: { $0.path == "/healthz" },
                clock: clock
            )
            let first = try server.client()
            let second = try server.client()
            #expect(try first.get("/").status == 200)
            #expect(try second.get("/").status == 200)

            let health = try server.client()
            let healthy = try health.get("/healthz")
            #expect(healthy.status == 200)
            #expect(healthy.fields["connection"] == "close")
            health.close()
            #expect(TestServer.eventually { server.server.connectionCount == 2 })

            let other = try server.client()
            #expect(try other.get("/").status == 503)
            other.close()
            #expect(TestServer.eventually { server.server.connectionCount == 2 })

            let waiting = try server.client()
            #expect(TestServer.eventually { server.server.connectionCount == 3 })
            let refused = try server.client()
            #expect(try refused.readResponse().status == 503)
            #expect(try refused.readToEnd().isEmpty)
            // A silent connection holds the reserved slot only briefly.
            #expect(clock.pass(.milliseconds(2)) { server.server.connectionCount == 2 })
            #expect(try waiting.readToEnd().isEmpty)
            first.close()
            #expect(TestServer.eventually { server.server.connectionCount == 1 })
            #expect(try server.client().get("/").status == 200)
        }
    }
}
