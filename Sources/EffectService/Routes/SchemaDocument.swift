import EffectCoding
import EffectCost
internal import EffectModel
import StrictJSON
import Synchronization

/// The JSON Schema of specs, with the service's limits.
final class SchemaDocument: Sendable {
    private let limits: RenderLimits
    /// The document, created on first access.
    private let known = Mutex<[UInt8]?>(nil)

    init(limits: RenderLimits) { self.limits = limits }

    /// The document.
    var bytes: [UInt8] {
        known.withLock { known in
            let bytes = known ?? JSONWriter.bytes(of: EffectSpec.jsonSchema(limits: limits)) + [0x0A]
            known = bytes
            return bytes
        }
    }
}
