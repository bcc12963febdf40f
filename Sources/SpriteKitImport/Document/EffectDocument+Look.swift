internal import EffectModel

/// Appearance of particles, except image and color.
extension EffectDocument {
    /// Returns how overlapping particles are drawn.
    mutating func renderMode() -> String {
        // Raw values of SKBlendMode.
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

    /// Returns the members for the scale, and appends its behaviors.
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
        // An interpretation; the documentation does not cover it. By its numbers, the fire template of Xcode has size 0
        // after a second while still bright: if its flames grew again from there, mirrored, they would have no tip.
        members.append(.init("negativeScale", "hide"))
        return members
    }
}

extension JSONValue {
    /// Behavior that animates a property at the times of `sequence`.
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
    /// Times for a behavior, ascending. All are rounded the same way: writing each with the fewest digits could swap
    /// the order of two times.
    var locations: JSONValue { .array(points.map { .number(min(1, ($0.time * 1_000_000).rounded() / 1_000_000)) }) }
}
