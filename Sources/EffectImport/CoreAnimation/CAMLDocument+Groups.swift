import EffectModel
import StrictJSON

/// Conversion of layers around emitters to groups, if they do more than position the emitters.
extension CAMLDocument {
    private typealias Members = [JSONValue.Member]

    /// Maximum nesting depth of groups in a spec.
    private static let maximumDepth = 4

    /// Members of a group for a layer, without its contents; `nil` if the layer has nothing that a group would show.
    func group(_ reader: ElementReader, frame: Frame, in space: Space, _ found: inout Found) -> [JSONValue.Member]? {
        guard space.groups < Self.maximumDepth else { return nil }
        let isEmitter = reader.element.name == "CAEmitterLayer"
        let motion = transform(reader)
        // Offset of the center, around which a group is rotated, from the anchor.
        let middle = motion.applied(to: frame.size * (0.5 - frame.anchor))
        // An emitter converts its animations, its opacity and its clock itself.
        let layer = Placement(
            frame: frame,
            space: space,
            motion: motion,
            shift: space.origin + middle - self.middle(found)
        )
        let animations = isEmitter ? [] : self.animations(reader, of: layer, into: &found)
        var members: Members = []
        look(reader, frame: frame, in: space, animated: Self.properties(animations), &members)
        if !isEmitter {
            members.add("opacity", reader.fields.number("opacity", 1, in: 0...1), unless: 1)
            clock(reader, into: &members, found: &found)
            members.add("animations", animations)
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

    /// - Parameter animated: Names of the group's animated properties.
    private func look(
        _ reader: ElementReader,
        frame: Frame,
        in space: Space,
        animated: Set<String>,
        _ members: inout Members
    ) {
        let fields = reader.fields
        let hasBounds = frame.size.x > 0 && frame.size.y > 0 || animated.contains("size")
        var own: Members = []
        if hasBounds {
            if fields.flag("masksToBounds") { own.append(.init("masksToBounds", true)) }
            if let color = reader.color("backgroundColor"), color.w > 0 {
                own.append(.init("backgroundColor", .color(color)))
            }
            let border = fields.number("borderWidth", 0, in: 0...100_000)
            if border > 0 || animated.contains("borderWidth") {
                own.append(.init("borderWidth", .number(border)))
                if let color = reader.color("borderColor") { own.append(.init("borderColor", .color(color))) }
            }
            let radius = fields.number("cornerRadius", 0, in: 0...100_000)
            if !own.isEmpty || !animated.isDisjoint(with: ["size", "cornerRadius"]) {
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

    private func clock(_ reader: ElementReader, into members: inout Members, found: inout Found) {
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
        words([("fillMode", ["removed", "forwards", "backwards", "both"])], of: fields, into: &members)
        let runs = duration * count.number * (turns ? 2 : 1)
        found.animated = max(found.animated, min(1000, max(0, begin) + runs))
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
