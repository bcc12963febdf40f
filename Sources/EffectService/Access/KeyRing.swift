import Synchronization

/// The keys of a running service, which can be replaced. Whether keys are required at all is fixed at the start: a
/// replacement neither opens a closed service nor closes an open one.
final class KeyRing: Sendable {
    private struct Keys {
        var signing: [SigningKey]
        var bearer: [BearerKey]
    }

    /// Whether URLs of effects need signatures.
    let requiresSignatures: Bool
    /// Whether POSTs need tokens.
    let requiresTokens: Bool
    private let keys: Mutex<Keys>

    init(_ policy: AccessPolicy) {
        (requiresSignatures, requiresTokens) = (!policy.signingKeys.isEmpty, !policy.bearerKeys.isEmpty)
        keys = Mutex(Keys(signing: policy.signingKeys, bearer: policy.bearerKeys))
    }

    var signing: [SigningKey] { keys.withLock { $0.signing } }
    var bearer: [BearerKey] { keys.withLock { $0.bearer } }

    /// Replaces all keys by those of `policy`.
    func exchange(_ policy: AccessPolicy) {
        let fresh = Keys(
            signing: requiresSignatures ? policy.signingKeys : [],
            bearer: requiresTokens ? policy.bearerKeys : []
        )
        keys.withLock { $0 = fresh }
    }
}
