internal import SmallHTTP
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

    /// What is remembered of a request.
    final class Course: Sendable {
        let tag: EntityTag
        /// Of its answer, but for the type.
        let fields: PreparedFields
        /// For the log and the metrics.
        let route: RouteName
        let effect: String?
        let form: String?
        /// Whether it is for all time.
        let isPinned: Bool

        init(
            tag: EntityTag,
            fields: PreparedFields,
            route: RouteName,
            effect: String?,
            form: String?,
            isPinned: Bool
        ) {
            (self.tag, self.fields, self.route, self.effect, self.form) = (tag, fields, route, effect, form)
            self.isPinned = isPinned
        }
    }

    /// A request that was there before, and its answer.
    struct Known: Sendable {
        let request: Course
        let entry: Entry
    }

    /// All of a request that its answer depends on.
    struct Request: Sendable {
        fileprivate let name: String

        /// - Parameters:
        ///   - target: As it came.
        ///   - accept: Where it has a say.
        ///   - prefersStill: Whether the client said so, where that has one.
        init(target: String, accept: String?, prefersStill: Bool) {
            // Targets have no spaces. The one that nothing else has a say in is found by itself.
            name = accept == nil && !prefersStill ? target : "\(target) \(prefersStill ? 1 : 0)\(accept ?? "")"
        }
    }

    /// What it holds, and how it is used.
    struct Figures: Sendable, Equatable {
        var entries = 0
        var bytes = 0
        var evictions = 0
    }

    /// Bytes of one answer that are kept: no more than there is room for.
    let maximumEntryBytes: Int
    private let entries: Mutex<LRU<Entry>>
    private let requests: Mutex<LRU<Course>>

    /// Of the room, what requests have that lead to answers.
    private static let shareOfRequests = 8
    /// About what an entry takes beside its bytes.
    private static let overhead = 256
    /// The same of a request, whose fields are written out.
    private static let overheadOfRequests = 1024

    /// - Parameters:
    ///   - capacity: Bytes in all; 0 for no cache.
    ///   - maximumEntryBytes: Bytes of one answer.
    init(capacity: Int, maximumEntryBytes: Int) {
        let room = capacity - capacity / Self.shareOfRequests
        self.maximumEntryBytes = min(maximumEntryBytes, max(0, room - Self.overhead))
        entries = Mutex(LRU(capacity: room))
        requests = Mutex(LRU(capacity: capacity / Self.shareOfRequests))
    }

    subscript(tag: EntityTag) -> Entry? { entries.withLock { $0.value(tag.text) } }

    subscript(request: Request) -> Known? { self[target: request.name] }

    /// The answer to a request whose answer depends on nothing but its target.
    subscript(target target: String) -> Known? {
        guard let request = requests.withLock({ $0.value(target) }), let entry = self[request.tag] else { return nil }
        return Known(request: request, entry: entry)
    }

    /// Keeps an answer, if there is room for it.
    func store(_ entry: Entry) {
        guard entry.bytes.count <= maximumEntryBytes else { return }
        let size = entry.bytes.count + Self.overhead
        _ = entries.withLock { $0.insert(entry, size: size, for: entry.tag.text) }
    }

    /// Remembers which answer a request has.
    func note(_ request: Request, is course: @autoclosure () -> Course) {
        let size = request.name.utf8.count + Self.overheadOfRequests
        requests.withLock { requests in
            guard requests.value(request.name) == nil else { return }
            requests.insert(course(), size: size, for: request.name)
        }
    }

    var figures: Figures {
        entries.withLock { Figures(entries: $0.count, bytes: $0.size, evictions: $0.evictions) }
    }
}
