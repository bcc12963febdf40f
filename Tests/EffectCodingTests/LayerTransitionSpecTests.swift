import StrictJSON
import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectCost
@testable import EffectModel

/// Transitions and reveals between layers, in documents.
@Suite struct `Transitions between layers in specs` {
    private func spec(_ layers: String, _ timing: String = "{}") throws -> EffectSpec {
        try EffectSpec(text: #"{"timing": \#(timing), "layers": [\#(layers)]}"#)
    }

    private func faults(_ layers: String, _ timing: String = "{}") -> [String: SpecFault.Kind] {
        do {
            _ = try spec(layers, timing)
            return [:]
        } catch let error as SpecError {
            return Dictionary(error.faults.map { ($0.pointer, $0.kind) }) { first, _ in first }
        } catch { return ["": .wrongType] }
    }

    private static let star = #"{"type": "sprite", "contents": "star"}"#
    private static let cells = #""emitterCells": [{"contents": "star", "birthRate": 1, "lifetime": 1}]"#

    @Test(arguments: ["transition", "reveal"])
    func `a layer on a side is read, named, found and written`(_ type: String) throws {
        let spec = try spec(
            #"""
            {"type": "\#(type)", "delay": 0.5, "from": {\#(Self.cells)},
             "to": {"type": "group", "layers": [\#(Self.star), {"type": "\#(type)", "from": "red", "to": \#(Self.star)}]}},
            \#(Self.star)
            """#
        )
        #expect(
            spec.layers.map(\.name) == [
                "layer0", "layer0.from", "layer0.to", "layer0.to.0", "layer0.to.1", "layer0.to.1.to", "layer1",
            ]
        )
        #expect(spec.layers.map(\.parent) == [nil, 0, 0, 2, 2, 4, nil])
        #expect(spec.layers.map(\.side) == [nil, .from, .to, nil, nil, .to, nil])
        #expect(
            (0..<7).map { spec.pointer(toLayer: $0) } == [
                "/layers/0", "/layers/0/from", "/layers/0/to", "/layers/0/to/layers/0", "/layers/0/to/layers/1",
                "/layers/0/to/layers/1/to", "/layers/1",
            ]
        )
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    @Test func `what has neither a type nor cells is an asset`() throws {
        let spec = try spec(
            #"{"type": "transition", "from": {"shape": "star", "size": 9}, "to": {"shape": "circle"}}"#
        )
        #expect(spec.layers.count == 1)
    }

    @Test(arguments: [
        (#"{"type": "transition", "from": "red"}"#, "/layers/0/to", SpecFault.Kind.missing),
        (
            #"{"type": "transition", "from": "red", "to": {"type": "sprite", "contents": "stra"}}"#,
            "/layers/0/to/contents", .unknownValue
        ),
        (#"{"type": "reveal", "from": {"type": "wheel"}, "to": "red"}"#, "/layers/0/from/type", .unknownValue),
        (
            #"{"type": "reveal", "name": "a", "from": {"type": "sprite", "name": "a", "contents": "star"}, "to": "red"}"#,
            "/layers/0/from/name", .conflict
        ),
        (
            #"{"type": "transition", "from": {"type": "firework", "around": "b"}, "to": "red"}, {"type": "sprite", "name": "b", "contents": "star"}"#,
            "/layers/0/from/around", .unknownValue
        ),
    ])
    func `what is wrong on a side is said at its place`(_ layers: String, _ place: String, _ kind: SpecFault.Kind) {
        let found = faults(layers)
        #expect(found[place] == kind, "\(found)")
    }

    @Test func `sides count among the four groups that may lie in each other`() {
        func nest(_ depth: Int) -> String {
            depth == 0 ? Self.star : #"{"type": "transition", "from": "red", "to": \#(nest(depth - 1))}"#
        }
        #expect(faults(nest(4)).isEmpty)
        #expect(
            faults(nest(5)) == ["/layers/0" + String(repeating: "/to", count: 5): .tooMuch]
        )
    }

    @Test func `a loop closes only where the layers have changed back, or are hidden`() {
        let loop = #"{"duration": 2, "fps": 10, "loop": "seamless"}"#
        func transition(_ more: String) -> String {
            #"{"type": "transition", "from": \#(Self.star), "to": \#(Self.star)\#(more)}"#
        }
        #expect(faults(transition(""), loop) == ["/timing/loop": .conflict])
        let hidden = #", "animations": [{"keyPath": "opacity", "values": [0, 1, 0], "duration": 2}]"#
        #expect(faults(transition(hidden), loop).isEmpty)
    }

    @Test func `what is in a side is counted, with the clock of the transition`() throws {
        func cost(_ more: String) throws -> RenderCost {
            RenderCost(
                of: try spec(
                    #"{"type": "transition", "from": "red", "to": {\#(Self.cells)}\#(more)}"#,
                    #"{"duration": 4}"#
                )
            )
        }
        let (plain, fast) = (try cost(""), try cost(#", "speed": 3"#))
        #expect(plain.births >= 4 && fast.births >= 3 * plain.births - 6)
        let pictures = RenderCost(
            of: try spec(#"{"type": "transition", "from": "red", "to": "blue"}"#, #"{"duration": 4}"#)
        )
        #expect(plain.work > pictures.work)
    }
}
