extension Layer {
    /// How the finished layer lies on the canvas: scaled, then turned, about its anchor, which is the canvas' middle
    /// moved by the layer's position. A point p of the layer is drawn at `anchor + R·S·(p − middle)`.
    public struct Transform: Sendable, Equatable {
        /// Factors along x and y, −100...100; below zero it is mirrored.
        public internal(set) var scale = SIMD2<Double>(1, 1)
        /// Radians, clockwise on screen.
        public internal(set) var rotation = 0.0

        /// Whether it leaves everything where it is.
        public var isIdentity: Bool { scale == SIMD2(1, 1) && rotation == 0 }

        /// What scales may be.
        static let factors = -100.0...100.0
        /// What positions may be, in points.
        static let places = -100_000.0...100_000.0

        static let properties: [Property<Transform>] = [
            .field("scale", \.scale, .factors(in: factors)),
            .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
        ]
    }

    /// What the layer is seen through: the alpha of a picture that lies on the canvas. It stays where it is when the
    /// layer moves.
    public struct Mask: Sendable, Equatable {
        /// Name of the asset; `nil` if ``ownAsset`` has it.
        public internal(set) var contents: String?
        /// An asset written in the mask's own place.
        public internal(set) var ownAsset: Asset?
        /// Where the asset's middle is, in points of the canvas; the canvas' middle by default.
        public internal(set) var position = SIMD2<Double>(0, 0)
        /// Factors along x and y, −100...100.
        public internal(set) var scale = SIMD2<Double>(1, 1)
        /// Radians, clockwise on screen.
        public internal(set) var rotation = 0.0
        /// The layer is seen where the asset is not.
        public internal(set) var inverted = false
        /// All paths that animations lead through, one animation's after another's; `nil` is the asset's own. Empty where none does.
        package internal(set) var paths: [SVGPath?] = []
        /// Which of these it is now, or between which two; `nil` is the asset as it is.
        package internal(set) var path: Double?

        /// The most that there may be of ``paths``.
        static let maximumPaths = 256

        static let properties: [Property<Mask>] = [
            Property([SchemaMember("contents", isRequired: true, Asset.namedOrOwn)]) { object, mask in
                mask.position = object.context.canvas / 2
                let place = object.pointer(to: "contents")
                guard let value = object.take("contents"), value != .null else {
                    object.context.fault(.missing, at: place, found: "nothing", allowed: "an asset, or its name")
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
    }
}

extension Layer {
    /// Whether its bounds cut anything that the canvas does not: where they are not the canvas itself, and what it shows
    /// may lie outside.
    package var needsBounds: Bool {
        switch content {
        // The bounds of what is one picture are that picture's; those of a group are its own.
        case .sprite, .shape, .group: return false
        // Layers may lie anywhere.
        case .reveal(let reveal): guard reveal.hasLayers else { return false }
        // Contents come and go through the layer's own sides, wherever it is.
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
    /// `[x, y]`, or one number for both.
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
