import EffectModel
import StrictJSON

extension Firework {
    static let properties: [Property<Firework>] =
        [
            .after { $1.around = SIMD4($0.context.canvas.x / 2, $0.context.canvas.y / 2, 0, 0) },
            Property.around(\.around, \.aroundLayer),
            .field("count", \.count, .whole(in: 1...64)),
            .field("sparks", \.sparks, .whole(in: 1...64)),
            .field("sparkSize", \.sparkSize, .sides),
            .field("scale", \.scale, .number(in: 0...10_000)),
            .field("maxVectorChange", \.maxVectorChange, .whole(in: 0...1000)),
            .field("maxChange", \.maxChange, .whole(in: 0...1000)),
            .field("diagonalChange", \.diagonalChange, .flag),
            Property([SchemaMember("trajectories", Halves.codec.schema.orNull)]) { object, firework in
                guard let value = object.take("trajectories"), value != .null,
                    let halves = Halves.codec.read(value, object.pointer(to: "trajectories"), object.context)
                else { return }
                (firework.top, firework.bottom) = (halves.top, halves.bottom)
            } write: { firework in
                [.init("trajectories", Halves.codec.write(Halves(top: firework.top, bottom: firework.bottom)))]
            },
            .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
        ] + sparkLook(\.contents, \.colors) + [
            .field("canChangeZIndex", \.canChangeZIndex, .flag),
            .field(
                "animator",
                \.animator,
                .object("SparkAnimator.firework", SparkAnimator.classic, SparkAnimator.properties)
            ),
        ]

    private struct Halves: Sendable {
        var top: [SparkTrajectory] = []
        var bottom: [SparkTrajectory] = []

        static let codec: Codec<Halves> = .object(
            "SparkTrajectories",
            Halves(),
            [
                .field("top", \.top, .list(of: SparkTrajectory.codec, count: 1...64), required: true),
                .field("bottom", \.bottom, .list(of: SparkTrajectory.codec, count: 1...64), required: true),
            ]
        )
    }
}

/// Properties for the appearance of sparks in all fireworks: contents and colors.
func sparkLook<Root>(
    _ contents: any WritableKeyPath<Root, [Contents]> & Sendable,
    _ colors: any WritableKeyPath<Root, [Color]> & Sendable
) -> [Property<Root>] {
    [
        .field("contents", contents, .one(or: Contents.codec, upTo: 64)),
        .field("colors", colors, .list(of: Color.codec, count: 1...64)),
    ]
}

extension Property {
    /// Property `"around": [x, y, width, height]` or the name of a sprite layer, or `"origin": [x, y]` for an empty
    /// box.
    static func around(
        _ path: any WritableKeyPath<Root, SIMD4<Double>> & Sendable,
        _ layer: any WritableKeyPath<Root, String?> & Sendable
    ) -> Property {
        let place = Codec.pair(in: Layer.Transform.places)
        let name = Codec.text(maximum: 64)
        let schema: SchemaPart = [
            SchemaMember("around", .any(of: [Behavior.boundsCodec.schema, name.schema]).orNull),
            SchemaMember("origin", place.schema.orNull),
        ]
        return Property(schema) { object, root in
            let (context, pointer) = (object.context, object.pointer(to: "around"))
            if let value = object.take("origin"), value != .null {
                if let other = object.take("around"), other != .null {
                    let here = object.pointer(to: "origin")
                    context.fault(.conflict, at: here, found: "both origin and around", allowed: "one of the two")
                }
                if let origin = place.read(value, object.pointer(to: "origin"), context) {
                    root[keyPath: path] = SIMD4(origin.x, origin.y, 0, 0)
                }
            }
            guard let value = object.take("around"), value != .null else { return }
            if case .string = value {
                root[keyPath: layer] = name.read(value, pointer, context)
                return
            }
            if let box = Behavior.boundsCodec.read(value, pointer, context) { root[keyPath: path] = box }
        } write: { root in
            [.init("around", Behavior.boundsCodec.write(root[keyPath: path]))]
        }
    }
}

extension Codec where Value == SIMD2<Double> {
    /// Codec of one number for both sides, or `[width, height]`.
    static var sides: Codec { factors(in: 0.01...2048) }
}

extension Codec {
    /// Codec of a single element or an array.
    static func one<Element>(or element: Codec<Element>, upTo count: Int) -> Codec where Value == [Element] {
        let list = Codec.list(of: element, count: 1...count)
        let schema = JSONSchema.any(of: [element.schema, list.schema])
        return Codec(allowed: "\(element.allowed), or \(list.allowed)", schema: schema) { value, pointer, context in
            if case .array = value { return list.read(value, pointer, context) }
            return element.read(value, pointer, context).map { [$0] }
        } write: { elements in
            list.write(elements)
        }
    }
}
