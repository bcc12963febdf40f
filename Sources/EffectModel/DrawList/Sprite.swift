/// A drawable that draw-list items refer to: an asset or a part of one, with its sampling.
public struct Sprite: Sendable, Equatable {
    /// Contents of a sprite.
    public enum Contents: Sendable, Equatable {
        /// Filled shape in sprite units, with the asset's center at (0, 0).
        case outline(Outline)
        /// Soft round spot of the asset's width and height, whose alpha decreases from its center
        /// (``Sprite/dotAlpha(at:)``).
        case dot
        /// Image stretched to the asset's width and height.
        case picture(Picture)
    }

    /// Sampling of images. Shapes are always drawn from their geometry.
    public struct Sampling: Sendable, Equatable {
        /// Texture filters, as in CALayer.
        public enum Filter: String, Sendable, CaseIterable {
            /// Linear interpolation; when minified, the average of the area that a canvas pixel covers.
            case linear
            /// Nearest pixel.
            case nearest
            /// Linear interpolation; when minified, blended between two mipmap levels: softer, with half the work.
            case trilinear
        }

        /// Filter when the image is drawn smaller than its size.
        public var minification = Filter.linear
        /// Filter when the image is drawn larger than its size. Trilinear equals linear here.
        public var magnification = Filter.linear
        /// Offset of the mipmap level. The level is the binary logarithm of the side, in image pixels, of the area
        /// sampled per canvas pixel.
        public var minificationBias = 0.0

        /// Creates linear sampling.
        public init() {}
    }

    /// Name of the asset.
    public let name: String
    /// Asset that the sprite shows.
    public let asset: Asset
    /// Contents to draw.
    public let contents: Contents
    /// Part of the asset that is drawn, as fractions of its width and height. The part's center is the sprite's center.
    public let part: UnitRectangle
    /// Sampling of images.
    public let sampling: Sampling

    /// Whether all that is drawn has the color of the item.
    package var hasOneColor: Bool {
        switch contents {
        case .outline: asset.fill == nil
        case .dot: true
        case .picture: false
        }
    }

    /// Width and height in sprite units (points at scale 1): the asset's size times the part's.
    public var size: SIMD2<Double> { asset.size * part.size }

    /// Center of ``part`` in sprite units, relative to the asset's center.
    public var middle: SIMD2<Double> { (part.origin + part.size / 2 - 0.5) * asset.size }

    /// Creates the sprite of an asset.
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
