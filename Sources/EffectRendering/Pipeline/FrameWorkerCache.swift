import Synchronization

/// Drawing state of animations that wait for their next part to be requested. Recreating the state costs as much as a
/// few frames, but slow readers must not hold it for long, so the total size is bounded and the oldest state is cleared
/// first.
package final class FrameWorkerCache: Sendable {
    private struct Entry {
        weak let workers: FrameWorkers?
        let bytes: Int
    }

    /// Entries in order of use; the most recent is last.
    private let entries = Mutex<[Entry]>([])
    private let most: Int

    /// - Parameter most: Upper bound of canvas bytes in total.
    package init(most: Int = 32 << 20) { self.most = most }

    /// Keeps the state until it is taken, or cleared to make room for others.
    ///
    /// - Parameter bytes: Size of the state's canvases.
    package func keep(_ workers: FrameWorkers, bytes: Int) {
        let old = entries.withLock { entries in
            entries.removeAll { $0.workers == nil || $0.workers === workers }
            entries.append(Entry(workers: workers, bytes: bytes))
            var sum = 0
            // The most recent entries that fit.
            let kept = entries.reversed().prefix {
                sum += $0.bytes
                return sum <= most
            }
            let old = entries.dropLast(kept.count).compactMap(\.workers)
            entries.removeFirst(entries.count - kept.count)
            return old
        }
        for workers in old { workers.clear() }
    }

    /// Removes the state from the shelf: it is in use or no longer needed.
    package func take(_ workers: FrameWorkers) {
        entries.withLock { $0.removeAll { $0.workers == nil || $0.workers === workers } }
    }

    /// Number of animations whose state is kept.
    package var count: Int { entries.withLock { $0.count } }
}
