import Synchronization

/// Bytes that wait for readers, over all connections, with an upper bound.
///
/// The list holds connections with full sockets only: an answer that the system accepts immediately never comes here.
final class UnsentBytes: Sendable {
    private struct Entry {
        let connection: Connection
        var bytes: Int
        /// Time at which the answer began, in nanoseconds.
        let began: UInt64
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var total = 0

        mutating func remove(_ id: ObjectIdentifier) -> Entry? {
            guard let entry = entries.removeValue(forKey: id) else { return nil }
            total -= entry.bytes
            return entry
        }

        /// Entry with the largest product of bytes and time: a new answer is not yet its reader's fault, and a stream
        /// takes long but holds little.
        func worst(_ now: UInt64) -> ObjectIdentifier? {
            func cost(_ entry: Entry) -> Double { Double(entry.bytes) * Double(now - min(now, entry.began)) }
            return entries.max { cost($0.value) < cost($1.value) }?.key
        }
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    var total: Int {
        state.withLock { $0.total }
    }

    /// Records the bytes that wait for a connection, and closes connections until the total is within the limit.
    func note(_ connection: Connection, bytes: Int, began: UInt64, now: UInt64) {
        let id = ObjectIdentifier(connection)
        let victims = state.withLock { state in
            var victims = [Entry]()
            state.total += bytes - (state.entries[id]?.bytes ?? 0)
            state.entries[id] = Entry(connection: connection, bytes: bytes, began: began)
            // An answer over the limit by itself is closed first: closing others would not help.
            if bytes > maximum { victims += [state.remove(id)].compactMap(\.self) }
            while state.total > maximum, let worst = state.worst(now), let victim = state.remove(worst) {
                victims.append(victim)
            }
            return victims
        }
        for victim in victims {
            victim.connection.loop.perform {
                // The connection may have finished that answer and begun another.
                guard victim.connection.current.answered == victim.began else { return }
                victim.connection.close(.unsentBytes, resets: true)
            }
        }
    }

    func forget(_ connection: Connection) {
        // Released outside the lock.
        let entry = state.withLock { $0.remove(ObjectIdentifier(connection)) }
        withExtendedLifetime(entry) {}
    }
}
