/// Layers that are moved, timed, faded, masked and repeated together, within their own bounds.
///
/// Contents of a group use canvas coordinates. The group's bounds are centered on the canvas; `position` and
/// `transform` move the bounds and the contents together.
///
/// - Source: CALayer's sublayers, CAReplicatorLayer, CAScrollLayer.
public struct LayerGroup: Sendable, Equatable {
    /// Layers of the group while a spec is built or read; empty in a spec, where ``EffectSpec/layers`` holds them
    /// (``Layer/parent``).
    public var layers: [Layer] = []
    /// Width and height of the bounds in points; `nil` is the canvas size.
    public var size: SIMD2<Double>?
    /// Background color of the bounds, below the contents; `nil` for none.
    public var backgroundColor: Color?
    /// Corner radius of the bounds in points.
    public var cornerRadius = 0.0
    /// Width of the border in points, inside the bounds and above the contents; 0 for none.
    public var borderWidth = 0.0
    /// Color of the border.
    public var borderColor = Color.black
    /// Drop shadow of the composited group.
    public var shadow = Shadow()
    /// Point of the contents shown at the upper left corner of the bounds.
    public var scroll = SIMD2<Double>(0, 0)
    /// Width and height in points at which the contents repeat across the bounds; `nil` does not repeat.
    public var tile: SIMD2<Double>?
    /// Copies of the contents.
    public var instances = Instances()

    /// Creates a value with the defaults.
    public init() {}

    /// Drop shadow of a composited group.
    ///
    /// - Source: CALayer's shadow properties.
    public struct Shadow: Sendable, Equatable {
        /// Color of the shadow.
        public var color = Color.black
        /// Factor of the color's alpha, 0...1; 0 disables the shadow.
        public var opacity = 0.0
        /// Standard deviation of the blur in points, 0...``largestRadius``.
        public var radius = 3.0
        /// Offset in points.
        public var offset = SIMD2<Double>(0, 3)

        /// Creates a value with the defaults.
        public init() {}

        package static let largestRadius = 50.0
        package static let offsets = -500.0...500.0
    }

    /// Copies of a group's contents, each translated, rotated, scaled, tinted and delayed from the copy before.
    ///
    /// - Source: CAReplicatorLayer.
    public struct Instances: Sendable, Equatable {
        /// Number of copies, including the first.
        public var count = 1
        /// Delay of each copy after the copy before, in seconds of group time.
        public var delay = 0.0
        /// Transform from each copy to the next.
        public var transform = Step()
        /// Color that multiplies the first copy.
        public var color = Color.white
        /// Change of the color factor from each copy to the next: red, green, blue, alpha.
        public var colorOffset = SIMD4<Double>(0, 0, 0, 0)

        /// Creates a value with the defaults.
        public init() {}

        /// A transform about the center of the canvas: scale, then rotation, then translation.
        public struct Step: Sendable, Equatable {
            /// Translation to the right and down, in points.
            public var translation = SIMD2<Double>(0, 0)
            /// Scale factors along x and y.
            public var scale = SIMD2<Double>(1, 1)
            /// Rotation in radians, clockwise on screen.
            public var rotation = 0.0

            /// Creates a value with the defaults.
            public init() {}

            package static let factors = -4.0...4.0
        }

        /// Color factor of copy `number`, clamped to 0...1.
        package func color(ofCopy number: Int) -> SIMD4<Double> {
            let factor = color.components + colorOffset * Double(number)
            return factor.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        }
    }

    /// Width or height of the bounds in points.
    package static let sides = 0.01...100_000.0
    /// Corner radius, or width of the border, in points.
    package static let widths = 0...100_000.0

    /// Maximum number of copies of any layer, over all enclosing groups together.
    package static let maximumCopies = 1000
    /// Width and height of the bounds in points.
    package func extent(on canvas: Canvas) -> SIMD2<Double> { size ?? SIMD2(canvas.width, canvas.height) }

    /// Columns and rows of tiles.
    package struct Tiles: Sendable, Equatable {
        /// Number of columns and rows.
        package var columns = 1
        package var rows = 1
        /// Columns and rows before the tile at the contents' own place.
        package var before = SIMD2<Double>(0, 0)
    }

    /// Columns and rows of ``tile`` that cover the bounds at any scroll position. One more on each side allows contents
    /// to extend beyond their tile by a tile's size.
    ///
    /// - Parameter largest: Largest size of the bounds over all times, if animations change it.
    package func tiles(on canvas: Canvas, upTo largest: SIMD2<Double>? = nil) -> Tiles {
        guard let tile else { return Tiles() }
        let own = extent(on: canvas)
        let largest = pointwiseMax(own, largest ?? own)
        func whole(_ number: Double) -> Int { Int(min(number, 1e6)) }
        let before = ((largest - own) / 2 / tile).rounded(.up)
        let after = ((largest + own) / 2 / tile).rounded(.up)
        return Tiles(
            columns: whole(before.x) + whole(after.x) + 3,
            rows: whole(before.y) + whole(after.y) + 3,
            before: before + 1
        )
    }

    /// The bounds as an asset in points.
    package func box(on canvas: Canvas) -> Asset {
        let extent = extent(on: canvas)
        return Asset(roundedBox: extent, radius: min(cornerRadius, extent.min() / 2))
    }

    /// The border as an asset in points; `nil` for none.
    package func border(on canvas: Canvas) -> Asset? {
        guard borderWidth > 0 else { return nil }
        let extent = extent(on: canvas)
        let radius = min(cornerRadius, extent.min() / 2)
        let width = min(borderWidth, extent.min() / 2)
        return Asset(frame: extent, radius: radius, width: width)
    }
}

extension Layer {
    /// Properties of a group; defaults for other layers.
    package var group: LayerGroup {
        get { if case .group(let group) = content { group } else { LayerGroup() } }
        set { if case .group = content { content = .group(newValue) } }
    }

    /// Whether an animation of the layer targets the property `name` or a part of it.
    package func animates(_ name: String) -> Bool {
        animations.flatMap(\.withChildren).contains { animation in
            guard case .layer(let property) = animation.target else { return false }
            return Layer.animatable[property].name == name
        }
    }

    /// Whether the group clips contents to its bounds and contents could extend beyond them.
    package var clips: Bool {
        guard isGroup, masksToBounds else { return false }
        return parent != nil || group.size != nil || group.cornerRadius > 0 || position != .zero
            || !transform.isIdentity
            || ["position", "transform.scale", "transform.rotation", "cornerRadius"].contains { animates($0) }
    }

    /// Whether animations change the outline of a group's bounds or border.
    package var changesBounds: Bool {
        isGroup && ["size", "cornerRadius", "borderWidth"].contains { animates($0) }
    }

    /// Whether a group casts a shadow at any time.
    package var canCastShadow: Bool { isGroup && (group.shadow.opacity > 0 || animates("shadowOpacity")) }

    /// Whether the layer is a group.
    package var isGroup: Bool { if case .group = content { true } else { false } }
}
