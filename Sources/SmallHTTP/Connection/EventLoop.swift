import Dispatch
import Glibc

/// A serial queue and the connections it owns.
///
/// `@unchecked Sendable`: all mutable state is confined to the queue. ``adopt(_:from:isReserved:)``, ``drain()`` and
/// ``closeAll()`` enqueue work there, and the other members are called by connections, which run on it already.
final class EventLoop: @unchecked Sendable {
    private let queue: DispatchQueue
    let context: ServerContext
    let gauge: ConnectionGauge
    let poller: Poller

    /// Receive buffer shared by all connections of the loop, so that idle ones need none.
    @exclusivity(unchecked) var scratch = [UInt8](repeating: 0, count: 64 * 1024)
    var date = HTTPDate()
    private(set) var isDraining = false
    /// Connections by descriptor.
    private var connections: [Int32: Connection] = [:]
    private let source: any DispatchSourceRead
    private var timer: (any DispatchSourceTimer)?
    /// Connections still to be checked for their deadlines in the current round.
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

    /// Monotonic time in nanoseconds.
    var now: UInt64 { context.clock() }

    // MARK: From any thread

    /// Enqueues `work` behind the pending work of the queue.
    func perform(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Takes over a connection that is already counted.
    func adopt(_ descriptor: FileDescriptor, from address: SocketAddress, isReserved: Bool) {
        perform { [self] in
            // A connection over the limit takes the slot of an unused one, if there is any.
            let isReserved = isReserved && !makeRoom()
            let connection = Connection(descriptor, from: address, isReserved: isReserved, on: self)
            connections[descriptor.number] = connection
            startTimer()
            connection.start()
            // Accepted before the listener closed, but handed over after the others were told.
            if isDraining { connection.drain() }
        }
    }

    /// Closes idle connections; the others close with their next answer.
    func drain() {
        perform { [self] in
            isDraining = true
            for connection in Array(connections.values) { connection.drain() }
        }
    }

    /// Closes all connections immediately.
    func closeAll() {
        perform { [self] in
            isDraining = true
            for connection in Array(connections.values) { connection.close(.stopped) }
        }
    }

    /// Closes an unused connection, to free a slot for the next one.
    func makeRoomSoon() {
        perform { [self] in _ = makeRoom() }
    }

    // MARK: On the queue

    /// Closes the connection that has been unused for longest, if for long enough that its client is hardly about to
    /// send a request.
    ///
    /// - Returns: Whether a connection was closed.
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

    /// Handles ready connections for some rounds, then yields to other work on the queue.
    private func poll() {
        var total = 0
        while total < 256 {
            // A connection closed earlier in this round is gone from the table, and its descriptor cannot have been
            // reused: new connections are adopted later on this queue.
            let count = poller.forEachReady { number, readiness in connections[number]?.isReady(for: readiness) }
            if count == 0 { return }
            total += count
        }
    }

    /// Begins a check of all deadlines. Thousands of connections that came together expire together, so the check
    /// yields to other work in between.
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

    /// Starts the single timer for all deadlines: checking each connection a few times per second costs less than
    /// rescheduling timers on each request.
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
