internal import EffectModel
import Glibc

/// Who may ask for what. By default everybody, for everything that the service's limits allow.
public struct AccessPolicy: Sendable {
    /// When there is any, effects are given only to URLs that one of them has signed, as ``URLSignature`` says; the gallery,
    /// whose URLs would not work, is closed. Who POSTs a spec needs none: that is for ``bearerKeys``. Ids should differ: of
    /// several with one id, any counts.
    public var signingKeys: [SigningKey] = []

    /// When there is any, who POSTs has to show one of them: `Authorization: Bearer <token>`.
    public var bearerKeys: [BearerKey] = []

    /// Presets and their parameters only: nothing that is POSTed, no spec in a path, and no path in a query.
    public var presetsOnly = false

    /// What numbers a URL may say, by the names of its parameters: both ends of a range have to be within. What is not said in
    /// the URL is not looked at: a preset's own values, and what all of it comes to, are for the limits.
    ///
    /// Names that say the same in the same unit (`n` and `particleCount`, `w` and `canvas.width`) share all of their ceilings. What
    /// would be a way around one is not offered: paths into the spec, and names that say the same in another unit
    /// (`startVelocity` for `v`, `v` for `startVelocity`), unless they have a ceiling of their own, or are among ``allowedParameters``;
    /// and specs, which have no parameters: none in a path, and none that is POSTed, unless ``bearerKeys`` say who may.
    public var parameterCeilings: [String: ClosedRange<Double>] = [:]

    /// All names that a URL of an effect may use, `sig`, `exp` and `on-error` aside; `nil` for every one there is. With any
    /// set, even an empty one, specs are as with ``parameterCeilings``.
    public var allowedParameters: Set<String>?

    /// The clock by which URLs expire: seconds since 1970.
    public var unixTime: @Sendable () -> Int64 = { Int64(time(nil)) }

    /// Everybody may ask for everything.
    public init() {}

    /// Whether it says what parameters may be, which specs would get around.
    var boundsParameters: Bool { !parameterCeilings.isEmpty || allowedParameters != nil }

    /// What it leaves open that may surprise who wrote it, for people; empty if there is nothing.
    public var warnings: [String] {
        // A token, or nothing at all: then nobody POSTs who may not.
        guard !signingKeys.isEmpty, bearerKeys.isEmpty, !presetsOnly, !boundsParameters else { return [] }
        return ["URLs have to be signed, but anybody may POST any spec: add bearer keys, or take presets only"]
    }

    /// Something in it that makes no sense.
    public struct Fault: Sendable, Equatable {
        /// Where in it.
        public enum Part: Sendable { case signingKeys, parameterCeilings, allowedParameters }

        /// Where in it.
        public let part: Part
        /// For people: what was found, and what is allowed.
        public let detail: String

        init(_ part: Part, found: String, _ allowed: String) {
            (self.part, detail) = (part, "found \(found); \(allowed)")
        }
    }

    /// What makes no sense in it; empty if all of it does.
    public var faults: [Fault] {
        var faults: [Fault] = []
        var ids: Set<String> = []
        for key in signingKeys where !ids.insert(key.id).inserted {
            faults.append(Fault(.signingKeys, found: "two with the id \(key.id)", "allowed: one"))
        }
        let numbers = QueryParameter.table.filter { parameter in
            switch parameter.kind {
            case .number, .whole: true
            default: false
            }
        }.map(\.name).sorted()
        for name in parameterCeilings.keys.sorted() {
            switch QueryParameter.all[name]?.kind {
            case .number, .whole, .text: break
            case nil where QueryPath(name) != nil: break
            case nil:
                let allowed = Self.allowed(name, among: numbers)
                faults.append(Fault(.parameterCeilings, found: JSONValue.string(name).excerpt, allowed))
            default:
                let allowed = "allowed: parameters that are numbers: \(numbers.joined(separator: ", "))"
                faults.append(Fault(.parameterCeilings, found: name, allowed))
            }
        }
        let others = Wishes.names + [SnapshotRequest.parameter]
        for name in (allowedParameters ?? []).sorted()
        where QueryParameter.all[name] == nil && QueryPath(name) == nil && !others.contains(name) {
            let allowed = Self.allowed(name, among: (QueryParameter.all.keys + others).sorted())
            faults.append(Fault(.allowedParameters, found: JSONValue.string(name).excerpt, allowed))
        }
        return faults
    }

    /// The name that was probably meant, or all that there are.
    private static func allowed(_ name: String, among names: [String]) -> String {
        if let near = QueryParameter.nearest(to: name), names.contains(near.name) {
            return "did you mean \(near.name) (\(near.title))?"
        }
        return "allowed: \(names.joined(separator: ", ")), or a path like layers.0.opacity"
    }
}
