import EffectCoding
import EffectModel
@testable import EffectRendering
import EffectSimulation
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

/// Parameters of URLs and the emitters that presets have in groups and on the sides of transitions.
struct GroupedEmitterTests {
    private static let cell: JSONValue = [
        "name": "piece", "contents": "circle", "birthRate": 20, "lifetime": 2, "color": "white",
    ]

    private static let emitter: JSONValue = [
        "name": "own", "emitterCells": [cell],
        "animations": [["keyPath": "emitterCells.piece.velocity", "values": [1, 2]]],
    ]

    /// An emitter by itself, in groups, and on the side of a transition.
    private static let layers: [JSONValue] = [
        emitter, ["type": "group", "layers": [["type": "sprite", "contents": "star"], emitter]],
        ["type": "group", "layers": [["type": "group", "layers": [emitter]]]],
        ["type": "transition", "from": "red", "to": emitter],
        ["type": "reveal", "from": ["type": "group", "layers": [emitter]], "to": "red"],
    ]

    private func preset(_ layer: JSONValue) throws -> Preset {
        let file: JSONValue = [
            "title": "Own", "summary": "One of the tests'.", "family": "confetti", "tags": [],
            "spec": ["layers": [layer]],
        ]
        return try #require(Preset(name: "own", file: file))
    }

    private func spec(_ preset: Preset, _ query: [(String, String)]) throws -> EffectSpec {
        var document = PresetEditor(preset, given: Set(query.map(\.0)))
        let parameters = try query.map { (try #require(QueryParameter.all[$0.0]), $0.1) }
        for (parameter, value) in parameters.sorted(by: { $0.0.phase < $1.0.phase }) {
            try parameter.apply(value, to: &document)
        }
        return try EffectSpec(json: document.json)
    }

    private func emitters(_ spec: EffectSpec) -> [(layer: Layer, emitter: Emitter)] {
        spec.layers.compactMap { layer in layer.content.emitter.map { (layer, $0) } }
    }

    @Test(arguments: layers)
    func `parameters reach emitters wherever they are`(_ layer: JSONValue) throws {
        let preset = try preset(layer)
        #expect(preset.emitters.count == 1 && preset.cells.count == 1)
        let spec = try spec(
            preset,
            [("c", "ff0000,00ff00"), ("rate", "60"), ("v", "90"), ("drag", "2"), ("x", "0.1"), ("life", "3")]
        )
        let found = try #require(emitters(spec).first)
        #expect(emitters(spec).count == 1 && found.emitter.emitterPosition.x == spec.canvas.width / 10)
        let cells = found.emitter.emitterCells
        #expect(cells.map(\.color.hex) == ["#ff0000", "#00ff00"] && cells.allSatisfy { $0.velocity == 90 })
        #expect(cells.reduce(0) { $0 + $1.birthRate } == 60 && cells.allSatisfy { $0.lifetime == 3 })
        #expect(cells.allSatisfy { $0.emitterBehaviors.map(\.kind) == [.drag] })
        // What is said to be something is no longer animated.
        #expect(found.layer.animations.isEmpty)
    }

    @Test(arguments: layers)
    func `two emitters stand in the corners for one, wherever it is`(_ layer: JSONValue) throws {
        let spec = try spec(try preset(layer), [("from", "corners")])
        let found = emitters(spec)
        #expect(
            found.map(\.layer.name) == ["own", "own-right"]
                && found.map(\.emitter.emitterPosition.x) == [0, spec.canvas.width]
        )
        #expect(found[0].layer.parent == found[1].layer.parent)
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    @Test(arguments: layers)
    func `a form shows what emitters have, wherever they are`(_ layer: JSONValue) throws {
        let preset = try preset(layer)
        let view = PresetView(preset, try EffectSpec(json: preset.document))
        #expect(view.emitters.count == 1 && view.cells.map(\.birthRate) == [20])
        #expect(QueryParameter.all["c"]?.current(in: view) == "#ffffff")
        #expect(QueryParameter.all["c"]?.applies(to: preset) == true)
    }

    /// Regression: copies had ids of their own, which `births` left out.
    @Test func `a dump counts the ids of all copies, by which the rounds of a loop are apart`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 200, "height": 100}, "timing": {"duration": 1, "fps": 10, "loop": "seamless"},
                 "layers": [{"type": "group", "instanceCount": 3, "instanceTransform": {"translation": [40, 0]}, "layers": [
                   {"emitterPosition": [50, 50], "emitterCells": [{"contents": "circle", "birthRate": 4, "lifetime": 2.6}]}]}]}
                """
        )
        let dump = FrameDump(Simulation(spec))
        let bytes = (0..<dump.pieceCount).flatMap { dump.piece($0) }
        var limits = JSONParser.Limits()
        limits.nodes = 1_000_000
        let document = try JSONParser.parse(bytes, limits: limits)
        guard case .number(let births)? = document["births"], case .array(let frames)? = document["frames"],
            case .array(let items)? = frames[0]["items"]
        else {
            Issue.record("no items")
            return
        }
        let states = try items.map { item in
            guard case .number(let id)? = item["id"], case .number(let age)? = item["age"],
                case .number(let x)? = item["x"]
            else { throw SpecError([]) }
            return (id: Int(id), age: age, x: x)
        }
        let particles = Dictionary(grouping: states) { $0.id % Int(births) }
        // Four births a second, each in three places.
        #expect(particles.count == 12 && states.count > 24)
        for rounds in particles.values {
            let first = rounds[0]
            for other in rounds {
                let apart = Double(other.id - first.id) / births
                #expect(other.x == first.x && abs(abs(other.age - first.age) - abs(apart)) < 1e-3)
            }
        }
    }
}
