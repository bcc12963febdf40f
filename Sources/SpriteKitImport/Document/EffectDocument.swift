internal import EffectModel

/// Writes an emitter as an effect spec.
///
/// Members are in a human-friendly order, and only those that differ from a spec's defaults.
struct EffectDocument {
    /// Emitter with the number of particles to be born.
    let node: EmitterNode
    let asset: ParticleAsset
    let options: SpriteKitImporter.Options
    /// Timing and birth rate.
    let plan: Plan
    /// Remarks that arise while writing the document.
    var report: ImportReport

    init(_ node: EmitterNode, _ asset: ParticleAsset, _ plan: Plan, _ options: SpriteKitImporter.Options) {
        (self.node, self.asset, self.plan, self.options) = (node, asset, plan, options)
        report = ImportReport()
    }

    /// Returns the document. Its fields are within a spec's ranges; the spec's reader judges its cost.
    mutating func make() -> JSONValue {
        var canvas: [JSONValue.Member] = [
            .init("width", .number(options.width)), .init("height", .number(options.height)),
        ]
        if let background = options.background { canvas.append(.init("background", .string(background))) }
        return [
            "canvas": .object(canvas),
            "timing": .object(timing()),
            // SpriteKit documents every range as half to either side.
            "rangeConvention": "half",
            "assets": ["particle": asset.json],
            "layers": [layer()],
        ]
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
            report.note(ArchiveKey.nodeName.property, name.excerpt, "has more than 64 bytes; it is called emitter here")
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

extension [JSONValue.Member] {
    /// Appends a number unless it is the spec's default.
    mutating func add(_ name: String, _ number: Double, unless absent: Double = 0) {
        if number != absent { append(.init(name, .number(number))) }
    }
}
