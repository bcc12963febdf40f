extension Layer {
    /// Animatable properties of layers, applied in this order: a path's turn is added to a rotation that is already
    /// set.
    package static let animatable = animatableOfAll + animatableOfShapes + animatableOfGroups

    private static let animatableOfAll: [AnimatableProperty<Layer>] = [
        .number("opacity", \.opacity, in: 0...1),
        .number("transform.rotation", \.transform.rotation, in: -1000...1000, unit: .radians),
        .point(
            "transform.scale",
            in: Layer.Transform.factors,
            units: (.plain, .plain),
            isFactor: true,
            get: { $0.transform.scale },
            set: { $0.transform.scale = $1 }
        ),
        .point(
            "position",
            in: Layer.Transform.places,
            get: \.position,
            set: { $0.position = $1 },
            turn: { $0.transform.rotation += $1 }
        ),
        ofMask(
            .number("mask.rotation", in: -1000...1000, unit: .radians) {
                $0.mask?.rotation ?? 0
            } set: {
                $0.mask?.rotation = $1
            }
        ),
        ofMask(
            .point(
                "mask.scale",
                in: Layer.Transform.factors,
                units: (.plain, .plain),
                isFactor: true,
                get: { $0.mask?.scale ?? SIMD2(1, 1) },
                set: { $0.mask?.scale = $1 }
            )
        ),
        ofMask(
            .point(
                "mask.position",
                in: Layer.Transform.places,
                get: { $0.mask?.position ?? SIMD2(0, 0) },
                set: { $0.mask?.position = $1 },
                turn: { $0.mask?.rotation += $1 }
            )
        ),
        ofMask(.path("mask.path") { $0.mask?.path = $1 }),
    ]

    /// Animatable properties that only groups have.
    package static let animatableOfGroups: [AnimatableProperty<Layer>] =
        [size]
        + (bounds + shadows + copies).map { property in
            var property = property
            property.exists = { $0.isGroup }
            return property
        }

    /// Size of a group's bounds; a group without a size is as large as the canvas, which a layer does not know.
    private static let size: AnimatableProperty<Layer> = {
        var property = AnimatableProperty<Layer>.point(
            "size",
            in: LayerGroup.sides,
            parts: ("width", "height"),
            get: { $0.group.size ?? SIMD2(repeating: LayerGroup.sides.lowerBound) },
            set: { $0.group.size = $1 }
        )
        property.exists = { $0.isGroup && $0.group.size != nil }
        return property
    }()

    private static let bounds: [AnimatableProperty<Layer>] = [
        .number("cornerRadius", \.group.cornerRadius, in: LayerGroup.widths),
        .number("borderWidth", \.group.borderWidth, in: LayerGroup.widths),
        .point("scroll", in: Transform.places, get: { $0.group.scroll }, set: { $0.group.scroll = $1 }),
        .color("backgroundColor") {
            $0.group.backgroundColor?.components ?? SIMD4(repeating: 0)
        } set: {
            $0.group.backgroundColor = Color($1)
        },
        .color("borderColor", \.group.borderColor),
    ]

    private static let shadows: [AnimatableProperty<Layer>] = [
        .color("shadowColor", \.group.shadow.color),
        .number("shadowOpacity", \.group.shadow.opacity, in: 0...1),
        .number("shadowRadius", \.group.shadow.radius, in: 0...LayerGroup.Shadow.largestRadius),
        .point(
            "shadowOffset",
            in: LayerGroup.Shadow.offsets,
            get: { $0.group.shadow.offset },
            set: { $0.group.shadow.offset = $1 }
        ),
    ]

    private static let copies: [AnimatableProperty<Layer>] = [
        .number("instanceDelay", \.group.instances.delay, in: 0...1000, unit: .seconds),
        .point(
            "instanceTransform.translation",
            in: Transform.places,
            get: { $0.group.instances.transform.translation },
            set: { $0.group.instances.transform.translation = $1 }
        ),
        .number(
            "instanceTransform.rotation",
            \.group.instances.transform.rotation,
            in: -1000...1000,
            unit: .radians
        ),
        .point(
            "instanceTransform.scale",
            in: LayerGroup.Instances.Step.factors,
            units: (.plain, .plain),
            isFactor: true,
            get: { $0.group.instances.transform.scale },
            set: { $0.group.instances.transform.scale = $1 }
        ),
        .color("instanceColor", \.group.instances.color),
        .number("instanceRedOffset", \.group.instances.colorOffset.x, in: -1...1),
        .number("instanceGreenOffset", \.group.instances.colorOffset.y, in: -1...1),
        .number("instanceBlueOffset", \.group.instances.colorOffset.z, in: -1...1),
        .number("instanceAlphaOffset", \.group.instances.colorOffset.w, in: -1...1),
    ]

    private static func ofMask(_ property: AnimatableProperty<Layer>) -> AnimatableProperty<Layer> {
        var property = property
        property.exists = { $0.mask != nil }
        return property
    }
}

extension Emitter {
    private static let place = -100_000.0...100_000.0

    package static let animatable: [AnimatableProperty<Emitter>] = [
        // A rate may rise from below zero: births start where the curve crosses zero.
        .number("birthRate", \.birthRate, in: 0...100_000, keys: -100_000...100_000),
        .number("lifetime", \.lifetime, in: 0...100_000),
        .number("velocity", \.velocity, in: -1000...1000),
        .number("scale", \.scale, in: -1000...1000),
        .number("spin", \.spin, in: -1000...1000),
        .point(
            "emitterPosition",
            in: place,
            get: \.emitterPosition,
            set: { $0.emitterPosition = $1 },
            turn: { $0.emissionTurn += $1 }
        ),
        .number("emitterZPosition", \.emitterZPosition, in: place),
        .point(
            "emitterSize",
            in: 0...100_000,
            parts: ("width", "height"),
            get: \.emitterSize,
            set: { $0.emitterSize = $1 }
        ),
        .number("emitterDepth", \.emitterDepth, in: 0...100_000),
    ]
}

extension EmitterCell {
    private static let turn = -1000.0...1000.0
    private static let rate = -100_000.0...100_000.0

    package static let animatable: [AnimatableProperty<EmitterCell>] = [
        .number("contentsScale", \.contentsScale, in: 0.01...100),
        .number("birthRate", \.birthRate, in: 0...1_000_000, keys: -1_000_000...1_000_000),
        .number("lifetime", \.lifetime, in: 0...1_000_000, unit: .seconds),
        .number("lifetimeRange", \.lifetimeRange, in: -1_000_000...1_000_000, unit: .seconds),
        .number("emissionLatitude", \.emissionLatitude, in: turn, unit: .radians),
        .number("emissionLongitude", \.emissionLongitude, in: turn, unit: .radians),
        .number("emissionRange", \.emissionRange, in: turn, unit: .radians),
        .number("velocity", \.velocity, in: rate),
        .number("velocityRange", \.velocityRange, in: -200_000...200_000),
        .number("xAcceleration", \.acceleration.x, in: rate),
        .number("yAcceleration", \.acceleration.y, in: rate),
        .number("zAcceleration", \.acceleration.z, in: rate),
        .number("rotation", \.rotation, in: turn, unit: .radians),
        .number("rotationRange", \.rotationRange, in: -2000...2000, unit: .radians),
        .number("spin", \.spin, in: turn, unit: .radians),
        .number("spinRange", \.spinRange, in: -2000...2000, unit: .radians),
        .number("orientationLatitude", \.orientationLatitude, in: turn, unit: .radians),
        .number("orientationLongitude", \.orientationLongitude, in: turn, unit: .radians),
        .number("orientationRange", \.orientationRange, in: turn, unit: .radians),
        .number("scale", \.scale, in: -1000...1000),
        .number("scaleRange", \.scaleRange, in: -2000...2000),
        .number("scaleSpeed", \.scaleSpeed, in: -1000...1000),
        .color("color", \.color),
        .number("redRange", \.colorRange.x, in: -10...10),
        .number("greenRange", \.colorRange.y, in: -10...10),
        .number("blueRange", \.colorRange.z, in: -10...10),
        .number("alphaRange", \.colorRange.w, in: -10...10),
        .number("redSpeed", \.colorSpeed.x, in: -1000...1000),
        .number("greenSpeed", \.colorSpeed.y, in: -1000...1000),
        .number("blueSpeed", \.colorSpeed.z, in: -1000...1000),
        .number("alphaSpeed", \.colorSpeed.w, in: -1000...1000),
    ]
}
