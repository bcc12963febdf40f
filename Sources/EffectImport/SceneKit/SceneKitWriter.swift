import EffectModel
import Glibc
import StrictJSON

/// Writes systems as layers of a spec.
struct SceneKitWriter {
    let setting: ImportSetting
    let frame: SceneKitFrame
    /// Whether the effect is a seamless loop.
    let isSeamless: Bool

    private typealias Members = [JSONValue.Member]

    /// Number of hues that can be told apart.
    private static let hues = 7

    func layer(_ placed: PlacedSystem, _ index: Int) -> JSONValue {
        let (system, notes) = (placed.system, setting.notes)
        var members: Members = [.init("name", .string("particles\(index == 0 ? "" : "\(index + 1)")"))]
        members.append(
            .init(
                "emitterPosition",
                .pair(
                    frame.point(placed.place.origin).clamped(
                        lowerBound: SIMD2(repeating: -100_000),
                        upperBound: SIMD2(repeating: 100_000)
                    )
                )
            )
        )
        let half = system.shape.half * frame.unit * placed.place.size
        func add(_ shape: String, _ size: SIMD2<Double>, depth: Double = 0) {
            let isSurface = system.birthLocation == 0 && shape != "rectangle"
            members += [
                .init("emitterShape", .string(shape)), .init("emitterMode", .string(isSurface ? "surface" : "volume")),
                .init("emitterSize", .pair(size.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 100_000)))),
            ]
            members.add("emitterDepth", depth.clamped(to: 0...100_000).tidy)
        }
        switch system.shape {
        case .point: break
        case .sphere: add("sphere", SIMD2(2 * half.x, 2 * half.x))
        case .plane: add("rectangle", SIMD2(2 * half.x, 2 * half.y))
        case .box: add("cuboid", SIMD2(2 * half.x, 2 * half.y), depth: 2 * half.z)
        }
        if system.birthLocation > 1 {
            notes.approximate(
                notes.place(system, "birthLocation"),
                "vertices",
                "births are spread over the volume of the shape"
            )
        }
        if system.birthDirection != 1 { members.append(.init("naturalDirection", 0)) }
        if let mode = renderMode(system) { members.append(.init("renderMode", .string(mode))) }
        if system.warmup > 0, !isSeamless { members.append(.init("prewarm", .number(system.warmup))) }
        members.append(.init("emitterCells", .array(cells(system, placed.place).map { .object(birth(system, $0)) })))
        return .object(members)
    }

    private func renderMode(_ system: SceneKitSystem) -> String? {
        switch system.blendMode {
        case 0: return "additive"
        case 3: return "screen"
        case 1, 2:
            let name = system.blendMode == 1 ? "subtract" : "multiply"
            setting.notes.approximate(
                setting.notes.place(system, "blendMode"),
                name,
                "particles are drawn with normal blending"
            )
        default: break
        }
        switch system.sortingMode {
        case 1, 2: return "backToFront"
        case 3: return "oldestFirst"
        case 4: return "oldestLast"
        default: return nil
        }
    }

    /// Members for the births of a system in the scene.
    private func birth(_ system: SceneKitSystem, _ cell: (share: Double, members: [JSONValue.Member])) -> Members {
        var members: Members = []
        if system.loops, system.idle == 0 {
            members.append(.init("birthRate", .number((system.rate * cell.share).tidy)))
        } else if system.loops {
            members += [
                .init("birthRate", .number((system.rate * cell.share).tidy)),
                .init("duration", .number(max(system.emission, 0.001))), .init("idleDuration", .number(system.idle)),
                .init("repeatCount", "infinite"),
            ]
        } else {
            members += burst(system, cell.share)
        }
        return members + cell.members
    }

    /// Burst of all particles that one run of a system emits.
    private func burst(_ system: SceneKitSystem, _ share: Double) -> Members {
        let count = max(1, (system.rate * system.emission * share).rounded())
        var burst: Members = [.init("count", .number(count.clamped(to: 1...1_000_000)))]
        burst.add("spacing", system.emission.clamped(to: 0...100_000).tidy)
        return [.init("burst", .object(burst))]
    }

    /// Returns a single cell, or one for each hue.
    private func cells(
        _ system: SceneKitSystem,
        _ place: SceneKitPlace
    ) -> [(share: Double, members: [JSONValue.Member])] {
        let variation = system.colorVariation
        guard system.colorCurve == nil, (variation.x > 0 || variation.y > 0 || variation.z > 0),
            system.path.isEmpty || system.spawned.isEmpty
        else {
            if system.colorCurve != nil, variation != .zero {
                setting.notes.ignore(
                    setting.notes.place(system, "particleColorVariation"),
                    "a variation",
                    "the color's controller takes precedence"
                )
            }
            return [(1, cell(system, color: system.color, at: place))]
        }
        let reason = "\(Self.hues) fixed colors replace the random colors"
        setting.notes.approximate(setting.notes.place(system, "particleColorVariation"), "a variation", reason)
        return (0..<Self.hues).map { index in
            // From one end to the other; saturation and brightness in a different order.
            let at = (2 * Double(index) + 1) / Double(Self.hues) - 1
            let other = (2 * Double(index * 3 % Self.hues) + 1) / Double(Self.hues) - 1
            var hsb = system.color.hueSaturationBrightness
            hsb.x += variation.x * at
            hsb.y = (hsb.y + variation.y / 2 * other).clamped(to: 0...1)
            hsb.z = (hsb.z - variation.z / 2 * other).clamped(to: 0...1)
            return (1 / Double(Self.hues), cell(system, color: hsb.red(alpha: system.color.w), at: place))
        }
    }

    private func cell(_ system: SceneKitSystem, color: SIMD4<Double>, at place: SceneKitPlace) -> Members {
        let notes = setting.notes
        let unit = frame.unit
        var members: Members = []
        let base = max(system.size.positive.upperBound, 1e-6)
        let (contents, spans) = contents(system)
        let width = (base * unit * place.size * spans).clamped(to: 0.01...2048)
        members.append(.init("contents", .object(contents + [.init("size", .number(width.tidy))])))
        let frames = system.columns * system.rows
        if frames > 1, frames <= 256 {
            members += [
                .init("contentsFrameCount", .number(frames)), .init("contentsFramesPerRow", .number(system.columns)),
            ]
            if system.frameRates.upperBound > 0 {
                let mode = system.frameMode == 1 ? "clamp" : system.frameMode == 2 ? "autoReverse" : "sequential"
                members.append(.init("contentsFrameMode", .string(mode)))
                members.add("contentsFramesPerSecond", system.frameRates.tidy, unless: nil)
                let half = abs(system.firstFrameVariation) / 2
                let first =
                    (system.firstFrame - half).clamped(to: 0...255)...(system.firstFrame + half).clamped(to: 0...255)
                members.add("contentsFirstFrame", first.tidy)
            } else if system.firstFrameVariation != 0 {
                members.append(.init("contentsFrameMode", "random"))
            } else {
                members.add("contentsFirstFrame", system.firstFrame.tidy)
            }
        }
        let tint = system.colorCurve == nil ? color : SIMD4(1, 1, 1, color.w)
        if tint != SIMD4(1, 1, 1, 1) { members.append(.init("color", .color(tint))) }
        if system.colorVariation.w > 0 {
            members.append(.init("alphaRange", .number((system.colorVariation.w / 2).clamped(to: 0...1).tidy)))
        }
        members.add("lifetime", system.lifetime.positive.tidy, unless: nil)
        members.add("scale", (system.size.positive.lowerBound / base).tidy...1, unless: 1)
        members.add("speed", system.speed.tidy, unless: 1)
        func kept(_ number: Double, _ name: String) -> Double {
            notes.kept(number, in: -100_000...100_000, notes.place(system, name))
        }
        let ends = system.velocity.ends
        members.add(
            "velocity",
            kept(ends.lowerBound * unit, "particleVelocity")...kept(ends.upperBound * unit, "particleVelocity")
        )
        members += direction(system, place)
        members.add("xAcceleration", kept(system.acceleration.x * unit, "acceleration"))
        members.add("yAcceleration", kept(-system.acceleration.y * unit, "acceleration"))
        members.add("zAcceleration", kept(system.acceleration.z * unit, "acceleration"))
        members += turning(system)
        members.add("stretchFactor", (system.stretch / unit).clamped(to: 0...1000).tidy)
        members.add("emitterBehaviors", behaviors(system))
        members.add("emitterCells", system.spawned.flatMap { children($0.1, $0.0) })
        return members
    }

    private func direction(_ system: SceneKitSystem, _ place: SceneKitPlace) -> Members {
        var members: Members = []
        guard system.birthDirection != 1 else { return members }
        let isAny = system.birthDirection == 2 || abs(system.spreading) >= 180
        if isAny {
            members.append(.init("emissionRange", .number((2 * Double.pi).tidy)))
            return members
        }
        let turned = place.turned(system.direction)
        let length = (turned * turned).sum().squareRoot()
        guard length > 1e-9 else { return members }
        members.add("emissionLongitude", atan2(-turned.y, turned.x).tidy)
        members.add("emissionLatitude", asin((turned.z / length).clamped(to: -1...1)).tidy)
        members.add("emissionRange", (2 * abs(system.spreading).radians).clamped(to: 0...2 * .pi).tidy)
        return members
    }

    private func turning(_ system: SceneKitSystem) -> Members {
        var members: Members = []
        // Counterclockwise in SceneKit.
        func range(_ varying: SceneKitSystem.Varying) -> ClosedRange<Double> {
            ((-varying.ends.upperBound).radians.tidy)...((-varying.ends.lowerBound).radians.tidy)
        }
        switch system.orientationMode {
        // The screen and the view are the same plane.
        case 0, 1: break
        case 2: members += [.init("particleType", "plane"), .init("orientationRange", .number((2 * Double.pi).tidy))]
        case 3:
            let reason = "particles face the viewer, without a fixed axis"
            setting.notes.approximate(setting.notes.place(system, "orientationMode"), "billboardYAligned", reason)
        default:
            let found = JSONValue.number(system.orientationMode).excerpt
            let reason = "a mode that SceneKit does not have; particles face the viewer"
            setting.notes.ignore(setting.notes.place(system, "orientationMode"), found, reason)
        }
        members.add("rotation", range(system.angle))
        members.add("spin", range(system.angularVelocity))
        return members
    }

    private func behaviors(_ system: SceneKitSystem) -> [JSONValue] {
        var behaviors: [JSONValue] = []
        if system.drag > 0 { behaviors.append(["type": "drag", "drag": .number(system.drag.tidy)]) }
        behaviors += system.colliders.map { $0.behavior(in: frame, system.surface) }
        if system.stretch > 0 { behaviors.append(["type": "alignToMotion"]) }
        if let curve = system.sizeCurve { behaviors.append(.overLife("scale", curve, operation: "multiply")) }
        if let curve = system.colorCurve { behaviors.append(.colorOverLife(curve)) }
        if let curve = system.opacityCurve {
            behaviors.append(.overLife("color.alpha", curve, operation: system.colorCurve == nil ? nil : "multiply"))
        }
        return behaviors
    }

    /// Returns the contents to draw, and their width in particle widths.
    private func contents(_ system: SceneKitSystem) -> (Members, Double) {
        let notes = setting.notes
        let field = notes.place(system, "particleImage")
        guard let image = system.image, (1...512).contains(image.utf8.count) else {
            notes.approximate(field, "nothing", "a soft spot replaces the texture")
            return ([.init("shape", "dot")], 1)
        }
        var names = ImportSetting.candidates(image)
        if let last = names.last, let dot = last.lastIndex(of: "."), dot != last.startIndex {
            names.append(String(last[..<dot]))
        }
        guard let found = setting.picture(named: names) else {
            notes.ignore(field, image.excerpt, "the image is not available; a soft spot replaces the texture")
            return ([.init("shape", "dot")], 1)
        }
        return ([.init("image", .string(found))], system.columns)
    }

    private func children(_ system: SceneKitSystem, _ occasion: SceneKitSystem.Occasion) -> [JSONValue] {
        guard system.rate > 0, system.lifetime.positive.upperBound > 0 else { return [] }
        let notes = setting.notes
        notes.approximate(
            notes.place(system, "particleColor"),
            "a color",
            "spawned particles multiply their color and size, and turn their direction, by those of the parent"
        )
        if case .point = system.shape {
        } else {
            notes.ignore(notes.place(system, "emitterShape"), "a shape", "spawned particles start at one point")
        }
        return cells(system, SceneKitPlace()).map { share, members in
            switch occasion {
            case .living: .object([.init("birthRate", .number((system.rate * share).tidy))] + members)
            case .dying: .object([.init("on", "death")] + burst(system, share) + members)
            case .collision: .object([.init("on", "collision")] + burst(system, share) + members)
            }
        }
    }
}

extension ImportNotes {
    fileprivate func place(_ system: SceneKitSystem, _ name: String) -> String {
        system.path.isEmpty ? name : "\(system.path).\(name)"
    }
}

extension SceneKitPlace {
    /// Scale of a node relative to its scene: the mean of its axes.
    fileprivate var size: Double {
        axes.reduce(0) { $0 + ($1 * $1).sum().squareRoot() } / 3
    }
}

extension ClosedRange<Double> {
    fileprivate var tidy: ClosedRange<Double> { lowerBound.tidy...Swift.max(lowerBound.tidy, upperBound.tidy) }
}

extension SIMD4<Double> {
    /// Hue in degrees, saturation and brightness of red, green and blue.
    fileprivate var hueSaturationBrightness: SIMD3<Double> {
        let kept = clamped(lowerBound: .zero, upperBound: .one)
        let (high, low) = (Swift.max(kept.x, kept.y, kept.z), Swift.min(kept.x, kept.y, kept.z))
        let span = high - low
        guard span > 0 else { return SIMD3(0, 0, high) }
        let sixth =
            high == kept.x
            ? (kept.y - kept.z) / span : high == kept.y ? 2 + (kept.z - kept.x) / span : 4 + (kept.x - kept.y) / span
        return SIMD3(sixth * 60, span / high, high)
    }
}

extension SIMD3<Double> {
    /// Returns red, green and blue of a hue in degrees, a saturation and a brightness.
    fileprivate func red(alpha: Double) -> SIMD4<Double> {
        func channel(_ offset: Double) -> Double {
            var k = (offset + x / 60).truncatingRemainder(dividingBy: 6)
            if k < 0 { k += 6 }
            return z - z * y * Swift.max(0, Swift.min(k, 4 - k, 1))
        }
        return SIMD4(channel(5), channel(3), channel(1), alpha)
    }
}
