import EffectModel
import StrictJSON

/// Options of tsParticles: particles present from the start, and those that emitters send out.
struct TSParticlesDocument {
    /// An emitter and its particles.
    struct Emitter {
        var group: TSParticlesGroup
        /// Position in fractions of the canvas; `nil` is the center.
        var position: SIMD2<Double>?
        /// Size in points.
        var size = SIMD2(0.0, 0.0)
        /// Particles per second.
        var rate = 0.0
        var startCount = 0.0
        var start = 0.0
        /// Duration in seconds; `nil` is endless.
        var duration: Double?
        var pause = 0.0
        /// Number of runs; 0 is endless.
        var runs = 0.0
    }

    private let setting: ImportSetting
    private var standing: TSParticlesGroup?
    private var emitters: [Emitter] = []
    private var backgroundColor: String?

    /// Maximum lifetime in seconds of particles without one of their own.
    private static let longest = 10.0
    private static let maximumEmitters = 8
    private static let maximumCells = 24

    init(_ json: JSONValue, _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        guard case .object(let members) = json,
            members.contains(where: { ["particles", "emitters", "preset"].contains($0.name) })
        else { throw .notTheFormat(.tsParticles, "the document has neither particles nor emitters") }
        let reader = FieldReader(members, at: "", setting.notes)
        let base = reader.members(ofObject: "particles") ?? []
        try Self.requireParticles(members)
        let sent: [JSONValue] =
            switch reader.take("emitters") {
            case .array(let list)?: list
            case .object(let inner)?: [.object(inner)]
            default: []
            }
        for (index, value) in sent.enumerated() {
            guard index < Self.maximumEmitters, case .object(let own) = value else {
                setting.notes.ignore(
                    "emitters[\(index)]",
                    value.shown,
                    "the value is not an emitter, or exceeds the limit of \(Self.maximumEmitters) emitters"
                )
                continue
            }
            emitters.append(
                Self.emitter(own, base: base, at: sent.count == 1 ? "emitters" : "emitters[\(index)]", setting)
            )
        }
        let hasCount =
            if case .object(let number)? = base.first(where: { $0.name == "number" })?.value {
                number.contains {
                    if $0.name == "value", case .number(let count) = $0.value { count > 0 } else { false }
                }
            } else { false }
        if hasCount || sent.isEmpty { standing = TSParticlesGroup(base, at: "particles", setting) }
        readBackground(reader)
        Self.refuse(reader)
    }

    /// Refuses a document whose particles are in a preset of the library, which is a package of its own.
    private static func requireParticles(_ members: [JSONValue.Member]) throws(ImportError) {
        guard !members.contains(where: { ["particles", "emitters"].contains($0.name) }),
            let preset = members.first(where: { $0.name == "preset" })
        else { return }
        throw .impossible(
            field: "preset",
            "names options that are not in the document (\(preset.value.shown)); paste the options instead"
        )
    }

    private static func emitter(
        _ members: [JSONValue.Member],
        base: [JSONValue.Member],
        at path: String,
        _ setting: ImportSetting
    ) -> Emitter {
        let reader = FieldReader(members, at: path, setting.notes)
        let own = reader.members(ofObject: "particles")
        let merged = own.map { Self.merged(base, with: $0) } ?? base
        var group = TSParticlesGroup(merged, at: own == nil ? "particles" : "\(path).particles", setting)
        let way = TSParticlesGroup.angle(reader.take("direction"), at: reader.place("direction"), setting.notes)
        if group.direction == nil { group.direction = way }
        var emitter = Emitter(group: group)
        if let place = reader.object("position") {
            let (x, y) = (place.range("x", 50...50), place.range("y", 50...50))
            emitter.position = SIMD2(x.lowerBound + x.upperBound, y.lowerBound + y.upperBound) / 200
            place.refuseTheRest()
        } else {
            setting.notes.approximate(
                reader.place("position"),
                "nothing",
                "the position is the center instead of random"
            )
        }
        if let size = reader.object("size") {
            let isShare = size.text("mode") ?? "percent" == "percent"
            let extent = SIMD2(size.number("width", 0, in: 0...100_000), size.number("height", 0, in: 0...100_000))
            emitter.size = isShare ? extent * setting.canvas / 100 : extent
            size.refuseTheRest()
        }
        var (delay, quantity) = (0.1...0.1, 1.0...1.0)
        if let rate = reader.object("rate") {
            (delay, quantity) = (rate.range("delay", delay), rate.range("quantity", quantity))
            rate.refuseTheRest()
        }
        emitter.rate = (quantity.lowerBound + quantity.upperBound) / max(1.0 / 30, delay.lowerBound + delay.upperBound)
        emitter.startCount = reader.number("startCount", 0, in: 0...1e6).rounded()
        if let life = reader.object("life") {
            let (duration, pause) = (life.range("duration", 0...0), life.range("delay", 0...0))
            if duration.upperBound > 0 { emitter.duration = (duration.lowerBound + duration.upperBound) / 2 }
            emitter.pause = ((pause.lowerBound + pause.upperBound) / 2).clamped(to: 0...10_000)
            emitter.runs = life.number("count", 0, in: 0...1e6).rounded()
            if life.flag("wait") { emitter.start = emitter.pause }
            life.refuseTheRest()
        }
        reader.ignore("shape", unless: "square", because: "particles start in a rectangle")
        reader.ignore("spawnColor", because: "colors do not change between births")
        reader.ignore("spawnFillColor", because: "colors do not change between births")
        reader.forget("autoPlay", "name", "fill", "domId", "spawn", "spawnStrokeColor")
        reader.refuseTheRest()
        return emitter
    }

    /// Returns the first list of members with those of the second merged in, recursively where both are objects.
    private static func merged(_ base: [JSONValue.Member], with over: [JSONValue.Member]) -> [JSONValue.Member] {
        var members = base
        for member in over {
            guard let index = members.firstIndex(where: { $0.name == member.name }) else {
                members.append(member)
                continue
            }
            if case (.object(let below), .object(let above)) = (members[index].value, member.value) {
                members[index].value = .object(merged(below, with: above))
            } else {
                members[index] = member
            }
        }
        return members
    }

    private mutating func readBackground(_ reader: FieldReader) {
        guard let background = reader.object("background") else { return }
        var color = background.take("color")
        if case .object(let members)? = color {
            let inner = FieldReader(members, at: background.place("color"), setting.notes)
            color = inner.take("value")
            inner.refuseTheRest()
        }
        if case .string(let text)? = color, !text.isEmpty, text.utf8.count <= 64, EffectModel.Color(text) != nil {
            backgroundColor = text
        } else if let color, color != "" {
            setting.notes.ignore("background.color", color.shown, "the value is not a color")
        }
        background.ignore("opacity", unless: 0, 1, because: "the background has the color's own opacity")
        background.ignore("image", unless: "", because: "the background is a color")
        background.forget("position", "repeat", "size")
        background.refuseTheRest()
    }

    private static func refuse(_ reader: FieldReader) {
        reader.ignore("preset", because: "the named options are not in the document")
        reader.ignore("presets", because: "the named options are not in the document")
        reader.ignore("palette", because: "the named colors are not in the document")
        reader.ignore("interactivity", because: "an image is not interactive")
        reader.ignore("absorbers", because: "absorbers are not supported")
        reader.ignore("polygon", because: "particles are not confined to a path")
        reader.ignore("manualParticles", because: "manual particles are not supported")
        reader.ignore("backgroundMask", because: "background masks are not supported")
        reader.ignore("trail", because: "trails of the canvas are not supported")
        reader.ignore("themes", because: "only the base options are imported")
        reader.ignore("responsive", because: "only the base options are imported")
        reader.ignore("clear", unless: true, because: "each frame starts empty")
        reader.ignore("delay", unless: 0, because: "the effect starts at once")
        reader.ignore("duration", unless: 0, because: "the parameter d sets the duration")
        reader.forget(
            "autoPlay",
            "defaultThemes",
            "detectRetina",
            "fpsLimit",
            "fps_limit",
            "fullScreen",
            "key",
            "motion",
            "name",
            "pauseOnBlur",
            "pauseOnOutsideViewport",
            "retina_detect",
            "smooth",
            "sounds",
            "style",
            "zLayers",
            "id",
            "$schema",
            "description"
        )
        reader.refuseTheRest()
    }

    // MARK: Writing

    func draft() throws(ImportError) -> SpecDraft {
        let sending = emitters.filter { $0.rate > 0 || $0.startCount > 0 }
        let stands = (standing?.count ?? 0) > 0
        guard stands || !sending.isEmpty else {
            throw .impossible(
                field: "particles.number.value",
                "is 0 without an emitter, so no particle would ever be visible"
            )
        }
        let endless = sending.filter { $0.duration == nil && $0.rate > 0 || $0.runs == 0 && $0.duration != nil }
        let lasts = sending.map {
            $0.start + ($0.duration ?? 0) * max(1, $0.runs) + $0.pause * max(0, $0.runs - 1)
                + life(of: $0.group).upperBound
        }
        let isEndless = endless.count == sending.count
        let playback: SpecDraft.Playback =
            if isEndless {
                .endless(
                    rate: 0,
                    step: sending.lazy.compactMap { emitter in emitter.duration.map { $0 + emitter.pause } }.first
                )
            } else if stands || !endless.isEmpty {
                .repeated(lasts.max() ?? 4)
            } else {
                .once(lasts.max() ?? 4)
            }
        let layers = sending.enumerated().map { layer($1, number: $0) }
        return SpecDraft(playback: playback, background: backgroundColor) { seconds in
            layers + (stands ? [standingLayer(seconds, isSeamless: isEndless)] : [])
        }
    }

    /// Lifetime in seconds: the group's own, or the time until a particle is out of sight.
    private func life(of group: TSParticlesGroup) -> ClosedRange<Double> {
        if let life = group.life {
            return life.lowerBound.clamped(to: 0.01...1000)...life.upperBound.clamped(to: 0.01...1000)
        }
        let way = setting.canvas.x + setting.canvas.y
        let mean = (group.speed.lowerBound + group.speed.upperBound) / 2
        var seconds = mean > 0 && group.drag == 0 ? way / mean : Self.longest
        let pull = max(abs(group.acceleration.x), abs(group.acceleration.y))
        if pull > 0, group.drag == 0 { seconds = min(seconds * 2, mean / pull * 2 + (2 * way / pull).squareRoot()) }
        let kept = seconds.clamped(to: 0.1...Self.longest)
        return kept...kept
    }

    private func layer(_ emitter: Emitter, number: Int) -> JSONValue {
        let place = (emitter.position ?? SIMD2(0.5, 0.5)) * setting.canvas
        var members: [JSONValue.Member] = [
            .init("name", .string("emitter\(number == 0 ? "" : "\(number + 1)")")),
            .init(
                "emitterPosition",
                .pair(place.clamped(lowerBound: SIMD2(repeating: -100_000), upperBound: SIMD2(repeating: 100_000)))
            ),
        ]
        if emitter.size != .zero {
            members += [
                .init("emitterShape", "rectangle"), .init("emitterMode", "volume"),
                .init("emitterSize", .pair(emitter.size)),
            ]
        }
        members.append(.init("naturalDirection", 0))
        let lifetime = life(of: emitter.group)
        let cells = cells(of: emitter.group, lifetime) { share in
            var birth: [JSONValue.Member] = []
            if emitter.startCount > 0 {
                let count = max(1, (emitter.startCount * share).rounded())
                birth.append(.init("burst", .object([.init("count", .number(count))])))
            }
            guard emitter.rate > 0 else { return birth }
            birth.append(.init("birthRate", .number((emitter.rate * share).clamped(to: 0...1_000_000).tidy)))
            birth.add("beginTime", emitter.start.tidy)
            guard let duration = emitter.duration else { return birth }
            birth.append(.init("duration", .number(duration.clamped(to: 0.001...10_000).tidy)))
            if emitter.runs == 1 { return birth }
            birth.add("idleDuration", emitter.pause.tidy)
            birth.append(.init("repeatCount", emitter.runs == 0 ? "infinite" : .number(emitter.runs)))
            return birth
        }
        members.append(.init("emitterCells", .array(cells)))
        return .object(members)
    }

    /// Layer of particles that wander forever: born all over the canvas, fading in and out.
    ///
    /// - Parameter seconds: Duration of the effect. Particles that live as long keep their number constant.
    private func standingLayer(_ seconds: Double, isSeamless: Bool) -> JSONValue {
        guard var group = standing else { return .null }
        let count = max(1, group.count.rounded())
        var lifetime = life(of: group)
        let isWandering = group.life == nil
        if isWandering {
            lifetime = seconds...seconds
            if group.fade == nil { group.fade = [0, 1, 1, 0] }
            let reason = "permanent particles become particles that fade in and out, with the same number alive"
            setting.notes.approximate("particles.number.value", count.asWritten, reason)
        }
        let members: [JSONValue.Member] = [
            .init("name", "particles"), .init("emitterPosition", ["50%", "50%"]), .init("emitterShape", "rectangle"),
            .init("emitterMode", "volume"), .init("emitterSize", ["110%", "110%"]), .init("naturalDirection", 0),
        ]
        let mean = (lifetime.lowerBound + lifetime.upperBound) / 2
        let cells = cells(of: group, lifetime) { share in
            [.init("birthRate", .number((count * share / mean).clamped(to: 0...1_000_000).tidy))]
        }
        let prewarm: [JSONValue.Member] = isSeamless ? [] : [.init("prewarm", .number(mean.tidy))]
        return .object(members + prewarm + [.init("emitterCells", .array(cells))])
    }

    /// Cells for each color of each shape.
    private func cells(
        of group: TSParticlesGroup,
        _ lifetime: ClosedRange<Double>,
        birth: (Double) -> [JSONValue.Member]
    ) -> [JSONValue] {
        var kinds: [(shape: JSONValue, color: String)] = []
        for (index, shape) in group.shapes.enumerated() {
            let colors = group.ownColors.contains(index) ? ["#ffffff"] : group.colors
            for color in colors { kinds.append((shape, color)) }
        }
        if kinds.count > Self.maximumCells {
            setting.notes.ignore(
                "\(group.path).color",
                "\(kinds.count) kinds",
                "only the first \(Self.maximumCells) are imported"
            )
            kinds = Array(kinds.prefix(Self.maximumCells))
        }
        return kinds.map { shape, color in
            let members = birth(1 / Double(kinds.count)) + look(of: group, shape, color)
            return .object(members + motion(of: group, lifetime))
        }
    }

    private func look(of group: TSParticlesGroup, _ shape: JSONValue, _ color: String) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        // tsParticles specifies a radius.
        let width = (2 * group.size.upperBound).clamped(to: 0.01...2048)
        guard case .object(var asset) = shape else { return members }
        if asset[0].name == "text" || asset[0].name == "emoji" {
            asset.append(.init("fontSize", .number(width.clamped(to: 0.1...512).tidy)))
        } else {
            asset.append(.init("size", .number(width.tidy)))
        }
        members.append(.init("contents", .object(asset)))
        var tint = EffectModel.Color(color)?.components ?? SIMD4(1, 1, 1, 1)
        tint.w *= (group.opacity.lowerBound + group.opacity.upperBound) / 2
        if tint != SIMD4(1, 1, 1, 1) { members.append(.init("color", .color(tint))) }
        members.add("alphaRange", ((group.opacity.upperBound - group.opacity.lowerBound) / 2).tidy)
        let low = group.size.upperBound > 0 ? group.size.lowerBound / group.size.upperBound : 1
        members.add("scale", low.tidy...1, unless: 1)
        return members
    }

    private func motion(of group: TSParticlesGroup, _ lifetime: ClosedRange<Double>) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        members.add("lifetime", lifetime.lowerBound.tidy...lifetime.upperBound.tidy, unless: nil)
        members.add("velocity", group.speed.lowerBound.tidy...group.speed.upperBound.tidy)
        if group.speed.upperBound > 0 {
            members.add("emissionLongitude", (group.direction ?? 0).tidy)
            let range = group.direction == nil ? 2 * Double.pi : group.spread
            if range > 0 {
                members.append(.init("emissionRange", .number(min(range, 2 * .pi).tidy)))
                members.append(.init("emissionSpace", "planar"))
            }
        }
        func kept(_ number: Double, _ name: String) -> Double {
            setting.notes.kept(number, in: -100_000...100_000, "\(group.path).move.\(name)")
        }
        members.add("xAcceleration", kept(group.acceleration.x, "drift"))
        members.add("yAcceleration", kept(group.acceleration.y, "gravity"))
        if group.tumbles {
            members += [.init("particleType", "plane"), .init("orientationRange", .number((2 * Double.pi).tidy))]
        }
        members.add("rotation", group.rotation)
        members.add("spin", group.spin)
        var behaviors: [JSONValue] = []
        if group.drag > 0 {
            behaviors.append(["type": "drag", "drag": .number(group.drag.clamped(to: 0...1000).tidy)])
        }
        if group.aligns { behaviors.append(["type": "alignToMotion", "rotation": 0.25]) }
        if let growth = group.growth { behaviors.append(.overLife("scale", Curve(growth), operation: "multiply")) }
        if let fade = group.fade {
            let curve = fade.count == 4 ? Curve(fade, at: [0, 0.15, 0.85, 1]) : Curve(fade)
            behaviors.append(.overLife("color.alpha", curve, operation: "multiply"))
        }
        members.add("emitterBehaviors", behaviors)
        return members
    }
}
