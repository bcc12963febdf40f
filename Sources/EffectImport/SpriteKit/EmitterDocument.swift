import EffectCoding
import EffectModel

/// Emitter file of SpriteKit.
///
/// An emitter file (`.sks`) is saved by Xcode's particle editor: a keyed archive, as a binary or XML property list,
/// whose root is an SKEmitterNode.
///
/// - Source: SKEmitterNode's documentation for the meaning of the properties; files written by Xcode for their
///   encoding.
struct EmitterDocument {
    private let node: EmitterNode
    private let options: ImportOptions
    /// Notes on the file.
    private let report: EmitterReport

    init(_ archive: KeyedArchive, _ options: ImportOptions) throws(ImportError) {
        var report = EmitterReport()
        node = try EmitterNode(archive, &report)
        (self.options, self.report) = (options, report)
    }

    /// Converts the emitter.
    ///
    /// - Throws: ``ImportError/refused(_:)`` for effects over the limits.
    func result() throws(ImportError) -> ImportResult {
        let asset = ParticleAsset(node, options)
        // An effect over the limits is thinned, and reported, rather than refused: a game draws more particles than a
        // service allows.
        var faults = SpecError([])
        var tried: [EmissionPlan] = []
        for share in (0...10).map({ 1 / Double(1 << $0) }) {
            let thinned = node.thinned(to: share, seconds: options.duration ?? ImportOptions.endlessDurations[0])
            for plan in EmissionPlan.all(for: thinned, options) where !tried.contains(plan) {
                tried.append(plan)
                var builder = EmitterSpecBuilder(thinned, asset: asset, plan: plan, options: options)
                let json = builder.make()
                let spec: EffectSpec
                do throws(SpecError) {
                    spec = try EffectSpec(json: json, limits: options.limits, library: asset.library)
                } catch {
                    faults = error
                    continue
                }
                var report = report
                report.append(asset.report)
                report.noteThinning(of: node, to: thinned)
                report.noteLoop(plan, of: node)
                report.append(builder.report)
                report.noteSize(of: json)
                return try ImportResult(json, spec, notes: report.all)
            }
            if !faults.faults.allSatisfy({ $0.kind == .tooMuch }) { break }
        }
        throw .refused(faults)
    }
}
