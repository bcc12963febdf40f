/// What one kind of particle is and does. Names and meanings are CAEmitterCell's; angles are in radians, clockwise on
/// screen; everything called a speed is a rate per second.
///
/// - Source: CAEmitterCell.
public struct EmitterCell: Sendable, Equatable {
    /// Part of the particle's random stream, so that a renamed cell is another cell, and a moved one is not.
    public internal(set) var name: String?
    /// False: emits nothing.
    public internal(set) var enabled = true
    /// Name of the asset that is drawn; `nil` draws nothing.
    public internal(set) var contents: String?
    /// An asset written in the cell's own place.
    public internal(set) var ownAsset: Asset?
    /// Divides the drawn size.
    public internal(set) var contentsScale = 1.0
    /// The part of the asset that is drawn, in shares of its width and height.
    public internal(set) var contentsRect = UnitRectangle.whole
    /// How pictures are read.
    public internal(set) var sampling = Sprite.Sampling()
    /// Pictures within ``contentsRect``, side by side.
    public internal(set) var frames = SheetFrames()
    /// Sprite, plane or point.
    public internal(set) var particleType = ParticleType.sprite

    /// Particles a second.
    public internal(set) var birthRate = 0.0
    /// Offset of the first birth in 0..<1 of a particle; `nil` draws it from the seed.
    public internal(set) var birthPhase: Double?
    /// Seconds.
    public internal(set) var lifetime = 0.0
    /// Seconds around ``lifetime``.
    public internal(set) var lifetimeRange = 0.0

    /// Tilt of the direction towards the viewer.
    public internal(set) var emissionLatitude = 0.0
    /// Added to the emitter shape's natural direction.
    public internal(set) var emissionLongitude = 0.0
    /// Full opening angle of the cone.
    public internal(set) var emissionRange = 0.0
    /// Whether the cone is one in space, or an angle in the plane.
    public internal(set) var emissionSpace = EmissionSpace.cone

    /// Points a second, along the direction; negative goes the other way.
    public internal(set) var velocity = 0.0
    /// Points a second around ``velocity``.
    public internal(set) var velocityRange = 0.0
    /// Points a second that it moves whatever its velocity.
    public internal(set) var drift = SIMD3<Double>(0, 0, 0)
    /// Divides what behaviours do to it.
    public internal(set) var mass = 1.0
    /// Around ``mass``.
    public internal(set) var massRange = 0.0
    /// Points a second, squared.
    public internal(set) var acceleration = SIMD3<Double>(0, 0, 0)

    /// Factor at birth.
    public internal(set) var scale = 1.0
    /// Around ``scale``.
    public internal(set) var scaleRange = 0.0
    /// Change of the factor a second.
    public internal(set) var scaleSpeed = 0.0
    /// What a scale below zero looks like.
    public internal(set) var negativeScale = NegativeScale.mirror

    /// Angle at birth.
    public internal(set) var rotation = 0.0
    /// Radians around ``rotation``.
    public internal(set) var rotationRange = 0.0
    /// Radians a second.
    public internal(set) var spin = 0.0
    /// Radians a second around ``spin``.
    public internal(set) var spinRange = 0.0

    /// Elevation of the axis that a plane turns around.
    public internal(set) var orientationLatitude = 0.0
    /// Its azimuth.
    public internal(set) var orientationLongitude = 0.0
    /// Full opening of the cone in which particles' axes lie.
    public internal(set) var orientationRange = 0.0
    /// Colour of a plane's back; `nil` is as its front.
    public internal(set) var back: Color?
    /// How much longer a particle is drawn along its motion: so many times its size for each point a second, and never
    /// shorter than it is.
    public internal(set) var stretchFactor = 0.0
    /// What it leaves behind.
    public internal(set) var trail: Trail?
    /// What acts on its particles, beside the emitter's behaviours.
    public internal(set) var emitterBehaviors: [Behavior] = []
    /// Only behaviours whose ``Behavior/categoryBitMask`` has one of these bits act on its particles.
    ///
    /// - Source: SKEmitterNode.
    public internal(set) var fieldBitMask = BitMask.all

    /// Seconds of its parent's time at which the cell starts to emit: the layer's, or for a sub-cell the parent's age.
    public internal(set) var beginTime = 0.0
    /// How fast the cell's clock runs: its births, and the ageing and motion of its particles. 0...1000.
    public internal(set) var speed = 1.0
    /// Seconds that the cell's clock is ahead.
    public internal(set) var timeOffset = 0.0
    /// Seconds of its own time that it emits; infinite by default.
    public internal(set) var duration = Double.infinity
    /// How often that duration runs, one run after another; with ``repeatDuration`` the longer one counts.
    public internal(set) var repeatCount = 1.0
    /// Seconds of its own time that repetitions last in all, idle times included.
    public internal(set) var repeatDuration = 0.0
    /// A run is followed by one backwards, in which it emits as in the other, and a repetition is both.
    public internal(set) var autoreverses = false
    /// Seconds of its own time between two runs, in which it emits nothing.
    public internal(set) var idleDuration = 0.0
    /// Exact births beside those of the rate.
    public internal(set) var burst: Burst?
    /// What each of its particles emits.
    public internal(set) var emitterCells: [EmitterCell] = []
    /// For a sub-cell: when in the parent's life its clock starts, and from where it emits.
    public internal(set) var on = Trigger.update

    /// Multiplies the contents.
    public internal(set) var color = Color.white
    /// Red, green, blue, alpha.
    public internal(set) var colorRange = SIMD4<Double>(0, 0, 0, 0)
    /// Change a second of red, green, blue, alpha.
    public internal(set) var colorSpeed = SIMD4<Double>(0, 0, 0, 0)

    /// With Core Animation's defaults: it emits nothing.
    public init() {}

    /// Seconds of its own time that one repetition emits.
    package var run: Double { autoreverses ? 2 * duration : duration }

    /// Seconds of its own time until it emits no more.
    package var activeDuration: Double {
        let counted = run * max(1, repeatCount)
        guard run.isFinite, idleDuration > 0 else { return max(counted, repeatDuration) }
        return max(counted + ((counted / run).rounded(.up) - 1) * idleDuration, repeatDuration)
    }

    /// The most that a particle is stretched.
    package static let largestStretch = 100.0

    /// Times that a particle may hit walls, as far as sub-cells heed that.
    package static let mostImpacts = 8

    /// The most times that sub-cells see one of its particles hit a wall; 0 where nothing that acts is one.
    ///
    /// - Parameter behaviors: Those that act on it.
    package func impacts(under behaviors: [Behavior]) -> Int {
        let walls = behaviors.filter { $0.isWall && $0.enabled }
        return walls.isEmpty ? 0 : walls.allSatisfy(\.diesOnCollision) ? 1 : Self.mostImpacts
    }

    /// How often as long a particle is drawn along its motion, at so many points a second.
    package func stretch(atSpeed speed: Double) -> Double {
        stretchFactor > 0 ? min(Self.largestStretch, max(1, stretchFactor * speed)) : 1
    }
}

/// When a sub-cell emits.
public enum Trigger: String, Sendable, CaseIterable {
    /// While the parent lives, from where it is.
    case update
    /// From the parent's birth on, from where that was, whether it lives on or not.
    case birth
    /// From the parent's death on, from where that was.
    case death
    /// From each time on that the parent hits a wall, from where it touched that, away from the wall.
    case collision
}

/// How a particle lies in space.
public enum ParticleType: String, Sendable, CaseIterable {
    /// Faces the viewer, turned about the line of sight.
    case sprite
    /// A flat piece that turns about an axis in space.
    case plane
    /// Faces the viewer and never turns.
    case point
}

/// How `emissionRange` spreads directions.
public enum EmissionSpace: String, Sendable, CaseIterable {
    /// Uniform over a cone in space, then projected.
    case cone
    /// Uniform over an angle in the canvas' plane.
    case planar
}

/// What happens to a particle whose scale is below zero.
public enum NegativeScale: String, Sendable, CaseIterable {
    /// Drawn with the scale's magnitude, turned by half a turn.
    case mirror
    case hide
}

/// What a `…Range` means around its mean.
public enum RangeConvention: String, Sendable, CaseIterable {
    /// Uniform in mean ± range: what the published articles say.
    case full
    /// Uniform in mean ± range/2: what Core Animation does.
    case half
}

extension EmitterCell {
    static let codec = Codec<EmitterCell>.object("EmitterCell", EmitterCell(), properties)

    private static let turn = -1000.0...1000.0
    private static let rate = -100_000.0...100_000.0

    static let properties: [Property<EmitterCell>] =
        identity + birth + timing + motion + look + subcells + [forgotten, .idle("style")]

    private static let identity: [Property<EmitterCell>] =
        [
            .optional("name", \.name, .text(maximum: 64)),
            .field("enabled", \.enabled, .flag),
            Property([SchemaMember("contents", Asset.namedOrOwn.orNull)]) { object, cell in
                guard let value = object.take("contents"), value != .null else { return }
                if case .object = value {
                    cell.ownAsset = Asset.codec.read(value, object.pointer(to: "contents"), object.context)
                } else {
                    let place = object.pointer(to: "contents")
                    cell.contents = Asset.nameCodec.read(value, place, object.context)
                    if let name = cell.contents { object.context.checkAsset(name, at: place) }
                }
            } write: { cell in
                if let asset = cell.ownAsset { return [.init("contents", Asset.codec.write(asset))] }
                return [.init("contents", cell.contents.map { .string($0) } ?? .null)]
            },
            .field("contentsScale", \.contentsScale, .number(in: 0.01...100)),
            .field("contentsRect", \.contentsRect, UnitRectangle.codec),
            .field("minificationFilter", \.sampling.minification, .choice()),
            .field("magnificationFilter", \.sampling.magnification, .choice()),
            .field("minificationFilterBias", \.sampling.minificationBias, .number(in: -16...16)),
            .field("particleType", \.particleType, .choice()),
            .optional("back", \.back, Color.codec),
            .field("stretchFactor", \.stretchFactor, .number(in: 0...1000)),
            .optional("trail", \.trail, Trail.codec),
            .after { _, cell in
                // There is nothing that it could be as wide as.
                let isBare = cell.contents == nil && cell.ownAsset == nil
                if isBare, cell.trail?.width == nil { cell.trail?.width = Trail.bareWidth }
            },
        ] + Property.part(\.frames, SheetFrames.properties)

    private static let phase = Codec.number(in: 0...0.999_999)
    private static let phaseSchema = JSONSchema.any(of: [phase.schema, .constant("seeded")]).orNull
    private static let birth: [Property<EmitterCell>] = [
        .field("birthRate", \.birthRate, .number(in: 0...1_000_000)),
        Property([SchemaMember("birthPhase", phaseSchema)]) { object, cell in
            guard let value = object.take("birthPhase"), value != "seeded", value != .null else { return }
            cell.birthPhase = phase.read(value, object.pointer(to: "birthPhase"), object.context)
        } write: { cell in
            [.init("birthPhase", cell.birthPhase.map { .number($0) } ?? "seeded")]
        },
        .ranged("lifetime", \.lifetime, \.lifetimeRange, in: 0...1_000_000, unit: .seconds),
        .field("emissionLatitude", \.emissionLatitude, .number(in: turn, unit: .radians)),
        .field("emissionLongitude", \.emissionLongitude, .number(in: turn, unit: .radians)),
        .field("emissionRange", \.emissionRange, .number(in: turn, unit: .radians)),
        .field("emissionSpace", \.emissionSpace, .choice()),
    ]

    private static let timing: [Property<EmitterCell>] = [
        .field("beginTime", \.beginTime, .number(in: MediaTiming.beginTimes, unit: .seconds)),
        .field("speed", \.speed, .number(in: 0...1000)),
        .field("timeOffset", \.timeOffset, .number(in: 0...100_000, unit: .seconds)),
        .field("duration", \.duration, Codec<Double>.lasting),
        .field("repeatCount", \.repeatCount, .repeats),
        .field("repeatDuration", \.repeatDuration, .number(in: 0...100_000, unit: .seconds)),
        .field("autoreverses", \.autoreverses, .flag),
        // Before and after its own time a clock stands still, whatever it holds: nothing is born.
        .idle("fillMode", Codec<FillMode>.choice()),
        .field("idleDuration", \.idleDuration, .number(in: 0...100_000, unit: .seconds)),
        .after { object, cell in
            let runsOnce = cell.repeatCount <= 1 && cell.repeatDuration <= cell.run
            guard cell.idleDuration > 0, !cell.duration.isFinite || runsOnce else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "idleDuration"),
                found: cell.duration.isFinite ? "a duration that runs once" : "no end of the duration",
                allowed: "it with a duration, and a repeatCount above 1 or \"infinite\", or a longer repeatDuration"
            )
        },
        .optional("burst", \.burst, .object("Burst", Burst(), Burst.properties)),
    ]

    /// Core Animation's defaults make a cell that shows nothing. Whoever wants that can say so with a 0; who has only
    /// forgotten a field is told, instead of being served an empty picture.
    private static let forgotten: Property<EmitterCell> = .after(rules: [notForgotten]) { object, cell in
        func demand(_ name: String, _ isThere: Bool, _ allowed: String) {
            guard !isThere, cell.enabled else { return }
            object.context.fault(.missing, at: object.pointer(to: name), found: "nothing", allowed: allowed)
        }
        demand("lifetime", object.has("lifetime"), "seconds that a particle lives")
        demand("birthRate", object.has("birthRate") || cell.burst != nil, "particles a second, or a burst")
        let draws = object.has("contents") || cell.trail != nil || !cell.emitterCells.isEmpty
        demand("contents", draws, "an asset, or null for a cell whose trail or sub-cells alone are seen")
    }

    private static let notForgotten: JSONSchema = [
        "if": .schema(.has("enabled", .constant(false))),
        "else": .schema(
            .all(of: [
                .has("lifetime"), .any(of: [.has("birthRate"), .has("burst", .type("object"))]),
                .any(of: [
                    .has("contents"), .has("emitterCells", ["minItems": .json(1)]),
                    .has("trail", ["not": .schema(.type("null"))]),
                ]),
            ])
        ),
    ]

    private static let subcells: [Property<EmitterCell>] = [
        .field("emitterCells", \.emitterCells, .list(of: EmitterCell.codec, count: 0...64)),
        .field("on", \.on, .choice()),
        .after { object, cell in
            // After its parent's death or apart from its life, nothing else would end the births.
            guard cell.on != .update, cell.birthRate > 0, !cell.activeDuration.isFinite else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: cell.duration.isFinite ? "repeatCount" : "duration"),
                found: "no end of the births",
                allowed: "seconds that they last, or a burst and no birthRate"
            )
        },
    ]

    private static let motion: [Property<EmitterCell>] = [
        .field("drift", \.drift, driftCodec),
        .ranged("mass", \.mass, \.massRange, in: 0.01...1000),
        .field("orientationLatitude", \.orientationLatitude, .number(in: turn, unit: .radians)),
        .field("orientationLongitude", \.orientationLongitude, .number(in: turn, unit: .radians)),
        .field("orientationRange", \.orientationRange, .number(in: turn, unit: .radians)),
        .field("emitterBehaviors", \.emitterBehaviors, .list(of: Behavior.codec, count: 0...16)),
        .field("fieldBitMask", \.fieldBitMask, .whole(in: BitMask.bounds)),
        .ranged("velocity", \.velocity, \.velocityRange, in: rate),
        .field("xAcceleration", \.acceleration.x, .number(in: rate)),
        .field("yAcceleration", \.acceleration.y, .number(in: rate)),
        .field("zAcceleration", \.acceleration.z, .number(in: rate)),
        .ranged("rotation", \.rotation, \.rotationRange, in: turn, unit: .radians),
        .ranged("spin", \.spin, \.spinRange, in: turn, unit: .radians),
    ]

    private static let look: [Property<EmitterCell>] = [
        .ranged("scale", \.scale, \.scaleRange, in: -1000...1000),
        .field("scaleSpeed", \.scaleSpeed, .number(in: -1000...1000)),
        .field("negativeScale", \.negativeScale, .choice()),
        .field("color", \.color, Color.codec),
        .field("redRange", \.colorRange.x, .number(in: -10...10)),
        .field("greenRange", \.colorRange.y, .number(in: -10...10)),
        .field("blueRange", \.colorRange.z, .number(in: -10...10)),
        .field("alphaRange", \.colorRange.w, .number(in: -10...10)),
        .field("redSpeed", \.colorSpeed.x, .number(in: -1000...1000)),
        .field("greenSpeed", \.colorSpeed.y, .number(in: -1000...1000)),
        .field("blueSpeed", \.colorSpeed.z, .number(in: -1000...1000)),
        .field("alphaSpeed", \.colorSpeed.w, .number(in: -1000...1000)),
    ]

    /// Points a second: along x alone, or `[x, y]`, or `[x, y, z]`.
    private static let driftCodec: Codec<SIMD3<Double>> = {
        let vector = Codec<SIMD3<Double>>.vector(in: rate)
        let number = Codec.number(in: rate)
        let allowed = "\(number.allowed), or \(vector.allowed)"
        let schema = JSONSchema.any(of: [number.schema, vector.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if case .array = value { return vector.read(value, pointer, context) }
            return number.read(value, pointer, context).map { SIMD3($0, 0, 0) }
        } write: { drift in
            vector.write(drift)
        }
    }()
}
