internal import EffectModel
import StrictJSON

/// Notes on a document as a whole.
extension EmitterReport {
    mutating func noteThinning(of node: EmitterNode, to thinned: EmitterNode) {
        guard thinned.rate < node.rate else { return }
        let reason = "a higher number would exceed the limits"
        note(.birthRate, node.birthRate, "reduced to \(thinned.rate.shortestText): \(reason)")
        guard thinned.count < node.count else { return }
        note(.count, node.count, "reduced to \(thinned.count.shortestText): \(reason)")
    }

    /// Notes the loop of an endless emitter, if it is not the usual one.
    mutating func noteLoop(_ plan: EmissionPlan, of node: EmitterNode) {
        let seconds = plan.timing.duration.shortestText
        if plan.rate > node.rate {
            let reason = "the rate is raised to one birth within the \(seconds) s shown"
            note(.birthRate, node.birthRate, reason)
        } else if let full = plan.shortenedFrom {
            let reason = "the loop has \(seconds) s, since \(full.shortestText) s would exceed the limits"
            note(.birthRate, node.birthRate, reason)
        }
    }

    /// Notes that a document with an embedded image may exceed the request limit of a service.
    mutating func noteSize(of document: JSONValue) {
        let size = JSONWriter.prettyBytes(of: document).count
        guard size > EffectSpec.maximumRequestBytes else { return }
        let most = "a service accepts \(EffectSpec.maximumRequestBytes) bytes unless --max-body-bytes is higher"
        note(
            ArchiveKey.texture.property,
            "an image in a spec of \(size) bytes",
            "\(most); hanabi render has no such limit"
        )
    }
}
