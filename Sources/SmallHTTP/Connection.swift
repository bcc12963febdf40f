import Dispatch
import HTTPTypes

/// One client's connection: reads a request, has it answered, and then reads the next.
///
/// `@unchecked Sendable`: after `init`, every property is touched on ``EventLoop/queue`` only. The sources' handlers
/// run there, the loop calls from there, and the closures given to an ``Exchange`` or a ``BodySource`` do nothing but
/// hop there.
final class Connection: @unchecked Sendable {
    enum Phase {
        /// A head is awaited or on its way.
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

    /// The request being read or answered, as far as the answer depends on it.
    struct Current {
        var request: HTTPRequest?
        var version = HTTPVersion.http11
        var isHead = false
        var keepsAlive = false
    }

    let loop: EventLoop
    let remoteAddress: String
    /// Over the limit: serves only what the handler answers when full, and that once.
    let isReserved: Bool

    /// `nil` once closed.
    var descriptor: FileDescriptor?
    var phase = Phase.head

    // Reading.
    var readSource: (any DispatchSourceRead)?
    var isReadSuspended = true
    /// Received and not yet consumed; after a request, the beginning of the next.
    var input: ArraySlice<UInt8> = []
    /// The client has ended its side. It may still read (RFC 9112 §9.6).
    var inputEnded = false
    var isAdvancing = false
    var headParser: RequestHeadParser
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

    // Writing.
    var writeSource: (any DispatchSourceWrite)?
    var isWriteSuspended = true
    var output = OutputQueue()
    var stream: OutgoingStream?

    /// What the client had acknowledged when ``since`` was last set for a slow reader.
    var acknowledgedMark = 0

    /// When the phase, or the head within it, began, or the client last took bytes: what the deadline counts from.
    var since: UInt64

    var context: ServerContext { loop.context }

    init(_ descriptor: FileDescriptor, from remoteAddress: String, isReserved: Bool, on loop: EventLoop) {
        self.descriptor = descriptor
        self.remoteAddress = remoteAddress
        self.isReserved = isReserved
        self.loop = loop
        headParser = RequestHeadParser(limits: loop.context.limits)
        since = loop.now
    }

    func start() {
        guard let descriptor else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: loop.queue)
        source.setEventHandler { [weak self] in self?.readable() }
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
        readSource = source
        updateReading()
    }

    /// The server is to end. A request that is already here is still served.
    func drain() {
        guard phase == .head, !headParser.hasBegun else { return }
        readable()
        if phase == .head, !headParser.hasBegun { close() }
    }

    /// The client is gone, or we don't wait for it any longer.
    func close() {
        guard phase != .closed else { return }
        phase = .closed
        exchange?.cancel()
        exchange = nil
        stream?.source.cancel()
        stream = nil
        input = []
        body = []
        output.removeAll()

        // A suspended source may not be released, and does not call its cancel handler.
        readSource?.cancel()
        if isReadSuspended { readSource?.resume() }
        readSource = nil
        writeSource?.cancel()
        if isWriteSuspended { writeSource?.resume() }
        writeSource = nil
        descriptor = nil
        loop.remove(self)
    }
}
