import Synchronization

/// Drawing state of animations that wait for their next part to be requested. Recreating the state costs as much as a
/// few frames, but slow readers must not hold it for long, so the total size is bounded and the oldest state is cleared
/// first.
final class ToolShelf: Sendable {
    private struct Entry {
        weak let tools: Animation.Tools?
        let bytes: Int
    }

    /// Entries in order of use; the most recent is last.
    private let entries = Mutex<[Entry]>([])
    private let most: Int

    /// - Parameter most: Upper bound of canvas bytes in total.
    init(most: Int = 32 << 20) { self.most = most }

    /// Keeps the state until it is taken, or cleared to make room for others.
    ///
    /// - Parameter bytes: Size of the state's canvases.
    func keep(_ tools: Animation.Tools, bytes: Int) {
        let old = entries.withLock { entries in
            entries.removeAll { $0.tools == nil || $0.tools === tools }
            entries.append(Entry(tools: tools, bytes: bytes))
            var sum = 0
            // The most recent entries that fit.
            let kept = entries.reversed().prefix {
                sum += $0.bytes
                return sum <= most
            }
            let old = entries.dropLast(kept.count).compactMap(\.tools)
            entries.removeFirst(entries.count - kept.count)
            return old
        }
        for tools in old { tools.clear() }
    }

    /// Removes the state from the shelf: it is in use or no longer needed.
    func take(_ tools: Animation.Tools) {
        entries.withLock { $0.removeAll { $0.tools == nil || $0.tools === tools } }
    }

    /// Number of animations whose state is kept.
    var count: Int { entries.withLock { $0.count } }
}
