import EffectCost
import EffectModel
import StrictJSON

extension Canvas {
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
