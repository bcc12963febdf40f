public import EffectModel
public import Logging
public import SmallHTTP

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
        /// Bytes of finished answers that are kept in memory; 0 for none.
        public var cacheBytes = 64 << 20
        /// Bytes of one answer that are kept, and up to which those who ask for the same share one render.
        public var maximumCachedBytes = 8 << 20
        /// Bytes of a POSTed spec; more is answered 413 before it is read.
        public var maximumBodyBytes = EffectSpec.maximumRequestBytes
        /// How long a picture may take from request to answer, waiting included; longer is answered 503.
        public var renderTimeout: Duration = .seconds(10)

        /// The defaults.
        public init() {}
    }

    let pool: RenderPool
    let reading: RenderPool
    private let server: HTTPServer

    /// A service that does not listen yet.
    public init(_ configuration: Configuration, logger: Logger) {
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
        let handler = EffectHandler(configuration, pool: pool, reading: reading, logger: logger)
        server = HTTPServer(configuration: configuration.http, handler: handler, logger: logger)
    }

    deinit {
        server.stop()
        reading.stop()
        pool.stop()
    }

    /// Binds and listens.
    ///
    /// - Throws: ``SmallHTTP/SocketError`` when the address can't be had.
    public func start() throws(SocketError) { try server.start() }

    /// What there is to render just now, and what there is to read.
    public var figures: (rendering: RenderPool.Figures, reading: RenderPool.Figures) { (pool.figures, reading.figures) }

    /// The port in use, once started.
    public var port: UInt16? { server.localPort }

    /// Stops listening, finishes what is in flight, and returns when that is done or out of time.
    public func drain() async {
        await withCheckedContinuation { continuation in
            drain { continuation.resume() }
        }
    }

    /// The same for callers that are not asynchronous: returns at once, and calls `completion` at the end.
    public func drain(completion: @escaping @Sendable () -> Void) {
        server.drain { [pool, reading] in
            reading.stop()
            pool.stop()
            completion()
        }
    }
}
