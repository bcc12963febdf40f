import EffectCoding
import EffectCost
internal import EffectModel
import StrictJSON
import Synchronization

/// The JSON Schema of specs, with the service's limits.
final class SchemaDocument: Sendable {
    private let limits: RenderLimits
    /// The document, created on first access.
    private let known = Mutex<CodedDocument?>(nil)

    init(limits: RenderLimits) { self.limits = limits }

    /// The document.
    var document: CodedDocument {
        known.withLock { known in
            let document =
                known ?? CodedDocument(JSONWriter.bytes(of: EffectSpec.jsonSchema(limits: limits)) + [0x0A])
            known = document
            return document
        }
    }
}
