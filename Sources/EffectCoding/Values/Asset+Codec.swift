import EffectModel
import StrictJSON

extension Asset {
    /// Members that define an asset's content; an asset has exactly one.
    static let kinds = ["shape", "path", "image", "emoji", "text", "gradient"]

    /// Codec of an asset's name.
    static let nameCodec = Codec.text(maximum: 64)

    static let codec = Codec<Asset>(
        allowed: "an object with one of: \(kinds.joined(separator: ", "))",
        schema: schema
    ) { value, pointer, context in
        guard let object = ObjectReader(value, at: pointer, context) else { return nil }
        var asset = Asset()
        let given = kinds.filter { object.take($0).map { $0 != .null } ?? false }
        var size: SizeRequest?
        if let value = object.take("size"), value != .null {
            size = SizeRequest.codec.read(value, object.pointer(to: "size"), context)
        }
        if let size { asset.size = size.box(natural: SIMD2(1, 1)) }
        EffectCoding.read(properties, from: object, into: &asset)
        switch given.count {
        case 0:
            let allowed = "one of " + kinds.joined(separator: ", ")
            context.fault(.missing, at: pointer, found: "nothing", allowed: allowed)
        case 1: readContent(given[0], of: object, size: size, into: &asset)
        default:
            let found = given.joined(separator: " and ")
            context.fault(.conflict, at: pointer, found: found, allowed: "exactly one kind of contents")
        }
        refuseStrangers(in: object, kind: given.first ?? "")
        asset.refuseFill(at: object.pointer(to: "fill"), context)
        var softness = Softness()
        EffectCoding.read(softnessProperties, from: object, into: &softness)
        object.refuseTheRest()
        asset.outline = asset.makeOutline()
        guard !softness.isNone else { return asset }
        return context.soft(asset, softness, in: object)
    } write: { asset in
        .object(members(of: asset))
    }

    private static func members(of asset: Asset) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        switch asset.content {
        case .shape(let shape): members.append(.init("shape", .string(shape.rawValue)))
        case .path(let path, let origin, let extent):
            members.append(.init("path", .string(path.text)))
            members.append(.init("viewBox", .array([origin.x, origin.y, extent.x, extent.y].map { .number($0) })))
            members.append(.init("fillRule", .string(asset.fillRule.rawValue)))
        case .picture(_, .image(let source)): members.append(.init("image", .string(source)))
        case .picture(_, .gradient(let gradient)): members.append(.init("gradient", Gradient.codec.write(gradient)))
        case .picture(_, .text(let style)), .glyphs(_, let style): members += TextStyle.members(of: style)
        case .picture(_, .shape(let shape, let softness)):
            return self.members(of: shape) + softnessProperties.flatMap { $0.write(softness) }
        }
        // Assets built in Swift may leave their size to the image or text.
        if asset.size != .zero { members.append(.init("size", [.number(asset.size.x), .number(asset.size.y)])) }
        return members + properties.flatMap { $0.write(asset) }
    }

    static let properties: [Property<Asset>] = [
        .field("corners", \.corners, .whole(in: 3...64)),
        .field("innerRadius", \.innerRadius, .number(in: 0.05...0.95)),
        .field("tint", \.tint, Color.codec),
        .optional("fill", \.fill, Gradient.fillCodec),
        .notYet("stroke"),
    ]

    /// Properties of the blur and the light of a shape.
    static let softnessProperties: [Property<Softness>] = [
        .field("blur", \.blur, .number(in: 0...Bloom.largestRadius)),
        .optional("glow", \.glow, Softness.Glow.codec),
    ]

    /// Records a fault where a fill has nothing to fill.
    private func refuseFill(at pointer: String, _ context: ReadContext) {
        guard fill != nil else { return }
        let found =
            switch content {
            case .shape(.dot): "fill with a dot"
            case .picture(_, .image): "fill with an image"
            case .picture(_, .gradient): "fill with a gradient"
            case .picture(_, .shape): ""
            case .picture(_, .text(let style)):
                style.isEmoji ? "fill with an emoji" : "fill with letters in colors of their own"
            case .shape, .path, .glyphs: ""
            }
        guard !found.isEmpty else { return }
        let allowed = "fill with a shape other than dot, a path, or letters without colors"
        context.fault(.conflict, at: pointer, found: found, allowed: allowed)
    }

    /// Members that only some kinds have.
    private static let partners = [
        ("fillRule", ["path"]), ("font", ["text", "emoji"]), ("fontSize", ["text", "emoji"]),
        ("fontWeight", ["text", "emoji"]), ("maxWidth", ["text", "emoji"]), ("viewBox", ["path"]),
    ]

    private static func refuseStrangers(in object: ObjectReader, kind: String) {
        for (name, owners) in partners {
            guard let value = object.take(name), value != .null, !owners.contains(kind) else { continue }
            let owner = owners.joined(separator: " or ")
            object.context.fault(
                .conflict,
                at: object.pointer(to: name),
                found: kind.isEmpty ? "\(name) alone" : "\(name) with \(kind)",
                allowed: "\(name) with \(owner)"
            )
        }
    }

    private static func readContent(
        _ kind: String,
        of object: ObjectReader,
        size: SizeRequest?,
        into asset: inout Asset
    ) {
        let context = object.context
        let pointer = object.pointer(to: kind)
        let value = object.take(kind) ?? .null
        switch kind {
        case "shape":
            if let shape = shapeCodec.read(value, pointer, context) { asset.content = .shape(shape) }
        case "gradient":
            guard let gradient = Gradient.codec.read(value, pointer, context) else { return }
            asset.size = size?.box(natural: SIMD2(1, 1)) ?? context.canvas
            guard let picture = context.picture(of: gradient, size: asset.size, at: pointer) else { return }
            asset.content = .picture(picture, .gradient(gradient))
        case "path":
            readPath(value, of: object, &asset)
        case "image":
            guard let source = imageCodec.read(value, pointer, context),
                let picture = context.picture(source, at: pointer)
            else { return }
            asset.content = .picture(picture, .image(source))
            let natural = SIMD2(Double(picture.width), Double(picture.height))
            asset.size = size?.box(natural: natural) ?? natural
        default:
            guard let style = TextStyle.read(from: object, isEmoji: kind == "emoji"),
                let glyphs = context.glyphs(of: style, at: pointer, font: object.pointer(to: "font"))
            else { return }
            switch glyphs {
            case .outline(let outline):
                asset.content = .glyphs(outline, style)
                let natural = outline.bounds.map { $0.high - $0.low } ?? SIMD2(1, 1)
                asset.size = size?.box(natural: natural) ?? natural
            case .picture(let picture, let natural):
                asset.content = .picture(picture, .text(style))
                asset.size = size?.box(natural: natural) ?? natural
            }
        }
    }

    static let shapeCodec = Codec<Shape>.choice()
    static let fillRuleCodec = Codec<Outline.FillRule>.choice()
    /// Long enough for any data: URI that fits into a request body.
    static let imageCodec = Codec.text(maximum: 1 << 26)
    static let viewBoxCodec: Codec<[Double]> = {
        let list = Codec.list(of: .number(in: -100_000...100_000), count: 4...4)
        // SVG has the numbers in a text.
        let allowed = "[x, y, width, height] as numbers, such as [0, 0, 24, 24]"
        return Codec(allowed: allowed, schema: list.schema) { value, pointer, context in
            guard case .array(let elements) = value, elements.count == 4 else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return list.read(value, pointer, context)
        } write: { box in
            list.write(box)
        }
    }()

    private static func readPath(_ value: JSONValue, of object: ObjectReader, _ asset: inout Asset) {
        let context = object.context
        guard let path = SVGPath.codec.read(value, object.pointer(to: "path"), context) else { return }
        var origin = SIMD2<Double>(0, 0)
        var extent = asset.size
        if let viewBox = object.take("viewBox"), viewBox != .null {
            guard let box = viewBoxCodec.read(viewBox, object.pointer(to: "viewBox"), context) else { return }
            origin = SIMD2(box[0], box[1])
            extent = SIMD2(box[2], box[3])
            if extent.min() < 0.001 {
                let place = object.pointer(to: "viewBox")
                let allowed = "[x, y, width, height] with sizes of at least 0.001"
                context.fault(.outOfRange, at: place, found: viewBox.excerpt, allowed: allowed)
                return
            }
        }
        if let rule = object.take("fillRule") {
            if let rule = fillRuleCodec.read(rule, object.pointer(to: "fillRule"), context) { asset.fillRule = rule }
        }
        asset.content = .path(path, origin: origin, extent: extent)
    }

    /// Size as one number or `[width, height]`.
    enum SizeRequest {
        /// Both sides of a shape or path; the longer side of images and text, which keep their aspect ratio.
        case side(Double)
        case box(SIMD2<Double>)

        func box(natural: SIMD2<Double>) -> SIMD2<Double> {
            switch self {
            case .side(let side): pointwiseMax(natural * (side / max(natural.max(), 1e-9)), SIMD2(repeating: 0.0001))
            case .box(let box): box
            }
        }

        static let codec: Codec<SizeRequest> = {
            let side = Codec.number(in: 0.01...2048)
            // Wide enough for the natural size of long texts and flat images.
            let both = Codec.pair(in: 0.0001...200_000)
            let allowed = "\(side.allowed), or [width, height]"
            let schema = JSONSchema.any(of: [side.schema, both.schema]).described(allowed)
            return Codec(allowed: allowed, schema: schema) { value, pointer, context in
                if case .array = value { return both.read(value, pointer, context).map { .box($0) } }
                return side.read(value, pointer, context).map { .side($0) }
            } write: { size in
                switch size {
                case .side(let side): .number(side)
                case .box(let box): both.write(box)
                }
            }
        }()
    }
}

extension TextStyle {
    static let textCodec = Codec.text(maximum: 256)
    static let fontCodec = Codec.text(maximum: 64)
    static let fontSizeCodec = Codec.number(in: 0.1...512, unit: .horizontal)
    static let fontWeightCodec = Codec.whole(in: 100...1000)
    static let maximumWidthCodec = Codec.number(in: 1...1_000_000, unit: .horizontal)
    /// Members that accompany a text or emoji.
    static let members = ["font", "fontSize", "fontWeight", "maxWidth"]

    /// Reads `text` or `emoji` with the members that accompany it.
    static func read(from object: ObjectReader, isEmoji: Bool) -> TextStyle? {
        let context = object.context
        let name = isEmoji ? "emoji" : "text"
        let text = textCodec.read(object.take(name) ?? .null, object.pointer(to: name), context)
        var style = TextStyle(text: text ?? "", fontSize: 16, isEmoji: isEmoji)
        if let value = object.take("font"), value != .null {
            style.font = fontCodec.read(value, object.pointer(to: "font"), context)
        }
        if let value = object.take("fontSize"), value != .null,
            let size = fontSizeCodec.read(value, object.pointer(to: "fontSize"), context)
        {
            style.fontSize = size
        }
        if let value = object.take("fontWeight"), value != .null,
            let weight = fontWeightCodec.read(value, object.pointer(to: "fontWeight"), context)
        {
            style.fontWeight = weight
        }
        if let value = object.take("maxWidth"), value != .null {
            style.maximumWidth = maximumWidthCodec.read(value, object.pointer(to: "maxWidth"), context)
        }
        return text == nil ? nil : style
    }

    static func members(of style: TextStyle) -> [JSONValue.Member] {
        [
            .init(style.isEmoji ? "emoji" : "text", .string(style.text)),
            .init("font", style.font.map { .string($0) } ?? .null), .init("fontSize", .number(style.fontSize)),
            .init("fontWeight", .number(Double(style.fontWeight))),
            .init("maxWidth", style.maximumWidth.map { .number($0) } ?? .null),
        ]
    }
}
