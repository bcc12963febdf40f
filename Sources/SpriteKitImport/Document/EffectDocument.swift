internal import EffectModel

/// Writes an emitter as an effect spec.
///
/// Members are in the order in which a person would write them, and only those that differ from a spec's defaults.
struct EffectDocument {
    /// As many particles as are to be born.
    let node: EmitterNode
    let asset: ParticleAsset
    let options: SpriteKitImporter.Options
    /// When it is seen, and how many are born then.
    let plan: Plan
    /// What the file brought, and what comes up while it is written.
    var report: ImportReport

    init(_ node: EmitterNode, _ asset: ParticleAsset, _ plan: Plan, _ options: SpriteKitImporter.Options) {
        (self.node, self.asset, self.plan, self.options) = (node, asset, plan, options)
        report = ImportReport()
    }

    /// The document. It keeps to what a spec's fields allow; what it costs is for the spec's reader to judge.
    mutating func make() -> JSONValue {
        var canvas: [JSONValue.Member] = [
            .init("width", .number(options.width)), .init("height", .number(options.height)),
        ]
        if let background = options.background { canvas.append(.init("background", .string(background))) }
        return [
            "canvas": .object(canvas),
            "timing": .object(timing()),
            // SpriteKit's documentation says of every range that half of it goes to either side.
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

    /// Part of the random streams, so an emitter that is renamed is another one.
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

    /// The number, within what a spec allows.
    mutating func kept(_ number: Double, in bounds: ClosedRange<Double>, _ key: ArchiveKey) -> Double {
        report.kept(number, in: bounds, key)
    }
}

extension [JSONValue.Member] {
    /// Adds a number that is not the spec's default.
    mutating func add(_ name: String, _ number: Double, unless absent: Double = 0) {
        if number != absent { append(.init(name, .number(number))) }
    }
}
