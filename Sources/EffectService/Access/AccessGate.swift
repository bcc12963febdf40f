internal import SystemSupport
internal import CSodium
internal import EffectCatalog
internal import EffectCoding
internal import EffectModel
internal import HTTPTypes
import StrictJSON

/// Checks requests against an ``AccessPolicy``, before anything beyond head and target is read.
struct AccessGate: Sendable {
    private let policy: AccessPolicy
    private let keys: KeyRing
    private let rules: ParameterRules
    /// Decoy that signs in place of an unknown key, so that the time taken does not reveal which ids exist.
    private let decoyKey: SigningKey?

    init(_ policy: AccessPolicy) {
        self.policy = policy
        keys = KeyRing(policy)
        rules = ParameterRules(policy)
        decoyKey = try? SigningKey.random()
    }

    /// Whether URLs need no signature, so that equal URLs may share an answer.
    var isOpen: Bool { !keys.requiresSignatures }

    /// Replaces the keys in all copies of this gate. The rest of `other` is ignored.
    func exchangeKeys(_ other: AccessPolicy) { keys.exchange(other) }

    /// Header fields that pages of other origins may send.
    var corsFields: String {
        "Content-Type, Accept, Range, If-Range, X-Request-Id, traceparent"
            + (keys.requiresTokens ? ", Authorization" : "")
    }

    /// The refusal that follows from the head alone, before a body is read; `nil` if there is none.
    func refusal(_ head: HTTPRequest, _ route: Route) -> AccessRefusal? {
        if head.method == .options { return nil }
        switch route {
        case .render, .import:
            if policy.presetsOnly { return .notOffered("this service offers presets only; /v1/effects lists them") }
            // A bearer token grants more trust than a URL does.
            if policy.boundsParameters, !keys.requiresTokens {
                return .notOffered("this service restricts parameters and therefore accepts no specs")
            }
            return refusal(ofToken: head.headerFields[.authorization])
        case .packed where policy.presetsOnly:
            return .notOffered(
                "this service offers presets only and accepts no spec in a path; /v1/effects lists the presets"
            )
        case .packed where policy.boundsParameters:
            return .notOffered("this service restricts parameters and therefore accepts no spec in a path")
        case .page(let page) where keys.requiresSignatures && page.file == Page.gallery.file:
            return .notOffered(
                "the gallery is closed: its image URLs are unsigned, and this service accepts signed URLs only"
            )
        case .page(.editor) where policy.presetsOnly || policy.boundsParameters || keys.requiresTokens:
            return .notOffered("the editor is closed: this service accepts no specs without a token")
        default: return nil
        }
    }

    private func refusal(ofToken field: String?) -> AccessRefusal? {
        guard keys.requiresTokens else { return nil }
        let parts = (field ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return .tokenRequired(isWrong: false) }
        let token = String(parts[1].drop { $0 == " " })
        return BearerKey.isAny(of: keys.bearer, token) ? nil : .tokenRequired(isWrong: true)
    }

    /// Verifies signature and parameters of a URL, and removes the parameters that do not describe the effect.
    ///
    /// - Returns: The grant of a valid signature; `nil` if none is required.
    /// - Throws: ``AccessRefusal``, or ``PresetRequest/Failure`` for invalid parameters.
    func enter(_ target: inout RequestTarget, _ route: Route) throws -> Grant? {
        let form: OutputForm
        switch route {
        case .effect(_, let asked), .packed(_, let asked): form = asked
        default: return nil
        }
        let grant = try isOpen ? nil : grant(target)
        let isSigned = grant != nil
        let taken = target.take { name in
            name == ErrorForm.parameter || (isSigned && URLSignature.isOwn(name))
        }
        try ErrorForm.check(taken)
        try rules.check(target.query, takesBudget: form.targetParts().budget)
        return grant
    }

    /// - Throws: ``AccessRefusal``, or ``PresetRequest/Failure`` for an invalid expiry. The signature comes first: only
    ///   whoever holds a key is told what else is wrong.
    private func grant(_ target: RequestTarget) throws -> Grant {
        let key = try key(of: target)
        let expires = try Self.expiry(of: target)
        if let expires, policy.unixTime() >= expires { throw AccessRefusal.signatureExpired(at: expires) }
        return Grant(key: key, expires: expires, unixTime: policy.unixTime)
    }

    /// Verifies a signature in constant time: a MAC is computed for every request, and compared to its end.
    private func key(of target: RequestTarget) throws(AccessRefusal) -> SigningKey {
        let signatures = target.query.filter { $0.name == URLSignature.parameter }
        guard let signature = signatures.first?.value else { throw .signatureRequired }
        let parts = signature.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let own = keys.signing.filter { $0.id == parts[0] }
        let given = Array((parts.count == 2 ? parts[1] : "").utf8)
        let canonical = URLSignature.canonical(target)
        var found: SigningKey?
        for key in own.isEmpty ? decoyKey.map({ [$0] }) ?? [] : own {
            let expected = key.signature(of: canonical)
            let isSame = given.count == expected.count && sodium_memcmp(given, expected, expected.count) == 0
            if isSame, !own.isEmpty { found = key }
        }
        guard let found, signatures.count == 1 else { throw .signatureInvalid }
        return found
    }

    /// The time at which a URL expires, in seconds since 1970; `nil` for never.
    private static func expiry(of target: RequestTarget) throws(PresetRequest.Failure) -> Int64? {
        let name = URLSignature.expiryParameter
        let values = target.query.filter { $0.name == name }.map(\.value)
        if values.count > 1 { throw .faults([ParameterFault(repeated: name)]) }
        guard let value = values.first else { return nil }
        guard let end = seconds(value) else {
            let found = JSONValue.string(value).excerpt
            let allowed = "seconds since 1970, 1 to \(maximumDigits) digits"
            throw .faults([ParameterFault(.wrongType, name, found: found, allowed: allowed)])
        }
        return end
    }

    /// The largest number of digits of an expiry, all of which fit into 64 bits.
    private static let maximumDigits = 18

    private static func seconds(_ text: String) -> Int64? {
        // Digits only, and too few to overflow: Swift's own parser accepts a sign.
        text.utf8.allSatisfy(\.isASCIIDigit) && (1...maximumDigits).contains(text.utf8.count) ? Int64(text) : nil
    }
}
