internal import EffectModel

/// What particles look like, picture and colour apart.
extension EffectDocument {
    /// How particles lie over one another.
    mutating func renderMode() -> String {
        // SKBlendMode's numbers.
        switch node.blendMode {
        case 0: break
        case 1: return "additive"
        case 5: return "screen"
        case let mode:
            let names = [2.0: "subtract", 3: "multiply", 4: "multiplyX2", 6: "replace", 7: "multiplyAlpha"]
            let name = names[mode] ?? mode.asWritten
            report.note(ArchiveKey.blendMode.property, name, "is drawn as the usual covering")
        }
        switch node.renderOrder {
        case 0: return "oldestLast"
        case 1: return "oldestFirst"
        case 2: return "unordered"
        default:
            report.note(.renderOrder, node.renderOrder, "is no order that SpriteKit has; the oldest are drawn last")
            return "oldestLast"
        }
    }

    /// The factor of size.
    mutating func scale(_ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        let factors = -1000.0...1000.0
        var members: [JSONValue.Member] = []
        if let sequence = node.size.sequence {
            let values = sequence.points.map { kept($0.value.x, in: factors, .scaleSequence) }
            behaviors.append(.overLife("scale", sequence, values))
        } else {
            members.add("scale", kept(node.size.mean, in: factors, .scale), unless: 1)
            members.add("scaleRange", kept(node.size.range, in: factors, .scaleRange))
            members.add("scaleSpeed", kept(node.size.speed, in: factors, .scaleSpeed))
        }
        // Our reading; it is written nowhere. By its numbers, the fire that Xcode comes with is at nothing after a second,
        // and still bright: if its flames grew again from there, mirrored, it would have no tip.
        members.append(.init("negativeScale", "hide"))
        return members
    }
}

extension JSONValue {
    /// A behaviour that leads a property by the times of `sequence`.
    static func overLife(
        _ keyPath: String,
        _ sequence: KeyframeSequence,
        _ values: [Double],
        operation: String? = nil
    ) -> JSONValue {
        var members: [Member] = [
            .init("type", "valueOverLife"), .init("keyPath", .string(keyPath)),
            .init("values", .array(values.map { .number($0) })), .init("locations", sequence.locations),
        ]
        if let operation { members.append(.init("operation", .string(operation))) }
        return .object(members)
    }
}

extension KeyframeSequence {
    /// The times, as a behaviour has them: ascending. So all are rounded in one way; to say each in the fewest digits, as
    /// other numbers are said, may turn the order of two around.
    var locations: JSONValue { .array(points.map { .number(min(1, ($0.time * 1_000_000).rounded() / 1_000_000)) }) }
}
