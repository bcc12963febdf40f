import HTTPTypes

/// A client's connection: reads a request, has it answered, and then reads the next.
///
/// `@unchecked Sendable`: after `init`, every property is accessed on the loop's queue only. The loop calls from there;
/// calls by an ``Exchange``, a ``BodySource`` or ``UnsentBytes`` from elsewhere only enqueue work there.
///
/// `@exclusivity(unchecked)` saves a seventh of the work on a small request: the parser, the decoders and the output
/// queue are values without callbacks, so none is accessed twice at a time.
final class Connection: @unchecked Sendable {
    enum Phase {
        /// No request has begun.
        case idle
        /// A head is arriving.
        case head
        case body
        /// The handler has the request.
        case handling
        /// The answer is being sent.
        case responding
        /// The server's side has ended; further input is dropped until the client ends too.
        case lingering
        case closed
    }

    /// The request being read or answered.
    struct Current {
        var request: HTTPRequest?
        var version = HTTPVersion.http11
        var isHead = false
        var keepsAlive = false
        /// Whether an end must be reported.
        var isOpen = false
        /// Time of the first byte in nanoseconds.
        var began: UInt64 = 0
        var bytes = 0
        var status: HTTPResponse.Status?
        /// Time at which the answer began, in nanoseconds.
        var answered: UInt64 = 0
        /// Number of bytes that the system had accepted before the answer.
        var sentBefore = 0
        /// Whether the body ends with the connection.
        var endsByClosing = false
        /// Whether a probe was sent to the client.
        var isProbed = false
        /// The handler's own object.
        var attachment: RequestAttachment?
    }

    let loop: EventLoop
    let client: SocketAddress.Client
    let remoteAddress: String
    /// Whether the connection is over the limit: it is served once, and only what the handler answers when full.
    let isReserved: Bool
    private let accepted: UInt64

    /// Descriptor of the socket; `nil` once closed.
    var descriptor: FileDescriptor?
    var phase = Phase.idle {
        didSet { loop.gauge.move(from: oldValue, to: phase) }
    }
    /// Interest registered with the poller.
    var interest: Poller.Interest = []
    /// Reason why the connection will end, once known.
    var end: ConnectionEnd?

    // Reading.
    /// Bytes received and not yet consumed; after a request, the beginning of the next.
    @exclusivity(unchecked) var input: ArraySlice<UInt8> = []
    /// Whether the client has ended its side. It may still read (RFC 9112 §9.6).
    var inputEnded = false
    var isAdvancing = false
    @exclusivity(unchecked) var headParser: RequestHeadParser
    var bodyDecoder = BodyDecoder.length(0)
    var body: [UInt8] = []
    var bodyBytesReceived: UInt64 = 0
    /// Remaining bytes of the body of a request refused by its head.
    var bytesToDiscard = 0
    var lingerBytes = 0

    // Answering.
    var current = Current()
    var exchange: ExchangeState?
    /// Number of the current answer, by which late answers are recognized.
    var answerNumber: UInt64 = 0
    var closesAfterResponse = false
    private var answers = 0

    // Writing.
    @exclusivity(unchecked) var output = OutputQueue()
    var stream: OutgoingStream?
    /// Whether ``UnsentBytes`` lists the connection.
    var isListedUnsent = false
    /// Number of bytes acknowledged by the client when ``since`` was last set for a slow reader.
    var acknowledgedMark = 0

    /// Start of the phase, or of the client's last progress, in nanoseconds: the deadline counts from here.
    var since: UInt64

    var context: ServerContext { loop.context }

    init(_ descriptor: FileDescriptor, from address: SocketAddress, isReserved: Bool, on loop: EventLoop) {
        self.descriptor = descriptor
        client = address.client
        remoteAddress = address.host
        self.isReserved = isReserved
        self.loop = loop
        headParser = RequestHeadParser(limits: loop.context.limits)
        accepted = loop.now
        since = accepted
    }

    func start() {
        loop.gauge.enter(phase)
        context.observer.connectionBegan()
        guard let descriptor, loop.poller.add(descriptor, .reading) else {
            close(.broken)
            return
        }
        interest = .reading
    }

    /// Handles readiness reported by the poller.
    func isReady(for readiness: Poller.Interest) {
        if readiness.contains(.writing) { flush() }
        let isBroken = !readiness.isDisjoint(with: .broken)
        if interest.contains(.reading) {
            // A broken connection reports the error when it is read, after its last bytes.
            if readiness.contains(.reading) || isBroken { readable() }
        } else if isBroken {
            close(.broken)
        }
    }

    /// Registers the current interest with the poller. Readiness that is not wanted must not be registered: it would be
    /// reported again and again.
    func updateInterest() {
        guard let descriptor else { return }
        var wanted: Poller.Interest = []
        if wantsInput { wanted.insert(.reading) }
        if !output.isEmpty { wanted.insert(.writing) }
        guard wanted != interest else { return }
        interest = wanted
        loop.poller.change(descriptor, to: wanted)
    }

    /// Closes the connection for a graceful shutdown if it is idle. A request that has already arrived is still served.
    func drain() {
        guard phase == .idle else { return }
        readable()
        // Remaining pipelined requests have their turn soon.
        if phase == .idle, input.isEmpty { close(.draining) }
    }

    /// Time since which the connection occupies a slot without a complete head; `nil` if it has one.
    var uselessSince: UInt64? {
        switch phase {
        case .idle, .head: since
        case .body, .handling, .responding, .lingering, .closed: nil
        }
    }

    /// Reports the end of a request: the system has accepted the last byte of its answer, or never will.
    func endRequest(isComplete: Bool) {
        guard current.isOpen else { return }
        if isComplete { answers += 1 }
        context.observer.requestEnded(
            RequestSummary(
                request: current.request,
                status: current.status,
                isComplete: isComplete,
                requestBytes: current.bytes,
                responseBytes: current.status == nil ? 0 : output.sent - current.sentBefore,
                duration: .nanoseconds(loop.now - current.began),
                remoteAddress: remoteAddress,
                attachment: current.attachment
            )
        )
        current = Current()
    }

    /// Closes the connection: the client is gone, or the server no longer waits for it.
    ///
    /// - Parameter resets: Whether to discard bytes that the system holds and send a reset, so that the client notices
    ///   the loss.
    func close(_ end: ConnectionEnd, resets: Bool = false) {
        guard phase != .closed, let descriptor else { return }
        // Where the body ends with the connection, a premature end must look different.
        if resets || (phase == .responding && current.endsByClosing) { Socket.resetOnClose(descriptor) }
        endRequest(isComplete: false)
        phase = .closed
        exchange?.cancel()
        exchange = nil
        stream?.source.cancel()
        stream = nil
        input = []
        body = []
        output.removeAll()
        if isListedUnsent { context.unsent.forget(self) }
        let summary = ConnectionSummary(
            end: self.end ?? end,
            remoteAddress: remoteAddress,
            answers: answers,
            duration: .nanoseconds(loop.now - accepted)
        )
        self.descriptor = nil
        loop.remove(self, descriptor)
        // The slot is free before the end is reported, and the end is reported before anyone learns that no connection
        // is left.
        context.connections.leave(from: client) { context.observer.connectionEnded(summary) }
    }
}
