extension Layer {
    /// Placement of the composited layer on the canvas: scale, then rotation about an anchor, which is the canvas
    /// center moved by the layer's position. A point p of the layer is drawn at `anchor + R·S·(p − center)`.
    public struct Transform: Sendable, Equatable {
        /// Scale factors along x and y, −100...100; negative values mirror.
        public var scale = SIMD2<Double>(1, 1)
        /// Rotation in radians, clockwise on screen.
        public var rotation = 0.0

        /// Creates a value with the defaults.
        public init() {}

        /// Whether the transform changes nothing.
        public var isIdentity: Bool { scale == SIMD2(1, 1) && rotation == 0 }

        /// Range of scale factors.
        package static let factors = -100.0...100.0
        /// Range of positions in points.
        package static let places = -100_000.0...100_000.0
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
        package var paths: [SVGPath?] = []
        /// Current fractional index into ``paths``; `nil` uses the asset unchanged.
        package var path: Double?

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
    package var canMove: Bool {
        if parent != nil { return true }
        return position != .zero || !transform.isIdentity
            || animations.flatMap(\.withChildren).contains { animation in
                guard case .layer(let property) = animation.target else { return false }
                let name = Layer.animatable[property].name
                return name == "position" || name.hasPrefix("transform.")
            }
    }
}

extension Layer {
    /// Range of ``alphaThreshold``.
    package static let thresholds = 0.05...0.95
    /// Least ``blur`` with a threshold, in points: without one, soft edges and translucent pieces are the same.
    package static let leastBlur = 1.0

    /// Whether the layer is blurred or spreads light.
    package var hasLight: Bool { blur > 0 || bloom?.isVisible == true }
}
