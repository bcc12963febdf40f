/// Where particles are born, how many, and how they are put together. Names and meanings are CAEmitterLayer's.
///
/// - Source: CAEmitterLayer.
public struct Emitter: Sendable, Equatable {
    /// The geometries that particles are born on.
    public enum Shape: String, Sendable, CaseIterable {
        /// The position alone; particles leave towards +x.
        case point
        /// A horizontal segment as wide as the emitter's size; particles leave upwards.
        case line
        /// Width and height of the size; from its outline particles leave outwards, else towards +x.
        case rectangle
        /// A rectangle with the emitter's depth; from outline and surface particles leave outwards, else towards +x.
        case cuboid
        /// Its radius is half the size's width (see ``CircleRadius``); particles leave outwards.
        case circle
        /// Likewise, in space.
        case sphere
        /// The outline of ``Emitter/path``; from its outline particles leave to its left, else towards +x.
        case path
        /// Likewise, of the letters of ``Emitter/text``.
        case text
        /// All of ``Emitter/rectangles``, each as "rectangle".
        case rectangles
    }

    /// What of the emitter's size is the radius of circles and spheres.
    public enum CircleRadius: String, Sendable, CaseIterable {
        /// Half the width: what recordings of Core Animation show.
        case half
        /// The width: what Core Animation's documentation says.
        case width
    }

    /// Whom animations of a cell's accelerations and speeds (of scale, red, green, blue and alpha) act on.
    public enum AnimatedRates: String, Sendable, CaseIterable {
        /// Those born from then on: all others keep what they were born with.
        case birth
        /// Those alive too: at each instant, all have the cell's rates of that instant.
        case live
    }

    /// Where particles are seen: by their middle, in points of the layer; those outside live on unseen, with their trails.
    ///
    /// - Source: names of CAEmitterLayer's cullRect, cullMinZ and cullMaxZ, which are not documented; the reading is ours.
    public struct Cull: Sendable, Equatable {
        /// `nil` is everywhere.
        public internal(set) var rectangle: Rectangle?
        /// `nil` is however far from the viewer.
        public internal(set) var minZ: Double?
        /// `nil` is however near.
        public internal(set) var maxZ: Double?

        /// Whether everything is seen, wherever it is.
        public var showsAll: Bool { rectangle == nil && minZ == nil && maxZ == nil }

        /// Whether anything is seen at `place`.
        public func shows(_ place: SIMD3<Double>) -> Bool {
            if let rectangle, !rectangle.contains(SIMD2(place.x, place.y)) { return false }
            if let minZ, place.z < minZ { return false }
            if let maxZ, place.z > maxZ { return false }
            return true
        }
    }

    /// How long an emitter has been at work before its clock starts.
    public enum Prewarm: Sendable, Equatable {
        case seconds(Double)
        /// As long as its particles can live, so that the picture is as full as it will ever be.
        case steady
    }

    /// Where particles go that have neither longitude nor latitude.
    public enum NaturalDirection: Sendable, Equatable {
        /// As the shape says.
        case shape
        /// Away from the emitter's position.
        case outward
        /// Radians, in the canvas' plane.
        case angle(Double)
    }

    /// Which part of the shape gives birth.
    public enum Mode: String, Sendable, CaseIterable {
        case points, outline, surface, volume
    }

    /// In which order particles are drawn, and how they blend.
    public enum RenderMode: String, Sendable, CaseIterable {
        /// In the order of birth.
        case unordered
        case oldestFirst, oldestLast
        /// The farthest first.
        case backToFront
        /// Sums of light; the order does not matter.
        case additive
        /// The same: what a graphics card saves by it is not saved here.
        case cheapAdditive
        /// 1 − (1 − a)(1 − b): light that never overflows.
        case screen
        /// The larger one of each channel.
        case maximum
    }

    /// Multiplies every cell's rate.
    public internal(set) var birthRate = 1.0
    /// Multiplies the lifetime at birth.
    public internal(set) var lifetime = 1.0
    /// Multiplies the velocity at birth.
    public internal(set) var velocity = 1.0
    /// Multiplies the scale at birth, and its speed.
    public internal(set) var scale = 1.0
    /// Multiplies the spin at birth.
    public internal(set) var spin = 1.0
    /// Part of every random stream of this layer.
    public internal(set) var seed = 0
    /// Middle of the shape, in points.
    public internal(set) var emitterPosition = SIMD2<Double>(0, 0)
    /// Distance of the shape towards the viewer, in points.
    public internal(set) var emitterZPosition = 0.0
    /// Extent of the shape, in points.
    public internal(set) var emitterSize = SIMD2<Double>(0, 0)
    /// Extent of a cuboid towards the viewer, in points.
    public internal(set) var emitterDepth = 0.0
    /// For the shape "path": in points from the emitter's position.
    public internal(set) var path: SVGPath?
    /// For the shape "text", whose middle is the emitter's position.
    public internal(set) var text: EmitterText?
    /// For the shape "rectangles": in points from the emitter's position.
    public internal(set) var rectangles: [Rectangle] = []
    /// Seconds of the layer's time in which its cells emit; what is born lives on, and emits. Infinite by default.
    public internal(set) var emitterDuration = Double.infinity
    /// Where particles are seen.
    public internal(set) var cull = Cull()
    /// Whether particles live in the canvas' space, in its perspective, instead of in the layer's plane.
    public internal(set) var preservesDepth = false
    /// What acts on all its particles.
    public internal(set) var emitterBehaviors: [Behavior] = []
    /// Moves its particles as rigid bodies; `nil` for particles that move by themselves.
    public internal(set) var dynamics: Dynamics?
    /// What the width means for circles and spheres.
    public internal(set) var circleRadius = CircleRadius.half
    /// Whom animations of a cell's accelerations and speeds act on.
    public internal(set) var animatedRates = AnimatedRates.birth
    /// Where particles go that have neither longitude nor latitude.
    public internal(set) var naturalDirection = NaturalDirection.shape
    /// Geometry that particles are born on.
    public internal(set) var emitterShape = Shape.point
    /// Which part of it gives birth.
    public internal(set) var emitterMode = Mode.volume
    /// In which order particles are drawn, and how they blend.
    public internal(set) var renderMode = RenderMode.unordered
    /// How long it has been emitting when its clock starts.
    public internal(set) var prewarm = Prewarm.seconds(0)
    /// Radians by which a path that the emitter follows turns the natural direction of the layer's cells; only
    /// animations set it (``Keyframes/rotationMode``).
    public internal(set) var emissionTurn = 0.0
    /// How the cells' ranges read.
    public internal(set) var rangeConvention = RangeConvention.full
    /// The kinds of particles; all of them are emitted, independently. 1...64.
    public internal(set) var emitterCells: [EmitterCell] = []

    private static let place = -100_000.0...100_000.0
    /// What particles leave from: one shape needs it, and no other takes it.
    private static func source(
        _ name: String,
        of shape: Shape,
        _ isThere: @escaping @Sendable (Emitter) -> Bool
    ) -> Property<Emitter> {
        let rule: JSONSchema = [
            "if": .schema(.has("emitterShape", .constant(.string(shape.rawValue)))),
            "then": .schema(.has(name, ["not": .schema(.type("null"))])),
            "else": .schema(.member(name, .type("null"))),
        ]
        return .after(rules: [rule]) { object, emitter in
            let pointer = object.pointer(to: name)
            // One that was there and could not be read has its fault already.
            let isAbsent = object.take(name).map { $0 == .null } ?? true
            if emitter.emitterShape == shape, !isThere(emitter), isAbsent {
                object.context.fault(.missing, at: pointer, found: "nothing", allowed: "what particles leave from")
            }
            if emitter.emitterShape != shape, isThere(emitter) {
                let found = "\(name) beside the shape \(emitter.emitterShape.rawValue)"
                object.context.fault(.conflict, at: pointer, found: found, allowed: "the shape \(shape.rawValue)")
            }
        }
    }

    private static let rectanglesCodec = Codec.list(of: Rectangle.codec, count: 1...256)
    private static let cells = Property<Emitter>.field(
        "emitterCells",
        \.emitterCells,
        .list(of: EmitterCell.codec, count: 1...64),
        required: true
    )

    static let properties: [Property<Emitter>] = [
        .after { object, emitter in emitter.rangeConvention = object.context.rangeConvention },
        .field("rangeConvention", \.rangeConvention, .choice()),
        .field("birthRate", \.birthRate, .number(in: 0...100_000)),
        .field("lifetime", \.lifetime, .number(in: 0...100_000)),
        .field("velocity", \.velocity, .number(in: -1000...1000)),
        .field("scale", \.scale, .number(in: -1000...1000)),
        .field("spin", \.spin, .number(in: -1000...1000)),
        .field("seed", \.seed, .whole(in: 0...4_294_967_295)),
        .field("emitterPosition", \.emitterPosition, .pair(in: place)),
        .field("emitterZPosition", \.emitterZPosition, .number(in: place)),
        .field("emitterSize", \.emitterSize, .pair(in: 0...100_000)),
        .field(
            "emitterShape",
            \.emitterShape,
            .choice()
        ),
        .field("emitterMode", \.emitterMode, .choice(later: ["sequential"])),
        .field(
            "renderMode",
            \.renderMode,
            RenderMode.codec
        ),
        .field("emitterDepth", \.emitterDepth, .number(in: 0...100_000)),
        .field("circleRadius", \.circleRadius, .choice()),
        .field("animatedRates", \.animatedRates, .choice()),
        .field("naturalDirection", \.naturalDirection, NaturalDirection.codec),
        .field("preservesDepth", \.preservesDepth, .flag),
        .optional("emitterPath", \.path, SVGPath.codec),
        .optional("emitterText", \.text, EmitterText.codec),
        Property([SchemaMember("emitterRects", rectanglesCodec.schema.orNull)]) { object, emitter in
            guard let value = object.take("emitterRects"), value != .null else { return }
            let pointer = object.pointer(to: "emitterRects")
            emitter.rectangles = rectanglesCodec.read(value, pointer, object.context) ?? []
        } write: { emitter in
            if emitter.rectangles.isEmpty { return [] }
            return [.init("emitterRects", .array(emitter.rectangles.map(Rectangle.codec.write)))]
        },
        source("emitterPath", of: .path) { $0.path != nil },
        source("emitterText", of: .text) { $0.text != nil },
        source("emitterRects", of: .rectangles) { !$0.rectangles.isEmpty },
        .field("emitterBehaviors", \.emitterBehaviors, .list(of: Behavior.codec, count: 0...16)),
        .optional("dynamics", \.dynamics, Dynamics.codec),
        .field("emitterDuration", \.emitterDuration, .lasting),
        .optional("cullRect", \.cull.rectangle, Rectangle.codec),
        .optional("cullMinZ", \.cull.minZ, .number(in: place)),
        .optional("cullMaxZ", \.cull.maxZ, .number(in: place)),
        // Nothing is updated from frame to frame.
        .idle("updateInterval", .number(in: 0...100_000, unit: .seconds)),
        .notYet("spinBias", except: 0),
        .after { object, emitter in emitter.prewarm = object.context.prewarm },
        .field("prewarm", \.prewarm, Prewarm.codec),
        Property(cells.schema) { object, emitter in
            // A cell's [lowest, highest] becomes a mean and a range of this emitter's convention.
            let outer = object.context.rangeConvention
            object.context.rangeConvention = emitter.rangeConvention
            defer { object.context.rangeConvention = outer }
            cells.read(object, &emitter)
        } write: { emitter in
            cells.write(emitter)
        },
    ]
}

extension Emitter.NaturalDirection {
    static let codec: Codec<Self> = {
        let angle = Codec.number(in: -1000...1000, unit: .radians)
        let allowed = "\"shape\", \"outward\", or \(angle.allowed)"
        let schema = JSONSchema.any(of: [.names(["shape", "outward"]), angle.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "shape": return .shape
            case "outward": return .outward
            default: return angle.read(value, pointer, context).map { .angle($0) }
            }
        } write: { direction in
            switch direction {
            case .shape: "shape"
            case .outward: "outward"
            case .angle(let angle): .number(angle)
            }
        }
    }()
}

extension Emitter.Prewarm {
    static let codec: Codec<Self> = {
        let seconds = Codec.number(in: 0...100_000, unit: .seconds)
        let allowed = "\(seconds.allowed), \"steady\" or \"auto\""
        let schema = JSONSchema.any(of: [seconds.schema, .names(["steady", "auto"])]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "steady", "auto": return .steady
            default: return seconds.read(value, pointer, context).map { .seconds($0) }
            }
        } write: { prewarm in
            switch prewarm {
            case .steady: "steady"
            case .seconds(let seconds): .number(seconds)
            }
        }
    }()
}

extension Emitter {
    /// Every cell, sub-cells after their parents: a particle's cell is an index into this.
    public var allCells: [EmitterCell] { emitterCells.flatMap(\.withSubcells) }

    /// All behaviours that may act on a cell's particles: its own come last. Those that its mask excludes are turned off.
    package func behaviors(of cell: EmitterCell) -> [Behavior] {
        let all = emitterBehaviors + cell.emitterBehaviors
        guard all.contains(where: { $0.categoryBitMask & cell.fieldBitMask == 0 }) else { return all }
        return all.map { behavior in
            var behavior = behavior
            if behavior.categoryBitMask & cell.fieldBitMask == 0 { behavior.enabled = false }
            return behavior
        }
    }

    /// Seconds of its own time that the emitter has been at work when its clock starts.
    ///
    /// - Parameter lifetime: The largest factor that the layer gives to lifetimes.
    public func prewarmTime(lifetime: Double) -> Double {
        switch prewarm {
        case .seconds(let seconds): seconds
        // A clock that hardly runs makes lives of any length: no longer than a spec may ask for in seconds.
        case .steady: min(100_000, emitterCells.map { $0.longestLife * lifetime }.max() ?? 0)
        }
    }
}

extension EmitterCell {
    /// This cell and all below it.
    public var withSubcells: [EmitterCell] { [self] + emitterCells.flatMap(\.withSubcells) }

    /// Seconds of its parent's time that a particle can live, with all that comes of it.
    var longestLife: Double {
        let own = speed > 0 ? (lifetime + abs(lifetimeRange)) / speed : 0
        return own + (emitterCells.map(\.longestLife).max() ?? 0)
    }
}

extension Emitter.RenderMode {
    static let codec = Codec<Emitter.RenderMode>.choice(later: ["cheapColorDodge"])
}
