extension Layer {
    /// Placement of the composited layer on the canvas: scale, then rotation about an anchor, which is the canvas
    /// center moved by the layer's position. A point p of the layer is drawn at `anchor + R·S·(p − center)`.
    public struct Transform: Sendable, Equatable {
        /// Scale factors along x and y, −100...100; negative values mirror.
        public var scale = SIMD2<Double>(1, 1)
        /// Rotation in radians, clockwise on screen.
        public var rotation = 0.0

        /// Whether the transform changes nothing.
        public var isIdentity: Bool { scale == SIMD2(1, 1) && rotation == 0 }

        /// Range of scale factors.
        static let factors = -100.0...100.0
        /// Range of positions in points.
        static let places = -100_000.0...100_000.0

        static let properties: [Property<Transform>] = [
            .field("scale", \.scale, .factors(in: factors)),
            .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
        ]

        /// Creates a value with the defaults.
        public init() {}
    }

    /// Mask of a layer: the alpha of an asset placed on the canvas. The mask does not move with the layer.
    public struct Mask: Sendable, Equatable {
        /// Name of the asset; `nil` if ``ownAsset`` is set.
        public var contents: String?
        /// Inline asset, in place of ``contents``.
        public var ownAsset: Asset?
        /// Position of the asset's center in canvas points; the canvas center by default.
        public var position = SIMD2<Double>(0, 0)
        /// Scale factors along x and y, −100...100.
        public var scale = SIMD2<Double>(1, 1)
        /// Rotation in radians, clockwise on screen.
        public var rotation = 0.0
        /// Whether the layer shows where the asset is transparent.
        public var inverted = false
        /// Paths of all animations, in the animations' order; `nil` is the asset's own path. Empty if the path is not
        /// animated.
        package internal(set) var paths: [SVGPath?] = []
        /// Current fractional index into ``paths``; `nil` uses the asset unchanged.
        package internal(set) var path: Double?

        /// Maximum number of ``paths``.
        static let maximumPaths = 256

        static let properties: [Property<Mask>] = [
            Property([SchemaMember("contents", isRequired: true, Asset.namedOrOwn)]) { object, mask in
                mask.position = object.context.canvas / 2
                let place = object.pointer(to: "contents")
                guard let value = object.take("contents"), value != .null else {
                    object.context.fault(
                        .missing,
                        at: place,
                        found: "nothing",
                        allowed: "an asset, or the name of an asset"
                    )
                    return
                }
                if case .object = value {
                    mask.ownAsset = Asset.codec.read(value, place, object.context)
                } else {
                    mask.contents = Asset.nameCodec.read(value, place, object.context)
                    if let name = mask.contents { object.context.checkAsset(name, at: place) }
                }
            } write: { mask in
                if let asset = mask.ownAsset { return [.init("contents", Asset.codec.write(asset))] }
                return [.init("contents", mask.contents.map { .string($0) } ?? .null)]
            },
            .field("position", \.position, .pair(in: Transform.places)),
            .field("scale", \.scale, .factors(in: Transform.factors)),
            .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
            .field("inverted", \.inverted, .flag),
        ]

        /// Creates a value with the defaults.
        public init() {}
    }
}

extension Layer {
    /// Whether the layer must be clipped to its bounds: they differ from the canvas, and the contents may extend beyond
    /// them.
    package var needsBounds: Bool {
        switch content {
        // A layer that is a single image has that image's bounds; a group has its own.
        case .sprite, .shape, .group: return false
        // Layers may lie anywhere.
        case .reveal(let reveal): guard reveal.hasLayers else { return false }
        // Transitions move contents in and out at the layer's own edges.
        case .transition: break
        case .emitter, .firework, .fountain, .shatter, .like:
            guard masksToBounds else { return false }
        }
        return canMove
    }

    /// Whether it may lie elsewhere, or otherwise, than the canvas does.
    var canMove: Bool {
        if parent != nil { return true }
        return position != .zero || !transform.isIdentity
            || animations.flatMap(\.withChildren).contains { animation in
                guard case .layer(let property) = animation.target else { return false }
                let name = Layer.animatable[property].name
                return name == "position" || name.hasPrefix("transform.")
            }
    }
}

extension Codec where Value == SIMD2<Double> {
    /// Codec of `[x, y]`, or of one number for both.
    static func factors(in bounds: ClosedRange<Double>) -> Codec {
        let number = Codec<Double>.number(in: bounds)
        let pair = Codec.pair(in: bounds, units: (.plain, .plain))
        let allowed = "\(number.allowed), or [x, y]"
        let schema = JSONSchema.any(of: [number.schema, pair.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if case .array = value { return pair.read(value, pointer, context) }
            return number.read(value, pointer, context).map { SIMD2($0, $0) }
        } write: { factors in
            pair.write(factors)
        }
    }
}
