import Foundation
import HTTPTypes
import Logging
@testable import SmallHTTP
import Synchronization
import TestSupport

/// A server on a free port with a handler made of closures; stopped on deinitialization.
final class TestServer: Sendable {
    struct Handler: HTTPHandler {
        var admits: @Sendable (HTTPRequest) -> RequestAdmission
        var handles: @Sendable (IncomingRequest, Exchange) -> Void
        var whenFull: @Sendable (HTTPRequest) -> Bool

        func admit(_ head: HTTPRequest) -> RequestAdmission { admits(head) }
        func handle(_ request: IncomingRequest, _ exchange: Exchange) { handles(request, exchange) }
        func answersWhenFull(_ head: HTTPRequest) -> Bool { whenFull(head) }
    }

    let server: HTTPServer
    var port: UInt16? { server.localPort }

    /// Starts an echo server. A separate initializer, because with a default for `handles` a trailing closure would
    /// match `edit`.
    convenience init(
        _ edit: (inout HTTPServerConfiguration) -> Void = { _ in },
        admits: @escaping @Sendable (HTTPRequest) -> RequestAdmission = TestServer.admitAll,
        whenFull: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false },
        observer: any ServerObserver = NoObserver(),
        clock: ManualClock? = nil
    ) throws {
        try self.init(
            edit,
            admits: admits,
            whenFull: whenFull,
            observer: observer,
            clock: clock,
            handles: TestServer.echo
        )
    }

    init(
        _ edit: (inout HTTPServerConfiguration) -> Void = { _ in },
        admits: @escaping @Sendable (HTTPRequest) -> RequestAdmission = TestServer.admitAll,
        whenFull: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false },
        observer: any ServerObserver = NoObserver(),
        clock: ManualClock? = nil,
        handles: @escaping @Sendable (IncomingRequest, Exchange) -> Void
    ) throws {
        var configuration = HTTPServerConfiguration()
        configuration.eventLoops = 2
        edit(&configuration)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let handler = Handler(admits: admits, handles: handles, whenFull: whenFull)
        let context =
            if let clock {
                ServerContext(
                    configuration: configuration,
                    handler: handler,
                    observer: observer,
                    logger: logger,
                    clock: clock.now
                )
            } else {
                ServerContext(configuration: configuration, handler: handler, observer: observer, logger: logger)
            }
        server = HTTPServer(context)
        try server.start()
    }

    deinit {
        server.stop()
    }

    func client() throws -> TestClient {
        try TestClient(port: port)
    }

    static let admitAll: @Sendable (HTTPRequest) -> RequestAdmission = { _ in
        .accept(maximumBodyBytes: 1 << 20, lengthRequired: false)
    }

    /// Answers with method, path, version and body.
    static let echo: @Sendable (IncomingRequest, Exchange) -> Void = { request, exchange in
        let version = request.version == .http10 ? "1.0" : "1.1"
        let text = "\(request.head.method.rawValue) \(request.head.path ?? "") \(version) "
        exchange.respond(.ok(Array(text.utf8) + request.body))
    }

    /// Waits until `condition` holds, for a minute at most.
    static func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if try condition() { return true }
            usleep(2000)
        }
        return try condition()
    }
}

extension OutgoingResponse {
    static func ok(_ bytes: [UInt8]) -> OutgoingResponse {
        OutgoingResponse(head: HTTPResponse(status: .ok), body: .bytes(bytes))
    }

    static func ok(_ source: some BodySource) -> OutgoingResponse {
        OutgoingResponse(head: HTTPResponse(status: .ok), body: .stream(source))
    }
}

/// A body of `count` equal chunks, each made on another thread on demand.
final class RepeatingSource: BodySource {
    let chunk: [UInt8]
    let count: Int
    let last: BodyChunk
    private let state = Mutex((made: 0, isCancelled: false))

    init(chunk: [UInt8], count: Int, last: BodyChunk = .end) {
        self.chunk = chunk
        self.count = count
        self.last = last
    }

    var made: Int { state.withLock { $0.made } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
        let isOver = state.withLock { state in
            if state.made < count { state.made += 1 } else { return true }
            return false
        }
        DispatchQueue.global().async { [self] in deliver(isOver ? last : .bytes(chunk)) }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
    }
}
