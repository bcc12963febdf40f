public import CoreMetrics
public import EffectModel
public import Logging
public import SmallHTTP
internal import SoftwareRaster

/// The whole service: a render pool, a handler, and a server that listens for them.
public final class EffectServer: Sendable {
    /// What an operator decides.
    public struct Configuration: Sendable {
        /// Where to listen, and the limits on connections and messages.
        public var http = HTTPServerConfiguration()
        /// What one render may cost.
        public var limits = RenderLimits()
        /// Where specs find pictures and letters.
        public var library: any AssetLibrary = NoAssets()
        /// Threads that render, and so renders in flight.
        public var renderThreads = 2
        /// Renders that may wait for a thread. The one too many is answered 503; or the one that came last of the caller who has most there
        /// is, if that is more than the newcomer's caller would have.
        public var maximumWaiting = 64
        /// Predicted work that may wait, in the units of ``RenderLimits/maximumWork``: eight of the largest renders. What
        /// gets a thread at once is let in whatever it costs.
        public var maximumWaitingWork = 200_000_000_000
        /// Bytes of decoded pictures that waiting renders may hold.
        public var maximumWaitingBytes = 256 << 20
        /// Renders that may be set aside, between two frames, for those of callers who have had less. Each holds its memory and a
        /// thread that sleeps.
        public var maximumSetAside = 4
        /// How much less of the processors the system gives to rendering than to everything else, 0...19: as `nice` has it. With 10, a
        /// tenth for as long as connections and reading want the rest, so that cached answers and refusals stay fast. Other programs
        /// count as well, unless a container keeps them apart.
        public var renderNiceness = 10
        /// Threads that take requests apart, check them, and answer what needs no rendering.
        public var readingThreads = 2
        /// Requests that may wait for that; the one too many is answered 503.
        public var maximumReading = 256
        /// Bytes of requests that wait for that.
        public var maximumReadingBytes = 16 << 20
        /// Proxies whose `X-Forwarded-For` or `Forwarded` names the caller. Callers share the threads in fair turns, and without
        /// these a proxy is one of them.
        public var trustedProxies: [AddressBlock] = []
        /// Frame dumps being sent at once, and animations being sent as they are made. No caller takes more of these places than it
        /// leaves free.
        public var maximumStreams = 32
        /// Bytes of finished answers that are kept in memory, an eighth of them for the requests that led there; 0 for none.
        public var cacheBytes = 32 << 20
        /// Bytes of one answer that are kept, and up to which those who ask for the same share one render. What there is no room for
        /// is not kept, whatever this says.
        public var maximumCachedBytes = 8 << 20
        /// How long caches may keep effects.
        public var caching = CachePolicy()
        /// Bytes of a POSTed spec; more is answered 413 before it is read.
        public var maximumBodyBytes = EffectSpec.maximumRequestBytes
        /// How long a picture may take from request to answer, waiting included; longer is answered 503.
        public var renderTimeout: Duration = .seconds(10)
        /// For how long a queue, of renders or of requests to be read, has to have been full, whenever somebody asked, before `/readyz`
        /// says so.
        public var unreadyAfter: Duration = .seconds(10)
        /// Another address for `/metrics`, `/healthz` and `/readyz`; with one, `/metrics` is nowhere else.
        public var operations: (host: String, port: UInt16)?
        /// Where the service counts what it does.
        public var metrics: any MetricsFactory = NOOPMetricsHandler.instance
        /// What `/metrics` answers; without one, there is no such thing.
        public var metricsPage: MetricsPage?
        /// Who may ask for what; everybody for everything, unless it says so.
        public var access = AccessPolicy()
        /// What errors of effects look like to who GETs a picture and does not say `on-error`.
        public var errorForm = ErrorForm.problem

        /// The defaults.
        public init() {}
    }

    /// The metrics as they are when somebody asks for them.
    public struct MetricsPage: Sendable {
        /// As in `Content-Type`.
        public let type: String
        let bytes: @Sendable () -> [UInt8]

        /// - Parameter bytes: Called on a connection's queue, so it must be quick.
        public init(type: String, bytes: @escaping @Sendable () -> [UInt8]) { (self.type, self.bytes) = (type, bytes) }
    }

    /// Why the service does not listen.
    public struct StartFailure: Error, Sendable, Equatable {
        /// Where it should have: of its addresses the one that can't be had, as the configuration names it.
        public let host: String
        /// Likewise.
        public let port: UInt16
        /// What is wrong with it.
        public let reason: SocketError
    }

    let pool: RenderPool
    let reading: RenderPool
    private let server: HTTPServer
    private let listen: (host: String, port: UInt16)
    /// At an address of their own: metrics and health.
    private let operations: (server: HTTPServer, host: String, port: UInt16)?
    private let state = ServiceState()
    private let memory: MemoryKeeper
    private let drainTimeout: Duration
    private let flights: Flights
    private let gate: AccessGate

    /// A service that does not listen yet.
    public init(_ configuration: Configuration, logger: Logger) {
        drainTimeout = configuration.http.drainTimeout
        pool = RenderPool(
            threads: configuration.renderThreads,
            maximumWaiting: configuration.maximumWaiting,
            maximumWaitingWork: Double(configuration.maximumWaitingWork),
            maximumWaitingBytes: configuration.maximumWaitingBytes,
            maximumSetAside: configuration.maximumSetAside,
            niceness: configuration.renderNiceness
        )
        reading = RenderPool(
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
        flights = handler.flights
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
        memory = MemoryKeeper { [pool, reading] in
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

    /// For what kind of processors the innermost loops are that run here: `any`, `avx2` or `avx512`. The bytes are the same with
    /// all of them.
    public static var vectors: String { Rasterizer.vectors }

    /// Binds and listens.
    ///
    /// - Throws: ``StartFailure`` when an address can't be had. Then it listens at none.
    public func start() throws(StartFailure) {
        if let (operations, host, port) = operations {
            do { try operations.start() } catch { throw StartFailure(host: host, port: port, reason: error) }
        }
        do { try server.start() } catch {
            operations?.server.stop()
            throw StartFailure(host: listen.host, port: listen.port, reason: error)
        }
    }

    /// What there is to render just now, and what there is to read.
    public var figures: (rendering: RenderPool.Figures, reading: RenderPool.Figures) { (pool.figures, reading.figures) }

    /// How many wait for renders that others may join, and for nothing else.
    var passengers: Int { flights.passengers }

    /// The port in use, once started.
    public var port: UInt16? { server.localPort }

    /// The address and port in use, once started: `127.0.0.1:8080`.
    public var address: String? { server.boundAddress }

    /// The port for operators, once started, if they have one of their own.
    public var operationsPort: UInt16? { operations?.server.localPort }

    /// Replaces the signing keys and bearer keys by those of `policy`, from the next request on. Nothing else of it counts; and a service that
    /// was started without keys of a kind needs none of that kind afterwards either.
    public func exchangeKeys(_ policy: AccessPolicy) { gate.exchangeKeys(policy) }

    /// From now on `/readyz` answers 503, so that balancers send no more work; what comes is served as before.
    public func announceEnd() { state.beginDraining() }

    /// Stops listening, finishes what is in flight, and returns when that is done or out of time.
    public func drain() async {
        await withCheckedContinuation { continuation in
            drain { continuation.resume() }
        }
    }

    /// The same for callers that are not asynchronous: returns at once, and calls `completion` at the end.
    public func drain(completion: @escaping @Sendable () -> Void) {
        announceEnd()
        let deadline = ContinuousClock.now + drainTimeout
        // Operators can watch until the end, which is not later for them.
        server.drain { [pool, reading, operations] in
            reading.stop()
            pool.stop()
            guard let operations = operations?.server else { return completion() }
            operations.drain(within: max(.milliseconds(100), deadline - .now), completion: completion)
        }
    }
}
