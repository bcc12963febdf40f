/// What one frame shows: particles in drawing order, in pixels. The picture and the frame dump both come from this.
public struct DrawList: Sendable, Equatable {
    /// One particle, ready to be drawn.
    public struct Item: Sendable, Equatable {
        /// The same for a particle's whole life; unique within an effect.
        public var id: Int
        /// Index of its cell within the layer, sub-cells after their parents (``Emitter/allCells``).
        public var cell: Int
        /// Index into ``EffectFrames/sprites``.
        public var sprite: Int
        /// Seconds since birth.
        public var age: Double
        /// Middle of the sprite, in pixels, origin top left, y down; a multiple of 1/256.
        public var position: SIMD2<Double>
        /// Distance towards the viewer, in pixels.
        public var z: Double
        /// Pixels per sprite unit, never negative.
        public var scale: SIMD2<Double>
        /// Radians, clockwise on screen, after scaling.
        public var rotation: Double
        /// Red, green, blue, alpha: sRGB, straight, 0...1.
        public var color: SIMD4<Double>

        /// Memberwise.
        public init(
            id: Int,
            cell: Int,
            sprite: Int,
            age: Double,
            position: SIMD2<Double>,
            z: Double,
            scale: SIMD2<Double>,
            rotation: Double,
            color: SIMD4<Double>
        ) {
            self.id = id
            self.cell = cell
            self.sprite = sprite
            self.age = age
            self.position = position
            self.z = z
            self.scale = scale
            self.rotation = rotation
            self.color = color
        }
    }

    /// One layer's particles; the layer is flattened, then multiplied by its opacity.
    public struct Group: Sendable, Equatable {
        /// Index of the layer in the spec.
        public var layer: Int
        /// 0...1.
        public var opacity: Double
        /// How its items, and the layer itself, are put onto what is there.
        public var blend: Blend
        /// In drawing order.
        public var items: [Item]

        /// Memberwise.
        public init(layer: Int, opacity: Double, blend: Blend, items: [Item]) {
            self.layer = layer
            self.opacity = opacity
            self.blend = blend
            self.items = items
        }
    }

    /// How colours meet.
    public enum Blend: String, Sendable, CaseIterable {
        /// Source over destination.
        case normal
        /// Sums, cut at 1; alpha too, so that nothing turns black on a transparent canvas.
        case add
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

/// A picture that draw-list items refer to.
public struct Sprite: Sendable, Equatable {
    /// The asset's name.
    public let name: String
    /// The asset it was made from.
    public let asset: Asset
    /// What is filled: sprite units, middle at (0, 0).
    public let outline: Outline

    /// The sprite of an asset.
    public init(name: String, asset: Asset) {
        self.name = name
        self.asset = asset
        outline = asset.outline
    }
}
