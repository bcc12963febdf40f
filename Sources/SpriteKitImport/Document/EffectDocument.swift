internal import EffectModel

/// Writes an emitter as an effect spec.
///
/// Members are in the order in which a person would write them, and only those that differ from a spec's defaults.
struct EffectDocument {
    private(set) var node: EmitterNode
    let options: SpriteKitImporter.Options
    /// Seconds that the animation lasts.
    let duration: Double
    /// What the file brought, and what comes up while it is written.
    var report: ImportReport

    /// - Parameter share: How many of the particles are to be born.
    init(
        _ node: EmitterNode,
        _ options: SpriteKitImporter.Options,
        _ report: ImportReport,
        duration: Double,
        share: Double = 1
    ) {
        (self.node, self.options, self.report, self.duration) = (node, options, report, duration)
        guard share < 1 else { return }
        self.node.birthRate *= share
        self.node.count *= share
        if node.count > 0 { self.node.count = max(1, self.node.count) }
        let rate = self.node.birthRate.asWritten
        self.report.note(.birthRate, node.birthRate, "thinned to \(rate): more would go over the limits")
    }

    /// The document. It keeps to what a spec's fields allow; what it costs is for the spec's reader to judge.
    mutating func make() -> JSONValue {
        var canvas: [JSONValue.Member] = [
            .init("width", .number(options.width)), .init("height", .number(options.height)),
        ]
        if let background = options.background { canvas.append(.init("background", .string(background))) }
        let timing = timing()
        let asset = asset()
        return [
            "canvas": .object(canvas),
            "timing": .object(timing),
            // SpriteKit's documentation says of every range that half of it goes to either side.
            "rangeConvention": "half",
            "assets": ["particle": asset],
            "layers": [layer()],
        ]
    }

    // MARK: The layer

    private mutating func layer() -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(name))]
        members.add("opacity", kept(node.alpha, in: 0...1, .nodeAlpha), unless: 1)
        members.add("z", kept(node.depth, in: -100_000...100_000, .depth))
        members += transform()
        members += place()
        members.append(.init("renderMode", .string(renderMode())))
        members.append(.init("emitterCells", [.object(cell())]))
        return .object(members)
    }

    /// Part of the random streams, so an emitter that is renamed is another one.
    private var name: String {
        guard let name = node.name, (1...64).contains(name.utf8.count) else { return "emitter" }
        return name
    }

    private mutating func cell() -> [JSONValue.Member] {
        // Names are part of the random streams.
        var members: [JSONValue.Member] = [.init("name", "particle"), .init("contents", "particle")]
        if node.texture?.isNearest == true {
            members += [.init("minificationFilter", "nearest"), .init("magnificationFilter", "nearest")]
        }
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
        // Products of numbers that are far off may be none.
        let kept = number.isNaN ? 0 : min(max(number, bounds.lowerBound), bounds.upperBound)
        if kept != number { report.note(key, number, "taken as \(kept.asWritten), which is as far as it goes here") }
        return kept.tidy
    }
}

extension [JSONValue.Member] {
    /// Adds a number that is not the spec's default.
    mutating func add(_ name: String, _ number: Double, unless absent: Double = 0) {
        if number != absent { append(.init(name, .number(number))) }
    }
}
