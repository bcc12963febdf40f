import Synchronization

/// What those animations have drawn with that wait to be asked for their next part: to make it anew takes as long as a few frames, but
/// who is read slowly must not hold it for long.
final class ToolShelf: Sendable {
    private struct Entry {
        weak let tools: Animation.Tools?
        let bytes: Int
    }

    /// Those that were put there last come last.
    private let entries = Mutex<[Entry]>([])
    private let most: Int

    /// - Parameter most: Bytes of their canvases in all.
    init(most: Int = 32 << 20) { self.most = most }

    /// Keeps tools until they are taken, or others need their place.
    ///
    /// - Parameter bytes: Of their canvases.
    func keep(_ tools: Animation.Tools, bytes: Int) {
        let old = entries.withLock { entries in
            entries.removeAll { $0.tools == nil || $0.tools === tools }
            entries.append(Entry(tools: tools, bytes: bytes))
            var sum = 0
            // From the last one back, as many as there is room for.
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

    /// They are in use, or not needed any more.
    func take(_ tools: Animation.Tools) {
        entries.withLock { $0.removeAll { $0.tools == nil || $0.tools === tools } }
    }

    /// Animations whose tools are here.
    var count: Int { entries.withLock { $0.count } }
}
