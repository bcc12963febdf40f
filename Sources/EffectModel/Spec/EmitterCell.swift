/// Birth, motion and appearance of one kind of particle. Names and meanings follow CAEmitterCell. Angles are in
/// radians, clockwise on screen; speeds are rates per second.
///
/// - Source: CAEmitterCell.
public struct EmitterCell: Sendable, Equatable {
    /// Name of the cell, part of its random streams: renaming changes the random numbers, reordering does not.
    public var name: String?
    /// Whether the cell emits.
    public var enabled = true
    /// Name of the asset that is drawn; `nil` draws nothing.
    public var contents: String?
    /// Inline asset, in place of ``contents``.
    public var ownAsset: Asset?
    /// Divisor of the drawn size.
    public var contentsScale = 1.0
    /// Part of the asset that is drawn, as fractions of its width and height.
    public var contentsRect = UnitRectangle.whole
    /// Sampling of images.
    public var sampling = Sprite.Sampling()
    /// Sprite-sheet frames within ``contentsRect``.
    public var frames = SheetFrames()
    /// Orientation of particles in space.
    public var particleType = ParticleType.sprite

    /// Births per second.
    public var birthRate = 0.0
    /// Time of the first birth as a fraction of the birth interval, 0..<1; `nil` draws it from the seed.
    public var birthPhase: Double?
    /// Lifetime in seconds.
    public var lifetime = 0.0
    /// Range of ``lifetime`` in seconds.
    public var lifetimeRange = 0.0

    /// Elevation of the direction toward the viewer, in radians.
    public var emissionLatitude = 0.0
    /// Angle in radians added to the shape's natural direction.
    public var emissionLongitude = 0.0
    /// Full opening angle of the emission cone in radians.
    public var emissionRange = 0.0
    /// Distribution of directions: a cone in space, or an angle in the plane.
    public var emissionSpace = EmissionSpace.cone

    /// Initial speed in points per second along the direction; negative values reverse it.
    public var velocity = 0.0
    /// Range of ``velocity`` in points per second.
    public var velocityRange = 0.0
    /// Additional constant velocity in points per second.
    public var drift = SIMD3<Double>(0, 0, 0)
    /// Mass, which divides the forces of behaviors.
    public var mass = 1.0
    /// Range of ``mass``.
    public var massRange = 0.0
    /// Acceleration in points/s².
    public var acceleration = SIMD3<Double>(0, 0, 0)

    /// Scale factor at birth.
    public var scale = 1.0
    /// Range of ``scale``.
    public var scaleRange = 0.0
    /// Change of the scale factor per second.
    public var scaleSpeed = 0.0
    /// Appearance of particles with a negative scale.
    public var negativeScale = NegativeScale.mirror

    /// Rotation at birth in radians.
    public var rotation = 0.0
    /// Range of ``rotation`` in radians.
    public var rotationRange = 0.0
    /// Angular velocity in radians per second.
    public var spin = 0.0
    /// Range of ``spin`` in radians per second.
    public var spinRange = 0.0

    /// Elevation of a plane's rotation axis in radians.
    public var orientationLatitude = 0.0
    /// Azimuth of a plane's rotation axis in radians.
    public var orientationLongitude = 0.0
    /// Full opening angle in radians of the cone of rotation axes.
    public var orientationRange = 0.0
    /// Color of a plane's back; `nil` uses the front's color.
    public var back: Color?
    /// Elongation along the motion per point/s of speed: the drawn length is multiplied by speed × factor, at least 1.
    public var stretchFactor = 0.0
    /// Trail; `nil` for none.
    public var trail: Trail?
    /// Behaviors that act on the cell's particles, in addition to the emitter's.
    public var emitterBehaviors: [Behavior] = []
    /// Categories of behaviors that act on the cell's particles: those whose ``Behavior/categoryBitMask`` shares a bit
    /// with it.
    ///
    /// - Source: SKEmitterNode.
    public var fieldBitMask = BitMask.all

    /// Start of emission in seconds of the parent's time: the layer's time, or for a sub-cell the parent particle's
    /// age.
    public var beginTime = 0.0
    /// Speed factor of the cell's clock, 0...1000. It applies to births and to the aging and motion of particles.
    public var speed = 1.0
    /// Offset of the cell's clock in seconds.
    public var timeOffset = 0.0
    /// Duration of emission in seconds of cell time; infinite by default.
    public var duration = Double.infinity
    /// Number of repetitions of the duration. If ``repeatDuration`` is longer, it takes precedence.
    public var repeatCount = 1.0
    /// Total duration of all repetitions in seconds of cell time, including idle times.
    public var repeatDuration = 0.0
    /// Whether each run is followed by a second run as part of the same repetition; both emit alike.
    public var autoreverses = false
    /// Pause between repetitions in seconds of cell time, without births.
    public var idleDuration = 0.0
    /// Exact births in addition to the birth rate.
    public var burst: Burst?
    /// Sub-cells, emitted by each particle.
    public var emitterCells: [EmitterCell] = []
    /// Event in the parent's life that starts a sub-cell's clock, and its place of emission.
    public var on = Trigger.update

    /// Color that multiplies the contents.
    public var color = Color.white
    /// Ranges of red, green, blue and alpha.
    public var colorRange = SIMD4<Double>(0, 0, 0, 0)
    /// Changes of red, green, blue and alpha per second.
    public var colorSpeed = SIMD4<Double>(0, 0, 0, 0)

    /// Creates a cell with Core Animation's defaults, which emits nothing.
    public init() {}

    /// Seconds of cell time of emission per repetition.
    package var run: Double { autoreverses ? 2 * duration : duration }

    /// Seconds of cell time until emission ends.
    package var activeDuration: Double {
        let counted = run * max(1, repeatCount)
        guard run.isFinite, idleDuration > 0 else { return max(counted, repeatDuration) }
        return max(counted + ((counted / run).rounded(.up) - 1) * idleDuration, repeatDuration)
    }

    /// Upper bound of the elongation factor.
    package static let largestStretch = 100.0

    /// Maximum number of a particle's collisions that trigger sub-cells.
    package static let mostImpacts = 8

    /// Maximum number of collisions of one particle that trigger sub-cells; 0 without walls.
    ///
    /// - Parameter behaviors: Behaviors that act on the particle.
    package func impacts(under behaviors: [Behavior]) -> Int {
        let walls = behaviors.filter { $0.isWall && $0.enabled }
        return walls.isEmpty ? 0 : walls.allSatisfy(\.diesOnCollision) ? 1 : Self.mostImpacts
    }

    /// Elongation factor along the motion at `speed` points per second.
    package func stretch(atSpeed speed: Double) -> Double {
        stretchFactor > 0 ? min(Self.largestStretch, max(1, stretchFactor * speed)) : 1
    }
}

/// Event that starts a sub-cell.
public enum Trigger: String, Sendable, CaseIterable {
    /// The parent's life: emits while it lives, at its current position.
    case update
    /// The parent's birth: emits from its birthplace on, even after its death.
    case birth
    /// The parent's death: emits from its place of death.
    case death
    /// Each collision of the parent with a wall: emits from the point of contact, away from the wall.
    case collision
}

/// Orientation of a particle in space.
public enum ParticleType: String, Sendable, CaseIterable {
    /// Faces the viewer and rotates about the line of sight.
    case sprite
    /// Flat piece that rotates about an axis in space.
    case plane
    /// Faces the viewer and never rotates.
    case point
}

/// Distribution of directions within `emissionRange`.
public enum EmissionSpace: String, Sendable, CaseIterable {
    /// Uniform over a cone in space, then projected.
    case cone
    /// Uniform over an angle in the canvas plane.
    case planar
}

/// Appearance of particles with a negative scale.
public enum NegativeScale: String, Sendable, CaseIterable {
    /// Drawn with the scale's magnitude, rotated by half a turn.
    case mirror
    case hide
}

/// Meaning of a `…Range` around its mean.
public enum RangeConvention: String, Sendable, CaseIterable {
    /// Uniform in mean ± range, as published articles say.
    case full
    /// Uniform in mean ± range/2, as Core Animation does.
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
                // A trail without contents has no width to inherit.
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
        // Accepted without effect: no births occur outside the active time.
        .idle("fillMode", Codec<FillMode>.choice()),
        .field("idleDuration", \.idleDuration, .number(in: 0...100_000, unit: .seconds)),
        .after { object, cell in
            let runsOnce = cell.repeatCount <= 1 && cell.repeatDuration <= cell.run
            guard cell.idleDuration > 0, !cell.duration.isFinite || runsOnce else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "idleDuration"),
                found: cell.duration.isFinite ? "a duration that runs once" : "an infinite duration",
                allowed:
                    "idleDuration with a finite duration and a repeatCount above 1, \"infinite\", or a longer repeatDuration"
            )
        },
        .optional("burst", \.burst, .object("Burst", Burst(), Burst.properties)),
    ]

    /// Checks for omitted fields. Core Animation's defaults make a cell that shows nothing; an explicit 0 requests
    /// that, whereas an omitted field is reported instead of rendering an empty image.
    private static let forgotten: Property<EmitterCell> = .after(rules: [notForgotten]) { object, cell in
        func demand(_ name: String, _ isThere: Bool, _ allowed: String) {
            guard !isThere, cell.enabled else { return }
            object.context.fault(.missing, at: object.pointer(to: name), found: "nothing", allowed: allowed)
        }
        demand("lifetime", object.has("lifetime"), "the lifetime of a particle, in seconds")
        demand("birthRate", object.has("birthRate") || cell.burst != nil, "births per second, or a burst")
        let draws = object.has("contents") || cell.trail != nil || !cell.emitterCells.isEmpty
        demand("contents", draws, "an asset, or null for a cell of which only the trail or the sub-cells are visible")
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
            // After the parent's death, or independent of its life, births would otherwise never end.
            guard cell.on != .update, cell.birthRate > 0, !cell.activeDuration.isFinite else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: cell.duration.isFinite ? "repeatCount" : "duration"),
                found: "unlimited births",
                allowed: "a finite number of seconds, or a burst and no birthRate"
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

    /// Codec of points per second: along x only, or `[x, y]`, or `[x, y, z]`.
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
