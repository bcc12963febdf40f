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
    private static let short = "linear:, radial: or conic: with colors, such as linear:0b1026,2b1055"

    /// Background as an object.
    private struct Ground: Sendable {
        var gradient = Gradient()

        static let codec = Codec<Ground>.object(
            "Background",
            Ground(),
            [.field("gradient", \.gradient, Gradient.codec, required: true)]
        )
    }

    static let codec = Codec<Self>(
        allowed: "\"transparent\", \"none\", \(short), {\"gradient\": {...}}, or a color: \(Color.codec.allowed)",
        schema: .any(of: [
            .names(["transparent", "none"]), Color.codec.schema,
            .text(pattern: "^(linear|radial|conic):.+$"), Ground.codec.schema,
        ])
    ) { value, pointer, context in
        switch value {
        case "transparent", "none": return .transparent
        case .object: return Ground.codec.read(value, pointer, context).map { .gradient($0.gradient) }
        case .string(let text):
            guard let colon = text.firstIndex(of: ":") else { break }
            return gradient(text[..<colon], list: text[text.index(after: colon)...], at: pointer, context)
        default: break
        }
        return Color.codec.read(value, pointer, context).map { .color($0) }
    } write: { background in
        switch background {
        case .transparent: "transparent"
        case .color(let color): Color.codec.write(color)
        case .gradient(let gradient): Ground.codec.write(Ground(gradient: gradient))
        }
    }

    /// A gradient in its short form: `linear:`, `radial:` or `conic:`, an angle in degrees for all but `radial`, and
    /// colors, each of which may have a location (`gold@0.3`).
    ///
    /// - Parameters:
    ///   - kind: Text before the colon.
    ///   - list: Text after it.
    private static func gradient(
        _ kind: Substring,
        list: Substring,
        at pointer: String,
        _ context: ReadContext
    ) -> Canvas.Background? {
        func refuse(_ kind: SpecFault.Kind, found: String, allowed: String) -> Canvas.Background? {
            context.fault(kind, at: pointer, found: found, allowed: allowed)
            return nil
        }
        guard ["linear", "radial", "conic"].contains(kind) else {
            return refuse(.unknownValue, found: JSONValue.string(String(kind)).excerpt, allowed: short)
        }
        var parts = list.split(separator: ",", maxSplits: 2 * Gradient.maximumColors, omittingEmptySubsequences: false)
        // As in CSS: a line points down, and a cone begins at the top.
        var angle = kind == "linear" ? 180.0 : 0
        if let first = parts.first, first.hasSuffix("deg") {
            guard kind != "radial", let degrees = NumberText.decimal(first.dropLast(3)), abs(degrees) <= 3600 else {
                let allowed = kind == "radial" ? "colors alone" : "an angle in -3600...3600 degrees, such as 45deg"
                return refuse(.outOfRange, found: JSONValue.string(String(first)).excerpt, allowed: allowed)
            }
            angle = degrees
            parts.removeFirst()
        }
        guard (2...Gradient.maximumColors).contains(parts.count) else {
            let found = "\(parts.count) colors"
            return refuse(
                .outOfRange,
                found: found,
                allowed: "2...\(Gradient.maximumColors) colors, separated by commas"
            )
        }
        var colors: [Color] = []
        var places: [Double] = []
        for part in parts {
            let halves = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let color = Color.codec.read(.string(String(halves[0])), pointer, context) else { return nil }
            colors.append(color)
            guard halves.count == 2 else { continue }
            guard let place = NumberText.decimal(halves[1]), (0...1).contains(place), place >= places.last ?? 0 else {
                let found = JSONValue.string(String(part)).excerpt
                return refuse(.outOfRange, found: found, allowed: "ascending locations in 0...1, such as gold@0.3")
            }
            places.append(place)
        }
        guard places.isEmpty || places.count == colors.count else {
            let found = "\(places.count) locations for \(colors.count) colors"
            return refuse(.conflict, found: found, allowed: "as many locations as colors, or none")
        }
        let radians = angle * .pi / 180
        var gradient =
            switch kind {
            case "linear": Gradient.axial(colors, angle: radians, over: context.canvas)
            case "radial": Gradient.radial(colors)
            default: Gradient.conic(colors, angle: radians, over: context.canvas)
            }
        gradient.locations = places
        return .gradient(gradient)
    }
}
