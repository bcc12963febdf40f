/// What one frame shows: particles in drawing order, in pixels. The picture and the frame dump both come from this.
public struct DrawList: Sendable, Equatable {
    /// One particle, ready to be drawn.
    ///
    /// A point s of its sprite lies at `position + R·K·S·s` on the canvas: scaled by `scale`, sheared by `skew`, turned
    /// by `rotation`.
    public struct Item: Sendable, Equatable {
        /// The same for a particle's whole life; unique within an effect.
        public var id: Int
        /// Index of its cell within the layer, sub-cells after their parents (``Emitter/allCells``).
        public var cell: Int
        /// Index into the effect's sprites; −1 where nothing but the ``ribbon`` is left of the particle. What has an ``outline`` of
        /// its own at this time has −2 less that one's index.
        public var sprite: Int
        /// Seconds since birth.
        public var age: Double
        /// Middle of the sprite, in pixels, origin top left, y down; a multiple of 1/256.
        public var position: SIMD2<Double>
        /// Distance towards the viewer, in pixels.
        public var z: Double
        /// Pixels per sprite unit. Below zero downwards where a plane shows its back.
        public var scale: SIMD2<Double>
        /// After scaling, what is one pixel further down lies so many pixels further right.
        public var skew: Double
        /// Radians, clockwise on screen, after scaling and shearing.
        public var rotation: Double
        /// Red, green, blue, alpha: sRGB, straight, 0...1.
        public var color: SIMD4<Double>
        /// Index into the group's ``Group/ribbons``, drawn just before the sprite; −1 for none.
        public var ribbon: Int

        /// Memberwise.
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

        /// Index into the group's ``Group/outlines``, which it is drawn by in place of a sprite; `nil` where it has one.
        public var outline: Int? {
            get { sprite <= -2 ? -2 - sprite : nil }
            set { sprite = newValue.map { -2 - $0 } ?? -1 }
        }
    }

    /// A particle's trail: a band along where it was, that narrows and fades towards its end.
    public struct Ribbon: Sendable, Equatable {
        /// From the particle backwards, evenly spaced in time; pixels, multiples of 1/256. At least two.
        public var points: [SIMD2<Double>]
        /// Pixels across at the first point and at the last one; in between it changes evenly from point to point.
        public var width: SIMD2<Double>
        /// Red, green, blue, alpha at the first point: sRGB, straight, 0...1.
        public var color: SIMD4<Double>
        /// Alpha at the last point as a share of the first one's, 0...1; in between it changes evenly from point to point.
        public var endAlpha: Double

        /// Memberwise.
        public init(points: [SIMD2<Double>], width: SIMD2<Double>, color: SIMD4<Double>, endAlpha: Double) {
            self.points = points
            self.width = width
            self.color = color
            self.endAlpha = endAlpha
        }
    }

    /// What a layer is seen through: the alpha of a sprite that lies on the canvas.
    public struct Mask: Sendable, Equatable {
        /// Index into the effect's sprites.
        public var sprite: Int
        /// As in ``Item``.
        public var position: SIMD2<Double>
        /// As in ``Item``.
        public var scale: SIMD2<Double>
        /// Shear, in the unit of ``Item/skew``.
        public var skew: Double
        /// As in ``Item``.
        public var rotation: Double
        /// Multiplies the sprite's alpha, 0...1.
        public var alpha: Double
        /// The layer is seen where the sprite is not.
        public var isInverted: Bool
        /// In place of the sprite's, the outline that it has at this time, in sprite units; `nil` is the sprite as it is.
        public var outline: Outline?
        /// Pixels across its edge, which is soft: half of them outside of it; 0 is a hard edge.
        ///
        /// It is what three means over a third of these, across and down, make of the alpha.
        public var feather: Double

        /// The largest ``feather``.
        public static let largestFeather = 600.0

        /// Memberwise.
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

    /// A shadow that a group casts as a whole on what is below it: its alpha, made soft, in one color.
    public struct Shadow: Sendable, Equatable {
        /// Red, green, blue, alpha: sRGB, straight, 0...1.
        public var color: SIMD4<Double>
        /// Pixels by which it is moved; whole ones.
        public var offset: SIMD2<Double>
        /// Pixels across the edge of what is hard, as in ``Mask``.
        public var feather: Double

        /// Memberwise.
        public init(color: SIMD4<Double>, offset: SIMD2<Double>, feather: Double) {
            self.color = color
            self.offset = offset
            self.feather = feather
        }

        /// The feather whose edge is that of a Gaussian blur, in the same unit as its standard deviation.
        package static func feather(ofRadius deviation: Double) -> Double { 6 * deviation }
    }

    /// Particles of one layer, or all that is in a group of layers.
    public struct Group: Sendable, Equatable {
        /// Index of the layer in the spec.
        public var layer: Int
        /// 0...1; multiplies the layer as a whole.
        public var opacity: Double
        /// How its items are put onto what is there.
        public var blend: Blend
        /// How the layer as a whole is put onto the canvas; `nil` draws its items straight onto the canvas, unless
        /// opacity or mask ask for a whole, which is then put on by ``blend``.
        public var composite: Blend?
        /// In drawing order.
        public var items: [Item]
        /// What items refer to.
        public var ribbons: [Ribbon]
        /// Outlines at this time alone that items refer to, in units of theirs, (0, 0) where the item is.
        public var outlines: [Outline]
        /// What the whole is seen through.
        public var mask: Mask?
        /// Groups that are drawn in place of items, in drawing order: layers that are finished as a whole.
        public var groups: [Group]
        /// Shadow of the whole, below it.
        public var shadow: Shadow?
        /// Of a layer that is drawn in several steps: those that follow each other, with no other layer's between them, have the
        /// same number, whether or not anything is seen of any. `nil` stands alone.
        public var run: Int?

        /// Memberwise.
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

        /// Whether the layer has to be finished on its own before it goes onto the canvas.
        public var isWhole: Bool { opacity < 1 || composite != nil || mask != nil || shadow != nil }

        /// Whether it is finished together with `other`: what covers another part of its layer covers it, however faint the layer
        /// is.
        public func isPart(ofSameAs other: Group) -> Bool { isWhole && other.isWhole && run != nil && run == other.run }
    }

    /// How colours meet.
    public enum Blend: String, Sendable, CaseIterable {
        /// Source over destination.
        case normal
        /// Sums, cut at 1; alpha too, so that nothing turns black on a transparent canvas.
        case add
        /// 1 − (1 − source)(1 − destination), for every channel and alpha: light that never overflows.
        case screen
        /// The larger one, for every channel and alpha.
        case maximum
    }

    /// Groups that have items, in drawing order, those within groups included.
    package var leaves: [Group] {
        func leaves(of groups: [Group]) -> [Group] {
            // Mostly there are no groups in groups.
            guard groups.contains(where: { !$0.groups.isEmpty }) else { return groups }
            return groups.flatMap { $0.groups.isEmpty ? [$0] : leaves(of: $0.groups) }
        }
        return leaves(of: groups)
    }

    /// Seconds since the effect's start.
    public var time: Double
    /// In drawing order.
    public var groups: [Group]

    /// Memberwise.
    public init(time: Double, groups: [Group]) {
        self.time = time
        self.groups = groups
    }
}
