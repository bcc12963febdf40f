import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct StreamTests {
        @Test func `a stream is chunked in HTTP/1.1 and close-delimited in HTTP/1.0`() throws {
            let server = try TestServer { _, exchange in
                exchange.respond(.ok(RepeatingSource(chunk: [1, 2, 3], count: 4)))
            }
            let expected = [UInt8]((0..<4).flatMap { _ in [1, 2, 3] })
            let client = try server.client()
            for _ in 0..<2 {
                let response = try client.get("/")
                #expect(response.fields["transfer-encoding"] == "chunked")
                #expect(response.fields["content-length"] == nil)
                #expect(response.body == expected)
            }
            let old = try server.client()
            try old.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let response = try old.readResponse()
            #expect(response.fields["transfer-encoding"] == nil)
            #expect(response.fields["connection"] == "close")
            #expect(response.body == expected)
        }

        /// 50 MB for a stalled reader: the source is asked only for as much as the socket buffers take, which the
        /// kernel limits to a few megabytes.
        @Test func `a stream waits for its reader`() throws {
            let source = RepeatingSource(chunk: [UInt8](repeating: 7, count: 50_000), count: 1000)
            let server = try TestServer { _, exchange in exchange.respond(.ok(source)) }
            let client = try TestClient(port: server.port, receiveBufferBytes: 64 * 1024)
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            // The socket buffer is full.
            #expect(TestServer.eventually { server.server.unsentBytes > 0 })
            // The event loop serves others meanwhile.
            for _ in 0..<4 {
                let other = try server.client()
                try other.send("BAD\r\n")
                #expect(try other.readResponse().status == 400)
            }
            // Chunk by chunk, so that the client does not buffer 50 MB.
            var total = 0
            var line: [UInt8] = []
            while !line.elementsEqual("\r\n\r\n".utf8) {
                line = Array((line + (try client.read(1))).suffix(4))
            }
            for number in 0..<1000 {
                #expect(source.made < number + 300)
                #expect(try client.read(6) == Array("c350\r\n".utf8))
                total += try client.read(50_000).count
                #expect(try client.read(2) == Array("\r\n".utf8))
            }
            #expect(try client.read(5) == Array("0\r\n\r\n".utf8))
            #expect(total == 50_000_000)
            #expect(source.made == 1000)
        }

        @Test func `a large response to a slow reader arrives completely`() throws {
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let server = try TestServer { _, exchange in exchange.respond(.ok(bytes)) }
            let client = try TestClient(port: server.port, receiveBufferBytes: 8192)
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { server.server.unsentBytes > 0 })
            #expect(try client.readResponse().body == bytes)
            #expect(try client.readResponse().body == bytes)
        }

        @Test func `a failed stream has no last chunk, and in HTTP/1.0 ends with a reset`() throws {
            let server = try TestServer { _, exchange in
                exchange.respond(.ok(RepeatingSource(chunk: [1, 2, 3], count: 2, last: .failed)))
            }
            let client = try server.client()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let all = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(all.hasSuffix("3\r\n\u{1}\u{2}\u{3}"))
            let old = try server.client()
            try old.send("GET / HTTP/1.0\r\n\r\n")
            #expect(throws: TestClient.Failure.self) { try old.readToEnd() }
        }

        /// A source that delivers twice, delivers nothing, or drops its callback.
        private final class OddSource: BodySource {
            private let turns = Mutex(0)

            func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
                let turn = turns.withLock { turns in
                    turns += 1
                    return turns
                }
                switch turn {
                case 1:
                    deliver(.bytes([1]))
                    deliver(.bytes([2]))
                    deliver(.end)
                case 2...50: deliver(.bytes([]))
                case 51...100: deliver(.pieces(turn % 2 == 0 ? [] : [[], []]))
                case 101: deliver(.pieces([[3], [], [4, 5]]))
                default: break
                }
            }

            func cancel() {}
        }

        @Test func `a misbehaving source is safe`() throws {
            let server = try TestServer { _, exchange in exchange.respond(.ok(OddSource())) }
            let client = try server.client()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let all = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(all.hasSuffix("\r\n\r\n1\r\n\u{1}\r\n3\r\n\u{3}\u{4}\u{5}"))
        }

        @Test func `a source is cancelled when its client disconnects`() throws {
            let source = RepeatingSource(chunk: [UInt8](repeating: 7, count: 100_000), count: .max)
            let server = try TestServer { _, exchange in exchange.respond(.ok(source)) }
            let client = try server.client()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.read(1000)
            client.close()
            #expect(TestServer.eventually { source.isCancelled })
            #expect(TestServer.eventually { server.server.connectionCount == 0 })
        }
    }
}
