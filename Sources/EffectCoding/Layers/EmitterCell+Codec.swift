import EffectModel
import StrictJSON

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
            Property([
                SchemaMember("contents", .any(of: [Asset.namedOrOwn, WeightedContents.listCodec.schema]).orNull)
            ]) { object, cell in
                guard let value = object.take("contents"), value != .null else { return }
                if case .array = value {
                    let place = object.pointer(to: "contents")
                    cell.choices = WeightedContents.listCodec.read(value, place, object.context) ?? []
                } else if case .object = value {
                    cell.ownAsset = Asset.codec.read(value, object.pointer(to: "contents"), object.context)
                } else {
                    let place = object.pointer(to: "contents")
                    cell.contents = Asset.nameCodec.read(value, place, object.context)
                    if let name = cell.contents { object.context.checkAsset(name, at: place) }
                }
            } write: { cell in
                if !cell.choices.isEmpty { return [.init("contents", WeightedContents.listCodec.write(cell.choices))] }
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
                let isBare = cell.contents == nil && cell.ownAsset == nil && cell.choices.isEmpty
                if isBare, cell.trail?.width == nil { cell.trail?.width = Trail.bareWidth }
            },
        ] + Property.part(\.frames, SheetFrames.properties) + [choicesCheck]

    /// Most births per second.
    static let largestRate = 1_000_000.0
    /// Longest life in seconds.
    static let longestLife = 1_000_000.0

    private static let phase = Codec.number(in: 0...0.999_999)

    private static let phaseSchema = JSONSchema.any(of: [phase.schema, .constant("seeded")]).orNull

    private static let birth: [Property<EmitterCell>] = [
        .field("birthRate", \.birthRate, .number(in: 0...largestRate)),
        Property([SchemaMember("birthPhase", phaseSchema)]) { object, cell in
            guard let value = object.take("birthPhase"), value != "seeded", value != .null else { return }
            cell.birthPhase = phase.read(value, object.pointer(to: "birthPhase"), object.context)
        } write: { cell in
            [.init("birthPhase", cell.birthPhase.map { .number($0) } ?? "seeded")]
        },
        .ranged("lifetime", \.lifetime, \.lifetimeRange, in: 0...longestLife, unit: .seconds),
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
        func demand(_ name: String, unless isThere: Bool, allowed: String) {
            guard !isThere, cell.enabled else { return }
            object.context.fault(.missing, at: object.pointer(to: name), found: "nothing", allowed: allowed)
        }
        demand("lifetime", unless: object.has("lifetime"), allowed: "the lifetime of a particle, in seconds")
        demand(
            "birthRate",
            unless: object.has("birthRate") || cell.burst != nil,
            allowed: "births per second, or a burst"
        )
        let draws = object.has("contents") || cell.trail != nil || !cell.emitterCells.isEmpty
        demand(
            "contents",
            unless: draws,
            allowed: "an asset, or null for a cell of which only the trail or the sub-cells are visible"
        )
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
        .field("colors", \.colors, .list(of: WeightedColor.codec, count: 0...64)),
        .after { object, cell in
            guard !cell.colors.isEmpty, !cell.colors.contains(where: { $0.weight > 0 }) else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "colors"),
                found: "weights that are all 0",
                allowed: "a weight above 0"
            )
        },
        .field("inherit", \.inherit, .object("Inheritance", Inheritance(), Inheritance.properties)),
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
