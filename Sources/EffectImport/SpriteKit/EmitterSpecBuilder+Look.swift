internal import EffectModel
import StrictJSON

/// Appearance of particles, except image and color.
extension EmitterSpecBuilder {
    /// Returns how overlapping particles are drawn.
    mutating func renderMode() -> String {
        // Raw values of SKBlendMode.
        switch node.blendMode {
        case 0: break
        case 1: return "additive"
        case 5: return "screen"
        case let mode:
            let names = [2.0: "subtract", 3: "multiply", 4: "multiplyX2", 6: "replace", 7: "multiplyAlpha"]
            let name = names[mode] ?? mode.shortestText
            report.note(ArchiveKey.blendMode.property, name, "particles are drawn with normal blending")
        }
        switch node.renderOrder {
        case 0: return "oldestLast"
        case 1: return "oldestFirst"
        case 2: return "unordered"
        default:
            report.note(.renderOrder, node.renderOrder, "the order is unknown; the oldest particles are drawn last")
            return "oldestLast"
        }
    }

    /// Returns the members for the scale, and appends its behaviors.
    mutating func scale(_ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        let factors = -1000.0...1000.0
        var members: [JSONValue.Member] = []
        if let sequence = node.size.sequence {
            let values = sequence.points.map { kept($0.value.x, in: factors, .scaleSequence) }
            behaviors.append(.overLife("scale", values: values, locations: sequence.locations, operation: nil))
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

extension KeyframeSequence {
    /// Times for a behavior, ascending. All are rounded the same way: writing each with the fewest digits could swap
    /// the order of two times.
    var locations: JSONValue { .array(points.map { .number(min(1, ($0.time * 1_000_000).rounded() / 1_000_000)) }) }
}
