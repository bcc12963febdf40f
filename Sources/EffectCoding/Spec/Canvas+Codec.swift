import EffectCost
import EffectModel
import StrictJSON

extension Canvas {
    static let properties: [Property<Canvas>] = [
        .field("width", \.imageWidth, .number(in: 1...16_384, limit: { Double($0.maximumSide) })),
        .field("height", \.imageHeight, .number(in: 1...16_384, limit: { Double($0.maximumSide) })),
        .field("scale", \.imageScale, .number(in: 1...3)),
        .optional("perspective", \.perspective, .number(in: 1...100_000)),
        .field("fit", \.fit, .choice()),
        .field("tile", \.tile, .flag),
        .optional("scene", \.sceneSize, .pair(in: 1...16_384, units: (.plain, .plain))),
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
        .field("background", \.background, Background.codec),
        .optional("bloom", \.bloom, Bloom.codec),
        .after { object, canvas in
            guard !canvas.fitScene() else { return object.context.canvas = SIMD2(canvas.width, canvas.height) }
            let most = Int(Canvas.largestFit)
            object.context.fault(
                .tooMuch,
                at: object.pointer(to: "scene"),
                found: "a scene that the image magnifies or reduces by more than \(most)",
                allowed: "a factor in 1/\(most)...\(most) from scene to image"
            )
        },
    ]
}

extension Canvas.Background {
    static let codec = Codec<Self>(
        allowed: """
            "transparent", "none", \(Gradient.short), {"gradient": {...}}, or a color: \(Color.codec.allowed)
            """,
        schema: .any(of: [.names(["transparent", "none"]), Color.codec.schema] + Gradient.groundSchemas)
    ) { value, pointer, context in
        switch value {
        case "transparent", "none": return .transparent
        case .object: return Gradient.read(object: value, at: pointer, context).map { .gradient($0) }
        case .string(let text):
            guard let read = Gradient.read(short: text, over: context.canvas, at: pointer, context) else { break }
            return read.map { .gradient($0) }
        default: break
        }
        return Color.codec.read(value, pointer, context).map { .color($0) }
    } write: { background in
        switch background {
        case .transparent: "transparent"
        case .color(let color): Color.codec.write(color)
        case .gradient(let gradient): Gradient.written(gradient)
        }
    }
}
