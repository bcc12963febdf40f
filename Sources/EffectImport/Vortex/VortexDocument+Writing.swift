import EffectModel
import StrictJSON

extension VortexDocument {
    private typealias Members = [JSONValue.Member]

    /// Height of the view in points, the unit of all speeds.
    private var height: Double { setting.canvas.y }

    /// Size in points of VortexView's symbols.
    private static let symbolSize = 16.0

    /// Duration in seconds from which on births count as endless.
    private static let endless = 30.0

    func draft() throws(ImportError) -> SpecDraft {
        let notes = setting.notes
        let names = system.tags.isEmpty ? ["circle"] : system.tags
        notes.approximate(
            "tags",
            JSONValue.string(names[0]).shown,
            "an app defines the contents and blending of tags; Vortex's usual symbols of 16 points are drawn with normal blending"
        )
        noteShape()
        let own = longestLife(system)
        let playback: SpecDraft.Playback
        if let count = births {
            guard count >= 1 else {
                let field = system.rate == 0 ? "burstCount" : "emissionLimit"
                throw .impossible(field: field, "is 0, so no particle would ever be visible")
            }
            playback = .once((system.rate > 0 ? count / system.rate : 0) + own)
        } else {
            playback = .endless(rate: system.rate, step: isPulsed ? system.emission + system.idle : nil)
        }
        if system.rate == 0 {
            let reason = "an app triggers bursts; the import has one burst at the start"
            notes.approximate("burstCount", system.burst.asWritten, reason)
        }
        let members = layer()
        return SpecDraft(playback: playback, layers: { _ in [.object(members)] })
    }

    /// Total number of particles; `nil` is endless.
    private var births: Double? {
        if system.rate == 0 { return system.burst }
        guard let limit = system.limit, limit / system.rate <= Self.endless else { return nil }
        return limit
    }

    private var isPulsed: Bool { system.idle > 0 && system.emission > 0 }

    /// Seconds until a particle and everything it spawns is gone.
    private func longestLife(_ system: System) -> Double {
        system.lifetime + abs(system.lifetimeVariation) / 2
            + (system.secondary.map { spawnSpan($0) + longestLife($0) }.max() ?? 0)
    }

    /// Seconds in which a secondary system emits its particles.
    private func spawnSpan(_ system: System) -> Double {
        guard system.rate > 0 else { return 0 }
        return system.limit.map { min($0 / system.rate, 1000) } ?? system.emission
    }

    private func noteShape() {
        switch system.shape {
        case .ellipse, .ring:
            if setting.canvas.x != setting.canvas.y {
                let reason = "the shape is a circle of the canvas width instead of an ellipse of the view"
                setting.notes.approximate("shape", "an ellipse", reason)
            }
            if case .ellipse = system.shape {
                setting.notes.approximate(
                    "shape",
                    "an ellipse",
                    "births are uniform over the shape, while Vortex concentrates them at the center"
                )
            }
        case .point, .box: break
        }
    }

    // MARK: The layer

    private func layer() -> Members {
        var members: Members = [.init("name", "vortex")]
        members.append(.init("emitterPosition", .pair(system.position * setting.canvas)))
        func add(_ name: String, mode: String, size: SIMD2<Double>) {
            members += [
                .init("emitterShape", .string(name)), .init("emitterMode", .string(mode)),
                .init("emitterSize", .pair(size)),
            ]
        }
        switch system.shape {
        case .point: break
        case .box(let width, let height): add("rectangle", mode: "volume", size: SIMD2(width, height) * setting.canvas)
        case .ellipse(let radius): add("circle", mode: "volume", size: SIMD2(radius, radius) * setting.canvas.x)
        case .ring(let radius): add("circle", mode: "outline", size: SIMD2(radius, radius) * setting.canvas.x)
        }
        // 0 points up, whatever the shape.
        members.append(.init("naturalDirection", .number((-Double.pi / 2).tidy)))
        var birth: Members = []
        var share = 1.0
        let cells = variants(of: system, parent: nil)
        if let births {
            // The counts of the cells add up to the total.
            let counts = Self.split(births, into: cells.count)
            let all = zip(cells, counts).compactMap { cell, count -> JSONValue? in
                guard count > 0 else { return nil }
                var burst: Members = [.init("count", .number(count))]
                if system.rate > 0 {
                    burst.add("spacing", setting.notes.kept(births / system.rate, in: 0...100_000, "emissionLimit"))
                }
                return .object([.init("burst", .object(burst))] + cell)
            }
            return members + [.init("emitterCells", .array(all))]
        }
        share = 1 / Double(cells.count)
        birth.append(
            .init("birthRate", .number(setting.notes.kept(system.rate * share, in: 0...1_000_000, "birthRate")))
        )
        if let limit = system.limit {
            let reason = "the limit is reached after \((limit / system.rate).asWritten) s; the effect is endless"
            setting.notes.approximate("emissionLimit", limit.asWritten, reason)
        }
        if isPulsed {
            birth += [
                .init("duration", .number(system.emission)), .init("idleDuration", .number(system.idle)),
                .init("repeatCount", "infinite"),
            ]
        }
        return members + [.init("emitterCells", .array(cells.map { .object(birth + $0) }))]
    }

    /// Splits `count` into whole numbers with the same sum.
    private static func split(_ count: Double, into parts: Int) -> [Double] {
        let share = (count / Double(parts)).rounded(.down)
        let left = count - share * Double(parts)
        return (0..<parts).map { share + (Double($0) < left ? 1 : 0) }
    }

    // MARK: Cells

    /// Cells for each color of each tag, without their births, all equally frequent.
    private func variants(of system: System, parent: System?) -> [Members] {
        var tags = system.tags.isEmpty ? ["circle"] : system.tags
        var tints: [[SIMD4<Double>]]
        switch system.colors {
        case .single(let color): tints = [[color]]
        case .random(let colors): tints = colors.map { [$0] }
        case .ramp(let colors): tints = [colors]
        case .randomRamp(let ramps):
            // Vortex draws one ramp for a whole system. A parent's particles share the ramps: see below.
            tints = [ramps[0]]
            if parent == nil, ramps.count > 1 {
                let reason = "the first ramp is used instead of a random one"
                setting.notes.approximate(place(system, "colors"), "\(ramps.count) ramps", reason)
            }
        }
        // With secondary systems of several ramps, each parent has one.
        let ramps = system.secondary.map(\.rampCount).max() ?? 1
        var room = 64 / max(1, ramps)
        // Each variant of a parent has all variants of its children.
        if parent != nil { room = min(room, system.depth == 1 ? 8 : 2) }
        if tints.count > max(1, room) {
            setting.notes.ignore(
                place(system, "colors"),
                "\(tints.count) colors",
                "only the first \(max(1, room)) are imported"
            )
            tints = Array(tints.prefix(max(1, room)))
        }
        let most = max(1, room / tints.count)
        if tags.count > most {
            setting.notes.ignore(place(system, "tags"), "\(tags.count) tags", "only the first \(most) are imported")
            tags = Array(tags.prefix(most))
        }
        return tags.flatMap { tag in
            tints.flatMap { tint in (0..<ramps).map { cell(of: system, tag, tint, ramp: $0, parent: parent) } }
        }
    }

    private func place(_ system: System, _ name: String) -> String {
        system.path.isEmpty ? name : "\(system.path).\(name)"
    }

    /// - Parameter ramp: Index of the ramp for children that have several.
    private func cell(
        of system: System,
        _ tag: String,
        _ tint: [SIMD4<Double>],
        ramp: Int,
        parent: System?
    ) -> Members {
        let notes = setting.notes
        let hasChildren = !system.secondary.isEmpty
        let (shape, natural) = symbol(tag)
        // Children inherit a parent's scale, so its size is in the contents, and its scale around 1.
        let isBuiltIn = hasChildren && system.size > 0
        let unit = isBuiltIn ? system.size : 1
        var members: Members = []
        let drawn = (natural * unit).clamped(to: 0.01...2048)
        members.append(.init("contents", ["shape": .string(shape), "size": .number(drawn.tidy)]))
        if tint.count == 1, tint[0] != SIMD4(1, 1, 1, 1) { members.append(.init("color", .color(tint[0]))) }
        let lives = system.lifetime + SIMD2(-0.5, 0.5) * abs(system.lifetimeVariation)
        members.add("lifetime", max(0, lives.x).tidy...max(0, lives.y).tidy, unless: nil)
        let rates = -100_000.0...100_000.0
        let speeds = (system.speed + SIMD2(-0.5, 0.5) * abs(system.speedVariation)) * height
        let slow = notes.kept(speeds.x, in: rates, place(system, "speed"))
        members.add("velocity", slow...max(slow, notes.kept(speeds.y, in: rates, place(system, "speed"))))
        members.add("emissionLongitude", longitude(of: system, parent: parent).tidy)
        if system.angleRange > 0 {
            members.append(.init("emissionRange", .number(system.angleRange.tidy)))
            members.append(.init("emissionSpace", "planar"))
        }
        members.add(
            "xAcceleration",
            notes.kept(system.acceleration.x * height, in: rates, place(system, "acceleration"))
        )
        members.add(
            "yAcceleration",
            notes.kept(system.acceleration.y * height, in: rates, place(system, "acceleration"))
        )
        let sizes = (system.size + SIMD2(-0.5, 0.5) * abs(system.sizeVariation)) / unit
        members.add("scale", max(0, sizes.x).tidy...max(0, sizes.y).tidy, unless: 1)
        members += turning(system)
        members += behaviors(system, tint)
        let children = system.secondary.flatMap { self.children($0, of: system, ramp: ramp) }
        members.add("emitterCells", children.map { .object($0) })
        return members
    }

    /// Direction of a cell. Sub-cells measure their angle from their parent's direction.
    private func longitude(of system: System, parent: System?) -> Double {
        guard let parent else { return system.angle }
        if system.angleRange < 2 * .pi - 1e-6, parent.angleRange > 1e-6 || parent.acceleration != .zero {
            let reason = "the angle is relative to the parent's direction instead of upward"
            setting.notes.approximate(place(system, "angle"), system.angle.asWritten, reason)
        }
        return system.angle - parent.angle
    }

    private func turning(_ system: System) -> Members {
        var members: Members = []
        func range(_ axis: Int) -> ClosedRange<Double> {
            let half = abs(system.spinVariation[axis]) / 2
            return (system.spin[axis] - half).tidy...(system.spin[axis] + half).tidy
        }
        let tumbles = (0..<2).contains { system.spin[$0] != 0 || system.spinVariation[$0] != 0 }
        guard tumbles else {
            members.add("spin", range(2))
            return members
        }
        let reason = "rotation about a random axis replaces the rotations about three axes"
        setting.notes.approximate(place(system, "angularSpeed"), "three axes", reason)
        let fastest =
            (0..<3).max { range($0).upperBound - range($0).lowerBound < range($1).upperBound - range($1).lowerBound }
            ?? 2
        members += [.init("particleType", "plane"), .init("orientationRange", .number((2 * Double.pi).tidy))]
        let spin = system.spinVariation == .zero ? range(0).lowerBound + range(1).lowerBound + range(2).lowerBound : nil
        members.add("spin", spin.map { $0...$0 } ?? range(fastest))
        return members
    }

    private func behaviors(_ system: System, _ tint: [SIMD4<Double>]) -> Members {
        var behaviors: [JSONValue] = []
        // Vortex treats a factor of exactly 1 as no damping.
        if system.damping > 0, system.damping != 1, system.lifetime > 0 {
            let drag = setting.notes.kept(
                system.damping / system.lifetime,
                in: 0...1000,
                place(system, "dampingFactor")
            )
            behaviors.append(["type": "drag", "drag": .number(drag)])
        } else if system.damping < 0 {
            setting.notes.ignore(
                place(system, "dampingFactor"),
                system.damping.asWritten,
                "negative damping is not supported"
            )
        }
        if system.stretch != 1 { behaviors.append(["type": "alignToMotion"]) }
        if tint.count > 1 { behaviors.append(.colorOverLife(Curve(tint))) }
        if system.sizeAtDeath != 1 {
            let spawnsAtDeath = system.secondary.contains { $0.occasion == .death }
            if spawnsAtDeath {
                let reason = "the size is kept, since particles spawned at death would otherwise have no size"
                setting.notes.ignore(place(system, "sizeMultiplierAtDeath"), system.sizeAtDeath.asWritten, reason)
            } else {
                behaviors.append(.overLife("scale", Curve([1, system.sizeAtDeath]), operation: "multiply"))
            }
        }
        var members: Members = []
        if system.stretch > 0, system.stretch != 1 {
            members.append(.init("stretchFactor", .number(min(1000, system.stretch / height))))
        }
        members.add("emitterBehaviors", behaviors)
        return members
    }

    /// Returns the cells of a secondary system that each particle of `parent` spawns.
    private func children(_ system: System, of parent: System, ramp: Int) -> [Members] {
        var chosen = system
        if case .randomRamp(let ramps) = system.colors { chosen.colors = .ramp(ramps[ramp % ramps.count]) }
        if !parent.isWhite {
            let reason = "spawned particles multiply their color by the parent's color"
            setting.notes.approximate(place(parent, "colors"), "a color", reason)
        }
        if parent.sizeVariation != 0 {
            let reason = "the size of spawned particles varies with the parent's size"
            setting.notes.approximate(place(parent, "sizeVariation"), parent.sizeVariation.asWritten, reason)
        }
        switch system.shape {
        case .point: break
        default: setting.notes.ignore(place(system, "shape"), "a shape", "spawned particles start at one point")
        }
        let cells = variants(of: chosen, parent: parent)
        var birth: Members = []
        switch system.occasion {
        case .update:
            let each = min(system.limit ?? max(1, system.rate * system.emission), max(1, system.rate * system.emission))
            let rate = setting.notes.kept(Self.updates * each, in: 0...1_000_000, place(system, "emissionLimit"))
            let reason =
                "a system for each of \(Int(Self.updates)) updates per second becomes \(rate.asWritten) births per second"
            setting.notes.approximate(place(system, "spawnOccasion"), "onUpdate", reason)
            birth.append(.init("birthRate", .number((rate / Double(cells.count)).tidy)))
            return cells.map { birth + $0 }
        case .birth, .death:
            birth.append(.init("on", system.occasion == .birth ? "birth" : "death"))
            if system.limit == nil {
                let reason = "the system emits for its emissionDuration instead of forever"
                setting.notes.approximate(place(system, "emissionLimit"), "none", reason)
            }
            let span = spawnSpan(system)
            let count = (system.limit ?? (system.rate * system.emission).rounded()).clamped(to: 0...1_000_000)
            guard system.rate > 0 else { return [] }
            return zip(cells, Self.split(count, into: cells.count)).compactMap { cell, count in
                guard count > 0 else { return nil }
                var burst: Members = [.init("count", .number(count))]
                burst.add("spacing", min(span, 100_000).tidy)
                return birth + [.init("burst", .object(burst))] + cell
            }
        }
    }

    /// Returns the shape of a tag's usual symbol, and its size in points.
    private func symbol(_ tag: String) -> (shape: String, size: Double) {
        switch tag {
        case "square", "confetti": ("square", Self.symbolSize)
        case "triangle": ("triangle", Self.symbolSize)
        case "sparkle", "star": ("star", Self.symbolSize)
        case "heart", "rectangle", "ring": (tag, Self.symbolSize)
        default: ("dot", Self.symbolSize)
        }
    }
}

extension VortexDocument.System {
    fileprivate var rampCount: Int {
        if case .randomRamp(let ramps) = colors { return min(ramps.count, 8) }
        return 1
    }

    fileprivate var isWhite: Bool {
        let white = SIMD4(1.0, 1, 1, 1)
        return switch colors {
        case .single(let color): color == white
        case .random(let colors), .ramp(let colors): colors.allSatisfy { $0 == white }
        case .randomRamp(let ramps): ramps.allSatisfy { $0.allSatisfy { $0 == white } }
        }
    }
}
