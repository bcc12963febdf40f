/// A picture that draw-list items refer to: an asset, or a part of one, with the way it is sampled.
public struct Sprite: Sendable, Equatable {
    /// What there is to draw.
    public enum Contents: Sendable, Equatable {
        /// A filled shape in sprite units, its asset's middle at (0, 0).
        case outline(Outline)
        /// A soft round spot as wide and high as the asset: alpha falls from its middle outwards
        /// (``Sprite/dotAlpha(at:)``).
        case dot
        /// Pixels, stretched to the asset's width and height.
        case picture(Picture)
    }

    /// How pictures are read between and across pixels. Shapes are always drawn from their geometry.
    public struct Sampling: Sendable, Equatable {
        /// As CALayer's filters.
        public enum Filter: String, Sendable, CaseIterable {
            /// The mean of the neighbours; of all that a pixel of the canvas covers, when the picture shrinks.
            case linear
            /// The nearest pixel.
            case nearest
            /// Linear; the mean of two mipmap levels, when the picture shrinks: softer, and half the work.
            case trilinear
        }

        /// Used where the picture is drawn smaller than it is.
        public var minification = Filter.linear
        /// Used where it is drawn larger. Trilinear is linear here.
        public var magnification = Filter.linear
        /// Added to the mipmap level, which is the binary logarithm of how many of the picture's pixels the side of what is read for a
        /// pixel of the canvas has.
        public var minificationBias = 0.0

        /// Linear.
        public init() {}
    }

    /// The asset's name.
    public let name: String
    /// The asset it was made from.
    public let asset: Asset
    /// What there is to draw.
    public let contents: Contents
    /// The part of the asset that is drawn, in shares of its width and height; its middle is the sprite's middle.
    public let part: UnitRectangle
    /// For pictures.
    public let sampling: Sampling

    /// Sprite units (points at scale 1) across and down: the asset's, times the part's.
    public var size: SIMD2<Double> { asset.size * part.size }

    /// Where the middle of ``part`` lies, in sprite units from the asset's middle.
    public var middle: SIMD2<Double> { (part.origin + part.size / 2 - 0.5) * asset.size }

    /// The sprite of an asset.
    public init(name: String, asset: Asset, part: UnitRectangle = .whole, sampling: Sampling = Sampling()) {
        self.name = name
        self.asset = asset
        self.part = part
        self.sampling = sampling
        switch asset.content {
        case .shape(.dot): contents = .dot
        case .shape, .path, .glyphs: contents = .outline(asset.outline)
        case .picture(let picture, _): contents = .picture(picture)
        }
    }

    /// Alpha of a dot at `radius`, where 1 is the rim of the asset's box: 1 − smoothstep(0.10, 0.95, radius).
    public static func dotAlpha(at radius: Double) -> Double {
        let t = min(1, max(0, (radius - 0.10) / 0.85))
        return 1 - t * t * (3 - 2 * t)
    }
}

/// A rectangle in shares of something's width and height.
///
/// - Source: CALayer's contentsRect.
public struct UnitRectangle: Sendable, Equatable {
    /// Its corner top left.
    public var origin: SIMD2<Double>
    /// Width and height, above 0.
    public var size: SIMD2<Double>

    /// All of it.
    public static let whole = UnitRectangle(origin: SIMD2(0, 0), size: SIMD2(1, 1))

    /// Memberwise.
    public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
        self.origin = origin
        self.size = size
    }
}
