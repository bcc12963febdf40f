/// One effect of a scene, with what all kinds of layers have in common.
public struct Layer: Sendable, Equatable {
    /// What the layer does.
    public enum Content: Sendable, Equatable {
        case emitter(Emitter)
    }

    /// Part of the random streams; unique within a spec.
    public internal(set) var name = ""
    /// Layers are drawn in ascending order; equal ones in the order of the spec.
    public internal(set) var z = 0.0
    /// Multiplies the finished layer as a whole, 0...1.
    public internal(set) var opacity = 1.0
    /// The layer's own clock; nothing exists before it begins.
    public internal(set) var timing = MediaTiming()
    /// How the finished layer is put onto the canvas as a whole; `nil` draws its particles straight onto the canvas,
    /// unless opacity or a mask ask for a whole, which is then put on as they would have been.
    public internal(set) var blend: DrawList.Blend?
    /// Points by which the layer is moved.
    public internal(set) var position = SIMD2<Double>(0, 0)
    /// How it is scaled and turned.
    public internal(set) var transform = Transform()
    /// What it is seen through.
    public internal(set) var mask: Mask?
    /// What changes over time; of several on one property, the last one that acts counts. ``LayerTimeline`` says what
    /// comes of them.
    public internal(set) var animations: [Animation] = []
    /// What the layer does.
    public internal(set) var content = Content.emitter(Emitter())
}

extension Layer {
    private static let laterTypes = ["firework", "fountain", "like", "shatter", "reveal", "sprite", "text", "group"]

    private enum Kind: String, CaseIterable, Sendable { case emitter }

    static let properties: [Property<Layer>] =
        [
            .field("name", \.name, .text(maximum: 64)),
            .field("z", \.z, .number(in: -100_000...100_000)),
            .field("opacity", \.opacity, .number(in: 0...1)),
            .optional("blend", \.blend, .choice()),
            .field("position", \.position, .pair(in: Transform.places)),
            .field("transform", \.transform, .object(Transform(), Transform.properties)),
            .optional("mask", \.mask, .object(Mask(), Mask.properties)),
            .notYet("size"), .notYet("masksToBounds", except: false), .notYet("geometryFlipped", except: false),
        ] + Property.part(\.timing, MediaTiming.properties)

    static let codec = Codec<Layer>(allowed: "an object") { value, pointer, context in
        guard let object = ObjectReader(value, at: pointer, context) else { return nil }
        var layer = Layer()
        EffectModel.read(properties, from: object, into: &layer)
        if let type = object.take("type") {
            let kind = Codec<Kind>.choice(later: laterTypes)
            _ = kind.read(type, object.pointer(to: "type"), context)
        }
        var emitter = Emitter()
        EffectModel.read(Emitter.properties, from: object, into: &emitter)
        layer.content = .emitter(emitter)
        if let value = object.take("animations") {
            let codec = Animation.listCodec(for: KeyPathResolver(layer: layer, emitter: emitter))
            layer.animations = codec.read(value, object.pointer(to: "animations"), context) ?? []
        }
        object.refuseTheRest()
        return layer
    } write: { layer in
        var members: [JSONValue.Member] = []
        switch layer.content {
        case .emitter(let emitter):
            members.append(.init("type", .string(Kind.emitter.rawValue)))
            members += properties.flatMap { $0.write(layer) }
            members += Emitter.properties.flatMap { $0.write(emitter) }
            let codec = Animation.listCodec(for: KeyPathResolver(layer: layer, emitter: emitter))
            members.append(.init("animations", codec.write(layer.animations)))
        }
        return .object(members)
    }
}
