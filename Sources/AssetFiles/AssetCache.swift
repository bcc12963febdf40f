import Synchronization

/// A cache of created values, limited in bytes; the least recently used value is evicted first.
final class AssetCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let bytes: Int
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var clock: UInt64 = 0

        mutating func evict(to capacity: Int) {
            while bytes > capacity || entries.count > AssetCache.maximumCount,
                let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                entries[oldest.key] = nil
                bytes -= oldest.value.bytes
            }
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Maximum number of entries, so that finding the oldest stays cheap.
    private static var maximumCount: Int { 1024 }

    init(capacity: Int) { self.capacity = capacity }

    /// Bytes of all cached values.
    var bytes: Int { state.withLock { $0.bytes } }

    func value(for key: Key) -> Value? {
        state.withLock { state in
            state.clock += 1
            state.entries[key]?.lastUse = state.clock
            return state.entries[key]?.value
        }
    }

    /// Removes all values.
    func removeAll() {
        // Values are released after the lock, so that waiting threads are not delayed.
        let old = state.withLock { state in
            defer { (state.entries, state.bytes) = ([:], 0) }
            return state.entries
        }
        withExtendedLifetime(old) {}
    }

    /// Caches `value`, unless its `bytes` alone exceed the capacity.
    func keep(_ value: Value, bytes: Int, for key: Key) {
        guard bytes <= capacity else { return }
        state.withLock { state in
            state.clock += 1
            let old = state.entries.updateValue(Entry(value: value, bytes: bytes, lastUse: state.clock), forKey: key)
            state.bytes += bytes - (old?.bytes ?? 0)
            state.evict(to: capacity)
        }
    }

    /// Evicts the least recently used values until the others fit into `bytes`.
    func shrink(to bytes: Int) { state.withLock { $0.evict(to: bytes) } }
}
