/// Size, resolution and background of the image.
public struct Canvas: Sendable, Equatable {
    /// Background of the image.
    public enum Background: Sendable, Equatable {
        case transparent
        case color(Color)

        /// Whether the background is opaque.
        public var isOpaque: Bool {
            switch self {
            case .transparent: false
            case .color(let color): color.components.w == 1
            }
        }
    }

    /// Width in points, at least 1. The width in pixels is limited by ``RenderLimits/maximumSide``.
    public var width = 375.0
    /// Height in points, at least 1. The height in pixels is limited by ``RenderLimits/maximumSide``.
    public var height = 500.0
    /// Pixels per point, 1...3.
    public var scale = 1.0
    /// Distance in points from the viewer to the canvas plane, for layers that preserve depth; `nil` is a parallel
    /// projection.
    ///
    /// - Source: a superlayer's `sublayerTransform` with m34 = −1/perspective.
    public var perspective: Double?
    /// Background of the image.
    public var background = Background.transparent

    /// Creates a value with the defaults.
    public init() {}

    /// Width in pixels: `width × scale`, rounded, at least 1.
    public var pixelWidth: Int { max(1, Int((width * scale).rounded())) }
    /// Height in pixels: `height × scale`, rounded, at least 1.
    public var pixelHeight: Int { max(1, Int((height * scale).rounded())) }
}
