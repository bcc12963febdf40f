import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    @Suite struct ServerTests {
        /// Runs in a process of its own, where no other test starts threads.
        @Test func `two thousand idle connections need no threads`() async {
            await #expect(processExitsWith: .success) {
                let server = try TestServer()
                let before = ThisProcess.threadCount
                var clients: [TestClient] = []
                for _ in 0..<2000 { clients.append(try server.client()) }
                #expect(TestServer.eventually { server.server.connectionCount == 2000 })
                #expect(try server.client().get("/").status == 200)
                #expect(ThisProcess.threadCount - before < 20)
                for client in clients.prefix(100) { #expect(try client.get("/").status == 200) }
                clients = []
                #expect(TestServer.eventually { server.server.connectionCount == 0 })
            }
        }

        /// Descriptors run out midway and are available again when clients disconnect. Runs in a process of its own, so
        /// that no other test lacks descriptors.
        @Test func `the server survives running out of descriptors`() async {
            await #expect(processExitsWith: .success) {
                let recorder = Recorder()
                let server = try TestServer(observer: recorder)
                var old = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
                var clients: [TestClient] = []
                // Enough for the clients' descriptors, but not for most of the server's.
                var low = old
                low.rlim_cur = rlim_t(try ThisProcess.descriptorCount + 60)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
                var hasFailed: Bool { !recorder.seen.acceptFailures.isEmpty }
                while !hasFailed, clients.count < 100 {
                    if let client = try? server.client() {
                        clients.append(client)
                    } else {
                        // Every client has been accepted: the next one takes the only descriptor that is left.
                        low.rlim_cur += 1
                        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
                    }
                    #expect(TestServer.eventually { hasFailed || server.server.connectionCount == clients.count })
                }
                #expect(clients.count > 10)
                #expect(recorder.wait { !$0.acceptFailures.isEmpty })
                clients = []
                #expect(TestServer.eventually { server.server.connectionCount == 0 })
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
                #expect(TestServer.eventually { (try? server.client().get("/").status) == 200 })
            }
        }

        @Test func `draining answers started requests and closes idle connections`() throws {
            let waiting = Mutex<[Exchange]>([])
            let server = try TestServer { _, exchange in waiting.withLock { $0.append(exchange) } }
            let idle = try server.client()
            let busy = try server.client()
            try busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { waiting.withLock { $0.count } == 1 })

            let port = server.port
            let completions = Mutex(0)
            let finished = DispatchSemaphore(value: 0)
            let finish: @Sendable () -> Void = {
                completions.withLock { $0 += 1 }
                finished.signal()
            }
            server.server.drain(completion: finish)
            server.server.drain(completion: finish)
            #expect(try idle.readToEnd().isEmpty)
            #expect(TestServer.eventually { (try? TestClient(port: port)) == nil })
            #expect(completions.withLock { $0 } == 0)

            waiting.withLock { $0 }.first?.respond(.ok([1]))
            let response = try busy.readResponse()
            #expect(response.body == [1])
            #expect(response.fields["connection"] == "close")
            #expect(try busy.readToEnd().isEmpty)
            busy.close()
            #expect(finished.wait(timeout: .now() + 60) == .success)
            #expect(finished.wait(timeout: .now() + 60) == .success)
            #expect(completions.withLock { $0 } == 2)
        }

        @Test func `draining ends even if a handler never answers`() throws {
            let waiting = Mutex<[Exchange]>([])
            let server = try TestServer({ $0.drainTimeout = .milliseconds(200) }) { _, exchange in
                waiting.withLock { $0.append(exchange) }
            }
            let client = try server.client()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { waiting.withLock { $0.count } == 1 })
            let finished = DispatchSemaphore(value: 0)
            server.server.drain { finished.signal() }
            #expect(finished.wait(timeout: .now() + 60) == .success)
            #expect(waiting.withLock { $0 }.first?.isCancelled == true)
            #expect((try? client.readResponse()) == nil)
        }

        @Test func `stopping closes all connections at once`() throws {
            let waiting = Mutex<[Exchange]>([])
            let server = try TestServer { _, exchange in waiting.withLock { $0.append(exchange) } }
            let idle = try server.client()
            let busy = try server.client()
            try busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(TestServer.eventually { waiting.withLock { $0.count } == 1 })
            server.server.stop()
            #expect(TestServer.eventually { server.server.connectionCount == 0 })
            #expect(try idle.readToEnd().isEmpty)
            #expect(try busy.readToEnd().isEmpty)
            #expect(server.port == nil)
            let finished = DispatchSemaphore(value: 0)
            server.server.drain { finished.signal() }
            #expect(finished.wait(timeout: .now() + 60) == .success)
        }

        /// Clients that send garbage over many connections while another is served.
        @Test func `noise on many connections does not disturb a quiet one`() throws {
            let server = try TestServer({ $0.lingerTimeout = .milliseconds(100) })
            let quiet = try server.client()
            var state: UInt64 = 42
            func next(_ bound: UInt64) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int((state >> 33) % bound)
            }
            let pieces = [
                "GET / HTTP/1.1\r\n", "Host: a\r\n", "\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
                "5\r\nabcde\r\n", "0\r\n\r\n", "\0", "\n", "Connection: close\r\n", "HEAD /x HTTP/1.0\r\n", "zz",
            ]
            for _ in 0..<300 {
                let client = try server.client()
                for _ in 0...next(12) { try? client.send(pieces[next(UInt64(pieces.count))]) }
                switch next(3) {
                case 0: client.reset()
                case 1: client.endWriting()
                default: client.close()
                }
            }
            #expect(try quiet.get("/").status == 200)
            #expect(TestServer.eventually { server.server.connectionCount == 1 })
        }
    }
}
