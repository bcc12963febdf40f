/// Contents of one frame: particles in drawing order, in pixels. Both the image and the frame dump are made from it.
public struct DrawList: Sendable, Equatable {
    /// A particle, ready to be drawn.
    ///
    /// A point s of its sprite maps to `position + R·K·S·s` on the canvas: scaled by `scale`, sheared by `skew`,
    /// rotated by `rotation`.
    public struct Item: Sendable, Equatable {
        /// Identity of the particle, constant over its life and unique within an effect.
        public var id: Int
        /// Index of the particle's cell in ``Emitter/allCells``.
        public var cell: Int
        /// Index into the effect's sprites. −1 if only the ``ribbon`` remains; −2 − i for the group's outline i (see
        /// ``outline``).
        public var sprite: Int
        /// Seconds since birth.
        public var age: Double
        /// Center of the sprite in pixels, origin at top left, y down; a multiple of 1/256.
        public var position: SIMD2<Double>
        /// Distance toward the viewer, in pixels.
        public var z: Double
        /// Pixels per sprite unit. The vertical factor is negative where a plane shows its back.
        public var scale: SIMD2<Double>
        /// Horizontal shear after scaling: pixels to the right per pixel down.
        public var skew: Double
        /// Radians, clockwise on screen, after scaling and shearing.
        public var rotation: Double
        /// Straight sRGB red, green, blue and alpha, 0...1.
        public var color: SIMD4<Double>
        /// Index into ``Group/ribbons`` of a ribbon drawn just before the sprite; −1 for none.
        public var ribbon: Int

        /// Creates an item.
        public init(
            id: Int,
            cell: Int,
            sprite: Int,
            age: Double,
            position: SIMD2<Double>,
            z: Double,
            scale: SIMD2<Double>,
            skew: Double = 0,
            rotation: Double,
            color: SIMD4<Double>,
            ribbon: Int = -1
        ) {
            self.id = id
            self.cell = cell
            self.sprite = sprite
            self.age = age
            self.position = position
            self.z = z
            self.scale = scale
            self.skew = skew
            self.rotation = rotation
            self.color = color
            self.ribbon = ribbon
        }

        /// Index into ``Group/outlines`` of the outline drawn in place of a sprite; `nil` if the item has a sprite.
        public var outline: Int? {
            get { sprite <= -2 ? -2 - sprite : nil }
            set { sprite = newValue.map { -2 - $0 } ?? -1 }
        }
    }

    /// A particle's trail: a band along its past positions that narrows and fades toward its end.
    public struct Ribbon: Sendable, Equatable {
        /// Positions from the particle backwards, evenly spaced in time, in pixels, multiples of 1/256. At least two.
        public var points: [SIMD2<Double>]
        /// Width in pixels at the first and the last point; interpolated linearly by point.
        public var width: SIMD2<Double>
        /// Straight sRGB red, green, blue and alpha at the first point, 0...1.
        public var color: SIMD4<Double>
        /// Alpha at the last point as a fraction of the alpha at the first, 0...1; interpolated linearly by point.
        public var endAlpha: Double

        /// Creates a ribbon.
        public init(points: [SIMD2<Double>], width: SIMD2<Double>, color: SIMD4<Double>, endAlpha: Double) {
            self.points = points
            self.width = width
            self.color = color
            self.endAlpha = endAlpha
        }
    }

    /// A layer mask: the alpha of a sprite placed on the canvas.
    public struct Mask: Sendable, Equatable {
        /// Index into the effect's sprites.
        public var sprite: Int
        /// Center of the sprite in pixels, as in ``Item/position``.
        public var position: SIMD2<Double>
        /// Pixels per sprite unit, as in ``Item/scale``.
        public var scale: SIMD2<Double>
        /// Shear, as in ``Item/skew``.
        public var skew: Double
        /// Rotation in radians, as in ``Item/rotation``.
        public var rotation: Double
        /// Factor of the sprite's alpha, 0...1.
        public var alpha: Double
        /// Whether the layer shows where the sprite is transparent.
        public var isInverted: Bool
        /// Outline at this time in sprite units, in place of the sprite's; `nil` uses the sprite unchanged.
        public var outline: Outline?
        /// Width of the soft edge in pixels, centered on the hard edge; 0 is a hard edge.
        ///
        /// The alpha is blurred by three successive box filters, each a third of this width, horizontally and
        /// vertically.
        public var feather: Double

        /// Upper bound of ``feather`` in pixels.
        public static let largestFeather = 600.0

        /// Creates a mask.
        public init(
            sprite: Int,
            position: SIMD2<Double>,
            scale: SIMD2<Double>,
            skew: Double = 0,
            rotation: Double,
            alpha: Double = 1,
            isInverted: Bool = false,
            outline: Outline? = nil,
            feather: Double = 0
        ) {
            self.sprite = sprite
            self.position = position
            self.scale = scale
            self.skew = skew
            self.rotation = rotation
            self.alpha = alpha
            self.isInverted = isInverted
            self.outline = outline
            self.feather = feather
        }
    }

    /// Drop shadow of a whole group: its alpha, blurred, in one color.
    public struct Shadow: Sendable, Equatable {
        /// Straight sRGB red, green, blue and alpha, 0...1.
        public var color: SIMD4<Double>
        /// Offset in whole pixels.
        public var offset: SIMD2<Double>
        /// Width of the soft edge in pixels, as in ``Mask/feather``.
        public var feather: Double

        /// Creates a shadow.
        public init(color: SIMD4<Double>, offset: SIMD2<Double>, feather: Double) {
            self.color = color
            self.offset = offset
            self.feather = feather
        }

        /// Feather that approximates a Gaussian blur, in the unit of its standard deviation.
        package static func feather(ofRadius deviation: Double) -> Double { 6 * deviation }
    }

    /// Light that bright pixels spread around them, added to what is there.
    public struct Bloom: Sendable, Equatable {
        /// Brightness of the brightest channel above which a pixel spreads light, 0...1.
        public var threshold: Double
        /// Standard deviation of the blur, in pixels.
        public var deviation: Double
        /// Factor of the light, 0...4.
        public var strength: Double

        /// Creates a bloom.
        public init(threshold: Double, deviation: Double, strength: Double) {
            (self.threshold, self.deviation, self.strength) = (threshold, deviation, strength)
        }
    }

    /// Particles of one layer, or contents of a group of layers.
    public struct Group: Sendable, Equatable {
        /// Index of the layer in the spec.
        public var layer: Int
        /// Opacity of the layer as a whole, 0...1.
        public var opacity: Double
        /// Blend mode of the items.
        public var blend: Blend
        /// Blend mode of the layer as a whole. `nil` draws items directly onto the canvas, unless opacity, mask or
        /// shadow require compositing, which then uses ``blend``.
        public var composite: Blend?
        /// Items in drawing order.
        public var items: [Item]
        /// Ribbons that items refer to.
        public var ribbons: [Ribbon]
        /// Outlines that items refer to, for this frame only, in the items' sprite units with the item at (0, 0).
        public var outlines: [Outline]
        /// Mask of the layer as a whole.
        public var mask: Mask?
        /// Groups drawn in place of items, in drawing order: layers that are composited individually.
        public var groups: [Group]
        /// Drop shadow of the layer as a whole, drawn below it.
        public var shadow: Shadow?
        /// Identifier shared by consecutive groups of one layer that are composited together, even if some of them are
        /// empty; `nil` is composited alone.
        public var run: Int?
        /// Number of the group among those of its layer, the same at all times.
        public var part = 0
        /// Standard deviation in pixels by which the layer as a whole is blurred; 0 for none.
        public var blur = 0.0
        /// Alpha of the blurred layer above which it is opaque, 0.05...0.95; `nil` leaves the blur as it is.
        public var alphaThreshold: Double?
        /// Light around the layer as a whole; `nil` for none.
        public var bloom: Bloom?

        /// Creates a group.
        public init(
            layer: Int,
            opacity: Double,
            blend: Blend,
            composite: Blend? = nil,
            items: [Item],
            ribbons: [Ribbon] = [],
            outlines: [Outline] = [],
            mask: Mask? = nil,
            groups: [Group] = [],
            shadow: Shadow? = nil,
            run: Int? = nil
        ) {
            self.groups = groups
            self.shadow = shadow
            self.layer = layer
            self.opacity = opacity
            self.blend = blend
            self.composite = composite
            self.items = items
            self.ribbons = ribbons
            self.outlines = outlines
            self.mask = mask
            self.run = run
        }

        /// Whether the layer must be composited on its own before it is drawn onto the canvas.
        public var isWhole: Bool {
            opacity < 1 || composite != nil || mask != nil || shadow != nil || blur > 0 || bloom != nil
        }

        /// Whether the group is composited together with `other`: opaque parts of one layer then hide each other,
        /// however low the layer's opacity.
        public func isPart(ofSameAs other: Group) -> Bool { isWhole && other.isWhole && run != nil && run == other.run }
    }

    /// Blend modes.
    public enum Blend: String, Sendable, CaseIterable {
        /// Source over.
        case normal
        /// Sum of source and destination, clamped to 1, alpha included; nothing turns black on a transparent canvas.
        case add
        /// 1 − (1 − source)(1 − destination) for every channel and alpha; never exceeds 1.
        case screen
        /// Maximum of source and destination for every channel and alpha.
        case maximum
    }

    /// Groups without subgroups, in drawing order, including those nested in groups.
    package var leaves: [Group] {
        func leaves(of groups: [Group]) -> [Group] {
            // Fast path: most effects have no nested groups.
            guard groups.contains(where: { !$0.groups.isEmpty }) else { return groups }
            return groups.flatMap { $0.groups.isEmpty ? [$0] : leaves(of: $0.groups) }
        }
        return leaves(of: groups)
    }

    /// Seconds since the effect's start.
    public var time: Double
    /// Groups in drawing order.
    public var groups: [Group]
    /// Light around all that is drawn; `nil` for none.
    public var bloom: Bloom?

    /// Creates a draw list.
    public init(time: Double, groups: [Group]) {
        self.time = time
        self.groups = groups
    }
}
