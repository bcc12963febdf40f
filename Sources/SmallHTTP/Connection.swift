import HTTPTypes

/// One client's connection: reads a request, has it answered, and then reads the next.
///
/// `@unchecked Sendable`: after `init`, every property is touched on its loop's queue only. The loop calls from there,
/// and what an ``Exchange``, a ``BodySource`` or ``UnsentBytes`` call from elsewhere does nothing but hop there.
///
/// `@exclusivity(unchecked)`, which saves a seventh of the work on a small request: the parser, the decoders and the queue
/// of output are values that are handed bytes and call nobody, so none of them is in use twice.
final class Connection: @unchecked Sendable {
    enum Phase {
        /// No request has begun.
        case idle
        /// A head is on its way.
        case head
        case body
        /// The handler has the request.
        case handling
        /// The answer is on its way.
        case responding
        /// Our side has ended; what still comes is dropped until the client ends too.
        case lingering
        case closed
    }

    /// The request being read or answered.
    struct Current {
        var request: HTTPRequest?
        var version = HTTPVersion.http11
        var isHead = false
        var keepsAlive = false
        /// Whether there is something to report when it ends.
        var isOpen = false
        /// When its first byte came.
        var began: UInt64 = 0
        var bytes = 0
        var status: HTTPResponse.Status?
        /// When there was an answer.
        var answered: UInt64 = 0
        /// What the system had taken before the answer.
        var sentBefore = 0
        /// The body's end is the connection's end.
        var endsByClosing = false
        /// Whether the client was asked if it is there.
        var isProbed = false
        /// The handler's own.
        var attachment: RequestAttachment?
    }

    let loop: EventLoop
    let client: SocketAddress.Client
    let remoteAddress: String
    /// Over the limit: serves only what the handler answers when full, and that once.
    let isReserved: Bool
    private let accepted: UInt64

    /// `nil` once closed.
    var descriptor: FileDescriptor?
    var phase = Phase.idle {
        didSet { loop.gauge.move(from: oldValue, to: phase) }
    }
    /// What the poller has been told.
    var interest: Poller.Interest = []
    /// Why the connection will end, once that is known.
    var end: ConnectionEnd?

    // Reading.
    /// Received and not yet consumed; after a request, the beginning of the next.
    @exclusivity(unchecked) var input: ArraySlice<UInt8> = []
    /// The client has ended its side. It may still read (RFC 9112 §9.6).
    var inputEnded = false
    var isAdvancing = false
    @exclusivity(unchecked) var headParser: RequestHeadParser
    var bodyDecoder = BodyDecoder.length(0)
    var body: [UInt8] = []
    var bodyBytesReceived: UInt64 = 0
    /// What is left of the body of a request refused by its head.
    var bytesToDiscard = 0
    var lingerBytes = 0

    // Answering.
    var current = Current()
    var exchange: ExchangeState?
    /// Counts answers, so that a late one finds the door shut.
    var answerNumber: UInt64 = 0
    var closesAfterResponse = false
    private var answers = 0

    // Writing.
    @exclusivity(unchecked) var output = OutputQueue()
    var stream: OutgoingStream?
    /// Whether ``UnsentBytes`` knows of us.
    var isListedUnsent = false
    /// What the client had acknowledged when ``since`` was last set for a slow reader.
    var acknowledgedMark = 0

    /// When the phase began, or the client last took bytes: what the deadline counts from.
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

    /// The poller has news.
    func isReady(for readiness: Poller.Interest) {
        if readiness.contains(.writing) { flush() }
        let isBroken = !readiness.isDisjoint(with: .broken)
        if interest.contains(.reading) {
            // A broken connection says so when it is read, behind its last bytes.
            if readiness.contains(.reading) || isBroken { readable() }
        } else if isBroken {
            close(.broken)
        }
    }

    /// Asks the poller for what is wanted now. What is ready and not wanted must not be asked for: it would be reported
    /// again and again.
    func updateInterest() {
        guard let descriptor else { return }
        var wanted: Poller.Interest = []
        if wantsInput { wanted.insert(.reading) }
        if !output.isEmpty { wanted.insert(.writing) }
        guard wanted != interest else { return }
        interest = wanted
        loop.poller.change(descriptor, to: wanted)
    }

    /// The server is to end. A request that is already here is still served.
    func drain() {
        guard phase == .idle else { return }
        readable()
        // What is left of many requests has its turn soon.
        if phase == .idle, input.isEmpty { close(.draining) }
    }

    /// Since when it holds a place without using it: nothing has begun, or a head does not come to its end. `nil` if it is of use.
    var uselessSince: UInt64? {
        switch phase {
        case .idle, .head: since
        case .body, .handling, .responding, .lingering, .closed: nil
        }
    }

    /// The last byte of an answer is with the system, or never will be.
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

    /// The client is gone, or we don't wait for it any longer.
    ///
    /// - Parameter resets: Throws away what the system holds for the client, which learns that something is missing.
    func close(_ end: ConnectionEnd, resets: Bool = false) {
        guard phase != .closed, let descriptor else { return }
        // Where the end of the connection is the end of the body, an early one has to look different.
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
        // The place is free before anyone learns that the connection has ended, and nobody is told that none is left before that.
        context.connections.leave(from: client) { context.observer.connectionEnded(summary) }
    }
}
