internal import EffectModel
import StrictJSON

/// Writes an emitter as an effect spec.
///
/// Members are in a human-friendly order, and only those that differ from a spec's defaults.
struct EmitterSpecBuilder {
    /// Emitter with the number of particles to be born.
    let node: EmitterNode
    let asset: ParticleAsset
    let options: ImportOptions
    /// Size of the canvas in points; the emitter is at its center.
    let canvas: SIMD2<Double>
    /// Timing and birth rate.
    let plan: EmissionPlan
    /// Notes that arise while writing the document.
    var report: EmitterReport

    init(_ node: EmitterNode, asset: ParticleAsset, plan: EmissionPlan, options: ImportOptions) {
        (self.node, self.asset, self.plan, self.options) = (node, asset, plan, options)
        canvas = options.canvas(of: .spriteKit)
        report = EmitterReport()
    }

    /// Returns the document. Its fields are within a spec's ranges; the spec's reader judges its cost.
    mutating func make() -> JSONValue {
        SpecBuilder.document(
            canvas: canvas,
            background: options.background,
            timing: .object(timing()),
            // SpriteKit documents every range as half to either side.
            rangeConvention: .half,
            assets: [.init("particle", asset.json)],
            layers: [layer()]
        )
    }

    // MARK: The layer

    private mutating func layer() -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name()))]
        members.add("opacity", kept(node.alpha, in: 0...1, .nodeAlpha), unless: 1)
        members.add("z", kept(node.depth, in: -100_000...100_000, .depth))
        members += transform()
        members += place()
        members.append(.init("renderMode", .string(renderMode())))
        members.append(.init("emitterCells", [.object(cell())]))
        return .object(members)
    }

    /// The name is part of the random streams, so renaming an emitter changes its particles.
    private mutating func name() -> String {
        guard let name = node.name, !name.isEmpty else { return "emitter" }
        guard name.utf8.count <= 64 else {
            report.note(
                ArchiveKey.nodeName.property,
                name.excerpt,
                "the name has more than 64 bytes; the layer is named emitter"
            )
            return "emitter"
        }
        return name
    }

    private mutating func cell() -> [JSONValue.Member] {
        // Names are part of the random streams.
        var members: [JSONValue.Member] = [.init("name", "particle"), .init("contents", "particle")]
        members += asset.members
        members += birth()
        members += motion()
        var behaviors: [JSONValue] = []
        members += scale(&behaviors)
        members += color(&behaviors)
        if !behaviors.isEmpty { members.append(.init("emitterBehaviors", .array(behaviors))) }
        return members
    }

    // MARK: Numbers

    /// Returns a number clamped to what a spec allows, and notes a change.
    mutating func kept(_ number: Double, in bounds: ClosedRange<Double>, _ key: ArchiveKey) -> Double {
        report.kept(number, in: bounds, key)
    }
}
