internal import EffectCatalog
internal import EffectModel
import Glibc
import StrictJSON

/// Access rules of the service. By default everything that the limits allow is open to everyone.
public struct AccessPolicy: Sendable {
    /// Keys for signed URLs; empty to require no signatures. With any, effects are given only to URLs signed by one of
    /// them (``URLSignature``), and the gallery is closed because its URLs are unsigned. POSTs need no signature: see
    /// ``bearerKeys``. Ids should differ; of several keys with the same id, any is accepted.
    public var signingKeys: [SigningKey] = []

    /// Tokens for POSTs; empty to require none. With any, a POST must present one of them:
    /// `Authorization: Bearer <token>`.
    public var bearerKeys: [BearerKey] = []

    /// Whether to accept only presets and their named parameters: no POSTs, no spec in a path, and no path in a query.
    public var presetsOnly = false

    /// Allowed ranges of numeric URL parameters, by name. Both ends of a range value must be within. Values not in the
    /// URL are not checked: presets' own values and the total cost are subject to the limits only.
    ///
    /// Names for the same value in the same unit (`n` and `particleCount`, `w` and `canvas.width`) share all of their
    /// ceilings. Ways around a ceiling are refused: paths into the spec and names for the same value in another unit
    /// (`startVelocity` for `v`, `v` for `startVelocity`), unless they have a ceiling of their own or are among
    /// ``allowedParameters``; specs in paths; and POSTed specs, unless ``bearerKeys`` restrict who may POST.
    public var parameterCeilings: [String: ClosedRange<Double>] = [:]

    /// The only names that a URL of an effect may use, besides `sig`, `exp` and `on-error`; `nil` for all names. Any
    /// set, even an empty one, restricts specs as ``parameterCeilings`` do.
    public var allowedParameters: Set<String>?

    /// The clock for expiring URLs: seconds since 1970.
    public var unixTime: @Sendable () -> Int64 = { Int64(time(nil)) }

    /// The default policy, which is open to everyone.
    public init() {}

    /// Whether parameters are restricted, which specs would circumvent.
    var boundsParameters: Bool { !parameterCeilings.isEmpty || allowedParameters != nil }

    /// Human-readable warnings about openings that the operator may not intend; empty if there are none.
    public var warnings: [String] {
        // With bearer keys, presets only or bounded parameters, POSTs are restricted already.
        guard !signingKeys.isEmpty, bearerKeys.isEmpty, !presetsOnly, !boundsParameters else { return [] }
        return ["URLs must be signed, but anyone may POST any spec: add bearer keys, or accept presets only"]
    }

    /// An inconsistency in the policy.
    public struct Fault: Sendable, Equatable {
        /// The part of a policy with an inconsistency.
        public enum Part: Sendable { case signingKeys, parameterCeilings, allowedParameters }

        /// The part at fault.
        public let part: Part
        /// Human-readable text: the value found, and what is allowed.
        public let detail: String

        init(_ part: Part, found: String, _ allowed: String) {
            (self.part, detail) = (part, "found \(found); \(allowed)")
        }
    }

    /// All inconsistencies in the policy; empty if it is valid.
    public var faults: [Fault] {
        var faults: [Fault] = []
        var ids: Set<String> = []
        for key in signingKeys where !ids.insert(key.id).inserted {
            faults.append(Fault(.signingKeys, found: "two keys with the id \(key.id)", "allowed: one key for each id"))
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
                let allowed = "allowed: numeric parameters: \(numbers.joined(separator: ", "))"
                faults.append(Fault(.parameterCeilings, found: name, allowed))
            }
        }
        let others = ResponseOptions.names + [SnapshotRequest.parameter]
        for name in (allowedParameters ?? []).sorted()
        where QueryParameter.all[name] == nil && QueryPath(name) == nil && !others.contains(name) {
            let allowed = Self.allowed(name, among: (QueryParameter.all.keys + others).sorted())
            faults.append(Fault(.allowedParameters, found: JSONValue.string(name).excerpt, allowed))
        }
        return faults
    }

    /// The most similar name as a suggestion, or all allowed names.
    private static func allowed(_ name: String, among names: [String]) -> String {
        if let near = QueryParameter.nearest(to: name), names.contains(near.name) {
            return "did you mean \(near.name) (\(near.title))?"
        }
        return "allowed: \(names.joined(separator: ", ")), or a path such as layers.0.opacity"
    }
}
