/// Bursts of sparks at the corners of a rectangle: by default two sparks per quadrant, on drooping curves.
///
/// - Source: Szulc's classic firework.
public struct Firework: Sendable, Equatable {
    /// Left, top, width and height of the rectangle, in points.
    public var around = SIMD4<Double>(0, 0, 0, 0)
    /// Name of the sprite layer whose box is the rectangle, until all layers are known.
    var aroundLayer: String?
    /// Number of bursts, 1...64.
    public var count = 2
    /// Number of sparks per burst, spread over the four quadrants in turn; 1...64.
    public var sparks = 8
    /// Width and height of a spark at scale 1, in points.
    public var sparkSize = SIMD2<Double>(7, 7)
    /// Points for each unit of a trajectory.
    public var scale = 45.0
    /// Range of a burst's random offset from its corner: per axis an integer in 0..<`maxVectorChange`, minus half of
    /// `maxVectorChange`.
    public var maxVectorChange = 15
    /// Range of a spark's random offset from the burst's center, into the spark's quadrant: per axis an integer in
    /// 0..<`maxChange`.
    public var maxChange = 10
    /// Whether upward sparks start with equal offsets on both axes, as in the published code; otherwise each axis is
    /// drawn separately.
    public var diagonalChange = true
    /// Trajectories of sparks to the upper right; mirrored for sparks to the left.
    public var top: [SparkTrajectory] = Self.classicTop
    /// Trajectories of sparks to the lower right; mirrored for sparks to the left.
    public var bottom: [SparkTrajectory] = Self.classicBottom
    /// Flight time of a spark in seconds.
    public var duration = 0.4
    /// Contents of sparks, in turn.
    public var contents: [Contents] = [.named("circle")]
    /// Colors that multiply the contents, in turn.
    public var colors: [Color] = Self.pastels
    /// Whether each spark is drawn randomly above or below items with the layer's z.
    public var canChangeZIndex = true
    /// Appearance of sparks over their flight.
    public var animator = SparkAnimator.classic

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

    private static let pastels = [
        Color(SIMD4(0.89, 0.58, 0.70, 1)), Color(SIMD4(0.96, 0.87, 0.62, 1)), Color(SIMD4(0.67, 0.82, 0.94, 1)),
        Color(SIMD4(0.54, 0.56, 0.94, 1)),
    ]

    private static let classicTop: [SparkTrajectory] = [
        SparkTrajectory([SIMD2(0.31, -0.46), SIMD2(0.74, -0.29), SIMD2(0.99, 0.12)]),
        SparkTrajectory([SIMD2(0.31, -0.46), SIMD2(0.62, -0.49), SIMD2(0.88, -0.19)]),
        SparkTrajectory([SIMD2(0.10, -0.54), SIMD2(0.44, -0.53), SIMD2(0.66, -0.30)]),
        SparkTrajectory([SIMD2(0.19, -0.46), SIMD2(0.41, -0.53), SIMD2(0.65, -0.45)]),
    ]

    private static let classicBottom: [SparkTrajectory] = [
        SparkTrajectory([SIMD2(0.42, -0.01), SIMD2(0.68, 0.11), SIMD2(0.87, 0.44)]),
        SparkTrajectory([SIMD2(0.35, 0.00), SIMD2(0.55, 0.12), SIMD2(0.62, 0.45)]),
        SparkTrajectory([SIMD2(0.21, 0.05), SIMD2(0.31, 0.19), SIMD2(0.32, 0.45)]),
        SparkTrajectory([SIMD2(0.18, 0.00), SIMD2(0.31, 0.11), SIMD2(0.35, 0.25)]),
    ]

    /// Creates a value with the defaults.
    public init() {}
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
