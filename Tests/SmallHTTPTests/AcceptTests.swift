import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import SmallHTTP
import TestSupport

extension OverSockets {
    /// Failures of `accept`, injected because real limits are shared by the whole process and other tests need
    /// descriptors.
    @Suite struct AcceptTests {
        private struct Handler: HTTPHandler {
            func admit(_ head: HTTPRequest) -> RequestAdmission { TestServer.admitAll(head) }
            func handle(_ request: IncomingRequest, _ exchange: Exchange) { TestServer.echo(request, exchange) }
        }

        private func listener(
            _ recorder: Recorder,
            _ system: Listener.System,
            host: String = "127.0.0.1"
        ) throws -> Listener {
            var configuration = HTTPServerConfiguration()
            configuration.host = host
            configuration.acceptPause = .milliseconds(50)
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let context = ServerContext(
                configuration: configuration,
                handler: Handler(),
                observer: recorder,
                logger: logger
            )
            let listener = try Listener(context: context, system: system)
            listener.start()
            return listener
        }

        private func stop(_ listener: Listener) {
            listener.close { for loop in listener.loops { loop.closeAll() } }
        }

        @Test func `the host :: accepts IPv4 and IPv6, and IPv4 alone on a system without IPv6`() throws {
            let asked = Mutex<[Int32]>([])
            func listening(_ code: Int32?, at host: String) throws -> Listener {
                let system = Listener.System(
                    listening: { address, backlog throws(SocketError) in
                        asked.withLock { $0.append(address.family) }
                        if let code, address.family == AF_INET6 { throw .systemCall("socket", errno: code) }
                        return try Socket.listening(at: address, backlog: backlog)
                    }
                )
                return try listener(Recorder(), system, host: host)
            }
            for code in [EAFNOSUPPORT, EADDRNOTAVAIL] {
                let listener = try listening(code, at: "::")
                defer { stop(listener) }
                #expect(listener.address.host == "0.0.0.0")
                #expect(try TestClient(port: listener.address.port).get("/").status == 200)
            }
            // Different errors and specific IPv6 addresses have no fallback.
            #expect(throws: SocketError.systemCall("socket", errno: EACCES)) { try listening(EACCES, at: "::") }
            #expect(throws: SocketError.systemCall("socket", errno: EAFNOSUPPORT)) {
                try listening(EAFNOSUPPORT, at: "::1")
            }
            #expect(asked.withLock { $0 } == [AF_INET6, AF_INET, AF_INET6, AF_INET, AF_INET6, AF_INET6])
        }

        /// The spare descriptor is unavailable, too: the server pauses and retries.
        @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
        func `accepting pauses while descriptors or memory are exhausted, then resumes`(code: Int32) throws {
            let recorder = Recorder()
            let isOut = Atomic(true)
            let system = Listener.System(
                accept: { descriptor throws(SocketError) in
                    if isOut.load(ordering: .relaxed) { throw .systemCall("accept", errno: code) }
                    return try Socket.accepted(from: descriptor)
                },
                spare: { nil }
            )
            let listener = try listener(recorder, system)
            defer { stop(listener) }
            let client = try TestClient(port: listener.address.port)
            #expect(recorder.wait { $0.acceptFailures.count >= 4 })
            let failures = recorder.seen.acceptFailures
            #expect(failures.allSatisfy { $0.errno == code })
            // A pause may be longer than configured, never shorter.
            for (first, second) in zip(failures, failures.dropFirst()) { #expect(second.at - first.at >= 50_000_000) }
            isOut.store(false, ordering: .relaxed)
            #expect(try client.get("/").status == 200)
        }

        /// All descriptors are taken; closing the spare one frees one.
        @Test func `a connection beyond the descriptor limit is refused by means of the spare descriptor`() throws {
            let recorder = Recorder()
            let number = Atomic<Int32>(-1)
            let system = Listener.System(
                accept: { descriptor throws(SocketError) in
                    guard fcntl(number.load(ordering: .relaxed), F_GETFD) < 0 else {
                        throw .systemCall("accept", errno: EMFILE)
                    }
                    return try Socket.accepted(from: descriptor)
                },
                spare: {
                    let spare = FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))
                    number.store(spare.number, ordering: .relaxed)
                    return spare
                }
            )
            let listener = try listener(recorder, system)
            defer { stop(listener) }
            for count in 1...3 {
                let client = try TestClient(port: listener.address.port)
                let refusal = try client.readResponse()
                #expect(refusal.status == 503)
                #expect(refusal.fields["connection"] == "close")
                #expect(refusal.fields["date"] != nil)
                #expect(recorder.seen.refused == Array(repeating: .outOfDescriptors, count: count))
            }
            #expect(recorder.seen.began == 0)
            #expect(recorder.seen.acceptFailures.allSatisfy { $0.errno == EMFILE })
        }
    }
}
