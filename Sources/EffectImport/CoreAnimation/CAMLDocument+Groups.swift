import EffectModel
import StrictJSON

/// Conversion of layers around emitters to groups, if they do more than position the emitters.
extension CAMLDocument {
    private typealias Members = [JSONValue.Member]

    /// Maximum nesting depth of groups in a spec.
    private static let maximumDepth = 4

    /// Members of a group for a layer, without its contents; `nil` if the layer has nothing that a group would show.
    func group(_ reader: ElementReader, _ frame: Frame, in space: Space, _ found: inout Found) -> [JSONValue.Member]? {
        guard space.groups < Self.maximumDepth else { return nil }
        let isEmitter = reader.element.name == "CAEmitterLayer"
        let motion = transform(reader)
        var members: Members = []
        look(reader, frame, in: space, &members)
        var animations: [JSONValue] = []
        // Offset of the center, around which a group is rotated, from the anchor.
        let middle = motion.applied(to: frame.size * (0.5 - frame.anchor))
        if !isEmitter {
            // An emitter converts these members itself.
            members.add("opacity", reader.fields.number("opacity", 1, in: 0...1), unless: 1)
            clock(reader, &members, &found)
            animations = self.animations(reader, frame, in: space, middle, &found)
            if !animations.isEmpty { members.append(.init("animations", .array(animations))) }
        }
        let turnsOver = frame.isFlipped != space.isFlipped && frame.size.y != 0
        if !motion.isIdentity { members += self.members(of: motion, reader, isFlipped: space.isFlipped) }
        guard !members.isEmpty || turnsOver || !motion.isIdentity else { return nil }
        // An emitter keeps its name, so its group gets another one.
        let name = found.name(isEmitter ? nil : reader.fields.text("name"), like: "group")
        let head: Members = [.init("type", "group"), .init("name", .string(name))]
        if !isEmitter { members.add("z", reader.fields.number("zPosition", 0, in: -100_000...100_000)) }
        var place = space.origin + frame.position + middle - self.middle(found)
        if !space.isFlipped { place.y = -place.y }
        let bound = SIMD2(repeating: 100_000.0)
        return head + [.init("position", .pair(place.clamped(lowerBound: -bound, upperBound: bound)))] + members
    }

    // MARK: Looks

    private func look(_ reader: ElementReader, _ frame: Frame, in space: Space, _ members: inout Members) {
        let fields = reader.fields
        let hasBounds = frame.size.x > 0 && frame.size.y > 0
        var own: Members = []
        if hasBounds {
            if fields.flag("masksToBounds") { own.append(.init("masksToBounds", true)) }
            if let color = reader.color("backgroundColor"), color.w > 0 {
                own.append(.init("backgroundColor", .color(color)))
            }
            let border = fields.number("borderWidth", 0, in: 0...100_000)
            if border > 0 {
                own.append(.init("borderWidth", .number(border)))
                if let color = reader.color("borderColor") { own.append(.init("borderColor", .color(color))) }
            }
            let radius = fields.number("cornerRadius", 0, in: 0...100_000)
            if !own.isEmpty {
                own.add("cornerRadius", radius)
                let size = frame.size.clamped(lowerBound: .init(repeating: 0.01), upperBound: .init(repeating: 100_000))
                own.append(.init("size", .pair(size)))
            }
        }
        let opacity = fields.number("shadowOpacity", 0, in: 0...1)
        if opacity > 0 {
            var offset = reader.numbers("shadowOffset", counts: 2...2, in: -500...500) ?? [0, -3]
            if !space.isFlipped { offset[1] = -offset[1] }
            own.append(.init("shadowOpacity", .number(opacity)))
            own.add("shadowRadius", fields.number("shadowRadius", 3, in: 0...50), unless: 3)
            own.append(.init("shadowOffset", .numbers(offset)))
            if let color = reader.color("shadowColor") { own.append(.init("shadowColor", .color(color))) }
        }
        members += own
    }

    private func clock(_ reader: ElementReader, _ members: inout Members, _ found: inout Found) {
        let fields = reader.fields
        members.add("speed", fields.number("speed", 1, in: 0...1000), unless: 1)
        members.add("timeOffset", fields.number("timeOffset", 0, in: 0...100_000))
        let begin = fields.number("beginTime", 0, in: -1e9...1e9)
        if begin > 0.001 {
            members.append(.init("beginTime", .number(begin)))
            found.animated = max(found.animated, min(1000, begin + 1))
        }
        let (text, count) = (fields.text("duration"), Self.repeats(fields.text("repeatCount")))
        let turns = fields.flag("autoreverses")
        let duration = text.flatMap { ElementReader.numbers($0)?.first } ?? 0
        guard duration > 0, duration <= 100_000 else { return fields.forget("fillMode") }
        members.append(.init("duration", .number(duration)))
        if let json = count.json { members.append(.init("repeatCount", json)) }
        if turns { members.append(.init("autoreverses", true)) }
        words([("fillMode", ["removed", "forwards", "backwards", "both"])], fields, &members)
        let runs = duration * count.number * (turns ? 2 : 1)
        found.animated = max(found.animated, min(1000, max(0, begin) + runs))
    }

    // MARK: Animations

    /// Animations of a layer that a group has, too. Positions of the anchor become positions of the center.
    private func animations(
        _ reader: ElementReader,
        _ frame: Frame,
        in space: Space,
        _ middle: SIMD2<Double>,
        _ found: inout Found
    ) -> [JSONValue] {
        guard let list = reader.takeChild("animations") else { return [] }
        let place = reader.fields.place("animations")
        var shift = space.origin + middle - self.middle(found)
        var sign = SIMD2(1.0, 1)
        if !space.isFlipped { (shift.y, sign.y) = (-shift.y, -1) }
        return animations(list, at: place, &found).enumerated().compactMap { index, animation in
            guard case .object(var members) = animation, case .string(let keyPath)? = animation["keyPath"] else {
                return nil
            }
            var own = keyPath
            var change: (Double, Int) -> Double = { number, _ in number }
            var difference = change
            switch keyPath {
            case "opacity", "shadowOpacity", "shadowRadius", "transform.scale.x", "transform.scale.y": break
            case "transform.scale", "transform.scale.xy": own = "transform.scale"
            case "transform.rotation", "transform.rotation.z":
                own = "transform.rotation"
                change = { number, _ in number * sign.y }
                difference = change
            case "position":
                change = { number, axis in number * sign[axis] + shift[axis] }
                difference = { number, axis in number * sign[axis] }
            case "position.x":
                change = { number, _ in number + shift.x }
            case "position.y":
                change = { number, _ in number * sign.y + shift.y }
                difference = { number, _ in number * sign.y }
            default:
                let reason = "the property is not animated in the layers around an emitter"
                setting.notes.ignore("\(place)[\(index)]", JSONValue.string(keyPath).shown, reason)
                return nil
            }
            if keyPath.hasPrefix("transform."), frame.anchor != SIMD2(0.5, 0.5), frame.size != .zero {
                let reason = "the transform is applied about the layer's center instead of its anchor point"
                setting.notes.approximate("\(place)[\(index)]", JSONValue.string(keyPath).shown, reason)
            }
            for number in members.indices {
                switch members[number].name {
                case "keyPath": members[number].value = .string(own)
                case "from", "to": members[number].value = members[number].value.mapped(change)
                case "by": members[number].value = members[number].value.mapped(difference)
                case "values":
                    guard case .array(let values) = members[number].value else { continue }
                    members[number].value = .array(values.map { $0.mapped(change) })
                default: break
                }
            }
            return .object(members)
        }
    }

    // MARK: Transforms

    private func transform(_ reader: ElementReader) -> CAMLMotion {
        guard let text = reader.fields.text("transform"), !text.isEmpty else { return CAMLMotion() }
        guard let motion = CAMLMotion(text) else {
            let reason =
                "the transform is unknown; allowed: scale, rotate about z, translate, or the numbers of a matrix"
            setting.notes.ignore(reader.fields.place("transform"), JSONValue.string(text).shown, reason)
            return CAMLMotion()
        }
        return motion
    }

    private func members(of motion: CAMLMotion, _ reader: ElementReader, isFlipped: Bool) -> Members {
        let (scale, rotation, isSheared) = motion.parts(isFlipped: isFlipped)
        if isSheared {
            let place = reader.fields.place("transform")
            setting.notes.approximate(place, "a matrix with shear", "the layer is scaled and rotated, but not sheared")
        }
        let factors = scale.clamped(lowerBound: .init(repeating: -100), upperBound: .init(repeating: 100))
        var own: Members = []
        if factors != SIMD2(1, 1) { own.append(.init("scale", .pair(factors))) }
        own.add("rotation", rotation.tidy)
        return own.isEmpty ? [] : [.init("transform", .object(own))]
    }
}

extension JSONValue {
    /// Returns a number, or a list of numbers, with each mapped.
    fileprivate func mapped(_ change: (Double, Int) -> Double) -> JSONValue {
        switch self {
        case .number(let number): .number(change(number, 0).tidy)
        case .array(let values):
            .array(
                values.enumerated().map { axis, value in
                    if case .number(let number) = value { .number(change(number, min(axis, 1)).tidy) } else { value }
                }
            )
        default: self
        }
    }
}
