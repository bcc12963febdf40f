internal import EffectModel
import StrictJSON

/// Notes on a document as a whole.
extension EmitterReport {
    mutating func noteThinning(of node: EmitterNode, to thinned: EmitterNode) {
        guard thinned.rate < node.rate else { return }
        let reason = "more would go over the limits"
        note(.birthRate, node.birthRate, "thinned to \(thinned.rate.shortestText): \(reason)")
        guard thinned.count < node.count else { return }
        note(.count, node.count, "thinned to \(thinned.count.shortestText): \(reason)")
    }

    /// Notes the loop of an endless emitter, if it is not the usual one.
    mutating func noteLoop(_ plan: EmissionPlan, of node: EmitterNode) {
        let seconds = plan.timing.duration.shortestText
        if plan.rate > node.rate {
            let reason = "so that any is born at all, one is in the \(seconds) s that are shown"
            note(.birthRate, node.birthRate, reason)
        } else if let full = plan.shortenedFrom {
            let reason = "is seen in \(seconds) s that are repeated; \(full.shortestText) s would go over the limits"
            note(.birthRate, node.birthRate, reason)
        }
    }

    /// Notes that a document with an embedded image may exceed the request limit of a service.
    mutating func noteSize(of document: JSONValue) {
        let size = JSONWriter.prettyBytes(of: document).count
        guard size > EffectSpec.maximumRequestBytes else { return }
        let most = "a service takes \(EffectSpec.maximumRequestBytes), unless its --max-body-bytes says more"
        note(ArchiveKey.texture.property, "a picture in a spec of \(size) bytes", "\(most); hanabi render reads it")
    }
}
