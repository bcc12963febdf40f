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
    /// What changes over time; of several on one property, the last one that acts counts.
    public internal(set) var animations: [KeyframeAnimation] = []
    /// What the layer does.
    public internal(set) var content = Content.emitter(Emitter())

    /// The value of an animated property at `time` (seconds since the layer began); `base` where nothing acts on it.
    /// Of several animations that act at once, the last one counts.
    public func value(of keyPath: KeyframeAnimation.KeyPath, base: Double, at time: Double) -> Double {
        for animation in animations.reversed() where animation.keyPath == keyPath {
            if let value = animation.value(at: time) { return value }
        }
        return base
    }
}

extension Layer {
    private static let laterTypes = ["firework", "fountain", "like", "shatter", "reveal", "sprite", "text", "group"]

    private enum Kind: String, CaseIterable, Sendable { case emitter }

    static let properties: [Property<Layer>] =
        [
            .field("name", \.name, .text(maximum: 64)),
            .field("z", \.z, .number(in: -100_000...100_000)),
            .field("opacity", \.opacity, .number(in: 0...1)),
            .field("animations", \.animations, .list(of: KeyframeAnimation.codec, count: 0...64)),
            .notYet("blend", except: "normal"), .notYet("position", except: [0, 0]), .notYet("size"),
            .notYet("transform"), .notYet("mask"), .notYet("masksToBounds", except: false),
            .notYet("geometryFlipped", except: false),
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
        object.refuseTheRest()
        return layer
    } write: { layer in
        var members: [JSONValue.Member] = []
        switch layer.content {
        case .emitter(let emitter):
            members.append(.init("type", .string(Kind.emitter.rawValue)))
            members += properties.flatMap { $0.write(layer) }
            members += Emitter.properties.flatMap { $0.write(emitter) }
        }
        return .object(members)
    }
}
