import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct LimitTests {
        /// Half a head, half a body, and an unread response, in a process of its own where no other test starts
        /// threads.
        @Test func `slow senders and readers take no threads`() async {
            await #expect(processExitsWith: .success) {
                let recorder = Recorder()
                let bytes = [UInt8](repeating: 7, count: 20_000_000)
                let server = try TestServer({ $0.maximumUnsentBytes = .max }, observer: recorder) { request, exchange in
                    if request.head.path == "/large" {
                        exchange.respond(.ok(bytes))
                    } else {
                        TestServer.echo(request, exchange)
                    }
                }
                let before = ThisProcess.threadCount
                var clients: [TestClient] = []
                for (start, count) in [
                    ("GET / HTTP/1.1\r\nHost: a\r\nX: ", 100),
                    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc", 100),
                    ("GET /large HTTP/1.1\r\nHost: a\r\n\r\n", 20),
                ] {
                    for _ in 0..<count {
                        let client = try TestClient(port: server.port, receiveBufferBytes: 4096)
                        try client.send(start)
                        clients.append(client)
                    }
                }
                #expect(
                    TestServer.eventually {
                        let counts = server.server.connectionCounts
                        return counts.reading == 200 && counts.writing == 20 && server.server.unsentBytes > 0
                    },
                    "\(server.server.connectionCounts), \(server.server.unsentBytes) bytes"
                )
                // On a busy machine the handlers of all 20 downloads may run at once, but none of them stays.
                #expect(TestServer.eventually { ThisProcess.threadCount - before < 10 })
                #expect(try server.client().get("/").status == 200)
                clients = []
                #expect(TestServer.eventually { server.server.connectionCounts == ConnectionCounts() })
                #expect(TestServer.eventually { server.server.unsentBytes == 0 })
            }
        }

        /// An observer that is told of an end finds the slot free, and the last end precedes the end of the drain.
        @Test func `a slot is free when its end is reported, and the drain ends after the last report`() throws {
            final class Late: ServerObserver {
                let free = Mutex<[Int]>([])
                let server = Mutex<HTTPServer?>(nil)
                let gate = DispatchSemaphore(value: 0)

                func connectionEnded(_ summary: ConnectionSummary) {
                    gate.wait()
                    let count = server.withLock { $0?.connectionCount ?? -1 }
                    free.withLock { $0.append(count) }
                }
            }
            let late = Late()
            let server = try TestServer(observer: late)
            late.server.withLock { $0 = server.server }
            defer { late.server.withLock { $0 = nil } }
            let client = try server.client()
            #expect(try client.get("/").status == 200)
            client.close()
            #expect(TestServer.eventually { server.server.connectionCount == 0 })
            let toldBefore = Mutex<[Int]>([])
            let drained = DispatchSemaphore(value: 0)
            server.server.drain {
                toldBefore.withLock { told in late.free.withLock { told = $0 } }
                drained.signal()
            }
            late.gate.signal()
            drained.wait()
            #expect(toldBefore.withLock { $0 } == [0])
        }

        @Test func `a connection beyond the limit per address gets 429, and a closed one frees its slot`()
            throws
        {
            let recorder = Recorder()
            let server = try TestServer({ $0.maximumConnectionsPerAddress = 2 }, observer: recorder)
            let (first, second) = (try server.client(), try server.client())
            for client in [first, second] { #expect(try client.get("/").status == 200) }
            let third = try server.client()
            let refusal = try third.readResponse()
            #expect(refusal.status == 429)
            #expect(refusal.fields["connection"] == "close")
            #expect(refusal.fields["date"] != nil)
            #expect(try third.readToEnd().isEmpty)
            #expect(recorder.seen.refused == [.fullForAddress])
            first.close()
            #expect(recorder.wait { $0.ended.count == 1 })
            #expect(try server.client().get("/").status == 200)
        }

        /// The connection with the oldest unsent bytes is reset, so that its client notices the truncation.
        @Test func `exceeding the limit of unsent bytes ends the slowest reader`() throws {
            let recorder = Recorder()
            let bytes = [UInt8](repeating: 7, count: 40_000_000)
            let server = try TestServer({ $0.maximumUnsentBytes = 70_000_000 }, observer: recorder) { _, exchange in
                exchange.respond(.ok(bytes))
            }
            let slow = try TestClient(port: server.port, receiveBufferBytes: 4096)
            try slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { server.server.unsentBytes > 0 })
            let other = try TestClient(port: server.port, receiveBufferBytes: 64 * 1024)
            try other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(recorder.wait { !$0.ended.isEmpty })
            #expect(recorder.seen.ended.map(\.end) == [.unsentBytes])
            #expect(recorder.seen.requests.map(\.isComplete) == [false])
            #expect(recorder.seen.requests.first?.request?.path == "/slow")
            #expect(throws: TestClient.Failure.self) { try slow.readToEnd() }
            #expect(try other.readResponse().body.count == bytes.count)
            #expect(TestServer.eventually { server.server.unsentBytes == 0 })
        }

        @Test func `a response beyond the limit of unsent bytes ends only its own connection`() throws {
            let recorder = Recorder()
            let server = try TestServer({ $0.maximumUnsentBytes = 30_000_000 }, observer: recorder) {
                request,
                exchange in
                exchange.respond(
                    .ok([UInt8](repeating: 7, count: request.head.path == "/large" ? 60_000_000 : 20_000_000))
                )
            }
            let small = try TestClient(port: server.port, receiveBufferBytes: 64 * 1024)
            try small.send("GET /small HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { server.server.unsentBytes > 0 })
            let large = try TestClient(port: server.port, receiveBufferBytes: 4096)
            try large.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(recorder.wait { !$0.ended.isEmpty })
            #expect(recorder.seen.requests.map(\.request?.path) == ["/large"])
            #expect(try small.readResponse().body.count == 20_000_000)
        }

        @Test func `health checks are answered on reserved slots at any load`() throws {
            let recorder = Recorder()
            let server = try TestServer(
                {
                    $0.maximumConnections = 4
                    $0.reservedConnections = 2
                    $0.evictableAfter = .seconds(600)
                },
                whenFull: { $0.path == "/healthz" },
                observer: recorder
            )
            var clients: [TestClient] = []
            for _ in 0..<4 { clients.append(try server.client()) }
            #expect(recorder.wait { $0.began == 4 })
            for number in 1...10 {
                let other = try server.client()
                let refusal = try other.get("/")
                #expect(refusal.status == 503)
                #expect(refusal.fields["date"] != nil)
                other.close()
                #expect(recorder.wait { $0.ended.count == 2 * number - 1 })
                let health = try server.client()
                #expect(try health.get("/healthz").status == 200)
                health.close()
                #expect(recorder.wait { $0.ended.count == 2 * number })
            }
            #expect(recorder.seen.refused == Array(repeating: .full, count: 10))
            #expect(Set(recorder.seen.ended.map(\.end)) == [.refused, .answered])
        }

        /// Silent connections and connections with unfinished heads, in growing numbers.
        @Test func `idle connections are evicted for new ones`() throws {
            let (clock, recorder) = (ManualClock(), Recorder())
            let server = try TestServer(
                {
                    $0.maximumConnections = 8
                    $0.reservedConnections = 2
                    $0.evictableAfter = .milliseconds(50)
                    $0.eventLoops = 2
                },
                observer: recorder,
                clock: clock
            )
            // Connections in use are not evicted.
            let busy = try (0..<2).map { _ in try server.client() }
            for client in busy { try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab") }
            var silent: [TestClient] = []
            for round in 0..<8 {
                for _ in 0..<3 {
                    let client = try server.client()
                    if round % 2 == 0 { try client.send("GET / HTTP/1.1\r\nHost:") }
                    silent.append(client)
                }
                // An attempt may be too early if the other loop has the silent connections or has not closed one yet. Silent
                // ones that are accepted after the clock was advanced are new: now and then, it goes on.
                var attempts = 0
                let isAnswered = try TestServer.eventually {
                    if attempts % 25 == 0 { clock.advance(by: .milliseconds(60)) }
                    attempts += 1
                    let client = try server.client()
                    defer { client.close() }
                    return try client.get("/").status == 200
                }
                #expect(isAnswered, "round \(round)")
            }
            for client in busy {
                try client.send("c")
                #expect(try client.readResponse().status == 200)
            }
            #expect(recorder.seen.ended.contains { $0.end == .evicted })
        }

        /// HTTP/1.0: an orderly close would look like the end of the body.
        @Test func `a close-delimited body to a stalled reader ends with a reset`() throws {
            let recorder = Recorder()
            let source = RepeatingSource(chunk: [UInt8](repeating: 7, count: 100_000), count: 1000)
            let server = try TestServer({ $0.writeStallTimeout = .milliseconds(200) }, observer: recorder) {
                _,
                exchange in
                exchange.respond(.ok(source))
            }
            let client = try TestClient(port: server.port, receiveBufferBytes: 4096)
            try client.send("GET / HTTP/1.0\r\n\r\n")
            #expect(recorder.wait { !$0.ended.isEmpty })
            #expect(recorder.seen.ended.map(\.end) == [.writeStall])
            #expect(throws: TestClient.Failure.self) { try client.readToEnd() }
        }

        @Test func `an unread body has a deadline`() throws {
            let recorder = Recorder()
            let server = try TestServer(
                { $0.bodyTimeout = .milliseconds(200) },
                admits: { _ in .reject(OutgoingResponse(head: HTTPResponse(status: .notFound))) },
                observer: recorder
            )
            let client = try server.client()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
            #expect(try client.readResponse().status == 404)
            #expect(try client.readToEnd().isEmpty)
            #expect(recorder.wait { $0.ended.map(\.end) == [.bodyTimeout] })
        }
    }
}
