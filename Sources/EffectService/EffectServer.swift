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
        /// Renders that may wait for a thread.
        public var maximumWaiting = 64
        /// Frame dumps being sent at once.
        public var maximumStreams = 32
        /// Bytes of finished answers that are kept in memory; 0 for none.
        public var cacheBytes = 64 << 20
        /// Bytes of one answer that are kept, and up to which those who ask for the same share one render.
        public var maximumCachedBytes = 8 << 20
        /// Bytes of a POSTed spec; more is answered 413 before it is read.
        public var maximumBodyBytes = EffectSpec.maximumRequestBytes
        /// How long a picture may take from request to answer, waiting included; longer is answered 503.
        public var renderTimeout: Duration = .seconds(10)
        /// Who may ask for what; everybody for everything, unless it says so.
        public var access = AccessPolicy()
        /// What errors of effects look like to who GETs a picture and does not say `on-error`.
        public var errorForm = ErrorForm.problem

        /// The defaults.
        public init() {}
    }

    private let pool: RenderPool
    private let server: HTTPServer

    /// A service that does not listen yet.
    public init(_ configuration: Configuration, logger: Logger) {
        pool = RenderPool(threads: configuration.renderThreads, maximumWaiting: configuration.maximumWaiting)
        let handler = EffectHandler(configuration, pool: pool, logger: logger)
        server = HTTPServer(configuration: configuration.http, handler: handler, logger: logger)
    }

    deinit {
        server.stop()
        pool.stop()
    }

    /// Binds and listens.
    ///
    /// - Throws: ``SmallHTTP/SocketError`` when the address can't be had.
    public func start() throws(SocketError) { try server.start() }

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
        server.drain { [pool] in
            pool.stop()
            completion()
        }
    }
}
