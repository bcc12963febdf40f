internal import EffectRendering
internal import HTTPTypes

/// Cache lifetimes of effects, and the tags for purging them.
public struct CachePolicy: Sendable {
    /// Seconds for which a cache may answer without revalidation.
    public var maximumAge = 86_400
    /// Additional seconds for which a cache may serve a stale answer while it revalidates.
    public var staleWhileRevalidate = 604_800
    /// The field with the tags of an effect; `nil` for no tags.
    public var tagField: TagField?

    /// The defaults: a day, a week, and no tags.
    public init() {}

    /// Header fields that caches read tags from.
    public enum TagField: String, Sendable, CaseIterable {
        /// Cloudflare, Google Cloud CDN, Bunny.
        case cacheTag = "Cache-Tag"
        /// Akamai.
        case edgeCacheTag = "Edge-Cache-Tag"
        /// Fastly.
        case surrogateKey = "Surrogate-Key"
        /// Varnish, with the xkey module.
        case xkey

        fileprivate var separator: String {
            switch self {
            case .cacheTag, .edgeCacheTag: ","
            case .surrogateKey, .xkey: " "
            }
        }
    }
}

/// Cache lifetime of one answer.
enum Keeping: Sendable {
    /// The operator's lifetime for effects.
    case effect
    /// An hour, for the description of the API.
    case hour
    /// For pages, files under their own names, the catalog and the schema: caches ask each time, by entity tag. A page's
    /// scripts are those of its version, and need the catalog of the same one.
    case revalidated
    /// For files with a hash of their content in the name.
    case forever
    case never
}

/// A ``CachePolicy`` as header values, formatted once for all answers.
final class CacheFields: Sendable {
    private let effect: String
    private let tags: (name: HTTPField.Name, separator: String)?

    /// Value of `Cache-Control` for URLs that pin the version or the content.
    private static let forever = "public, max-age=31536000, immutable"

    init(_ policy: CachePolicy) {
        // Not immutable: a better renderer may change the pixels behind the same URL.
        let stale = policy.staleWhileRevalidate
        effect = "public, max-age=\(policy.maximumAge)" + (stale > 0 ? ", stale-while-revalidate=\(stale)" : "")
        tags = policy.tagField.flatMap { field in HTTPField.Name(field.rawValue).map { ($0, field.separator) } }
    }

    /// Value of `Cache-Control`.
    ///
    /// - Parameter isPinned: Whether the URL names the version.
    func control(_ keeping: Keeping, isPinned: Bool) -> String {
        switch keeping {
        case .effect: isPinned ? Self.forever : effect
        case .hour: "public, max-age=3600"
        case .revalidated: "public, no-cache"
        case .forever: Self.forever
        case .never: "no-store"
        }
    }

    /// Adds the purge tags of an effect: the service, its version and the preset.
    ///
    /// - Parameter name: Name of the preset, or `spec`.
    func addTags(of name: @autoclosure () -> String?, to fields: inout HTTPFields) {
        guard let tags, let name = name() else { return }
        let all = ["hanabi", "hanabi-version-\(hanabiVersion)", "hanabi-effect-\(name)"]
        fields[tags.name] = all.joined(separator: tags.separator)
    }
}
