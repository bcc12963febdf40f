import EffectModel
import StrictJSON

extension CAMLDocument {
    private typealias Members = [JSONValue.Member]

    /// Converts animations of numbers and points. The spec's reader validates key paths; an animation that it refuses
    /// is reported and omitted.
    func animations(_ list: XMLTree, at path: String, _ found: inout Found) -> [JSONValue] {
        var made: [JSONValue] = []
        for (index, element) in list.children.enumerated() {
            let reader = ElementReader(element, at: "\(path)[\(index)]", setting.notes)
            let type = reader.fields.text("type") ?? element.name
            if let (json, seconds) = animation(type, reader) {
                made.append(json)
                found.animated = max(found.animated, min(seconds, 1000))
            }
            reader.refuseTheRest()
        }
        return made
    }

    private func animation(_ type: String, _ reader: ElementReader) -> (JSONValue, Double)? {
        let fields = reader.fields
        let notes = setting.notes
        guard let keyPath = fields.text("keyPath") else {
            notes.ignore(fields.path, "<\(reader.element.name)>", "the animation has no keyPath")
            return nil
        }
        var members: Members = [.init("keyPath", .string(keyPath))]
        switch type {
        case "CAKeyframeAnimation":
            let values = Self.values(reader.takeChild("values"), of: keyPath)
            guard let values, !values.isEmpty else {
                notes.ignore(fields.place("values"), "no numbers", "the animation is left out")
                return nil
            }
            members.append(.init("values", .array(values)))
            if let times = Self.values(reader.takeChild("keyTimes"), of: "keyTimes") {
                members.append(.init("keyTimes", .array(times)))
            }
            if let mode = fields.text("calculationMode") {
                if ["linear", "discrete", "paced", "cubic", "cubicPaced"].contains(mode) {
                    members.append(.init("calculationMode", .string(mode)))
                } else {
                    notes.ignore(fields.place("calculationMode"), JSONValue.string(mode).shown, "the value is unknown")
                }
            }
        case "CABasicAnimation", "CASpringAnimation":
            members.insert(.init("type", type == "CABasicAnimation" ? "basic" : "spring"), at: 0)
            if type == "CASpringAnimation" {
                for (name, usual, range) in [
                    ("mass", 1.0, 0.001...10_000), ("stiffness", 100, 0.001...1_000_000), ("damping", 10, 0...100_000),
                    ("initialVelocity", 0, -1000...1000),
                ] { members.append(.init(name, .number(fields.number(name, usual, in: range)))) }
            }
            for (name, own) in [("fromValue", "from"), ("toValue", "to"), ("byValue", "by")] {
                if let text = fields.text(name) {
                    if let value = Self.value(text, of: keyPath) {
                        members.append(.init(own, value))
                    } else {
                        notes.ignore(fields.place(name), JSONValue.string(text).shown, "the value is not a number")
                    }
                }
            }
        default:
            notes.ignore(
                fields.path,
                JSONValue.string(type).shown,
                "only basic, spring and keyframe animations are imported"
            )
            return nil
        }
        let begin = max(0, fields.number("beginTime", 0, in: -1e9...1e9))
        let given = fields.number("duration", type == "CASpringAnimation" ? 0 : 0.25, in: 0...100_000)
        let duration = given > 0 ? given : 0.25
        if begin > 0.001 { members.append(.init("beginTime", .number(begin))) }
        // A spring without a duration of its own lasts until it has settled.
        if given > 0 || type != "CASpringAnimation" { members.append(.init("duration", .number(duration))) }
        let count = Self.repeats(fields.text("repeatCount"))
        if let json = count.json { members.append(.init("repeatCount", json)) }
        let turns = fields.flag("autoreverses")
        if turns { members.append(.init("autoreverses", true)) }
        for (name, allowed) in [
            ("fillMode", ["removed", "forwards", "backwards", "both"]),
            ("timingFunction", ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]),
        ] {
            guard let word = fields.text(name) else { continue }
            let short = word.hasPrefix("easeInOut") ? "easeInEaseOut" : word
            if allowed.contains(short) {
                members.append(.init(name, .string(short)))
            } else {
                notes.ignore(fields.place(name), JSONValue.string(word).shown, "the value is unknown")
            }
        }
        fields.forget("id", "name", "removedOnCompletion")
        return (.object(members), begin + duration * (turns ? 2 : 1) * min(count.number, 1000))
    }

    /// Repeat count, for a spec, `nil` for once; and as a number, 1 if endless.
    static func repeats(_ text: String?) -> (json: JSONValue?, number: Double) {
        let count = text.flatMap { ElementReader.numbers($0)?.first } ?? 1
        let isEndless = text.map { ["inf", "infinity", "1e100", "HUGE_VALF"].contains($0) } ?? false
        if isEndless || count > 100_000 { return ("infinite", max(1, count)) }
        return count > 1 ? (.number(count), count) : (nil, 1)
    }

    private static func values(_ list: XMLTree?, of keyPath: String) -> [JSONValue]? {
        guard let list else { return nil }
        if list.children.isEmpty { return ElementReader.numbers(list["value"] ?? list.text)?.map { .number($0) } }
        let values = list.children.prefix(1000).compactMap { value($0["value"] ?? $0.text, of: keyPath) }
        return values.count == list.children.count ? values : nil
    }

    /// Parses a number, a point, or a rectangle, which only `bounds` have.
    private static func value(_ text: String, of keyPath: String) -> JSONValue? {
        guard let numbers = ElementReader.numbers(text) else { return nil }
        let isBounds = keyPath == "bounds"
        switch numbers.count {
        case 1 where !isBounds: return .number(numbers[0])
        case 2 where !isBounds: return .numbers(numbers)
        case 4 where isBounds: return .numbers(numbers)
        default: return nil
        }
    }
}
