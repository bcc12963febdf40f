import EffectModel
import StrictJSON

extension PixiDocument {
    // MARK: Version 5

    /// Reads the behaviors. The last one of a kind counts, as in particle-emitter.
    mutating func readBehaviors(_ reader: FieldReader) {
        for (index, value) in (reader.list("behaviors") ?? []).enumerated() {
            let place = "behaviors[\(index)]"
            guard index < 64, case .object(let members) = value else {
                notes.ignore(
                    place,
                    value.shown,
                    index < 64 ? "the value is not an object" : "only the first 64 behaviors are read"
                )
                if index >= 64 { break }
                continue
            }
            let behavior = FieldReader(members, at: place, notes)
            let type = behavior.text("type") ?? ""
            let config = behavior.object("config") ?? FieldReader([], at: behavior.place("config"), notes)
            read(type, config, at: behavior.place("type"))
            behavior.refuseTheRest()
        }
    }

    private mutating func read(_ type: String, _ config: FieldReader, at place: String) {
        let rates = -100_000.0...100_000.0
        let factors = -1000.0...1000.0
        switch type {
        case "alpha": if let curve = numbers(config.object("alpha"), -10...10) { use(alpha: curve) }
        case "alphaStatic": alpha = config.number("alpha", 1, in: 0...1)
        case "moveSpeed":
            let least = config.number("minMult", 1, in: factors)
            if let curve = numbers(config.object("speed"), rates) { use(speed: curve, least: least) }
        case "moveSpeedStatic": speed = span(config, from: "min", to: "max", in: rates)
        case "moveAcceleration":
            speed = span(config, from: "minStart", to: "maxStart", in: rates)
            if let pull = config.object("accel") {
                acceleration = SIMD2(pull.number("x", 0, in: rates), pull.number("y", 0, in: rates))
                pull.refuseTheRest()
            }
            followsMotion = config.flag("rotate")
            config.ignore("maxSpeed", unless: 0, because: "the maximum speed is not supported")
        case "movePath":
            let least = config.number("minMult", 1, in: factors)
            if let curve = numbers(config.object("speed"), rates) { use(speed: curve, least: least) }
            config.ignore("path", because: "particles move straight ahead instead of along a formula")
        case "scale":
            let least = config.number("minMult", 1, in: factors)
            if let curve = numbers(config.object("scale"), factors) { use(scale: curve, least: least) }
        case "scaleStatic": scale = span(config, from: "min", to: "max", in: factors)
        case "color": if let curve = colors(config.object("color")) { use(color: curve) }
        case "colorStatic":
            if let value = config.take("color") {
                if let found = Self.color(value) {
                    color = found
                } else {
                    notes.ignore(config.place("color"), value.shown, "the value is not a color")
                }
            }
        case "rotation":
            rotation = span(config, from: "minStart", to: "maxStart", in: Self.degrees)
            spin = span(config, from: "minSpeed", to: "maxSpeed", in: Self.degrees)
            config.ignore("accel", unless: 0, because: "the rotation keeps the speed of the birth")
        case "rotationStatic": rotation = span(config, from: "min", to: "max", in: Self.degrees)
        case "noRotation": upright = config.number("rotation", 0, in: Self.degrees)
        case "blendMode": if let blend = config.text("blendMode") { use(blend: blend, at: config.place("blendMode")) }
        case "spawnPoint": spawn = .point
        case "spawnBurst":
            spawn = .burst(
                start: config.number("start", 0, in: Self.degrees),
                spacing: config.number("spacing", 0, in: Self.degrees),
                distance: config.number("distance", 0, in: 0...50_000)
            )
        case "spawnShape":
            let shape = config.text("type") ?? ""
            if shape == "polygonalChain" {
                if let data = config.take("data") { use(chain: data, at: config.place("data")) }
            } else if let data = config.object("data") {
                use(shape: shape, data, at: config.place("type"))
            }
        case "textureSingle": readTextures(config, "texture")
        case "textureRandom": readTextures(config, "textures")
        case "textureOrdered":
            readTextures(config, "textures")
            if textures.count > 1 {
                let reason = "each texture gets its share of the particles, but not in turn"
                notes.approximate(config.place("textures"), "\(textures.count) textures", reason)
            }
        case "animatedSingle": config.ignore("anim", because: "a soft spot replaces the animated texture")
        case "animatedRandom": config.ignore("anims", because: "a soft spot replaces the animated textures")
        default:
            notes.ignore(place, JSONValue.string(type).shown, "the behavior is unknown")
            return config.refuseTheRest("the field belongs to an unknown behavior")
        }
        config.refuseTheRest()
    }

    private func span(_ reader: FieldReader, from low: String, to high: String, in bounds: ClosedRange<Double>)
        -> ClosedRange<Double>
    {
        let first = reader.number(low, 0, in: bounds)
        let second = reader.number(high, first, in: bounds)
        return min(first, second)...max(first, second)
    }

    private mutating func readTextures(_ config: FieldReader, _ name: String) {
        guard let value = config.take(name) else { return }
        texturesField = config.place(name)
        let values: [JSONValue]
        if case .array(let elements) = value { values = elements } else { values = [value] }
        for value in values.prefix(16) {
            switch value {
            case .string(let text): textures.append(text)
            case .object:
                if case .string(let text)? = value["texture"] { textures.append(text) } else { fallthrough }
            default: notes.ignore(texturesField, value.shown, "the value is not the name of an image")
            }
        }
        if values.count > 16 {
            notes.ignore(texturesField, "\(values.count) textures", "only the first 16 textures are read")
        }
    }

    // MARK: Versions 1 to 4

    /// Reads a flat configuration the way particle-emitter's upgradeConfig does.
    mutating func readFlat(_ reader: FieldReader) {
        let rates = -100_000.0...100_000.0
        let factors = -1000.0...1000.0
        func curve(_ name: String, least: String, in bounds: ClosedRange<Double>) -> (Curve<Double>, Double)? {
            let outer = reader.optionalNumber(least, in: factors)
            guard let inner = reader.object(name) else { return nil }
            let share = inner.optionalNumber(least, in: factors) ?? outer ?? 1
            return numbers(inner, bounds).map { ($0, share) }
        }
        if let curve = numbers(reader.object("alpha"), -10...10) { use(alpha: curve) }
        if let (curve, least) = curve("scale", least: "minimumScaleMultiplier", in: factors) {
            use(scale: curve, least: least)
        }
        if let curve = colors(reader.object("color")) { use(color: curve) }
        let isUpright = reader.flag("noRotation")
        if isUpright { upright = 0 }
        let speeds = curve("speed", least: "minimumSpeedMultiplier", in: rates)
        var pull = SIMD2(0.0, 0.0)
        if let inner = reader.object("acceleration") {
            pull = SIMD2(inner.number("x", 0, in: rates), inner.number("y", 0, in: rates))
            inner.refuseTheRest()
        }
        if pull != .zero {
            acceleration = pull
            followsMotion = !isUpright
            let first = speeds?.0.values.first ?? 0
            let ends = [first * (speeds?.1 ?? 1), first].sorted()
            speed = ends[0]...ends[1]
            reader.ignore("maxSpeed", unless: 0, because: "the maximum speed is not supported")
        } else {
            if let (curve, least) = speeds { use(speed: curve, least: least) }
            // In particle-emitter, too, it has no effect without an acceleration.
            reader.forget("maxSpeed")
        }
        rotation = range(reader, "startRotation", in: Self.degrees) ?? 0...0
        spin = range(reader, "rotationSpeed", in: Self.degrees) ?? 0...0
        let reason = "the rotation keeps the speed of the birth"
        reader.ignore("rotationAcceleration", unless: 0, because: reason)
        if let blend = reader.text("blendMode") { use(blend: blend, at: "blendMode") }
        if let extra = reader.object("extraData") {
            extra.ignore("path", because: "particles move straight ahead instead of along a formula")
            extra.refuseTheRest()
        }
        reader.forget("orderedArt")
        readSpawn(reader)
        readTextures(reader, "art")
    }

    private mutating func readSpawn(_ reader: FieldReader) {
        let type = reader.text("spawnType") ?? "point"
        switch type {
        case "point": spawn = .point
        case "burst":
            spawn = .burst(
                start: reader.number("angleStart", 0, in: Self.degrees),
                spacing: reader.number("particleSpacing", 0, in: Self.degrees),
                distance: 0
            )
        case "rect": if let data = reader.object("spawnRect") { use(shape: type, data, at: "spawnType") }
        case "circle", "ring":
            if let data = reader.object("spawnCircle") { use(shape: type, data, at: "spawnType") }
            if case .ring(let middle, let inner, let outer, _) = spawn {
                // Particles of a ring head outward; a circle has no hole.
                spawn = .ring(middle: middle, inner: type == "ring" ? inner : 0, outer: outer, turns: type == "ring")
            }
        case "polygonalChain": if let data = reader.take("spawnPolygon") { use(chain: data, at: "spawnPolygon") }
        default:
            notes.ignore(
                "spawnType",
                JSONValue.string(type).shown,
                "the spawn type is unknown; all particles start at one point"
            )
        }
        // Editors also write the options of other types, which have no effect.
        reader.forget("spawnRect", "spawnCircle", "particleSpacing", "angleStart", "spawnPolygon")
    }
}
