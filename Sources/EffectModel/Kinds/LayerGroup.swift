/// Layers that are moved, timed, faded, masked and repeated together, within bounds of their own.
///
/// Everything in a group has the canvas' coordinates. The group's bounds lie about the middle of the canvas, and `position` and
/// `transform` move them with all that is in them.
///
/// - Source: CALayer's sublayers, CAReplicatorLayer, CAScrollLayer.
public struct LayerGroup: Sendable, Equatable {
    /// The layers of a document's group; empty in a spec, where ``EffectSpec/layers`` has them (``Layer/parent``).
    var layers: [Layer] = []
    /// Width and height of the bounds in points; `nil` is the canvas.
    public internal(set) var size: SIMD2<Double>?
    /// Color of the bounds behind all that is in them; `nil` for none.
    public internal(set) var backgroundColor: Color?
    /// Points by which corners of the bounds are rounded.
    public internal(set) var cornerRadius = 0.0
    /// Points across a line inside of the bounds, above all that is in them; 0 for none.
    public internal(set) var borderWidth = 0.0
    /// Color of that line.
    public internal(set) var borderColor = Color.black
    /// Shadow that the finished group casts.
    public internal(set) var shadow = Shadow()
    /// The point of the contents at the upper left corner of the bounds.
    public internal(set) var scroll = SIMD2<Double>(0, 0)
    /// Width and height in points after which the contents come again, all over the bounds; `nil` if they do not.
    public internal(set) var tile: SIMD2<Double>?
    /// Copies of the contents.
    public internal(set) var instances = Instances()

    /// A soft dark copy below a finished group.
    ///
    /// - Source: CALayer's shadow properties.
    public struct Shadow: Sendable, Equatable {
        /// Its color.
        public internal(set) var color = Color.black
        /// Multiplies its alpha, 0...1; at 0 there is none.
        public internal(set) var opacity = 0.0
        /// Standard deviation of its blur in points, 0...``largestRadius``.
        public internal(set) var radius = 3.0
        /// Points by which it is moved.
        public internal(set) var offset = SIMD2<Double>(0, 3)

        static let largestRadius = 50.0
        static let offsets = -500.0...500.0

        static let properties: [Property<Shadow>] = [
            .field("shadowColor", \.color, Color.codec),
            .field("shadowOpacity", \.opacity, .number(in: 0...1)),
            .field("shadowRadius", \.radius, .number(in: 0...largestRadius)),
            .field("shadowOffset", \.offset, .pair(in: offsets)),
        ]
    }

    /// Copies of a group's contents, each moved, turned, scaled, tinted and delayed from the one before.
    ///
    /// - Source: CAReplicatorLayer.
    public struct Instances: Sendable, Equatable {
        /// Number of copies, the first included.
        public internal(set) var count = 1
        /// Seconds of the group's time by which each is behind the one before.
        public internal(set) var delay = 0.0
        /// Motion from each to the next.
        public internal(set) var transform = Step()
        /// Multiplies the first one's colors.
        public internal(set) var color = Color.white
        /// Change of that factor from each to the next: red, green, blue, alpha.
        public internal(set) var colorOffset = SIMD4<Double>(0, 0, 0, 0)

        /// A motion about the middle of the canvas: scaled, turned, then moved.
        public struct Step: Sendable, Equatable {
            /// Points to the right and down.
            public internal(set) var translation = SIMD2<Double>(0, 0)
            /// Factors along x and y.
            public internal(set) var scale = SIMD2<Double>(1, 1)
            /// Radians, clockwise on screen.
            public internal(set) var rotation = 0.0

            static let properties: [Property<Step>] = [
                .field("translation", \.translation, .pair(in: Layer.Transform.places)),
                .field("scale", \.scale, .factors(in: factors)),
                .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
            ]
            static let factors = -4.0...4.0
        }

        static let properties: [Property<Instances>] = [
            .field("instanceCount", \.count, .whole(in: 1...maximumCopies)),
            .field("instanceDelay", \.delay, .number(in: 0...1000, unit: .seconds)),
            .field("instanceTransform", \.transform, .object("InstanceTransform", Step(), Step.properties)),
            .field("instanceColor", \.color, Color.codec),
            .field("instanceRedOffset", \.colorOffset.x, .number(in: -1...1)),
            .field("instanceGreenOffset", \.colorOffset.y, .number(in: -1...1)),
            .field("instanceBlueOffset", \.colorOffset.z, .number(in: -1...1)),
            .field("instanceAlphaOffset", \.colorOffset.w, .number(in: -1...1)),
        ]

        /// The factor of copy `number`.
        package func color(ofCopy number: Int) -> SIMD4<Double> {
            let factor = color.components + colorOffset * Double(number)
            return factor.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        }
    }

    /// The most copies of anything, all groups around it together.
    package static let maximumCopies = 1000
    /// The most groups around anything.
    static let maximumDepth = 4

    static let properties: [Property<LayerGroup>] =
        own + Property.part(\.shadow, Shadow.properties) + Property.part(\.instances, Instances.properties)

    private static let own: [Property<LayerGroup>] = [
        .optional("size", \.size, .pair(in: 0.01...100_000)),
        .optional("backgroundColor", \.backgroundColor, Color.codec),
        .field("cornerRadius", \.cornerRadius, .number(in: 0...100_000)),
        .field("borderWidth", \.borderWidth, .number(in: 0...100_000)),
        .field("borderColor", \.borderColor, Color.codec),
        .field("scroll", \.scroll, .pair(in: Layer.Transform.places)),
        .optional("tile", \.tile, .pair(in: 1...100_000)),
    ]

    /// Width and height of the bounds in points.
    package func extent(on canvas: Canvas) -> SIMD2<Double> { size ?? SIMD2(canvas.width, canvas.height) }

    /// Columns and rows of ``tile`` that cover the bounds wherever the contents are scrolled to, with one more on each side: contents
    /// may reach beyond their own tile by as much as that.
    package func tiles(on canvas: Canvas) -> (columns: Int, rows: Int) {
        guard let tile else { return (1, 1) }
        let count = (extent(on: canvas) / tile).rounded(.up)
        func whole(_ number: Double) -> Int { Int(min(number, 1e6)) + 3 }
        return (whole(count.x), whole(count.y))
    }

    /// Copies of the contents in all.
    package func copies(on canvas: Canvas) -> Int {
        let (columns, rows) = tiles(on: canvas)
        return instances.count * columns * rows
    }

    /// The bounds as an asset, in points.
    package func box(on canvas: Canvas) -> Asset {
        let extent = extent(on: canvas)
        return Asset(roundedBox: extent, radius: min(cornerRadius, extent.min() / 2))
    }

    /// The line inside of the bounds as an asset, in points; `nil` for none.
    package func border(on canvas: Canvas) -> Asset? {
        guard borderWidth > 0 else { return nil }
        let extent = extent(on: canvas)
        let radius = min(cornerRadius, extent.min() / 2)
        let width = min(borderWidth, extent.min() / 2)
        return Asset(frame: extent, radius: radius, width: width)
    }
}

extension Layer {
    /// Members of a group; of other layers, nothing out of the ordinary.
    package var group: LayerGroup {
        get { if case .group(let group) = content { group } else { LayerGroup() } }
        set { if case .group = content { content = .group(newValue) } }
    }

    /// Whether any of its animations acts on a property, or on a part of it.
    package func animates(_ name: String) -> Bool {
        animations.flatMap(\.withChildren).contains { animation in
            guard case .layer(let property) = animation.target else { return false }
            return Layer.animatable[property].name == name
        }
    }

    /// Whether nothing of a group is seen outside of its bounds, and something could be.
    package var clips: Bool {
        guard isGroup, masksToBounds else { return false }
        return parent != nil || group.size != nil || group.cornerRadius > 0 || position != .zero
            || !transform.isIdentity
            || ["position", "transform.scale", "transform.rotation"].contains { animates($0) }
    }

    /// Whether a group has a shadow at any time.
    package var canCastShadow: Bool { isGroup && (group.shadow.opacity > 0 || animates("shadowOpacity")) }

    /// Whether it is a group.
    package var isGroup: Bool { if case .group = content { true } else { false } }
}
