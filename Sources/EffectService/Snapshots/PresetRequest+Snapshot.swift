public import EffectModel

extension PresetRequest {
    /// The effect that the request stands for, and which moments of it.
    ///
    /// - Throws: ``Failure`` with everything that is wrong.
    public static func snapshot(
        _ kind: SnapshotRequest.Kind,
        preset name: String,
        _ parameters: [Parameter],
        limits: RenderLimits,
        library: any AssetLibrary = NoAssets()
    ) throws(Failure) -> (spec: EffectSpec, snapshot: Snapshot) {
        let own = parameters.filter { $0.name == SnapshotRequest.parameter }
        let rest = parameters.filter { $0.name != SnapshotRequest.parameter }
        let request = Result { () throws(Failure) in try SnapshotRequest(kind, own) }
        let spec = Result { () throws(Failure) in
            try Self.specAndDocument(
                preset: name,
                rest,
                besides: [SnapshotRequest.parameter],
                limits: limits,
                library: library
            ).spec
        }
        switch (request, spec) {
        case (.success(let request), .success(let spec)):
            return (spec, try request.snapshot(of: spec, limits: limits))
        case (.failure(.faults(let faults)), .failure(.faults(let more))):
            throw .faults(Array((faults + more).prefix(SpecError.maximumFaults)))
        case (_, .failure(let failure)), (.failure(let failure), _):
            throw failure
        }
    }
}
