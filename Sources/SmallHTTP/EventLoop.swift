import Dispatch
import Foundation

/// A serial queue and the connections that live on it.
///
/// `@unchecked Sendable`: everything mutable is private to ``queue``. ``adopt(_:from:isReserved:)``, ``drain()`` and
/// ``closeAll()`` hop there, and the other members are called by connections, which are on it already.
final class EventLoop: @unchecked Sendable {
    let queue: DispatchQueue
    let context: ServerContext

    /// Where all connections of this loop receive. Idle connections then own no buffer.
    var scratch = [UInt8](repeating: 0, count: 64 * 1024)
    var date = HTTPDate()
    private(set) var isDraining = false
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var timer: (any DispatchSourceTimer)?

    init(number: Int, context: ServerContext) {
        queue = DispatchQueue(label: "SmallHTTP.loop-\(number)")
        self.context = context
    }

    /// Nanoseconds on a clock that never goes back.
    var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    // MARK: From any thread

    /// Takes over a connection that is counted already.
    func adopt(_ descriptor: FileDescriptor, from remoteAddress: String, isReserved: Bool) {
        queue.async { [self] in
            let connection = Connection(descriptor, from: remoteAddress, isReserved: isReserved, on: self)
            connections[ObjectIdentifier(connection)] = connection
            startTimer()
            connection.start()
            // Accepted before the listener closed, handed over after the others were told.
            if isDraining { connection.drain() }
        }
    }

    /// Closes what is idle; the rest closes with its next answer.
    func drain() {
        queue.async { [self] in
            isDraining = true
            for connection in Array(connections.values) { connection.drain() }
        }
    }

    /// Closes everything at once.
    func closeAll() {
        queue.async { [self] in
            isDraining = true
            for connection in Array(connections.values) { connection.close() }
        }
    }

    // MARK: On the queue

    func remove(_ connection: Connection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        if connections.isEmpty {
            timer?.cancel()
            timer = nil
        }
        context.connections.leave()
    }

    private func tick() {
        let all = Array(connections.values)
        // Dispatch reports a hang-up once and then forgets the descriptor. When it comes together with the last bytes,
        // or while a source is suspended, nobody is told that the connection is broken.
        let broken = Socket.broken(among: all.compactMap(\.descriptor))
        let now = now
        for connection in all {
            if let descriptor = connection.descriptor, broken.contains(descriptor.number) {
                connection.close()
            } else {
                connection.checkDeadline(now)
            }
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
