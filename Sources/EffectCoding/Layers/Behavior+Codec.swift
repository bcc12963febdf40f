import EffectModel
import StrictJSON

extension Behavior {
    static let codec = Codec<Behavior>.kinds("Behavior", \.kind) { kind, _ in
        Behavior(kind)
    } _: { kind in
        common + inputs(of: kind)
    }

    private static let common: [Property<Behavior>] = [
        .optional("name", \.name, .text(maximum: 64)), .field("enabled", \.enabled, .flag),
        .field("categoryBitMask", \.categoryBitMask, .whole(in: BitMask.bounds)),
    ]

    private static let place = -100_000.0...100_000.0
    private static let turn = -1000.0...1000.0
    private static let forces = -100_000.0...100_000.0
    private static let share = 0.0...1.0

    private static let positionInput = Property<Behavior>.field("position", \.position, .pair(in: place))
    private static let collision: [Property<Behavior>] = [
        .field("elasticity", \.elasticity, .number(in: share)), .field("friction", \.friction, .number(in: share)),
        .field("diesOnCollision", \.diesOnCollision, .flag),
    ]

    /// Inputs of a collider; inputs that its shape does not use are refused.
    private static let solid: [Property<Behavior>] =
        [
            .field("shape", \.solidShape, .choice()),
            .after { $1.position = $0.context.canvas / 2 }, positionInput,
            of([.plane, .box], name: "angle", input: .field("angle", \.angle, .number(in: turn, unit: .radians))),
            .after { $1.radius = 50 },
            of(
                [.circle],
                name: "radius",
                input: .field("radius", \.radius, .number(in: 0.01...100_000, unit: .length))
            ),
            of([.box], name: "size", input: .field("size", \.solidSize, .pair(in: 0.01...100_000))),
            of([.circle, .box], name: "inverse", input: .field("inverse", \.inverse, .flag)),
        ] + collision

    /// An input of some shapes only.
    private static func of(_ shapes: Set<SolidShape>, name: String, input: Property<Behavior>) -> Property<Behavior> {
        Property(input.schema) { object, behavior in
            if shapes.contains(behavior.solidShape) { return input.read(object, &behavior) }
            guard let value = object.take(name), value != .null else { return }
            let found = "\(name) with the shape \(behavior.solidShape.rawValue)"
            object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: "no \(name)")
        } write: { behavior in
            shapes.contains(behavior.solidShape) ? input.write(behavior) : []
        }
    }

    private static let spring: [Property<Behavior>] = [
        positionInput,
        .field("stiffness", \.stiffness, .number(in: -10_000...10_000), required: true),
        .field("radius", \.radius, .number(in: 0...100_000)),
        .field("falloff", \.falloff, .number(in: place)),
    ]

    /// Inputs of each kind.
    private static func inputs(of kind: Kind) -> [Property<Behavior>] {
        switch kind {
        case .wave:
            return [
                .field("force", \.force, .vector(in: forces), required: true),
                .field("frequency", \.frequency, .number(in: 0...1000)),
            ]
        case .drag: return [.field("drag", \.drag, .number(in: 0...1000), required: true)]
        case .alignToMotion:
            return [
                .field("rotation", \.rotation, .number(in: turn)), .field("preservesDepth", \.preservesDepth, .flag),
            ]
        case .valueOverLife:
            return [
                .field("keyPath", \.lifePath, .choice(), required: true),
                .field("values", \.values, .list(of: .number(in: place), count: 1...64), required: true),
                locationsInput, operationInput, .after { $1.spreadLocations($0, over: $1.values.count) },
            ]
        case .colorOverLife:
            return [
                .field("colors", \.colors, .list(of: Color.codec, count: 1...64), required: true),
                locationsInput, .after { $1.spreadLocations($0, over: $1.colors.count) },
            ]
        case .light: return light
        case .attractor:
            return spring + [
                .field("zPosition", \.zPosition, .number(in: place)),
                .field("attractorType", \.attractorType, .choice()),
                .field("orientationLatitude", \.orientationLatitude, .number(in: turn, unit: .radians)),
                .field("orientationLongitude", \.orientationLongitude, .number(in: turn, unit: .radians)),
                .field("falloffDistance", \.falloffDistance, .number(in: 0...100_000)),
            ]
        case .simpleAttractor: return spring
        case .turbulence:
            return [
                .field("strength", \.strength, .number(in: forces), required: true),
                .field("size", \.size, .number(in: 1...100_000)), .field("speed", \.speed, .number(in: 0...1000)),
            ]
        case .vortex:
            return [
                positionInput, .field("strength", \.strength, .number(in: forces), required: true),
                // A radius of 0 would only push at the center.
                .after { $1.radius = 100 }, .field("radius", \.radius, .number(in: 0...100_000)),
            ]
        case .wind:
            return [
                .field("velocity", \.velocity, .vector(in: forces), required: true),
                .after { $1.drag = 1 }, .field("drag", \.drag, .number(in: 0...1000)),
                .field("gust", \.gust, .number(in: share)), .field("frequency", \.frequency, .number(in: 0...1000)),
            ]
        case .bounce:
            return [
                .after { $1.bounds = SIMD4(0, 0, $0.context.canvas.x, $0.context.canvas.y) },
                .field("bounds", \.bounds, boundsCodec),
            ] + collision
        case .floor:
            return [
                .after { $1.y = $0.context.canvas.y }, .field("y", \.y, .number(in: place, unit: .vertical)),
            ] + collision
        case .collider: return solid
        case .flicker:
            return [
                .field("amount", \.amount, .number(in: share)),
                .after { $1.frequency = 10 }, .field("frequency", \.frequency, .number(in: 0...1000)),
            ]
        }
    }

    private static let light: [Property<Behavior>] = [
        positionInput,
        .field("zPosition", \.zPosition, .number(in: place)),
        .field("color", \.color, Color.codec),
        .after { $1.falloff = 1 }, .field("falloff", \.falloff, .number(in: 0...100)),
        .field("falloffDistance", \.falloffDistance, .number(in: 0...100_000)),
        .field("spot", \.spot, .flag),
        .field("appliesAlpha", \.appliesAlpha, .flag),
        .field("directionLatitude", \.directionLatitude, .number(in: turn, unit: .radians)),
        .field("directionLongitude", \.directionLongitude, .number(in: turn, unit: .radians)),
        .field("coneAngle", \.coneAngle, .number(in: 0...7, unit: .radians)),
        .field("coneEdgeSoftness", \.coneEdgeSoftness, .number(in: share)),
    ]

    private static let locationsInput = Property<Behavior>.field(
        "locations",
        \.locations,
        .list(of: .number(in: share), count: 0...64)
    )

    private static let operationCodec = Codec<Operation>.choice()

    /// Property `"operation"`, or Core Animation's flag `"additive"`.
    private static let operationInput = Property<Behavior>(
        [
            SchemaMember("additive", Codec.flag.schema),
            SchemaMember("operation", operationCodec.schema.orNull),
        ]
    ) { object, behavior in
        if let value = object.take("additive"),
            let isAdditive = Codec.flag.read(value, object.pointer(to: "additive"), object.context)
        {
            behavior.operation = isAdditive ? .add : .replace
        }
        guard let value = object.take("operation"), value != .null else { return }
        guard let operation = operationCodec.read(value, object.pointer(to: "operation"), object.context) else {
            return
        }
        if object.has("additive"), operation != behavior.operation {
            let place = object.pointer(to: "operation")
            object.context.fault(.conflict, at: place, found: "both operation and additive", allowed: "one of the two")
        }
        behavior.operation = operation
    } write: { behavior in
        [.init("operation", .string(behavior.operation.rawValue))]
    }

    static let boundsCodec: Codec<SIMD4<Double>> = {
        let sides: [Codec<Double>] = [
            .number(in: place, unit: .horizontal), .number(in: place, unit: .vertical),
            .number(in: 0...100_000, unit: .horizontal), .number(in: 0...100_000, unit: .vertical),
        ]
        let allowed = "[x, y, width, height] in points (or \"50%\" of the canvas)"
        let schema = JSONSchema.tuple(sides.map(\.schema)).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            guard case .array(let elements) = value, elements.count == 4 else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let read = elements.indices.compactMap { sides[$0].read(elements[$0], "\(pointer)/\($0)", context) }
            return read.count == 4 ? SIMD4(read[0], read[1], read[2], read[3]) : nil
        } write: { box in
            .array((0..<4).map { .number(box[$0]) })
        }
    }()

    /// Checks the locations; without any, values are spaced evenly.
    private mutating func spreadLocations(_ object: ObjectReader, over count: Int) {
        guard count > 0 else { return }
        if locations.isEmpty { locations = (0..<count).map { count == 1 ? 0 : Double($0) / Double(count - 1) } }
        func fault(_ kind: SpecFault.Kind, found: String, allowed: String) {
            object.context.fault(kind, at: object.pointer(to: "locations"), found: found, allowed: allowed)
        }
        if locations.count != count {
            fault(
                .conflict,
                found: "\(locations.count) locations for \(count) values",
                allowed: "as many locations as values"
            )
        }
        if zip(locations, locations.dropFirst()).contains(where: { $0 > $1 }) {
            fault(.outOfRange, found: "descending locations", allowed: "ascending locations")
        }
    }
}

extension Codec where Value == SIMD3<Double> {
    /// Codec of `[x, y, z]`, or `[x, y]` with z = 0.
    static func vector(in bounds: ClosedRange<Double>) -> Codec {
        let number = Codec<Double>.number(in: bounds)
        let allowed = "[x, y] or [x, y, z], each \(number.allowed)"
        return Codec(
            allowed: allowed,
            schema: .list(of: number.schema, count: 2...3).described(allowed)
        ) { value, pointer, context in
            guard case .array(let elements) = value, (2...3).contains(elements.count) else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let read = elements.enumerated().compactMap { number.read($1, "\(pointer)/\($0)", context) }
            guard read.count == elements.count else { return nil }
            return SIMD3(read[0], read[1], read.count > 2 ? read[2] : 0)
        } write: { vector in
            [.number(vector.x), .number(vector.y), .number(vector.z)]
        }
    }
}
