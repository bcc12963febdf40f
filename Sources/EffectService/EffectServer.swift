public import CoreMetrics
public import EffectModel
public import Logging
public import SmallHTTP
internal import SoftwareRaster
public import WorkScheduling

/// The complete service: render pool, request handler and HTTP server.
public final class EffectServer: Sendable {
    /// The operator's settings.
    public struct Configuration: Sendable {
        /// Listening address, and limits on connections and messages.
        public var http = HTTPServerConfiguration()
        /// Limits of one render.
        public var limits = RenderLimits()
        /// Source of images and fonts for specs.
        public var library: any AssetLibrary = NoAssets()
        /// Number of threads that render, and so of renders in flight.
        public var renderThreads = 2
        /// Upper bound of queued renders. A further one is answered 503, or displaces the last render of the caller
        /// with the most in the queue, if that caller has more than the newcomer would.
        public var maximumWaiting = 64
        /// Upper bound of queued predicted work, in the units of ``RenderLimits/maximumWork``: eight of the largest
        /// renders. A render that gets a thread at once is admitted whatever its cost.
        public var maximumWaitingWork = 200_000_000_000
        /// Upper bound in bytes of decoded images held by queued renders.
        public var maximumWaitingBytes = 256 << 20
        /// Upper bound of renders parked between two frames for callers with less service time. Each holds its memory
        /// and a suspended thread.
        public var maximumSetAside = 4
        /// Niceness of the render threads, 0...19, as in `nice`. At 10, rendering gets a tenth of a contended
        /// processor, so that cached answers and refusals stay fast. Other programs count as well, unless a container
        /// isolates them.
        public var renderNiceness = 10
        /// Number of threads that parse and validate requests, and answer those that need no rendering.
        public var readingThreads = 2
        /// Upper bound of requests queued for parsing; a further one is answered 503.
        public var maximumReading = 256
        /// Upper bound in bytes of requests queued for parsing.
        public var maximumReadingBytes = 16 << 20
        /// Proxies whose `X-Forwarded-For` or `Forwarded` names the caller. Without them, all clients of a proxy share
        /// the turns of one caller.
        public var trustedProxies: [AddressBlock] = []
        /// Number of stream slots, for frame dumps being sent and for animations streamed while being made, each. A
        /// caller may not hold more slots than it leaves free.
        public var maximumStreams = 32
        /// Capacity of the answer cache in bytes, an eighth of which is the request index; 0 disables the cache.
        public var cacheBytes = 24 << 20
        /// Upper bound in bytes of a cached answer, and of an animation that later requests can join. The capacity is a
        /// further bound.
        public var maximumCachedBytes = 8 << 20
        /// Cache lifetimes of effects.
        public var caching = CachePolicy()
        /// Upper bound of a POSTed spec in bytes; a larger one is answered 413 before it is read.
        public var maximumBodyBytes = EffectSpec.maximumRequestBytes
        /// Time limit from request to answer, including the time in the queue; longer renders are answered 503.
        public var renderTimeout: Duration = .seconds(10)
        /// Time for which all checks must have found a queue full, of renders or of requests, before `/readyz` reports
        /// that.
        public var unreadyAfter: Duration = .seconds(10)
        /// A separate address for `/metrics`, `/healthz` and `/readyz`. If set, `/metrics` is available nowhere else.
        public var operations: (host: String, port: UInt16)?
        /// Receiver of the service's metrics.
        public var metrics: any MetricsFactory = NOOPMetricsHandler.instance
        /// The page at `/metrics`; `nil` for none.
        public var metricsPage: MetricsPage?
        /// Access rules. By default everything is open to everyone.
        public var access = AccessPolicy()
        /// Form of error responses to a GET of an image without `on-error`.
        public var errorForm = ErrorForm.problem

        /// The defaults.
        public init() {}
    }

    /// The current metrics as text.
    public struct MetricsPage: Sendable {
        /// Value of `Content-Type`.
        public let type: String
        let bytes: @Sendable () -> [UInt8]

        /// - Parameter bytes: Called on a connection's queue, so it must be fast.
        public init(type: String, bytes: @escaping @Sendable () -> [UInt8]) { (self.type, self.bytes) = (type, bytes) }
    }

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
    private let memory: IdleMemoryTrimmer
    private let drainTimeout: Duration
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
        memory = IdleMemoryTrimmer { [pool, reading] in
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
