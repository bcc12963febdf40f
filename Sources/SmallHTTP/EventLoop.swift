import Dispatch
import Glibc

/// A serial queue and the connections that live on it.
///
/// `@unchecked Sendable`: everything mutable is private to its queue. ``adopt(_:from:isReserved:)``, ``drain()`` and
/// ``closeAll()`` hop there, and the other members are called by connections, which are on it already.
final class EventLoop: @unchecked Sendable {
    private let queue: DispatchQueue
    let context: ServerContext
    let gauge: ConnectionGauge
    let poller: Poller

    /// Where all connections of this loop receive. Idle connections then own no buffer.
    @exclusivity(unchecked) var scratch = [UInt8](repeating: 0, count: 64 * 1024)
    var date = HTTPDate()
    private(set) var isDraining = false
    /// By descriptor.
    private var connections: [Int32: Connection] = [:]
    private let source: any DispatchSourceRead
    private var timer: (any DispatchSourceTimer)?
    /// What is left of a look at all deadlines.
    private var unchecked: ArraySlice<Connection> = []

    init(number: Int, context: ServerContext) throws(SocketError) {
        queue = DispatchQueue(label: "SmallHTTP.loop-\(number)")
        self.context = context
        gauge = context.gauges[number]
        poller = try Poller()
        source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor.number, queue: queue)
        source.setEventHandler { [weak self] in self?.poll() }
        // A source must not outlive its descriptor, and ends some time after it is cancelled.
        source.setCancelHandler { [descriptor = poller.descriptor] in withExtendedLifetime(descriptor) {} }
        source.resume()
    }

    deinit {
        source.cancel()
    }

    /// Nanoseconds on a clock that never goes back.
    var now: UInt64 { context.clock() }

    // MARK: From any thread

    /// Puts `work` behind what the queue has to do.
    func perform(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Takes over a connection that is counted already.
    func adopt(_ descriptor: FileDescriptor, from address: SocketAddress, isReserved: Bool) {
        perform { [self] in
            // Who comes over the limit gets the place of one that does not use its own, if there is one.
            let isReserved = isReserved && !makeRoom()
            let connection = Connection(descriptor, from: address, isReserved: isReserved, on: self)
            connections[descriptor.number] = connection
            startTimer()
            connection.start()
            // Accepted before the listener closed, handed over after the others were told.
            if isDraining { connection.drain() }
        }
    }

    /// Closes what is idle; the rest closes with its next answer.
    func drain() {
        perform { [self] in
            isDraining = true
            for connection in Array(connections.values) { connection.drain() }
        }
    }

    /// Closes everything at once.
    func closeAll() {
        perform { [self] in
            isDraining = true
            for connection in Array(connections.values) { connection.close(.stopped) }
        }
    }

    /// Closes a connection that does not use its place, for the next one that comes.
    func makeRoomSoon() {
        perform { [self] in _ = makeRoom() }
    }

    // MARK: On the queue

    /// Closes the connection that has been of no use for the longest time, and long enough that no client is hit that is about to ask.
    ///
    /// - Returns: Whether there was one.
    private func makeRoom() -> Bool {
        var worst: (connection: Connection, since: UInt64)?
        for connection in connections.values {
            guard let since = connection.uselessSince, since < worst?.since ?? .max else { continue }
            worst = (connection, since)
        }
        guard let worst, now - min(now, worst.since) >= context.timeouts.evictable else { return false }
        worst.connection.close(.evicted)
        return true
    }

    func remove(_ connection: Connection, _ descriptor: FileDescriptor) {
        poller.remove(descriptor)
        connections[descriptor.number] = nil
        if connections.isEmpty {
            timer?.cancel()
            timer = nil
        }
    }

    /// Some rounds, as long as there is something to do; then what others have put on the queue has its turn.
    private func poll() {
        var total = 0
        while total < 256 {
            // One that an earlier one of the same round has closed is not there any more, and no other can have its
            // number yet: connections are adopted by the queue.
            let count = poller.forEachReady { number, readiness in connections[number]?.isReady(for: readiness) }
            if count == 0 { return }
            total += count
        }
    }

    /// Thousands that came together run out of time together: after some of them, who has asked has their turn.
    private func tick() {
        guard unchecked.isEmpty else { return }
        unchecked = Array(connections.values)[...]
        checkSome()
    }

    private func checkSome() {
        let now = now
        var ended = 0
        while ended < 32, let connection = unchecked.popFirst() {
            if connection.checkDeadline(now) { ended += 1 }
        }
        if unchecked.isEmpty {
            unchecked = []
        } else {
            perform { [self] in checkSome() }
        }
    }

    /// One timer for all deadlines: a look at each connection a few times a second costs less than to move timers
    /// about on each request.
    private func startTimer() {
        guard timer == nil else { return }
        let interval = DispatchTimeInterval.nanoseconds(Int(context.timeouts.tick))
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(5))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.resume()
        self.timer = timer
    }
}
