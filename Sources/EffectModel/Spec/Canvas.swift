/// The picture's size, resolution and ground.
public struct Canvas: Sendable, Equatable {
    /// What lies behind everything.
    public enum Background: Sendable, Equatable {
        case transparent
        case color(Color)

        /// Whether nothing shines through it.
        public var isOpaque: Bool {
            switch self {
            case .transparent: false
            case .color(let color): color.components.w == 1
            }
        }
    }

    /// Points, from 1; with ``scale``, at most as many pixels as ``RenderLimits/maximumSide``.
    public internal(set) var width = 375.0
    /// Points, from 1; with ``scale``, at most as many pixels as ``RenderLimits/maximumSide``.
    public internal(set) var height = 500.0
    /// Pixels per point, 1...3.
    public internal(set) var scale = 1.0
    /// Points from the viewer to the plane of the canvas, for layers that preserve depth; `nil` is an endless distance, at
    /// which nothing looks larger for being nearer.
    ///
    /// - Source: what a superlayer's `sublayerTransform` with m34 = −1/perspective does.
    public internal(set) var perspective: Double?
    /// What lies behind everything.
    public internal(set) var background = Background.transparent

    /// Pixels across: `width × scale`, rounded, at least 1.
    public var pixelWidth: Int { max(1, Int((width * scale).rounded())) }
    /// Pixels down.
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
}

extension Canvas.Background {
    static let codec = Codec<Self>(
        allowed: "\"transparent\", \"none\", or a colour: \(Color.codec.allowed)",
        schema: .any(of: [.names(["transparent", "none"]), Color.codec.schema])
    ) { value, pointer, context in
        switch value {
        case "transparent", "none": return .transparent
        case .object:
            context.fault(
                .notSupportedYet,
                at: pointer,
                found: "a gradient or picture",
                allowed: "\"transparent\" or a colour"
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
