import EffectModel
import StrictJSON

extension Layer {
    enum Kind: String, CaseIterable, Sendable {
        case emitter, sprite, text, shape, firework, fountain, reveal, transition, shatter, like, group

        /// Properties shared with other kinds.
        var shared: [Property<Layer>] {
            switch self {
            case .emitter: properties + lasting + flipped
            case .sprite, .text, .shape, .group: properties + lasting + unflipped
            case .firework, .fountain, .reveal, .transition, .shatter, .like: properties + unrepeated + unflipped
            }
        }
    }

    static let properties: [Property<Layer>] =
        [
            .field("name", \.name, .text(maximum: 64)),
            .field("z", \.z, .number(in: -100_000...100_000)),
            .field("opacity", \.opacity, .number(in: 0...1)),
            .optional("blend", \.blend, .choice()),
            .field("position", \.position, .pair(in: Transform.places)),
            .field("transform", \.transform, .object("Transform", Transform(), Transform.properties)),
            .optional("mask", \.mask, .object("Mask", Mask(), Mask.properties)),
            .field("masksToBounds", \.masksToBounds, .flag),
            .field("blur", \.blur, .number(in: 0...Bloom.largestRadius)),
            .optional("alphaThreshold", \.alphaThreshold, .number(in: thresholds)),
            thresholdCheck,
            .optional("bloom", \.bloom, Bloom.codec),
        ] + Property.part(\.timing, MediaTiming.clock)

    /// Check that a threshold has a blur to cut.
    private static let thresholdCheck: Property<Layer> = {
        let blur = Codec.number(in: leastBlur...Bloom.largestRadius)
        let rule: JSONSchema = [
            "if": .schema(.has("alphaThreshold", .type("number"))), "then": .schema(.has("blur", blur.schema)),
        ]
        return .after(rules: [rule]) { object, layer in
            guard layer.alphaThreshold != nil, layer.blur < leastBlur else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "alphaThreshold"),
                found: "alphaThreshold with a blur of \(NumberText.plain(layer.blur))",
                allowed: "alphaThreshold with a blur of at least \(NumberText.plain(leastBlur))"
            )
        }
    }()

    /// Properties of layers whose contents have no `duration` or `size`.
    private static let lasting: [Property<Layer>] = Property.part(\.timing, MediaTiming.run)

    /// Properties of layers whose particles live in their own plane; all other kinds require y downward.
    private static let flipped: [Property<Layer>] = [.field("geometryFlipped", \.geometryFlipped, .flag)]
    private static let unflipped: [Property<Layer>] = [.notYet("geometryFlipped", except: false)]

    /// Properties of effects that run once: their duration is fixed, and their clock cannot repeat.
    private static let unrepeated: [Property<Layer>] = [
        .notYet("repeatCount", except: 0, 1), .notYet("repeatDuration", except: 0),
        .notYet("autoreverses", except: false), .notYet("fillMode", except: "removed"),
    ]

    private static let kindCodec = Codec<Kind>.choice()

    static let codec: Codec<Layer> = Codec<Layer>(allowed: "an object", schema: schema) { value, pointer, context in
        guard let object = ObjectReader(value, at: pointer, context) else { return nil }
        var kind = Kind.emitter
        if let type = object.take("type") {
            guard let read = kindCodec.read(type, object.pointer(to: "type"), context) else {
                return nil
            }
            kind = read
        }
        var layer = Layer()
        if kind == .sprite || kind == .text || kind == .shape { layer.position = context.canvas / 2 }
        EffectCoding.read(kind.shared, from: object, into: &layer)
        layer.content = Content(reading: kind, from: object)
        if kind == .group { layer.children = children(of: object) }
        if let value = object.take("animations") {
            let codec = Animation.listCodec(for: KeyPathResolver(layer: layer))
            context.maskPaths = []
            layer.animations = codec.read(value, object.pointer(to: "animations"), context) ?? []
            layer.take(animatedPaths: context.maskPaths)
        }
        object.refuseTheRest()
        return layer
    } write: { layer in
        let (kind, members) = layer.content.written
        var all: [JSONValue.Member] = [.init("type", .string(kind.rawValue))]
        all += properties.flatMap { $0.write(layer) }
        if kind == .emitter { all += flipped.flatMap { $0.write(layer) } }
        if kind == .emitter || kind == .sprite || kind == .shape || kind == .group {
            all += lasting.flatMap { $0.write(layer) }
        }
        if kind == .group { all.append(.init("layers", .array(layer.group.layers.map { codec.write($0) }))) }
        let animations = Animation.listCodec(for: KeyPathResolver(layer: layer))
        return .object(all + members + [.init("animations", animations.write(layer.animations))])
    }

    /// Layers of a group, read outside the property table, which would otherwise refer to itself during initialization.
    private static func children(of object: ObjectReader) -> [Layer] {
        let context = object.context
        let place = object.pointer(to: "layers")
        guard let value = object.take("layers") else {
            context.fault(.missing, at: place, found: "nothing", allowed: "an array of layers")
            return []
        }
        return Layer.within(context, at: place) { listCodec.read(value, place, context) } ?? []
    }

    /// Codec of the layers of a scene or of a group.
    static var listCodec: Codec<[Layer]> { .list(of: codec, count: 1...EffectSpec.maximumLayers) }
}

extension Layer.Content {
    fileprivate init(reading kind: Layer.Kind, from object: ObjectReader) {
        func read<Value>(_ blank: Value, _ table: [Property<Value>]) -> Value {
            var value = blank
            EffectCoding.read(table, from: object, into: &value)
            return value
        }
        self =
            switch kind {
            case .emitter: .emitter(read(Emitter(), Emitter.sizeless + Emitter.properties))
            case .sprite: .sprite(read(StillSprite(), StillSprite.properties))
            case .text: .sprite(StillSprite(letters: object))
            case .shape: .shape(read(ShapeLayer(), ShapeLayer.properties))
            case .firework: .firework(read(Firework(), Firework.properties))
            case .fountain: .fountain(read(Fountain(), Fountain.properties))
            case .reveal: .reveal(read(Reveal(), Reveal.properties))
            case .transition: .transition(read(PictureTransition(), PictureTransition.properties))
            case .shatter: .shatter(read(Shatter(), Shatter.properties))
            case .like: .like(read(Like(), Like.properties))
            case .group: .group(read(LayerGroup(), LayerGroup.properties))
            }
    }

    /// Kind and JSON members; text is written as a sprite.
    fileprivate var written: (Layer.Kind, [JSONValue.Member]) {
        switch self {
        case .emitter(let value): (.emitter, Emitter.properties.flatMap { $0.write(value) })
        case .sprite(let value): (.sprite, StillSprite.properties.flatMap { $0.write(value) })
        case .shape(let value): (.shape, ShapeLayer.properties.flatMap { $0.write(value) })
        case .firework(let value): (.firework, Firework.properties.flatMap { $0.write(value) })
        case .fountain(let value): (.fountain, Fountain.properties.flatMap { $0.write(value) })
        case .reveal(let value): (.reveal, Reveal.properties.flatMap { $0.write(value) })
        case .transition(let value): (.transition, PictureTransition.properties.flatMap { $0.write(value) })
        case .shatter(let value): (.shatter, Shatter.properties.flatMap { $0.write(value) })
        case .like(let value): (.like, Like.properties.flatMap { $0.write(value) })
        case .group(let value): (.group, LayerGroup.properties.flatMap { $0.write(value) })
        }
    }
}

extension Emitter {
    /// Reserved name: emitters use `emitterSize`.
    static let sizeless: [Property<Emitter>] = [.notYet("size")]
}

extension StillSprite {
    /// Creates a line of text from `text` and its font in place of an asset.
    fileprivate init(letters object: ObjectReader) {
        self.init()
        var members: [JSONValue.Member] = []
        for name in ["text"] + TextStyle.members { object.take(name).map { members.append(.init(name, $0)) } }
        guard let text = object.take("text"), text != .null else {
            let place = object.pointer(to: "text")
            object.context.fault(.missing, at: place, found: "nothing", allowed: "a string of at most 256 bytes")
            for property in Self.look { property.read(object, &self) }
            return
        }
        if let asset = Asset.codec.read(.object(members), object.pointer, object.context) { contents = .own(asset) }
        for property in Self.look { property.read(object, &self) }
    }
}
