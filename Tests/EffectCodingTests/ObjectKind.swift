import TestSupport

@testable import EffectModel
@testable import StrictJSON

/// A kind of object in a spec document, with the minimal valid members.
struct ObjectKind: Sendable, CustomStringConvertible {
    /// Name of the schema definition; empty for the document itself.
    let name: String
    /// Returns a document with one object of this kind, `members` added to the required ones.
    let document: @Sendable ([JSONValue.Member]) -> JSONValue

    /// Names of the required members.
    let needed: [String]

    var description: String { name.isEmpty ? "the document" : name }

    /// Returns the spec without details that do not affect its meaning, for comparison.
    func result(_ spec: EffectSpec) -> EffectSpec {
        guard name == "Like.cell", case .like(var like) = spec.layers[0].content else { return spec }
        // A like keeps the source of its cell changes for the canonical document.
        like.cellChanges = []
        var spec = spec
        spec.layers[0].content = .like(like)
        return spec
    }

    /// - Parameter needed: The required members.
    private init(_ name: String, _ needed: JSONValue = [:], in place: @escaping @Sendable (JSONValue) -> JSONValue) {
        var own: [JSONValue.Member] = []
        if case .object(let members) = needed { own = members }
        self.name = name
        self.needed = own.map(\.name)
        document = { [own] members in place(.object(own + members)) }
    }

    static let all = documents + layers + behaviors + animations + dynamics

    private static let cell: JSONValue = ["contents": "circle", "birthRate": 1, "lifetime": 1]

    private static func spec(_ layer: JSONValue) -> JSONValue { ["layers": [layer]] }

    private static func emitter(_ members: JSONValue.Member...) -> JSONValue {
        spec(.object(Specs.merged([.init("emitterCells", [cell])], members)))
    }

    private static func cell(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = cell else { return .null }
        return emitter(.init("emitterCells", [.object(Specs.merged(members, [.init(name, value)]))]))
    }

    private static let reveal: @Sendable (JSONValue) -> JSONValue = { shape in
        spec(["type": "reveal", "from": "red", "to": "blue", "shape": shape])
    }

    private static let documents: [ObjectKind] = [
        ObjectKind("", ["layers": [["emitterCells": [cell]]]]) { $0 },
        ObjectKind("Canvas") { ["canvas": $0, "layers": [["emitterCells": [cell]]]] },
        ObjectKind("Background", ["gradient": ["colors": ["red", "blue"]]]) {
            ["canvas": ["background": $0], "layers": [["emitterCells": [cell]]]]
        },
        ObjectKind("Bloom") { ["canvas": ["bloom": $0], "layers": [["emitterCells": [cell]]]] },
        ObjectKind("WeightedContents", ["contents": "star"]) { cell("contents", [$0]) },
        ObjectKind("WeightedColor", ["color": "red"]) { cell("colors", [$0]) },
        ObjectKind("Inheritance") { cell("inherit", $0) },
        ObjectKind("Timing") { ["timing": $0, "layers": [["emitterCells": [cell]]]] },
        ObjectKind("Output") { ["output": $0, "layers": [["emitterCells": [cell]]]] },
        ObjectKind("Asset", ["shape": "star"]) { ["assets": ["a": $0], "layers": [["emitterCells": [cell]]]] },
        ObjectKind("Glow") {
            ["assets": ["a": ["shape": "star", "glow": $0]], "layers": [["emitterCells": [cell]]]]
        },
        ObjectKind("EmitterText", ["text": "a"]) { emitter(.init("emitterShape", "text"), .init("emitterText", $0)) },
        ObjectKind("EmitterCell", cell) { emitter(.init("emitterCells", [$0])) },
        ObjectKind("Burst", ["count": 2]) { cell("burst", $0) },
        ObjectKind("Trail", ["duration": 1]) { cell("trail", $0) },
        ObjectKind("Transform") { emitter(.init("transform", $0)) },
        ObjectKind("Mask", ["contents": "star"]) { emitter(.init("mask", $0)) },
        ObjectKind("RevealShape.iris", ["type": "iris"], in: reveal),
        ObjectKind("RevealShape.blinds", ["type": "blinds"], in: reveal),
        ObjectKind("RevealShape.morph", ["type": "morph", "from": "M0 0H9V9Z", "to": "M1 1H5V5Z"], in: reveal),
        ObjectKind("Like.cell") { spec(["type": "like", "cell": $0]) },
        ObjectKind("Like.button") { spec(["type": "like", "button": $0]) },
        ObjectKind("Like.counter") { spec(["type": "like", "counter": $0]) },
        ObjectKind("SparkTrajectories", ["top": [[[1, 1], [2, 2]]], "bottom": [[[1, 1], [2, 2]]]]) {
            spec(["type": "firework", "trajectories": $0])
        },
        ObjectKind("SparkAnimator.firework") { spec(["type": "firework", "animator": $0]) },
        ObjectKind("SparkAnimator.fountain") { spec(["type": "fountain", "animator": $0]) },
        ObjectKind("SparkKeyframes.scale", ["values": [1, 2]]) {
            spec(["type": "firework", "animator": ["scale": $0]])
        },
        ObjectKind("SparkKeyframes.opacity", ["values": [1, 0]]) {
            spec(["type": "firework", "animator": ["opacity": $0]])
        },
    ]

    private static let layers: [ObjectKind] = [
        ObjectKind("Layer.emitter", ["emitterCells": [cell]], in: spec),
        ObjectKind("Layer.sprite", ["type": "sprite", "contents": "star"], in: spec),
        ObjectKind("Layer.text", ["type": "text", "text": "a"], in: spec),
        ObjectKind("Layer.shape", ["type": "shape", "path": "M0 0H9V9Z"], in: spec),
        ObjectKind("Layer.firework", ["type": "firework"], in: spec),
        ObjectKind("Layer.fountain", ["type": "fountain"], in: spec),
        ObjectKind("Layer.reveal", ["type": "reveal", "from": "red", "to": "blue"], in: spec),
        ObjectKind("Layer.transition", ["type": "transition", "from": "red", "to": "blue"], in: spec),
        ObjectKind("Layer.shatter", ["type": "shatter", "source": "red"], in: spec),
        ObjectKind("Layer.like", ["type": "like"], in: spec),
        ObjectKind("Layer.group", ["type": "group", "layers": [["type": "sprite", "contents": "star"]]], in: spec),
        ObjectKind("InstanceTransform") { transform in
            spec([
                "type": "group", "layers": [["type": "sprite", "contents": "star"]], "instanceTransform": transform,
            ])
        },
        ObjectKind("Gradient", ["colors": ["red", "blue"]]) { spec(["type": "sprite", "contents": ["gradient": $0]]) },
    ]

    private static let behaviors: [ObjectKind] = [
        ("wave", ["force": [1, 2]]), ("drag", ["drag": 1]), ("alignToMotion", [:]),
        ("valueOverLife", ["keyPath": "scale", "values": [1, 0]]), ("colorOverLife", ["colors": ["red", "blue"]]),
        ("light", [:]), ("attractor", ["stiffness": 1]), ("simpleAttractor", ["stiffness": 1]),
        ("turbulence", ["strength": 1]), ("vortex", ["strength": 1]), ("wind", ["velocity": [1, 2]]), ("bounce", [:]),
        ("floor", [:]), ("collider", [:]), ("flicker", [:]),
    ].map { (type: String, needed: JSONValue) in
        ObjectKind("Behavior." + type, needed) { behavior in
            guard case .object(let members) = behavior else { return .null }
            return emitter(.init("emitterBehaviors", [.object([.init("type", .string(type))] + members)]))
        }
    }

    private static let dynamics: [ObjectKind] =
        [
            ObjectKind("Dynamics") { tiles($0) },
            ObjectKind("Gravity") { tiles(["gravity": $0]) },
            ObjectKind("Push", ["angle": 1]) { tiles(["pushes": [$0]]) },
            ObjectKind("Snap") { tiles(["snap": $0]) },
            ObjectKind("Collision") { tiles(["collision": $0]) },
            ObjectKind("Boundary", ["from": [1, 2], "to": [3, 4]]) { tiles(["collision": ["boundaries": [$0]]]) },
            ObjectKind("DynamicItem") { tiles(["item": $0]) },
            ObjectKind("Region", ["radius": 5]) { tiles(["fields": [["type": "drag", "region": $0]]]) },
        ]
        + Dynamics.Attachment.Kind.allCases.map { kind in
            ObjectKind("Attachment.\(kind.rawValue)") { attachment in
                guard case .object(let members) = attachment else { return .null }
                return tiles(["attachments": [.object([.init("type", .string(kind.rawValue))] + members)]])
            }
        }
        + Dynamics.Field.Kind.allCases.map { kind in
            ObjectKind("Field.\(kind.rawValue)") { field in
                guard case .object(let members) = field else { return .null }
                return tiles(["fields": [.object([.init("type", .string(kind.rawValue))] + members)]])
            }
        }

    private static func tiles(_ dynamics: JSONValue) -> JSONValue {
        spec(["type": "shatter", "source": "red", "dynamics": dynamics])
    }

    private static let animations: [ObjectKind] = [
        ("keyframe", ["keyPath": "opacity", "values": [0, 1]]), ("basic", ["keyPath": "opacity", "to": 0]),
        ("group", ["animations": [["keyPath": "opacity", "values": [0, 1]]]]), ("transition", [:]),
        ("spring", ["keyPath": "opacity", "to": 0]), ("random", ["keyPath": "opacity", "from": 0, "to": 1]),
    ].map { (type: String, needed: JSONValue) in
        ObjectKind("Animation." + type, needed) { animation in
            guard case .object(let members) = animation else { return .null }
            return emitter(.init("animations", [.object([.init("type", .string(type))] + members)]))
        }
    }
}
