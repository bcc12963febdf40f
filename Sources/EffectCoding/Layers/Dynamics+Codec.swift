import EffectModel
import StrictJSON

extension Dynamics {
    static let codec = Codec<Dynamics>.object("Dynamics", Dynamics(), properties)

    private static let properties: [Property<Dynamics>] = [
        .optional("gravity", \.gravity, Gravity.codec),
        .field("pushes", \.pushes, .list(of: Push.codec, count: 0...16)),
        .optional("snap", \.snap, Snap.codec),
        .field("attachments", \.attachments, .list(of: Attachment.codec, count: 0...16)),
        .optional("collision", \.collision, Collision.codec),
        .field("item", \.item, Item.codec),
        .field("fields", \.fields, .list(of: Field.codec, count: 0...16)),
    ]
}

extension Dynamics.Span {
    static let properties: [Property<Self>] = [
        .field("beginTime", \.beginTime, .number(in: 0...1000, unit: .seconds)),
        .optional("duration", \.duration, .number(in: 0...1000, unit: .seconds)),
    ]
}

extension Dynamics.Gravity {
    private struct Polar: Sendable {
        var angle = Double.pi / 2
        var magnitude = 1.0

        static let codec = Codec<Polar>.object(
            "Gravity",
            Polar(),
            [
                .field("angle", \.angle, .number(in: -1000...1000, unit: .radians)),
                .field("magnitude", \.magnitude, .number(in: -1000...1000)),
            ]
        )
    }

    static let codec: Codec<Self> = {
        let pair = Codec<SIMD2<Double>>.pair(in: -1000...1000, units: (.plain, .plain))
        let allowed = "\(pair.allowed), or {\"angle\", \"magnitude\"}"
        let schema = JSONSchema.any(of: [pair.schema, Polar.codec.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case .array: return pair.read(value, pointer, context).map { .vector($0) }
            case .object:
                return Polar.codec.read(value, pointer, context).map {
                    .polar(angle: $0.angle, magnitude: $0.magnitude)
                }
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { gravity in
            switch gravity {
            case .vector(let vector): [.number(vector.x), .number(vector.y)]
            case .polar(let angle, let magnitude): ["angle": .number(angle), "magnitude": .number(magnitude)]
            }
        }
    }()
}

extension Dynamics.Push {
    static let codec = Codec<Self>.object("Push", Self(), properties)

    private static let properties: [Property<Self>] =
        [
            .field("mode", \.mode, .choice()),
            .optional("pushDirection", \.pushDirection, .list(of: RandomNumber.codec(in: -1000...1000), count: 2...2)),
            .optional("angle", \.angle, RandomNumber.codec(in: -1000...1000, unit: .radians)),
            .optional("magnitude", \.magnitude, RandomNumber.codec(in: -1000...1000)),
            .after { object, push in
                let isPolar = push.angle != nil || push.magnitude != nil
                if isPolar == (push.pushDirection != nil), object.context.faults.isEmpty {
                    let found = isPolar ? "both pushDirection and an angle or magnitude" : "a push without a direction"
                    let allowed = "pushDirection, or angle and magnitude"
                    object.context.fault(.conflict, at: object.pointer, found: found, allowed: allowed)
                }
            },
            .field(
                "targetOffsetFromCenter",
                \.targetOffsetFromCenter,
                .pair(in: -10_000...10_000, units: (.plain, .plain))
            ),
        ] + Property.part(\.span, Dynamics.Span.properties)
        + [
            .after { object, push in
                guard push.mode == .instantaneous, push.span.duration != nil else { return }
                let place = object.pointer(to: "duration")
                let found = "the duration of an instantaneous push"
                object.context.fault(.conflict, at: place, found: found, allowed: "a duration with \"continuous\"")
            }
        ]
}

extension Dynamics.Snap {
    static let codec = Codec<Self>.object(
        "Snap",
        Self(),
        [
            .optional("snapPoint", \.snapPoint, .pair(in: -100_000...100_000)),
            .field("damping", \.damping, .number(in: 0...1)),
        ] + Property.part(\.span, Dynamics.Span.properties)
    )
}

extension Dynamics.Collision {
    static let codec = Codec<Self>.object(
        "Collision",
        Self(),
        [
            .field("mode", \.mode, .choice()),
            .field("boundaries", \.boundaries, .list(of: Dynamics.Boundary.codec, count: 0...64)),
            .after { object, collision in
                let place = object.pointer(to: "boundaries")
                if collision.mode == .items, object.has("boundaries") {
                    let found = "boundaries with the mode items"
                    object.context.fault(.conflict, at: place, found: found, allowed: "boundaries with another mode")
                }
                guard collision.lineCount > Dynamics.maximumLines else { return }
                let found = "boundaries of \(collision.lineCount) lines"
                let allowed = "at most \(Dynamics.maximumLines): fewer or smaller curves"
                object.context.fault(.tooMuch, at: place, found: found, allowed: allowed)
            },
        ]
    )
}

extension Dynamics.Boundary {
    private struct Form: Sendable {
        var from: SIMD2<Double>?
        var to: SIMD2<Double>?
        var path: SVGPath?

        static let codec = Codec<Form>.object(
            "Boundary",
            Form(),
            [
                .optional("from", \.from, .pair(in: -100_000...100_000)),
                .optional("to", \.to, .pair(in: -100_000...100_000)),
                .optional("path", \.path, SVGPath.codec),
            ]
        )
    }

    static let codec: Codec<Self> = {
        let allowed = "\"canvas\", {\"from\", \"to\"} or {\"path\"}"
        let schema = JSONSchema.any(of: [.constant("canvas"), Form.codec.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if value == "canvas" { return .canvas }
            guard case .object = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let faults = context.faults.count
            guard let form = Form.codec.read(value, pointer, context), context.faults.count == faults else {
                return nil
            }
            switch (form.from, form.to, form.path) {
            case (let from?, let to?, nil): return .segment(from, to)
            case (nil, nil, let path?): return .path(path)
            default:
                context.fault(.conflict, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { boundary in
            func json(_ point: SIMD2<Double>) -> JSONValue { [.number(point.x), .number(point.y)] }
            switch boundary {
            case .canvas: return "canvas"
            case .segment(let from, let to): return ["from": json(from), "to": json(to)]
            case .path(let path): return ["path": SVGPath.codec.write(path)]
            }
        }
    }()
}

extension Dynamics.Item {
    static let codec = Codec<Self>.object(
        "DynamicItem",
        Self(),
        [
            .field("elasticity", \.elasticity, .number(in: 0...1)),
            .field("friction", \.friction, .number(in: 0...1)),
            .field("density", \.density, .number(in: 0.001...1000)),
            .field("resistance", \.resistance, .number(in: 0...1000)),
            .field("angularResistance", \.angularResistance, .number(in: 0...1000)),
            .field("charge", \.charge, RandomNumber.codec(in: -1000...1000)),
            .field("fieldBitMask", \.fieldBitMask, .whole(in: BitMask.bounds)),
            .field("allowsRotation", \.allowsRotation, .flag),
            .field("isAnchored", \.isAnchored, .flag),
            .field("collisionBoundsType", \.collisionBoundsType, .choice()),
            .optional("collisionBoundingPath", \.collisionBoundingPath, SVGPath.codec),
            .after(checkPath),
            .field(
                "linearVelocity",
                \.linearVelocity,
                .list(of: RandomNumber.codec(in: -100_000...100_000), count: 2...2)
            ),
            .field("angularVelocity", \.angularVelocity, RandomNumber.codec(in: -1000...1000, unit: .radians)),
        ]
    )

    /// A path without a type implies the type path; a path with another type is refused instead of ignored.
    private static let checkPath: @Sendable (ObjectReader, inout Self) -> Void = { object, item in
        let place = object.pointer(to: "collisionBoundingPath")
        guard let path = item.collisionBoundingPath else {
            guard item.collisionBoundsType == .path, !object.has("collisionBoundingPath") else { return }
            let allowed = "SVG path data, in points from the item's center"
            object.context.fault(.missing, at: place, found: "nothing", allowed: allowed)
            return
        }
        if !object.has("collisionBoundsType") { item.collisionBoundsType = .path }
        guard item.collisionBoundsType == .path else {
            let found = "collisionBoundingPath with the type \(item.collisionBoundsType.rawValue)"
            object.context.fault(
                .conflict,
                at: place,
                found: found,
                allowed: "collisionBoundingPath with the type path"
            )
            return
        }
        let limit = 10_000.0
        let box = path.outline.bounds ?? (SIMD2(0, 0), SIMD2(0, 0))
        guard box.low.min() >= -limit, box.high.max() <= limit else {
            let allowed = "points within \(JSONValue.number(limit).excerpt) of the item's center"
            object.context.fault(.outOfRange, at: place, found: "a larger path", allowed: allowed)
            return
        }
        guard path.outline.lineCount(at: 1) <= 4096 else {
            let found = "a path of \(path.outline.lineCount(at: 1)) lines"
            object.context.fault(.tooMuch, at: place, found: found, allowed: "at most 4096 lines")
            return
        }
        let corners = path.outline.hull(atMost: maximumCorners)
        guard corners.count < 3 || corners.narrowest < 1 else {
            item.corners = corners
            return
        }
        let found = "a path less than a point wide"
        object.context.fault(.outOfRange, at: place, found: found, allowed: "a path with an area")
    }
}

extension [SIMD2<Double>] {
    /// The smallest width of a convex polygon, over the directions of its edges.
    fileprivate var narrowest: Double {
        indices.reduce(Double.infinity) { least, index in
            let (start, end) = (self[index], self[(index + 1) % count])
            let along = end - start
            let length = (along * along).sum().squareRoot()
            let far = reduce(0.0) { most, point in
                let way = point - start
                return Swift.max(most, abs(along.x * way.y - along.y * way.x) / Swift.max(1e-9, length))
            }
            return Swift.min(least, far)
        }
    }
}
