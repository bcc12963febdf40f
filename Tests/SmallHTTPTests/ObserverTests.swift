import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct ObserverTests {
        private static func short(_ configuration: inout HTTPServerConfiguration) {
            configuration.headTimeout = .milliseconds(200)
            configuration.bodyTimeout = .milliseconds(200)
            configuration.idleTimeout = .seconds(1)
            configuration.lingerTimeout = .milliseconds(200)
        }

        /// A client's bytes, the reason its connection ends, and the number of answers.
        @Test(arguments: [
            ("", ConnectionEnd.idle, 0), ("GET / HT", .headTimeout, 1),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na", .bodyTimeout, 1), ("BAD\r\n", .failure, 1),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", .answered, 1),
            ("GET / HTTP/1.0\r\n\r\n", .answered, 1), ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .idle, 1),
        ])
        func `a connection's end has its reason`(start: String, end: ConnectionEnd, answers: Int) throws {
            let recorder = Recorder()
            let clock = ManualClock()
            let server = try TestServer(Self.short, observer: recorder, clock: clock)
            let client = try server.client()
            try client.send(start)
            // All bytes have arrived before any time passes.
            #expect(recorder.wait { $0.began == 1 && $0.received == start.utf8.count })
            #expect(clock.pass(.milliseconds(10)) { recorder.seen.ended.count == 1 })
            _ = try client.readToEnd()
            let seen = recorder.seen
            #expect(seen.began == 1)
            #expect(seen.ended.first?.end == end)
            #expect(seen.ended.first?.answers == answers)
            #expect(seen.ended.first?.remoteAddress == "127.0.0.1")
            #expect(seen.requests.count == answers)
            #expect(seen.received == start.utf8.count)
        }

        @Test func `an orderly close is told apart from a reset`() throws {
            let recorder = Recorder()
            let server = try TestServer(observer: recorder)
            for (end, leave) in [
                (ConnectionEnd.client, { (client: TestClient) in client.close() }),
                (.broken, { client in client.reset() }),
                (
                    .client,
                    { client in
                        client.endWriting()
                        _ = try? client.readToEnd()
                    }
                ),
            ] {
                let client = try server.client()
                #expect(try client.get("/").status == 200)
                let before = recorder.seen.ended.count
                leave(client)
                #expect(recorder.wait { $0.ended.count > before })
                #expect(recorder.seen.ended.last?.end == end)
            }
        }

        @Test func `a request in flight when its client disconnects is reported as incomplete`() throws {
            let recorder = Recorder()
            let waiting = Mutex<[Exchange]>([])
            let server = try TestServer(observer: recorder) { _, exchange in waiting.withLock { $0.append(exchange) } }
            let client = try server.client()
            try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { server.server.connectionCounts.handling == 1 })
            client.reset()
            #expect(recorder.wait { $0.ended.count == 1 })
            let request = try #require(recorder.seen.requests.first)
            #expect(request.request?.path == "/x")
            #expect(request.status == nil)
            #expect(!request.isComplete)
            #expect(request.responseBytes == 0)
        }

        @Test func `a failed body source is reported`() throws {
            let recorder = Recorder()
            let server = try TestServer(observer: recorder) { _, exchange in
                exchange.respond(.ok(RepeatingSource(chunk: [1, 2, 3], count: 2, last: .failed)))
            }
            for request in ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] {
                let client = try server.client()
                try client.send(request)
                _ = try? client.readToEnd()
            }
            #expect(recorder.wait { $0.ended.count == 2 })
            #expect(recorder.seen.ended.map(\.end) == [.streamFailed, .streamFailed])
            #expect(recorder.seen.requests.map(\.isComplete) == [false, false])
        }

        @Test func `draining and stopping are told apart`() throws {
            let recorder = Recorder()
            let waiting = Mutex<[Exchange]>([])
            let server = try TestServer({ $0.drainTimeout = .milliseconds(200) }, observer: recorder) { _, exchange in
                waiting.withLock { $0.append(exchange) }
            }
            let clients = [try server.client(), try server.client()]
            try clients[1].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { server.server.connectionCounts.handling == 1 })
            server.server.drain {}
            #expect(recorder.wait { $0.ended.count == 2 })
            #expect(recorder.seen.ended.map(\.end) == [.draining, .stopped])
            // Optimized code would release and close the clients after their last use.
            withExtendedLifetime(clients) {}
        }

        @Test func `bytes are counted per request and in total`() throws {
            let recorder = Recorder()
            let server = try TestServer(observer: recorder)
            let client = try server.client()
            let messages = [
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                "POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "BAD\r\n",
            ]
            try client.send(messages.joined())
            let answers = try client.readToEnd()
            #expect(recorder.wait { $0.requests.count == 4 })
            let seen = recorder.seen
            #expect(seen.requests.map(\.requestBytes) == messages.map(\.utf8.count))
            #expect(seen.requests.map(\.request?.path) == ["/1", "/2", "/3", nil])
            #expect(seen.requests.map(\.status) == [.ok, .ok, .ok, .badRequest])
            #expect(seen.requests.allSatisfy { $0.isComplete && $0.duration >= .zero && $0.duration < .seconds(60) })
            #expect(seen.received == messages.joined().utf8.count)
            #expect(seen.sent.reduce(0, +) == answers.count)
            #expect(seen.requests.map(\.responseBytes).reduce(0, +) == answers.count)
            #expect(seen.failures == [.malformedRequestLine])
        }

        @Test func `connections are counted by state`() throws {
            let waiting = Mutex<[Exchange]>([])
            let server = try TestServer { request, exchange in
                if request.head.path == "/large" {
                    exchange.respond(.ok([UInt8](repeating: 7, count: 20_000_000)))
                } else {
                    waiting.withLock { $0.append(exchange) }
                }
            }
            let starts = [
                "", "GET", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", "BAD\r\n",
            ]
            var clients: [TestClient] = []
            for start in starts {
                let client = try server.client()
                try client.send(start)
                clients.append(client)
            }
            let expected = ConnectionCounts(idle: 1, reading: 1, handling: 1, writing: 1, closing: 1)
            #expect(TestServer.eventually { server.server.connectionCounts == expected })
            #expect(expected.total == server.server.connectionCount)
            for client in clients { client.reset() }
            #expect(TestServer.eventually { server.server.connectionCounts == ConnectionCounts() })
        }

        /// Metric labels are derived from the names.
        @Test func `failure names are a closed set`() {
            var names: Set<String> = []
            for row in ParserTableTests.allRows {
                if case .failure(let failure) = row.expected() { names.insert(failure.name.rawValue) }
            }
            let isWord = { (name: String) in
                name.utf8.allSatisfy { ByteSet.token.contains($0) } && name == name.lowercased()
            }
            #expect(names.count > 20)
            #expect(
                (HTTPFailure.Name.allCases.map(\.rawValue) + ConnectionEnd.allCases.map(\.rawValue)).allSatisfy(isWord)
            )
            #expect(HTTPFailure.controlByte(0).name == HTTPFailure.controlByte(1).name)
        }

        @Test func `an observer may ignore everything`() throws {
            struct Deaf: ServerObserver {}
            let server = try TestServer(observer: Deaf())
            #expect(try server.client().get("/").status == 200)
        }
    }
}
