import Synchronization

/// Finished answers, in memory. Two ways lead to them: from an entity tag, which says what the bytes are; and from a request as it
/// came, which spares even to read it.
final class AnswerCache: Sendable {
    /// A finished answer. Its bytes are shared, not copied.
    final class Entry: Sendable {
        let tag: EntityTag
        let type: String
        let bytes: [UInt8]
        let traded: String?

        init(tag: EntityTag, type: String, bytes: [UInt8], traded: String?) {
            (self.tag, self.type, self.bytes, self.traded) = (tag, type, bytes, traded)
        }
    }

    /// All of a request that its answer depends on.
    struct Request: Sendable {
        fileprivate let name: String

        /// - Parameters:
        ///   - target: As it came.
        ///   - accept: Where it has a say.
        ///   - prefersStill: Whether the client said so, where that has one.
        init(target: String, accept: String?, prefersStill: Bool) {
            // A target has no spaces.
            name = "\(target) \(prefersStill ? 1 : 0)\(accept ?? "")"
        }
    }

    /// What it holds, and how it is used.
    struct Figures: Sendable, Equatable {
        var entries = 0
        var bytes = 0
        var evictions = 0
    }

    /// Bytes of one answer that are kept.
    let maximumEntryBytes: Int
    private let entries: Mutex<LRU<Entry>>
    private let tags: Mutex<LRU<EntityTag>>

    /// Of the room, what requests have that lead to answers.
    private static let shareOfRequests = 16
    /// About what an entry takes beside its bytes.
    private static let overhead = 256

    /// - Parameters:
    ///   - capacity: Bytes in all; 0 for no cache.
    ///   - maximumEntryBytes: Bytes of one answer.
    init(capacity: Int, maximumEntryBytes: Int) {
        self.maximumEntryBytes = min(maximumEntryBytes, capacity)
        entries = Mutex(LRU(capacity: capacity - capacity / Self.shareOfRequests))
        tags = Mutex(LRU(capacity: capacity / Self.shareOfRequests))
    }

    subscript(tag: EntityTag) -> Entry? { entries.withLock { $0.value(tag.text) } }

    subscript(request: Request) -> Entry? {
        tags.withLock { $0.value(request.name) }.flatMap { self[$0] }
    }

    /// Keeps an answer, if there is room for it.
    func store(_ entry: Entry) {
        guard entry.bytes.count <= maximumEntryBytes else { return }
        let size = entry.bytes.count + Self.overhead
        _ = entries.withLock { $0.insert(entry, size: size, for: entry.tag.text) }
    }

    /// Remembers which answer a request has.
    func note(_ request: Request, is tag: EntityTag) {
        let size = request.name.utf8.count + Self.overhead
        _ = tags.withLock { $0.insert(tag, size: size, for: request.name) }
    }

    var figures: Figures {
        entries.withLock { Figures(entries: $0.count, bytes: $0.size, evictions: $0.evictions) }
    }
}
