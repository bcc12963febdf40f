import EffectModel
import StrictJSON

/// A configuration of PixiJS' particle-emitter: version 5 with its list of behaviors, or the flat ones of earlier
/// versions.
///
/// y points down, and angles are degrees, clockwise from the right. A particle's rotation at birth is its direction.
///
/// - Source: pixijs/particle-emitter, `src/EmitterConfig.ts`, `src/Emitter.ts` and `src/behaviors/*`.
struct PixiDocument {
    let setting: ImportSetting
    var notes: ImportNotes { setting.notes }

    // MARK: Parsed values

    var lifetime = 1.0...1.0
    /// Seconds from wave to wave.
    var frequency = 1.0
    var spawnChance = 1.0
    var wave = 1
    /// Duration of emission in seconds; `nil` is endless.
    var emission: Double?
    var maximum = 1000.0
    var isAddedAtBack = false
    var position = SIMD2(0.0, 0.0)

    /// Speed at birth in points per second, and its factor over life.
    var speed = 0.0...0.0
    var speedCurve: Curve<Double>?
    var acceleration: SIMD2<Double>?
    var scale = 1.0...1.0
    var scaleCurve: Curve<Double>?
    var alpha = 1.0
    var alphaCurve: Curve<Double>?
    var color = SIMD3(1.0, 1, 1)
    var colorCurve: Curve<SIMD4<Double>>?
    /// Rotation at birth in degrees.
    var rotation = 0.0...0.0
    /// Spin in degrees per second.
    var spin = 0.0...0.0
    /// Constant angle of images in degrees; `nil` if they turn.
    var upright: Double?
    var followsMotion = false
    var renderMode: String?
    var spawn = Spawn.point
    var textures: [String] = []
    var texturesField = ""

    enum Spawn {
        case point
        case rectangle(SIMD4<Double>)
        case ring(middle: SIMD2<Double>, inner: Double, outer: Double, turns: Bool)
        /// Angles in degrees; a spacing of 0 between the particles of a wave is any direction.
        case burst(start: Double, spacing: Double, distance: Double)
        case chains([[SIMD2<Double>]])
    }

    /// Width in pixels of the image that particle-emitter's examples use most.
    static let unknownSize = 44.0

    static let degrees = -50_000.0...50_000.0
    static let places = -100_000.0...100_000.0

    private static let names: Set<String> = [
        "lifetime", "frequency", "behaviors", "alpha", "scale", "color", "speed", "emitterLifetime", "maxParticles",
        "spawnType", "particlesPerWave", "startRotation", "rotationSpeed",
    ]

    init(_ json: JSONValue, _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        guard case .object(let members) = json else {
            throw .notTheFormat(.particleEmitter, "found \(json.kind) in place of an object")
        }
        guard members.contains(where: { Self.names.contains($0.name) }) else {
            throw .notTheFormat(
                .particleEmitter,
                "no known field is present, such as lifetime, frequency or behaviors"
            )
        }
        let reader = FieldReader(members, at: "", setting.notes)
        lifetime = range(reader, "lifetime", in: 0...100_000) ?? 1...1
        guard lifetime.upperBound > 0 else {
            throw .impossible(field: "lifetime", "is 0, so no particle would ever be visible")
        }
        frequency = max(positive(reader, "frequency", 1), 1e-5)
        spawnChance = min(positive(reader, "spawnChance", 1), 1)
        wave = Int(max(1, reader.number("particlesPerWave", 1, in: 0...1_000_000)))
        let life = reader.number("emitterLifetime", -1, in: -1e9...1e6)
        emission = life > 0 ? life : nil
        maximum = positive(reader, "maxParticles", 1000)
        isAddedAtBack = reader.flag("addAtBack")
        if let place = reader.object("pos") {
            position = SIMD2(place.number("x", 0, in: Self.places), place.number("y", 0, in: Self.places))
            place.refuseTheRest()
        }
        reader.ignore("ease", because: "values over life are linearly interpolated")
        reader.ignore("emit", unless: true, because: "the imported emitter always emits")
        reader.forget("autoUpdate")
        if reader.has("behaviors") { readBehaviors(reader) } else { readFlat(reader) }
        reader.refuseTheRest()
    }

    // MARK: Values

    /// Reads a number. Particle-emitter takes the default for one that is not above 0.
    private func positive(_ reader: FieldReader, _ name: String, _ absent: Double) -> Double {
        let number = reader.number(name, absent)
        guard number <= 0 else { return number }
        notes.approximate(reader.place(name), number.asWritten, "particle-emitter takes \(absent.asWritten) instead")
        return absent
    }

    /// Reads `{"min", "max"}` in ascending order.
    func range(_ reader: FieldReader, _ name: String, in bounds: ClosedRange<Double>) -> ClosedRange<Double>? {
        reader.object(name).map { inner in
            let low = inner.number("min", 0, in: bounds)
            let high = inner.number("max", low, in: bounds)
            inner.refuseTheRest()
            return min(low, high)...max(low, high)
        }
    }

    /// Reads a list of values over life, or a start and an end. A single value is a curve of one.
    func numbers(_ reader: FieldReader?, _ bounds: ClosedRange<Double>) -> Curve<Double>? {
        curve(reader) { value, place in reader?.number(of: value).map { notes.kept($0, in: bounds, place) } }
    }

    func colors(_ reader: FieldReader?) -> Curve<SIMD4<Double>>? {
        curve(reader) { value, _ in Self.color(value).map { SIMD4($0, 1) } }
    }

    private func curve<Value>(_ reader: FieldReader?, _ read: (JSONValue, String) -> Value?) -> Curve<Value>? {
        guard let reader else { return nil }
        var points: [(time: Double, value: Value)] = []
        if let list = reader.list("list") {
            for (index, value) in list.enumerated() {
                let place = "\(reader.place("list"))[\(index)]"
                guard index < Curve<Value>.maximumCount / 2 else {
                    notes.ignore(place, value.shown, "only the first \(Curve<Value>.maximumCount / 2) values are read")
                    break
                }
                guard case .object(let members) = value else {
                    notes.ignore(place, value.shown, "the step is not an object with a time and a value")
                    continue
                }
                let step = FieldReader(members, at: place, notes)
                let time = step.number("time", 0, in: 0...1)
                if let found = step.take("value") {
                    if let made = read(found, step.place("value")) {
                        points.append((time, made))
                    } else {
                        notes.ignore(step.place("value"), found.shown, "the value is invalid")
                    }
                }
                step.refuseTheRest()
            }
            points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                .map(\.element)
            reader.ignore("ease", because: "values over life are linearly interpolated")
            if reader.flag("isStepped") {
                points = points.indices.flatMap { index in
                    index == 0 ? [points[0]] : [(points[index].time, points[index - 1].value), points[index]]
                }
            }
        } else {
            for (name, time) in [("start", 0.0), ("end", 1.0)] {
                guard let found = reader.take(name) else { continue }
                if let made = read(found, reader.place(name)) {
                    points.append((time, made))
                } else {
                    notes.ignore(reader.place(name), found.shown, "the value is invalid")
                }
            }
        }
        reader.refuseTheRest()
        guard !points.isEmpty else { return nil }
        return Curve(points.map(\.value), at: points.map(\.time))
    }

    /// Parses "#rrggbb". Of eight digits, the first two are alpha, which particle-emitter ignores.
    static func color(_ value: JSONValue) -> SIMD3<Double>? {
        guard case .string(let text) = value, text.utf8.count <= 16 else { return nil }
        var digits = text.lowercased()[...]
        for prefix in ["#", "0x"] where digits.hasPrefix(prefix) { digits = digits.dropFirst(prefix.count) }
        if digits.count == 8 { digits = digits.dropFirst(2) }
        guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        return SIMD3(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255)) / 255
    }

    mutating func use(alpha curve: Curve<Double>) {
        if curve.values.count == 1 { alpha = curve.values[0] } else { alphaCurve = curve }
    }

    mutating func use(color curve: Curve<SIMD4<Double>>) {
        if curve.values.count == 1 {
            color = SIMD3(curve.values[0].x, curve.values[0].y, curve.values[0].z)
        } else {
            colorCurve = curve
        }
    }

    /// - Parameter least: Minimum fraction of the curve's values that a particle has.
    mutating func use(scale curve: Curve<Double>, least: Double) {
        (scale, scaleCurve) = Self.split(curve, least)
    }

    mutating func use(speed curve: Curve<Double>, least: Double) {
        (speed, speedCurve) = Self.split(curve, least)
    }

    /// Splits a curve into values at birth and a factor over life.
    private static func split(_ curve: Curve<Double>, _ least: Double) -> (ClosedRange<Double>, Curve<Double>?) {
        let largest = curve.values.max { abs($0) < abs($1) } ?? 0
        let isSteady = curve.values.allSatisfy { $0 == curve.values[0] }
        let first = curve.values[0]
        // Divided by the first value, unless it is too small to be multiplied.
        let base = abs(first) * 1000 > abs(largest) ? first : largest
        let ends = [base * least, base].map(\.tidy).sorted()
        guard !isSteady, base != 0 else { return (ends[0]...ends[1], nil) }
        return (ends[0]...ends[1], Curve(curve.values.map { ($0 / base).tidy }, at: curve.locations))
    }

    mutating func use(blend: String, at place: String) {
        switch blend.lowercased() {
        case "normal", "normal_npm", "inherit": break
        case "add", "add_npm", "additive": renderMode = "additive"
        case "screen", "screen_npm": renderMode = "screen"
        default: notes.ignore(place, JSONValue.string(blend).shown, "particles are drawn with normal blending")
        }
    }

    mutating func use(shape type: String, _ data: FieldReader, at place: String) {
        switch type {
        case "rect", "rectangle":
            let corner = SIMD2(data.number("x", 0, in: Self.places), data.number("y", 0, in: Self.places))
            let size = SIMD2(data.number("w", 0, in: Self.places), data.number("h", 0, in: Self.places))
            spawn = .rectangle(SIMD4(lowHalf: corner, highHalf: size))
        case "torus", "circle", "ring":
            let middle = SIMD2(data.number("x", 0, in: Self.places), data.number("y", 0, in: Self.places))
            let radii = 0.0...50_000.0
            let outer = data.number(data.has("r") ? "r" : "radius", 0, in: radii)
            let inner = data.number(data.has("minR") ? "minR" : "innerRadius", 0, in: radii)
            let turns = data.flag("affectRotation")
            spawn = .ring(middle: middle, inner: min(inner, outer), outer: max(inner, outer), turns: turns)
        default:
            notes.ignore(place, JSONValue.string(type).shown, "the shape is unknown; all particles start at one point")
        }
        data.refuseTheRest()
    }

    /// Reads an array of points, or of arrays of points.
    mutating func use(chain value: JSONValue, at place: String) {
        func points(_ value: JSONValue) -> [SIMD2<Double>]? {
            guard case .array(let elements) = value, (2...500).contains(elements.count) else { return nil }
            let points = elements.compactMap { element -> SIMD2<Double>? in
                guard case .number(let x)? = element["x"], case .number(let y)? = element["y"] else { return nil }
                let point = SIMD2(x, y)
                return point.min() >= -90_000 && point.max() <= 90_000 ? point : nil
            }
            return points.count == elements.count ? points : nil
        }
        if let chain = points(value) {
            spawn = .chains([chain])
        } else if case .array(let elements) = value, (1...32).contains(elements.count),
            case let chains = elements.compactMap(points), chains.count == elements.count
        {
            spawn = .chains(chains)
        } else {
            notes.ignore(place, value.shown, "the value is not a chain of points; all particles start at one point")
        }
    }
}
