import EffectModel
import StrictJSON

/// An archived SCNParticleSystem: in SceneKit's own units, with y up and angles counterclockwise, in degrees.
///
/// - Source: SCNParticleSystem's documentation for the meaning of the properties; files written by Xcode for their
///   encoding.
struct SceneKitSystem {
    /// A mean, and the full width of the range around it.
    struct Varying {
        var mean: Double
        var variation: Double

        var ends: ClosedRange<Double> { (mean - abs(variation) / 2)...(mean + abs(variation) / 2) }
        /// The range, clamped to 0 and above.
        var positive: ClosedRange<Double> { max(0, ends.lowerBound)...max(0, ends.upperBound) }
    }

    /// Shape on which particles are born, with half of its extent.
    enum Shape {
        case point
        case sphere(Double)
        case plane(SIMD2<Double>)
        case box(SIMD3<Double>)

        var half: SIMD3<Double> {
            switch self {
            case .point: .zero
            case .sphere(let radius): SIMD3(repeating: radius)
            case .plane(let half): SIMD3(half.x, half.y, 0)
            case .box(let half): half
            }
        }
    }

    /// Event that creates a spawned system.
    enum Occasion: String {
        case living = "systemSpawnedOnLiving"
        case dying = "systemSpawnedOnDying"
        case collision = "systemSpawnedOnCollision"
    }

    let path: String
    var rate = 0.0
    var emission = 1.0
    var idle = 0.0
    var loops = true
    var warmup = 0.0
    var speed = 1.0
    var shape = Shape.point
    /// Birth location: 0 is the surface, 1 the volume.
    var birthLocation = 0.0
    /// Birth direction: 0 is ``direction``, 1 the surface's normal, 2 any.
    var birthDirection = 0.0
    var direction = SIMD3(0.0, 1.0, 0.0)
    /// Spread in degrees to either side.
    var spreading = 0.0
    var lifetime = Varying(mean: 1, variation: 0)
    var velocity = Varying(mean: 0, variation: 0)
    var angle = Varying(mean: 0, variation: 0)
    var angularVelocity = Varying(mean: 0, variation: 0)
    var size = Varying(mean: 1, variation: 0)
    var acceleration = SIMD3(0.0, 0.0, 0.0)
    /// Velocity lost in 1/60 s, in per cent.
    var damping = 0.0
    var color = SIMD4(1.0, 1.0, 1.0, 1.0)
    /// Variation of hue in degrees, saturation, brightness, and alpha.
    var colorVariation = SIMD4(0.0, 0.0, 0.0, 0.0)
    var image: String?
    var stretch = 0.0
    var blendMode = 0.0
    var sortingMode = 0.0
    var orientationMode = 0.0
    var columns = 1.0
    var rows = 1.0
    var frameRate = 0.0
    var frameRateVariation = 0.0
    /// Frames per second of the particles: half of the variation goes to each side.
    var frameRates: ClosedRange<Double> {
        let (mean, half) = (abs(frameRate), abs(frameRateVariation) / 2)
        return max(0, mean - half)...min(1000, mean + half)
    }
    /// Frame order: 0 repeats, 1 stops at the last image, 2 goes back and forth.
    var frameMode = 0.0
    var firstFrame = 0.0
    var firstFrameVariation = 0.0
    var sizeCurve: Curve<Double>?
    var opacityCurve: Curve<Double>?
    var colorCurve: Curve<SIMD4<Double>>?
    var spawned: [(Occasion, SceneKitSystem)] = []
    var colliders: [SceneKitCollider] = []
    var bounce = 0.7
    /// Friction in SceneKit's sense: 1 slides freely.
    var slide = 1.0
    var diesOnCollision = false

    /// Properties that are archived as objects.
    private static let objects: Set = [
        "emitterShape", "particleImage", "particleColor", "propertyControllers", Occasion.living.rawValue,
        Occasion.dying.rawValue, Occasion.collision.rawValue, "colliderNodes",
    ]

    /// - Parameter depth: Number of levels of systems that may still be spawned.
    init(_ archived: ArchivedValue, at path: String, _ notes: ImportNotes, depth: Int = 2) {
        self.path = path
        let reader = FieldReader(archived.fields(besides: Self.objects), at: path, notes, readsText: true)
        readBirth(reader)
        readMotion(reader)
        readLook(reader)
        readShape(archived["emitterShape"], reader)
        if let value = archived["particleColor"], !value.isNull {
            if let color = value.archivedColor {
                self.color = color
            } else {
                notes.ignore(reader.place("particleColor"), value.excerpt, "the color is invalid; white is used")
            }
        }
        image = archived["particleImage"].flatMap { $0.text ?? $0.entry("path")?.text ?? $0.entry("URL")?.text }
        readControllers(archived["propertyControllers"], isLinear: archived["particleIntensity"] != nil, reader)
        readColliders(archived["colliderNodes"], reader)
        readSurface(reader)
        for occasion in [Occasion.living, .dying, .collision] {
            guard let value = archived[occasion.rawValue], !value.isNull else { continue }
            if occasion == .collision, colliders.isEmpty {
                notes.ignore(reader.place(occasion.rawValue), value.excerpt, "there is no collider to hit")
                continue
            }
            guard depth > 0, value.classNames.contains("SCNParticleSystem") else {
                notes.ignore(
                    reader.place(occasion.rawValue),
                    value.excerpt,
                    "the value is nested too deep or not a particle system"
                )
                continue
            }
            let place = reader.place(occasion.rawValue)
            spawned.append((occasion, SceneKitSystem(value, at: place, notes, depth: depth - 1)))
        }
        Self.refuse(reader)
    }

    private mutating func readBirth(_ reader: FieldReader) {
        let mean = reader.number("birthRate", 1, in: 0...1e6)
        let variation = reader.number("birthRateVariation", 0, in: -1e6...1e6)
        // Evenly distributed around the mean, and never below 0.
        let (low, high) = (mean - abs(variation) / 2, mean + abs(variation) / 2)
        rate = low >= 0 ? mean : high * high / (2 * (high - low))
        if variation != 0 {
            reader.notes.approximate(
                reader.place("birthRateVariation"),
                variation.asWritten,
                "births are evenly spaced, at the mean rate"
            )
        }
        emission = reader.number("emissionDuration", 1, in: 0...100_000)
        idle = reader.number("idleDuration", 0, in: 0...100_000)
        loops = reader.flag("loops", true)
        warmup = reader.number("warmupDuration", 0, in: 0...1000)
        speed = reader.number("speedFactor", 1, in: 0.001...100)
        birthLocation = reader.number("birthLocation", 0)
        birthDirection = reader.number("birthDirection", 0)
        lifetime = Varying(
            mean: reader.number("particleLifeSpan", 1, in: 0...10_000),
            variation: reader.number("particleLifeSpanVariation", 0, in: -10_000...10_000)
        )
    }

    private mutating func readMotion(_ reader: FieldReader) {
        func varying(_ name: String, absent: Double, most: Double) -> Varying {
            Varying(
                mean: reader.number(name, absent, in: -most...most),
                variation: reader.number("\(name)Variation", 0, in: -most...most)
            )
        }
        if let vector = reader.numbers("emittingDirection", count: 3), vector != [0, 0, 0] {
            direction = SIMD3(vector[0], vector[1], vector[2])
        }
        spreading = reader.number("spreadingAngle", 0, in: -360...360)
        velocity = varying("particleVelocity", absent: 0, most: 10_000)
        angle = varying("particleAngle", absent: 0, most: 100_000)
        angularVelocity = varying("particleAngularVelocity", absent: 0, most: 100_000)
        size = varying("particleSize", absent: 1, most: 10_000)
        if let vector = reader.numbers("acceleration", count: 3, in: -10_000...10_000) {
            acceleration = SIMD3(vector[0], vector[1], vector[2])
        }
        if reader.flag("affectedByGravity") {
            acceleration.y -= 9.8
            reader.notes.approximate(
                reader.place("affectedByGravity"),
                "true",
                "gravity is a scene's default of 9.8 units per second squared"
            )
        }
        damping = reader.number("dampingFactor", 0, in: 0...99)
        if damping > 0 {
            let reason = "the unit is undocumented; the value is taken as percent of the speed lost per 1/60 s"
            reader.notes.approximate(reader.place("dampingFactor"), damping.asWritten, reason)
        }
        stretch = reader.number("stretchFactor", 0, in: 0...1000)
    }

    private mutating func readLook(_ reader: FieldReader) {
        if let vector = reader.numbers("particleColorVariation", count: 4, in: -360...360) {
            colorVariation = SIMD4(abs(vector[0]), abs(vector[1]), abs(vector[2]), abs(vector[3]))
        }
        blendMode = reader.number("blendMode", 0)
        sortingMode = reader.number("sortingMode", 0)
        orientationMode = reader.number("orientationMode", 0)
        columns = reader.number("imageSequenceColumnCount", 1, in: 1...256).rounded()
        rows = reader.number("imageSequenceRowCount", 1, in: 1...256).rounded()
        frameRate = reader.number("imageSequenceFrameRate", 0, in: -1000...1000)
        firstFrameVariation = reader.number("imageSequenceInitialFrameVariation", 0)
        firstFrame = reader.number("imageSequenceInitialFrame", 0, in: 0...255)
        frameRateVariation = reader.number("imageSequenceFrameRateVariation", 0)
        frameMode = reader.number("imageSequenceAnimationMode", 0)
    }

    private mutating func readShape(_ value: ArchivedValue?, _ reader: FieldReader) {
        guard let value, !value.isNull else { return }
        func number(_ names: String..., absent: Double = 1) -> Double {
            let found = names.lazy.compactMap { value[$0]?.number }.first ?? absent
            return found.clamped(to: 0...100_000)
        }
        let name = value["$class"]?["$classname"]?.text ?? ""
        var isRough = true
        switch name {
        case "SCNSphere":
            shape = .sphere(number("sphereradius", "radius", absent: 0.5))
            isRough = false
        case "SCNBox":
            shape = .box(
                SIMD3(number("boxwidth", "width"), number("boxheight", "height"), number("boxlength", "length")) / 2
            )
            isRough = false
        case "SCNPlane":
            shape = .plane(SIMD2(number("planewidth", "width"), number("planeheight", "height")) / 2)
            isRough = false
        case "SCNCylinder", "SCNTube", "SCNCapsule", "SCNCone":
            let kind = String(name.dropFirst(3).lowercased())
            let radius =
                ["radius", "outerRadius", "capRadius", "bottomRadius", "topRadius"].compactMap {
                    value[kind + $0]?.number ?? value[$0]?.number
                }
                .max() ?? 0.5
            let wide = radius.clamped(to: 0...50_000)
            shape = .box(SIMD3(wide, number(kind + "height", "height") / 2, wide))
        case "SCNTorus":
            let pipe = number("toruspipeRadius", "pipeRadius", absent: 0.25)
            let wide = number("torusringRadius", "ringRadius", absent: 0.5) + pipe
            shape = .box(SIMD3(wide, pipe, wide))
        default:
            reader.notes.ignore(
                reader.place("emitterShape"),
                value.excerpt,
                "the shape is not supported; particles start at a point"
            )
            return
        }
        if isRough {
            reader.notes.approximate(
                reader.place("emitterShape"),
                value.excerpt,
                "a box of the same size replaces the shape"
            )
        }
    }

    /// Reports properties that have no use in a flat image, and unknown ones.
    private static func refuse(_ reader: FieldReader) {
        reader.ignore("affectedByPhysicsFields", unless: 0, because: "physics fields of a scene are not imported")
        reader.ignore("physicsCollisionsEnabled", unless: 0, because: "physics bodies of a scene are not imported")
        reader.ignore("lightingEnabled", unless: 0, because: "lights are not supported")
        reader.ignore("fresnelExponent", unless: 0, because: "lights are not supported")
        reader.ignore("particleIntensity", unless: 1, because: "colors are limited to the range of an image")
        reader.ignore("particleIntensityVariation", unless: 0, because: "colors are limited to the range of an image")
        reader.ignore("emissionDurationVariation", unless: 0, because: "all runs have the mean duration")
        reader.ignore("idleDurationVariation", unless: 0, because: "all pauses have the mean duration")
        reader.ignore("particleGeometries", unless: "an empty list", because: "particles are images")
        reader.ignore("orientationDirection", unless: [0, 0, 0], because: "planes rotate about random axes")
        // No field acts, the emitter does not move, and there is no depth to hide particles.
        for name in ["particleMass", "particleCharge"] {
            reader.forget(name, name + "Variation")
        }
        reader.forget("isLocal", "seed", "fixedTimeStep", "softParticlesEnabled", "blackPassEnabled", "renderingMode")
        reader.forget("name", "animations", "animation-keys", "clientAttributes", "entityID")
        reader.refuseTheRest()
    }
}
