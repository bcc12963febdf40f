internal import SmallHTTP
import Synchronization

/// The in-memory cache of finished answers. An answer is found by its entity tag, or by the request as received, which
/// saves even parsing the request.
final class ResponseCache: Sendable {
    /// A finished answer. Its bytes are shared, not copied.
    final class Entry: Sendable {
        let tag: EntityTag
        let type: String
        let bytes: [UInt8]
        let reduced: String?

        init(tag: EntityTag, type: String, bytes: [UInt8], reduced: String?) {
            (self.tag, self.type, self.bytes, self.reduced) = (tag, type, bytes, reduced)
        }
    }

    /// Everything remembered of a request.
    final class CachedRequest: Sendable {
        let tag: EntityTag
        /// Prepared header fields of the answer, except for the type.
        let fields: PreparedFields
        /// Route, effect and form for the log and the metrics.
        let route: RouteName
        let effect: String?
        let form: String?
        /// Whether the URL pins the renderer's version, which makes the answer immutable.
        let isPinned: Bool
        /// Content coding of the bytes, whether it depends on the request, and whether the answer is a vector.
        let (coding, variesByCoding, isVector): (ContentCoding?, Bool, Bool)

        init(
            tag: EntityTag,
            fields: PreparedFields,
            route: RouteName,
            effect: String?,
            form: String?,
            isPinned: Bool,
            coding: ContentCoding?,
            variesByCoding: Bool,
            isVector: Bool
        ) {
            (self.tag, self.fields, self.route, self.effect, self.form) = (tag, fields, route, effect, form)
            self.isPinned = isPinned
            (self.coding, self.variesByCoding, self.isVector) = (coding, variesByCoding, isVector)
        }
    }

    /// A request seen before, and its answer.
    struct Known: Sendable {
        let request: CachedRequest
        let entry: Entry
    }

    /// Everything in a request that its answer depends on.
    struct Request: Sendable {
        fileprivate let name: String

        /// - Parameters:
        ///   - target: Path and query as received.
        ///   - coding: Content coding of the answer, `identity` included; `nil` for answers that depend on none.
        ///   - accept: Value of `Accept`; `nil` if the route does not depend on it.
        ///   - prefersStill: Whether the client prefers reduced motion, on a route that depends on it.
        init(target: String, coding: String? = nil, accept: String?, prefersStill: Bool) {
            // Targets contain no spaces, so the keys are unambiguous. A request that depends on its target alone has
            // the target as its key.
            let plain = accept == nil && !prefersStill && coding == nil
            name = plain ? target : "\(target) \(coding ?? "") \(prefersStill ? 1 : 0)\(accept ?? "")"
        }
    }

    /// Size and use of the cache.
    struct Figures: Sendable, Equatable {
        var entries = 0
        var bytes = 0
        var evictions = 0
    }

    /// Upper bound in bytes of one answer, no larger than the capacity allows.
    let maximumEntryBytes: Int
    private let entries: Mutex<LRU<Entry>>
    /// Bytes of files by entity tag, also of files that are no longer in the cache or were too large for it.
    private let sizes: Mutex<LRU<Int>>
    private let requests: Mutex<LRU<CachedRequest>>

    /// The request index gets 1/8 of the capacity.
    private static let shareOfRequests = 8
    /// Number of files whose size is remembered, each of which takes about 200 bytes.
    private static let mostSizes = 4096
    /// Estimated overhead of an entry in bytes, in addition to its body.
    private static let overhead = 256
    /// Estimated overhead of a request in bytes, including its prepared fields.
    private static let overheadOfRequests = 1024

    /// - Parameters:
    ///   - capacity: Total size in bytes; 0 disables the cache.
    ///   - maximumEntryBytes: Upper bound of one answer in bytes.
    init(capacity: Int, maximumEntryBytes: Int) {
        let room = capacity - capacity / Self.shareOfRequests
        self.maximumEntryBytes = min(maximumEntryBytes, max(0, room - Self.overhead))
        entries = Mutex(LRU(capacity: room))
        requests = Mutex(LRU(capacity: capacity / Self.shareOfRequests))
        sizes = Mutex(LRU(capacity: Self.mostSizes))
    }

    subscript(tag: EntityTag) -> Entry? { entries.withLock { $0.value(tag.text) } }

    subscript(request: Request) -> Known? { self[target: request.name] }

    /// The answer to a request that depends on nothing but its target.
    subscript(target target: String) -> Known? {
        guard let request = requests.withLock({ $0.value(target) }), let entry = self[request.tag] else { return nil }
        return Known(request: request, entry: entry)
    }

    /// Stores an answer, if it fits.
    func store(_ entry: Entry) {
        guard entry.bytes.count <= maximumEntryBytes else { return }
        let size = entry.bytes.count + Self.overhead
        _ = entries.withLock { $0.insert(entry, size: size, for: entry.tag.text) }
    }

    /// Remembers the bytes of a file that was made.
    func note(size: Int, of tag: EntityTag) {
        _ = sizes.withLock { $0.insert(size, size: 1, for: tag.text) }
    }

    /// Bytes of a file; `nil` unless it was made lately.
    func size(of tag: EntityTag) -> Int? { sizes.withLock { $0.value(tag.text) } }

    /// Remembers the answer of a request, in place of a form that was refused.
    func note(_ request: Request, tag: EntityTag, is cached: @autoclosure () -> CachedRequest) {
        let size = request.name.utf8.count + Self.overheadOfRequests
        requests.withLock { requests in
            guard requests.value(request.name)?.tag != tag else { return }
            requests.insert(cached(), size: size, for: request.name)
        }
    }

    var figures: Figures {
        entries.withLock { Figures(entries: $0.count, bytes: $0.size, evictions: $0.evictions) }
    }
}
