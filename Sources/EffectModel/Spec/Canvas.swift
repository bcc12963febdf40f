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

    /// Width in pixels: `width × scale`, rounded, at least 1.
    public var pixelWidth: Int { max(1, Int((width * scale).rounded())) }
    /// Height in pixels: `height × scale`, rounded, at least 1.
    public var pixelHeight: Int { max(1, Int((height * scale).rounded())) }

    static let properties: [Property<Canvas>] = [
        .field("width", \.width, .number(in: 1...16_384, limit: { Double($0.maximumSide) })),
        .field("height", \.height, .number(in: 1...16_384, limit: { Double($0.maximumSide) })),
        .field("scale", \.scale, .number(in: 1...3)),
        .optional("perspective", \.perspective, .number(in: 1...100_000)),
        .field("background", \.background, Background.codec),
        .after { object, canvas in
            object.context.canvas = SIMD2(canvas.width, canvas.height)
            let limit = object.context.limits.maximumSide
            for (name, pixels) in [("width", canvas.pixelWidth), ("height", canvas.pixelHeight)] where pixels > limit {
                object.context.fault(
                    .tooMuch,
                    at: object.pointer(to: name),
                    found: "\(pixels) pixels (\(name) × scale)",
                    allowed: "at most \(limit) pixels"
                )
            }
        },
    ]

    /// Creates a value with the defaults.
    public init() {}
}

extension Canvas.Background {
    static let codec = Codec<Self>(
        allowed: "\"transparent\", \"none\", or a color: \(Color.codec.allowed)",
        schema: .any(of: [.names(["transparent", "none"]), Color.codec.schema])
    ) { value, pointer, context in
        switch value {
        case "transparent", "none": return .transparent
        case .object:
            context.fault(
                .notSupportedYet,
                at: pointer,
                found: "a gradient or image",
                allowed: "\"transparent\" or a color"
            )
            return nil
        default:
            return Color.codec.read(value, pointer, context).map { .color($0) }
        }
    } write: { background in
        switch background {
        case .transparent: "transparent"
        case .color(let color): Color.codec.write(color)
        }
    }
}
