import EffectModel
import StrictJSON

extension PixiDocument {
    func draft() -> SpecDraft {
        let looks = looks()
        let share = share()
        let playback: SpecDraft.Playback
        if emission != nil {
            playback = .once(Double(waves - 1) * frequency + lifetime.upperBound)
        } else {
            let rate = Double(wave) * spawnChance * share / frequency
            playback = .endless(rate: rate, step: isInWaves ? frequency : nil)
        }
        noteSpawn()
        return SpecDraft(playback: playback, layers: { seconds in [layer(looks, share: share, seconds: seconds)] })
    }

    /// Whether particles come in bursts. Waves of single particles are equivalent to a rate.
    private var isInWaves: Bool { wave > 1 }

    /// Total number of waves: each subtracts its interval from the emitter's life before it is emitted, and a wave due
    /// after the end is not emitted.
    private var waves: Int {
        guard let emission else { return 1 }
        return Int(min(max((emission / frequency - 1e-9).rounded(.up) - 1, 1), 1_000_000))
    }

    /// Fraction of the particles to emit so that no more than `maxParticles` live at once.
    private func share() -> Double {
        let middle = (lifetime.lowerBound + lifetime.upperBound) / 2
        let alive =
            Double(wave) * spawnChance
            * min(middle / frequency + (isInWaves ? 1 : 0), emission.map { $0 / frequency } ?? .infinity)
        guard alive > maximum * 1.001 else { return 1 }
        let share = maximum / alive
        let reason = "a lower constant birth rate replaces the limit on living particles"
        notes.approximate("maxParticles", maximum.asWritten, reason)
        return share
    }

    /// Looks of the particles, of which each has an equal share.
    private func looks() -> [Look] {
        let found = textures.compactMap { name in setting.picture(named: ImportSetting.candidates(name)) }
        if found.count < textures.count {
            let missing = textures.first { setting.picture(named: ImportSetting.candidates($0)) == nil } ?? ""
            let reason =
                found.isEmpty
                ? "the image is not available; a soft spot of \(Int(Self.unknownSize)) points replaces the texture"
                : "the image is not available; the other textures take over its share"
            notes.ignore(texturesField, JSONValue.string(missing).shown, reason)
        }
        return found.isEmpty ? [.shape("dot", Self.unknownSize)] : found.map { .picture($0) }
    }

    private func noteSpawn() {
        if spin != 0...0, rotation.lowerBound < rotation.upperBound, upright == nil {
            let reason =
                "the image's initial angle is random within the range instead of equal to the angle of the direction"
            notes.approximate(
                "startRotation",
                "\(rotation.lowerBound.asWritten)…\(rotation.upperBound.asWritten)",
                reason
            )
        }
        switch spawn {
        case .ring(_, let inner, let outer, _) where inner < outer && inner > 0:
            let middle = (inner + outer) / 2
            let reason = "all particles start on a circle of the mean radius, \(middle.asWritten)"
            notes.approximate("innerRadius", "\(inner.asWritten)…\(outer.asWritten)", reason)
        case .ring(_, let inner, let outer, _) where inner == 0 && outer > 0:
            notes.approximate(
                "radius",
                outer.asWritten,
                "births are uniform over the disc, while particle-emitter concentrates them at the center"
            )
        case .burst(_, let spacing, let distance):
            if spacing != 0, wave > 64 {
                notes.approximate(
                    "particlesPerWave",
                    "\(wave)",
                    "more than 64 particles get random instead of evenly spaced directions"
                )
            }
            if spacing != 0, wave <= 64, distance > 0 {
                notes.ignore("distance", distance.asWritten, "all particles of a wave start at one point")
            }
        default: break
        }
        if spawnChance < 1 {
            notes.approximate(
                "spawnChance",
                spawnChance.asWritten,
                "the birth rate is reduced by the share, without randomness"
            )
        }
    }

    // MARK: The layer

    private func layer(_ looks: [Look], share: Double, seconds: Double) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", "emitter")]
        var place = setting.canvas / 2 + position
        // A rotation of 0 points to the right, whatever the shape.
        var direction: JSONValue = 0
        var shape: [JSONValue.Member] = []
        func add(_ name: String, mode: String, size: SIMD2<Double>) {
            shape = [
                .init("emitterShape", .string(name)), .init("emitterMode", .string(mode)),
                .init("emitterSize", .pair(size)),
            ]
        }
        switch spawn {
        case .rectangle(let box):
            place += SIMD2(box.x + box.z / 2, box.y + box.w / 2)
            add("rectangle", mode: "volume", size: SIMD2(abs(box.z), abs(box.w)))
        case .ring(let middle, let inner, let outer, let turns):
            place += middle
            if outer > 0 {
                let diameter = inner > 0 ? inner + outer : 2 * outer
                add("circle", mode: inner > 0 ? "outline" : "volume", size: SIMD2(diameter, diameter))
            }
            if turns { direction = "outward" }
        case .burst(_, let spacing, let distance) where spacing == 0 && distance > 0:
            add("circle", mode: "outline", size: SIMD2(2 * distance, 2 * distance))
            direction = "outward"
        case .chains(let chains):
            let path = chains.map { chain in
                "M" + chain.map { "\($0.x.asWritten) \($0.y.asWritten)" }.joined(separator: " L")
            }
            shape = [
                .init("emitterShape", "path"), .init("emitterMode", "outline"),
                .init("emitterPath", .string(path.joined(separator: " "))),
            ]
        case .point, .burst: break
        }
        members.append(.init("emitterPosition", .pair(place)))
        members += shape
        if !shape.isEmpty || direction != 0 { members.append(.init("naturalDirection", direction)) }
        if let mode = renderMode ?? (isAddedAtBack ? "oldestLast" : nil) {
            members.append(.init("renderMode", .string(mode)))
        }
        members.append(.init("emitterCells", .array(cells(looks, share: share, seconds: seconds))))
        return .object(members)
    }

    private func cells(_ looks: [Look], share: Double, seconds: Double) -> [JSONValue] {
        var cells: [JSONValue] = []
        if case .burst(let start, let spacing, _) = spawn, spacing != 0, wave <= 64 {
            // A cell for each position in a wave, with the looks in turn.
            for number in 0..<wave {
                let angle = start + spacing * Double(number) + (rotation.lowerBound + rotation.upperBound) / 2
                let range = rotation.upperBound - rotation.lowerBound
                var members = look(looks[number % looks.count])
                members += birth(Double(spawnChance * share), seconds, isWave: true)
                cells.append(.object(members + motion(angle: angle, range: range)))
            }
            return cells
        }
        var (angle, range) = (
            (rotation.lowerBound + rotation.upperBound) / 2, rotation.upperBound - rotation.lowerBound
        )
        if case .burst(let start, let spacing, let distance) = spawn {
            angle += start
            // From a circle, particles already head outward.
            if spacing != 0 || distance == 0 { range = 360 }
        }
        for look in looks {
            var members = self.look(look)
            members += birth(Double(wave) * spawnChance * share / Double(looks.count), seconds, isWave: isInWaves)
            cells.append(.object(members + motion(angle: angle, range: range)))
        }
        return cells
    }

    /// - Parameter count: Particles per wave.
    private func birth(_ count: Double, _ seconds: Double, isWave: Bool) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if isWave || emission != nil {
            let waves = emission == nil ? max(1, (seconds / frequency - 1e-6).rounded(.up)) : Double(self.waves)
            var burst: [JSONValue.Member] = []
            if isWave {
                burst.append(.init("count", .number(max(1, count.rounded()))))
                if waves > 1 {
                    burst.append(.init("interval", .number(frequency)))
                    burst.append(.init("repeat", .number(waves - 1)))
                }
            } else {
                burst.append(.init("count", .number(max(1, (count * waves).rounded()))))
                burst.add("spacing", (waves * frequency).tidy)
            }
            members.append(.init("burst", .object(burst)))
        } else {
            members.append(
                .init("birthRate", .number(setting.notes.kept(count / frequency, in: 0...1_000_000, "frequency")))
            )
        }
        members.add("lifetime", lifetime, unless: nil)
        return members
    }

    private func look(_ look: Look) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("contents", look.asset)]
        if color != SIMD3(1, 1, 1) || alpha != 1 { members.append(.init("color", .color(SIMD4(color, alpha)))) }
        members.add("scale", scale, unless: 1)
        return members
    }

    private func motion(angle: Double, range: Double) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        members.add("velocity", speed)
        members.add("emissionLongitude", angle.radians.tidy)
        if range > 0 {
            members.append(.init("emissionRange", .number(range.radians.tidy)))
            members.append(.init("emissionSpace", "planar"))
        }
        members.add("xAcceleration", acceleration?.x ?? 0)
        members.add("yAcceleration", acceleration?.y ?? 0)
        var behaviors: [JSONValue] = []
        if let upright {
            members.add("rotation", upright.radians.tidy)
        } else if spin != 0...0 {
            members.add("rotation", rotation.lowerBound.radians.tidy...rotation.upperBound.radians.tidy)
            members.add("spin", spin.lowerBound.radians.tidy...spin.upperBound.radians.tidy)
        } else if followsMotion || speed != 0...0 {
            // particle-emitter's images head to the right; this behavior turns the lower edge forward.
            behaviors.append(["type": "alignToMotion", "rotation": 0.25])
        } else {
            members.add("rotation", rotation.lowerBound.radians.tidy...rotation.upperBound.radians.tidy)
        }
        if let speedCurve, acceleration == nil {
            behaviors.append(.overLife("velocity.x", speedCurve, operation: "multiply"))
            behaviors.append(.overLife("velocity.y", speedCurve, operation: "multiply"))
        }
        if let scaleCurve { behaviors.append(.overLife("scale", scaleCurve, operation: "multiply")) }
        if let colorCurve {
            var curve = colorCurve
            if alphaCurve == nil { for index in curve.points.indices { curve.points[index].value.w = alpha } }
            behaviors.append(.colorOverLife(curve))
        }
        if let alphaCurve { behaviors.append(.overLife("color.alpha", alphaCurve)) }
        members.add("emitterBehaviors", behaviors)
        return members
    }
}
