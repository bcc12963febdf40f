public import CoreMetrics
public import EffectCost
public import EffectModel
public import SmallHTTP
public import Video

/// The operator's settings.
public struct EffectServerConfiguration: Sendable {
    /// Listening address, and limits on connections and messages.
    public var http = HTTPServerConfiguration()
    /// Limits of one render.
    public var limits = RenderLimits()
    /// Source of images and fonts for specs.
    public var library: any AssetLibrary = NoAssets()
    /// The program that encodes videos; `nil` for a service without videos.
    public var video: VideoProgram?
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
    public var cacheBytes = 20 << 20
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
    /// Address under which visitors reach the service, for links that sites show; `nil` if unknown.
    public var publicAddress: PublicAddress?
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
