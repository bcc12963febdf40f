import EffectCoding
public import EffectCost
public import EffectModel
public import EffectRendering
package import StrictJSON

extension PresetRequest {
    /// The effect that the request describes, and the requested moments.
    ///
    /// - Throws: ``Failure`` with everything that is wrong.
    public static func snapshot(
        _ kind: SnapshotRequest.Kind,
        preset name: String,
        _ parameters: [Parameter],
        limits: RenderLimits,
        library: any AssetLibrary = NoAssets()
    ) throws(Failure) -> (spec: EffectSpec, snapshot: Snapshot) {
        let request = try Self.request(.preset(name), parameters, kind: kind, limits: limits, library: library)
        return (request.spec, try request.moments?.snapshot(of: request.spec, limits: limits) ?? .best)
    }

    /// The effect, its document, and the moments of a still image.
    ///
    /// - Parameters:
    ///   - kind: Kind of still image; `nil` for an animation.
    ///   - form: Form of the request, which decides what of a target applies.
    ///   - others: Additional names the request may use, for suggestions.
    ///   - videos: Videos that are made, which some targets prefer.
    /// - Throws: ``Failure`` with everything that is wrong.
    package static func request(
        _ base: Base,
        _ parameters: [Parameter],
        kind: SnapshotRequest.Kind?,
        form: OutputForm = .frames(.png),
        besides others: [String] = [],
        videos: VideoOffer = .none,
        limits: RenderLimits,
        library: any AssetLibrary
    ) throws(Failure) -> (spec: EffectSpec, document: JSONValue, moments: SnapshotRequest?) {
        guard let kind else {
            let (spec, document) = try specAndDocument(
                base,
                parameters,
                form: form,
                besides: others,
                videos: videos,
                limits: limits,
                library: library
            )
            return (spec, document, nil)
        }
        let own = parameters.filter { $0.name == SnapshotRequest.parameter }
        let rest = parameters.filter { $0.name != SnapshotRequest.parameter }
        let moments = Result { () throws(Failure) in try SnapshotRequest(kind, own) }
        let effect = Result { () throws(Failure) in
            try specAndDocument(
                base,
                rest,
                form: form,
                isStill: true,
                besides: others + [SnapshotRequest.parameter],
                limits: limits,
                library: library
            )
        }
        switch (moments, effect) {
        case (.success(let moments), .success(let effect)): return (effect.spec, effect.document, moments)
        case (.failure(.faults(let faults)), .failure(.faults(let more))):
            throw .faults(Array((faults + more).prefix(SpecError.maximumFaults)))
        case (_, .failure(let failure)), (.failure(let failure), _): throw failure
        }
    }
}
