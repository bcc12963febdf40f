import EffectModel
import StrictJSON

/// A VortexSystem in Swift's Codable encoding; members with default values may be missing.
///
/// Positions are fractions of the view, speeds are view heights per second along both axes, an angle of 0 points up,
/// and a variation extends half its width to each side.
///
/// - Source: twostraws/Vortex, `Sources/Vortex/System/*.swift` and `Views/VortexView.swift`.
struct VortexDocument {
    let setting: ImportSetting
    let system: System

    /// A system, and those that its particles spawn.
    struct System {
        var path = ""
        /// Nesting depth; 0 for the outermost system.
        var depth = 0
        var occasion = Occasion.birth
        var tags: [String] = []
        var position = SIMD2(0.5, 0.5)
        var shape = Shape.point
        var rate = 100.0
        var limit: Double?
        var emission = 1.0
        var idle = 0.0
        var burst = 100.0
        var lifetime = 1.0
        var lifetimeVariation = 0.0
        var speed = 1.0
        var speedVariation = 0.0
        /// Angle in radians from up, clockwise.
        var angle = 0.0
        var angleRange = 0.0
        var acceleration = SIMD2(0.0, 0.0)
        var damping = 0.0
        var spin = SIMD3(0.0, 0, 0)
        var spinVariation = SIMD3(0.0, 0, 0)
        var colors = Colors.single(SIMD4(1, 1, 1, 1))
        var size = 1.0
        var sizeVariation = 0.0
        var sizeAtDeath = 1.0
        var stretch = 1.0
        var secondary: [System] = []
    }

    enum Occasion { case birth, death, update }

    enum Shape {
        case point
        case box(Double, Double)
        case ellipse(Double)
        case ring(Double)
    }

    enum Colors {
        case single(SIMD4<Double>)
        case random([SIMD4<Double>])
        case ramp([SIMD4<Double>])
        case randomRamp([[SIMD4<Double>]])
    }

    /// Maximum nesting of sub-cells in a spec.
    static let maximumDepth = 4
    /// Maximum number of systems in total.
    static let maximumSystems = 32
    /// Maximum number of colors of a system, of its ramps, and of the colors of a ramp.
    static let maximumColors = 48
    /// Updates of a system per second, each of which spawns its secondary systems.
    static let updates = 60.0

    private static let names: Set<String> = [
        "tags", "birthRate", "lifespan", "speed", "angle", "angleRange", "shape", "colors", "secondarySystems",
        "emissionLimit", "burstCount", "size", "position", "spawnOccasion", "acceleration",
    ]

    init(_ json: JSONValue, _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        guard case .object(let members) = json else {
            throw .notTheFormat(.vortex, "found \(json.kind) in place of an object")
        }
        guard members.contains(where: { Self.names.contains($0.name) }) else {
            throw .notTheFormat(.vortex, "no known field is present, such as birthRate, lifespan or colors")
        }
        var count = 0
        system = Self.system(FieldReader(members, at: "", setting.notes), depth: 0, &count)
        guard system.lifetime + abs(system.lifetimeVariation) / 2 > 0 else {
            throw .impossible(field: "lifespan", "is 0, so no particle would ever be visible")
        }
    }

    // MARK: Reading

    private static func system(_ reader: FieldReader, depth: Int, _ count: inout Int) -> System {
        let notes = reader.notes
        count += 1
        var system = System()
        (system.path, system.depth) = (reader.path, depth)
        let units = -1000.0...1000.0
        if let value = reader.take("spawnOccasion") {
            let chosen = Self.enumeration(value)
            if let chosen, case .object(let members) = chosen.values {
                FieldReader(members, at: "\(reader.place("spawnOccasion")).\(chosen.name.asKey)", notes).refuseTheRest()
            }
            switch chosen?.name {
            case "onBirth": system.occasion = .birth
            case "onDeath": system.occasion = .death
            case "onUpdate": system.occasion = .update
            default:
                notes.ignore(reader.place("spawnOccasion"), value.shown, "the occasion is unknown; onBirth is used")
            }
        }
        for (index, value) in (reader.list("tags") ?? []).enumerated() {
            guard case .string(let tag) = value, index < 16 else {
                notes.ignore(
                    "\(reader.place("tags"))[\(index)]",
                    value.shown,
                    index < 16 ? "the value is not a name" : "only the first 16 tags are read"
                )
                if index < 16 { continue } else { break }
            }
            system.tags.append(tag)
        }
        if let place = reader.numbers("position", count: 2, in: units) { system.position = SIMD2(place[0], place[1]) }
        if let value = reader.take("shape") { system.shape = shape(value, at: reader.place("shape"), notes) }
        system.rate = reader.number("birthRate", 100, in: 0...1e9)
        system.limit = reader.optionalNumber("emissionLimit", in: 0...1e9).map { $0.rounded(.down) }
        system.emission = reader.number("emissionDuration", 1, in: 0...100_000)
        system.idle = reader.number("idleDuration", 0, in: 0...100_000)
        system.burst = reader.number("burstCount", 100, in: 0...1_000_000).rounded(.down)
        if system.rate == 0 {
            reader.ignore("burstCountVariation", unless: 0, because: "all bursts have the same number of particles")
        } else {
            reader.forget("burstCountVariation")
        }
        system.lifetime = reader.number("lifespan", 1, in: 0...100_000)
        system.lifetimeVariation = reader.number("lifespanVariation", 0, in: -100_000...100_000)
        system.speed = reader.number("speed", 1, in: units)
        system.speedVariation = reader.number("speedVariation", 0, in: units)
        system.angle = angle(reader, "angle")
        system.angleRange = abs(angle(reader, "angleRange"))
        if let pull = reader.numbers("acceleration", count: 2, in: units) {
            system.acceleration = SIMD2(pull[0], pull[1])
        }
        let hasCenter = reader.has("attractionCenter")
        if reader.number("attractionStrength", 0) != 0, hasCenter {
            reader.ignore(
                "attractionCenter",
                because: "attraction without a change of velocity is not supported"
            )
        }
        // In Vortex, too, strength and center have no effect without each other.
        reader.forget("attractionCenter")
        system.damping = reader.number("dampingFactor", 0, in: -1e6...1e6)
        if let spin = reader.numbers("angularSpeed", count: 3, in: units) {
            system.spin = SIMD3(spin[0], spin[1], spin[2])
        }
        if let spin = reader.numbers("angularSpeedVariation", count: 3, in: units) {
            system.spinVariation = SIMD3(spin[0], spin[1], spin[2])
        }
        if let value = reader.take("colors") { system.colors = colors(value, at: reader.place("colors"), notes) }
        system.size = reader.number("size", 1, in: 0...1000)
        system.sizeVariation = reader.number("sizeVariation", 0, in: units)
        system.sizeAtDeath = reader.number("sizeMultiplierAtDeath", 1, in: units)
        system.stretch = reader.number("stretchFactor", 1, in: units)
        for (index, value) in (reader.list("secondarySystems") ?? []).enumerated() {
            let place = "\(reader.place("secondarySystems"))[\(index)]"
            guard case .object(let members) = value else {
                notes.ignore(place, value.shown, "the value is not a system")
                continue
            }
            guard depth < maximumDepth, count < maximumSystems else {
                let most = "only \(maximumSystems) systems, \(maximumDepth) levels deep, are imported"
                notes.ignore(place, value.shown, most)
                continue
            }
            system.secondary.append(self.system(FieldReader(members, at: place, notes), depth: depth + 1, &count))
        }
        reader.refuseTheRest()
        return system
    }

    /// Parses a case with its values: `{"box": {"width": 1}}` as Swift writes it, or `"point"`, `".point"`, `{"ramp":
    /// […]}` as people do.
    private static func enumeration(_ value: JSONValue) -> (name: String, values: JSONValue)? {
        switch value {
        case .string(let text) where text.utf8.count <= 64:
            return (text.hasPrefix(".") ? String(text.dropFirst()) : text, .object([]))
        case .object(let members) where members.count == 1: return (members[0].name, members[0].value)
        default: return nil
        }
    }

    private static func shape(_ value: JSONValue, at place: String, _ notes: ImportNotes) -> Shape {
        guard let (name, values) = enumeration(value), case .object(let members) = values else {
            notes.ignore(place, value.shown, "the shape is unknown; all particles start at one point")
            return .point
        }
        let reader = FieldReader(members, at: "\(place).\(name.asKey)", notes)
        defer { reader.refuseTheRest() }
        let units = 0.0...1000.0
        switch name {
        case "point": return .point
        case "box": return .box(reader.number("width", 0, in: units), reader.number("height", 0, in: units))
        case "ellipse": return .ellipse(reader.number("radius", 0, in: units))
        case "ring": return .ring(reader.number("radius", 0, in: units))
        default:
            notes.ignore(place, value.shown, "the shape is unknown; all particles start at one point")
            return .point
        }
    }

    /// Reads an angle in radians, Vortex's own encoding, or an object that names its unit.
    private static func angle(_ reader: FieldReader, _ name: String) -> Double {
        let turns = -900.0...900.0
        if let members = reader.members(ofObject: name) {
            let inner = FieldReader(members, at: reader.place(name), reader.notes)
            defer { inner.refuseTheRest() }
            if inner.has("degrees") { return inner.number("degrees", 0, in: -50_000...50_000).radians }
            return inner.number("radians", 0, in: turns)
        }
        return reader.number(name, 0, in: turns)
    }

    private static func colors(_ value: JSONValue, at place: String, _ notes: ImportNotes) -> Colors {
        var name = "single"
        var inner = value
        if case .object(let members) = value, members.count == 1 {
            name = members[0].name
            inner = members[0].value
            // Swift's name for the first associated value without a label.
            if case .object(let values) = inner, values.count == 1, values[0].name == "_0" { inner = values[0].value }
        }
        func list(_ value: JSONValue, at place: String) -> [SIMD4<Double>]? {
            guard case .array(let elements) = value, !elements.isEmpty else { return nil }
            if elements.count > maximumColors {
                notes.ignore(place, value.shown, "only the first \(maximumColors) colors are read")
            }
            return elements.prefix(maximumColors).enumerated().compactMap { color($1, at: "\(place)[\($0)]", notes) }
        }
        let field = "\(place).\(name.asKey)"
        switch name {
        case "single": if let found = color(inner, at: field, notes) { return .single(found) }
        case "random":
            if let found = list(inner, at: field), !found.isEmpty { return .random(found) }
            if inner == [] { return .random([SIMD4(1, 1, 1, 1)]) }
        case "ramp": if let found = list(inner, at: field), !found.isEmpty { return .ramp(found) }
        case "randomRamp":
            if case .array(let elements) = inner {
                let ramps = elements.prefix(maximumColors).enumerated()
                    .compactMap { list($1, at: "\(field)[\($0)]") }.filter { !$0.isEmpty }
                if !ramps.isEmpty { return .randomRamp(ramps) }
            }
        default: break
        }
        notes.ignore(place, value.shown, "the color mode is unknown; particles are white")
        return .single(SIMD4(1, 1, 1, 1))
    }

    private static func color(_ value: JSONValue, at place: String, _ notes: ImportNotes) -> SIMD4<Double>? {
        switch value {
        case .object(let members):
            let reader = FieldReader(members, at: place, notes)
            let share = 0.0...1.0
            let color = SIMD4(
                reader.number("red", 0, in: share),
                reader.number("green", 0, in: share),
                reader.number("blue", 0, in: share),
                reader.number("opacity", 1, in: share)
            )
            reader.refuseTheRest()
            return color
        case .array(let elements):
            // Array literals of Vortex: white, white and opacity, red green blue, or all four.
            let numbers = elements.compactMap { value -> Double? in
                guard case .number(let number) = value, (0...1).contains(number) else { return nil }
                return number
            }
            guard numbers.count == elements.count else { break }
            switch numbers.count {
            case 1: return SIMD4(numbers[0], numbers[0], numbers[0], 1)
            case 2: return SIMD4(numbers[0], numbers[0], numbers[0], numbers[1])
            case 3: return SIMD4(numbers[0], numbers[1], numbers[2], 1)
            case 4: return SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
            default: break
            }
        case .string(let text) where text.utf8.count <= 64:
            let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
            if let known = named[name] { return known }
            if let color = EffectModel.Color(name) { return color.components }
        default: break
        }
        notes.ignore(place, value.shown, "the value is not a color")
        return nil
    }

    /// Colors of Vortex, which are SwiftUI's and not those of CSS.
    private static let named: [String: SIMD4<Double>] = {
        func color(_ red: Double, _ green: Double, _ blue: Double) -> SIMD4<Double> {
            SIMD4(SIMD3(red, green, blue) / 255, 1)
        }
        return [
            "black": color(0, 0, 0), "white": color(255, 255, 255), "clear": SIMD4(0, 0, 0, 0),
            "blue": color(0, 122, 255), "brown": color(78, 33, 6), "cyan": color(50, 173, 230),
            "darkGray": color(64, 64, 64), "gray": color(128, 128, 128), "lightGray": color(192, 192, 192),
            "green": color(76, 217, 100), "orange": color(255, 149, 0), "pink": color(255, 45, 85),
            "purple": color(88, 86, 214), "red": color(255, 59, 48), "teal": color(90, 200, 250),
            "yellow": color(255, 204, 0),
        ]
    }()
}
