internal import HTTPTypes

/// How long caches may keep effects, and how they are told to forget them.
public struct CachePolicy: Sendable {
    /// Seconds for which a cache answers without asking again.
    public var maximumAge = 86_400
    /// Seconds after that for which it may answer with what it has while it asks.
    public var staleWhileRevalidate = 604_800
    /// The field that carries the tags of an effect; `nil` for no tags.
    public var tagField: TagField?

    /// A day, a week, and no tags.
    public init() {}

    /// Fields that caches read tags from.
    public enum TagField: String, Sendable, CaseIterable {
        /// Cloudflare, Google Cloud CDN, Bunny.
        case cacheTag = "Cache-Tag"
        /// Akamai.
        case edgeCacheTag = "Edge-Cache-Tag"
        /// Fastly.
        case surrogateKey = "Surrogate-Key"
        /// Varnish, with the module of that name.
        case xkey

        fileprivate var separator: String {
            switch self {
            case .cacheTag, .edgeCacheTag: ","
            case .surrogateKey, .xkey: " "
            }
        }
    }
}

/// How long one answer may be kept.
enum Keeping: Sendable {
    /// As the operator says.
    case effect
    /// Pages and descriptions.
    case hour
    case never
}

/// A ``CachePolicy`` written out once, for all answers.
final class CacheFields: Sendable {
    private let effect: String
    private let tags: (name: HTTPField.Name, separator: String)?

    /// For URLs that pin the version.
    private static let forever = "public, max-age=31536000, immutable"

    init(_ policy: CachePolicy) {
        // Not immutable, because a better renderer may change the pixels behind the same URL.
        let stale = policy.staleWhileRevalidate
        effect = "public, max-age=\(policy.maximumAge)" + (stale > 0 ? ", stale-while-revalidate=\(stale)" : "")
        tags = policy.tagField.flatMap { field in HTTPField.Name(field.rawValue).map { ($0, field.separator) } }
    }

    /// The value of `Cache-Control`.
    ///
    /// - Parameter isPinned: Whether the URL names the version.
    func control(_ keeping: Keeping, isPinned: Bool) -> String {
        switch keeping {
        case .effect: isPinned ? Self.forever : effect
        case .hour: "public, max-age=3600"
        case .never: "no-store"
        }
    }

    /// Adds what an effect may be forgotten by: the service, its version, the preset.
    ///
    /// - Parameter name: A preset's, or `spec`.
    func addTags(of name: @autoclosure () -> String?, to fields: inout HTTPFields) {
        guard let tags, let name = name() else { return }
        let all = ["hanabi", "hanabi-version-\(hanabiVersion)", "hanabi-effect-\(name)"]
        fields[tags.name] = all.joined(separator: tags.separator)
    }
}
