internal import EffectModel

/// What there is to say of a document as a whole.
extension ImportReport {
    mutating func noteThinning(of node: EmitterNode, to thinned: EmitterNode) {
        guard thinned.rate < node.rate else { return }
        let reason = "more would go over the limits"
        note(.birthRate, node.birthRate, "thinned to \(thinned.rate.asWritten): \(reason)")
        guard thinned.count < node.count else { return }
        note(.count, node.count, "thinned to \(thinned.count.asWritten): \(reason)")
    }

    /// A document with a picture in it may be more than a service takes.
    mutating func noteSize(of document: JSONValue) {
        let size = JSONWriter.prettyBytes(of: document).count
        guard size > EffectSpec.maximumRequestBytes else { return }
        let most = "a service takes \(EffectSpec.maximumRequestBytes), unless its --max-body-bytes says more"
        note(ArchiveKey.texture.property, "a picture in a spec of \(size) bytes", "\(most); hanabi render reads it")
    }
}
