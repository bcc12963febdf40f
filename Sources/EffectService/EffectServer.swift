import CoreMetrics
import EffectCost
import EffectModel
public import Logging
public import SmallHTTP
internal import SoftwareRaster
internal import SystemSupport
public import WorkScheduling

/// The complete service: render pool, request handler and HTTP server.
public final class EffectServer: Sendable {
    /// The operator's settings.
    public typealias Configuration = EffectServerConfiguration

    /// The reason the service could not start.
    public struct StartFailure: Error, Sendable, Equatable {
        /// The host that could not be bound, as configured.
        public let host: String
        /// The port that could not be bound.
        public let port: UInt16
        /// The system's error.
        public let reason: SocketError
    }

    let pool: WorkerPool
    let reading: WorkerPool
    private let server: HTTPServer
    private let listen: (host: String, port: UInt16)
    /// The server at the separate address for metrics and health.
    private let operations: (server: HTTPServer, host: String, port: UInt16)?
    private let state = ServiceState()
    private let memory: MemoryTrimmer
    private let drainTimeout: Duration
    private let catalog: Catalog
    private let coalescer: RenderCoalescer
    private let gate: AccessGate

    /// Creates a service that does not listen yet.
    public init(_ configuration: Configuration, logger: Logger) {
        drainTimeout = configuration.http.drainTimeout
        pool = WorkerPool(
            threads: configuration.renderThreads,
            maximumWaiting: configuration.maximumWaiting,
            maximumWaitingWork: Double(configuration.maximumWaitingWork),
            maximumWaitingBytes: configuration.maximumWaitingBytes,
            maximumSetAside: configuration.maximumSetAside,
            niceness: configuration.renderNiceness
        )
        reading = WorkerPool(
            readingThreads: configuration.readingThreads,
            maximumWaiting: configuration.maximumReading,
            maximumBytes: configuration.maximumReadingBytes
        )
        let metrics = ServiceMetrics(configuration.metrics)
        var handler = EffectHandler(
            configuration,
            pool: pool,
            reading: reading,
            metrics: metrics,
            state: state,
            logger: logger
        )
        catalog = handler.catalog
        coalescer = handler.coalescer
        gate = handler.gate
        let observer = ServiceObserver(metrics: metrics, logger: logger)
        operations = configuration.operations.map { address in
            var http = configuration.http
            (http.host, http.port) = address
            handler.audience = .operators
            let server = HTTPServer(configuration: http, handler: handler, observer: observer, logger: logger)
            return (server, address.host, address.port)
        }
        listen = (configuration.http.host, configuration.http.port)
        handler.audience = operations == nil ? .everybody : .callers
        server = HTTPServer(configuration: configuration.http, handler: handler, observer: observer, logger: logger)
        memory = MemoryTrimmer { [pool, reading] in
            guard let rendered = pool.turnsBeforeQuiet, let read = reading.turnsBeforeQuiet else { return nil }
            return rendered + read
        } tidy: { [library = configuration.library] in
            library.rest()
        }
        state.watch { [weak server] in
            (server?.connectionCounts ?? ConnectionCounts(), server?.unsentBytes ?? 0)
        }
    }

    deinit {
        server.stop()
        operations?.server.stop()
        reading.stop()
        pool.stop()
    }

    /// Instruction set of the innermost loops on this machine: `any`, `avx2` or `avx512`. All produce the same bytes.
    public static var vectors: String { Rasterizer.vectors }

    /// Binds and listens.
    ///
    /// - Throws: ``StartFailure`` if an address is unavailable. The service listens on none then.
    public func start() throws(StartFailure) {
        if let (operations, host, port) = operations {
            do { try operations.start() } catch { throw StartFailure(host: host, port: port, reason: error) }
        }
        do { try server.start() } catch {
            operations?.server.stop()
            throw StartFailure(host: listen.host, port: listen.port, reason: error)
        }
    }

    /// Makes the catalog on a thread of its own, ahead of the first visitor: the gallery would wait for it.
    public func prepare() {
        _ = startThread("catalog", stackBytes: 2 << 20) { [catalog] in _ = catalog.document }
    }

    /// Load of the render pool and of the parsing pool.
    public var figures: (rendering: WorkerPool.Figures, reading: WorkerPool.Figures) { (pool.figures, reading.figures) }

    /// Number of requests that wait for a render that others can join.
    var waiters: Int { coalescer.waiters }

    /// The port in use, once started.
    public var port: UInt16? { server.localPort }

    /// The address and port in use, once started: `127.0.0.1:8080`.
    public var address: String? { server.boundAddress }

    /// The port in use for operators, once started; `nil` without a separate address.
    public var operationsPort: UInt16? { operations?.server.localPort }

    /// Replaces the signing keys and bearer keys by those of `policy`, from the next request on. The rest of the policy
    /// is ignored. Whether each kind of key is required stays as it was at the start.
    public func exchangeKeys(_ policy: AccessPolicy) { gate.exchangeKeys(policy) }

    /// Makes `/readyz` answer 503 from now on, so that load balancers send no more work. Requests are served as before.
    public func announceEnd() { state.beginDraining() }

    /// Shuts down gracefully: stops listening, and returns when all requests are finished or the drain timeout is over.
    public func drain() async {
        await withCheckedContinuation { continuation in
            drain { continuation.resume() }
        }
    }

    /// Shuts down gracefully without blocking, and calls `completion` at the end.
    public func drain(completion: @escaping @Sendable () -> Void) {
        announceEnd()
        let deadline = ContinuousClock.now + drainTimeout
        // The operators' address stays available until the end, within the same deadline.
        server.drain { [pool, reading, operations] in
            reading.stop()
            pool.stop()
            guard let operations = operations?.server else { return completion() }
            operations.drain(within: max(.milliseconds(100), deadline - .now), completion: completion)
        }
    }
}
