import Foundation
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct TimeoutTests {
        private static func short(_ configuration: inout HTTPServerConfiguration) {
            configuration.headTimeout = .milliseconds(40)
            configuration.bodyTimeout = .milliseconds(40)
            configuration.idleTimeout = .milliseconds(40)
            configuration.writeStallTimeout = .milliseconds(40)
            configuration.lingerTimeout = .milliseconds(40)
            // A single byte extends the deadline by 1 ms.
            configuration.minimumBodyRate = 1000
        }

        /// Bytes keep arriving, each well within the timeout, but the whole request is late.
        @Test(arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\nX: ",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n",
        ])
        func `a request that drips gets 408`(start: String) throws {
            let (clock, recorder) = (ManualClock(), Recorder())
            let server = try TestServer(Self.short, observer: recorder, clock: clock)
            let client = try server.client()
            try client.send(start)
            #expect(recorder.wait { $0.received == start.utf8.count })
            let isOver = clock.pass(.milliseconds(10)) {
                try? client.send("x")
                return !recorder.seen.failures.isEmpty
            }
            #expect(isOver)
            let response = try client.readResponse()
            #expect(response.status == 408)
            #expect(response.fields["connection"] == "close")
        }

        /// All expire in one scan of the deadlines, which must continue after each.
        @Test func `every one of many late requests gets 408`() throws {
            let clock = ManualClock()
            let server = try TestServer({ $0.headTimeout = .milliseconds(1500) }, clock: clock)
            let clients = try (0..<300).map { _ in try server.client() }
            for client in clients { try client.send("GET / HTTP/1.1\r\n") }
            #expect(TestServer.eventually { server.server.connectionCounts.reading == 300 })
            #expect(clock.pass(.milliseconds(100)) { server.server.connectionCount == 0 })
            for client in clients { #expect(try client.readResponse().status == 408) }
        }

        @Test func `a silent connection is closed silently, before and after a request`() throws {
            let (clock, recorder) = (ManualClock(), Recorder())
            let server = try TestServer(Self.short, observer: recorder, clock: clock)
            let fresh = try server.client()
            let used = try server.client()
            let blank = try server.client()
            #expect(try used.get("/").status == 200)
            let before = recorder.seen.received
            try blank.send("\r\n")
            #expect(recorder.wait { $0.began == 3 && $0.received == before + 2 })
            #expect(clock.pass(.milliseconds(10)) { server.server.connectionCount == 0 })
            for client in [fresh, used, blank] { #expect(try client.readToEnd().isEmpty) }
        }

        @Test func `a stalled reader is closed, and its source cancelled`() throws {
            let source = RepeatingSource(chunk: [UInt8](repeating: 7, count: 100_000), count: 1000)
            let server = try TestServer(Self.short) { _, exchange in exchange.respond(.ok(source)) }
            let client = try TestClient(port: server.port, receiveBufferBytes: 4096)
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { source.isCancelled })
            #expect(TestServer.eventually { server.server.connectionCount == 0 })
            #expect(source.made < 1000)
        }

        /// The socket buffer holds half of the response, so the server writes only now and then, although the client
        /// reads all the time.
        @Test func `a slow but steady reader is served`() throws {
            let bytes = [UInt8](repeating: 7, count: 12_000_000)
            let clock = ManualClock()
            let server = try TestServer(Self.short, clock: clock) { _, exchange in exchange.respond(.ok(bytes)) }
            let client = try TestClient(port: server.port, receiveBufferBytes: 64 * 1024)
            try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(TestServer.eventually { server.server.unsentBytes > 0 })
            var count = 0
            for _ in 0..<10 {
                count += try client.read(100_000).count
                // The clock is read for writes and for deadlines.
                let looks = clock.looks
                #expect(TestServer.eventually { clock.looks >= looks + 12 })
                clock.advance(by: .milliseconds(15))
            }
            count += try client.readToEnd().count
            #expect(count > bytes.count)
        }

        /// The client neither reads nor closes.
        @Test func `lingering has a deadline`() throws {
            let server = try TestServer(Self.short)
            let client = try server.client()
            try client.send("nonsense\r\n")
            #expect(TestServer.eventually { server.server.connectionCount == 0 })
            #expect(try client.readResponse().status == 400)
        }

        @Test func `a slow handler does not time out the client`() throws {
            let clock = ManualClock()
            let mayAnswer = DispatchSemaphore(value: 0)
            let server = try TestServer(Self.short, clock: clock) { request, exchange in
                DispatchQueue.global().async {
                    mayAnswer.wait()
                    TestServer.echo(request, exchange)
                }
            }
            let client = try server.client()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { server.server.connectionCounts.handling == 1 })
            clock.advance(by: .seconds(3600))
            let looks = clock.looks
            #expect(TestServer.eventually { clock.looks >= looks + 2 })
            mayAnswer.signal()
            #expect(try client.readResponse().status == 200)
        }
    }
}
