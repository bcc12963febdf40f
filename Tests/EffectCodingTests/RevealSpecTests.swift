import EffectCoding
import EffectModel
import StrictJSON
import Testing

/// Validation of reveals and transitions, and the geometry of their shapes.
struct RevealSpecTests {
    private static func read(_ layer: String, _ members: String = "") throws -> EffectSpec {
        let text =
            #"{"canvas": {"width": 160, "height": 120}, "timing": {"duration": 1}\#(members), "layers": [\#(layer)]}"#
        return try EffectSpec(json: JSONParser.parse(Array(text.utf8)))
    }

    private static func faults(_ layer: String, _ members: String = "") throws -> [SpecFault] {
        do {
            _ = try read(layer, members)
            return []
        } catch let error as SpecError {
            return error.faults
        }
    }

    private static func reveal(_ members: String) throws -> Reveal {
        let spec = try read(#"{"type": "reveal", "from": "red", "to": "blue", \#(members)}"#)
        guard case .reveal(let reveal) = spec.layers[0].content else { throw SpecError([]) }
        return reveal
    }

    private static let courses: [(String, [Double])] = [
        (#""startRadius": 20, "endRadius": 80"#, [20, 50, 65]),
        (#""startRadius": 20, "endRadius": 80, "reverse": true"#, [80, 50, 35]),
        (#""center": [0, 0]"#, [0, 100, 150]), (#""endRadius": 40, "timingFunction": [0, 0, 1, 1]"#, [0, 20, 30]),
        // The outer end of a soft edge reaches the corner.
        (#""center": [0, 0], "feather": 40"#, [0, 110, 165]),
    ]

    @Test(arguments: courses)
    func `a radius grows from its start to its end`(_ members: String, _ radii: [Double]) throws {
        let reveal = try Self.reveal(members + #", "duration": 1"#)
        for (time, radius) in zip([0, 0.5, 0.75], radii) {
            let found = try #require(reveal.radius(at: time, on: SIMD2(160, 120)))
            #expect(abs(found - radius) < 1e-6, "\(members) at \(time): \(found)")
        }
        #expect(reveal.radius(at: 1, on: SIMD2(160, 120)) == nil)
    }

    /// Factor from half of the longer side to the distance between center and nearest edge.
    private static let slim: [(String, Double)] = [
        (#""square""#, 1), (#"{"shape": "rectangle", "size": [30, 10]}"#, 3),
        (#"{"shape": "polygon", "corners": 6, "size": 20}"#, 1.1547),
        (#"{"path": "M0 0H40V20H0Z", "viewBox": [0, 0, 40, 20], "size": [40, 20]}"#, 2), (#""star""#, 2),
    ]

    @Test(arguments: slim)
    func `a shape grows until it covers the canvas`(_ shape: String, _ slimness: Double) throws {
        let reveal = try Self.reveal(#""shape": \#(shape)"#)
        #expect(
            abs(reveal.lastRadius(on: SIMD2(160, 120)) - 100 * slimness) < 0.4,
            "\(reveal.lastRadius(on: SIMD2(160, 120)))"
        )
    }

    private static let faultyReveals: [(String, String, SpecFault.Kind)] = [
        (#""shape": "ring""#, "/layers/0/endRadius", SpecFault.Kind.missing),
        (#""shape": "rung""#, "/layers/0/shape", .unknownValue), (#""shape": 7"#, "/layers/0/shape", .wrongType),
        (#""shape": {"type": "iris", "blades": 2}"#, "/layers/0/shape/blades", .outOfRange),
        (#""shape": {"type": "blinds", "count": 500}"#, "/layers/0/shape/count", .outOfRange),
        (#""shape": {"type": "blinds", "blades": 5}"#, "/layers/0/shape/blades", .unknownName),
        (#""shape": {"type": "curtain"}"#, "/layers/0/shape/type", .unknownValue),
        (#""shape": {"type": "morph", "from": "M0 0H9V9Z"}"#, "/layers/0/shape/to", .missing),
        (#""shape": {"type": "morph", "from": "M0 0H9V9Z", "to": "Q"}"#, "/layers/0/shape/to", .unknownValue),
        (#""shape": "blinds", "center": [1, 2]"#, "/layers/0/center", .conflict),
        (#""shape": "blinds", "endRadius": 5"#, "/layers/0/endRadius", .conflict),
        (#""shape": "blinds", "turn": 1"#, "/layers/0/turn", .conflict),
        (#""feather": 201"#, "/layers/0/feather", .outOfRange),
        (#""startRadius": -1"#, "/layers/0/startRadius", .outOfRange),
    ]

    @Test(arguments: faultyReveals)
    func `an invalid reveal is refused`(_ members: String, _ place: String, _ kind: SpecFault.Kind) throws {
        let found = try Self.faults(#"{"type": "reveal", "from": "red", "to": "blue", \#(members)}"#)
        #expect(found.map(\.pointer) == [place] && found.first?.kind == kind, "\(members): \(found)")
    }

    private static let faultyTransitions: [(String, String, SpecFault.Kind)] = [
        (#""transition": "cube""#, "/layers/0/transition", SpecFault.Kind.unknownValue),
        (#""transition": "push", "subtype": "fromBelow""#, "/layers/0/subtype", .unknownValue),
        (#""subtype": "fromTop""#, "/layers/0/subtype", .conflict),
        (#""startProgress": 0.6, "endProgress": 0.5"#, "/layers/0/endProgress", .conflict),
        (#""endProgress": 1.5"#, "/layers/0/endProgress", .outOfRange),
        (#""duration": 0"#, "/layers/0/duration", .outOfRange),
        (#""delay": -1"#, "/layers/0/delay", .outOfRange),
    ]

    @Test(arguments: faultyTransitions)
    func `an invalid transition is refused`(_ members: String, _ place: String, _ kind: SpecFault.Kind) throws {
        let found = try Self.faults(#"{"type": "transition", "from": "red", "to": "blue", \#(members)}"#)
        #expect(found.map(\.pointer) == [place] && found.first?.kind == kind, "\(members): \(found)")
    }

    private static let square = #", "assets": {"p": {"path": "M0 0H10V10H0Z", "viewBox": [0, 0, 10, 10], "size": 10}}"#

    @Test(arguments: [
        (#"{"type": "basic", "keyPath": "mask.path", "to": "M0 0H1V1Z", "by": "M0 0H1V1Z"}"#, "by"),
        (#"{"type": "basic", "keyPath": "mask.path", "to": "M0 0H1V1Z", "additive": true}"#, "additive"),
        (#"{"type": "basic", "keyPath": "mask.path", "to": "M0 0H1V1Z", "cumulative": true}"#, "cumulative"),
        (#"{"keyPath": "mask.path", "values": ["M0 0H1V1Z"], "calculationMode": "paced"}"#, "calculationMode"),
        (#"{"keyPath": "mask.path", "values": ["M0 0H1V1Z", 5]}"#, "values/1"),
        (#"{"type": "random", "keyPath": "mask.path", "from": "M0 0H1V1Z", "to": "M0 0H1V1Z"}"#, "keyPath"),
    ])
    func `an animation that a mask path does not support is refused`(_ animation: String, _ place: String) throws {
        let layer = #"{"type": "sprite", "contents": "red", "mask": {"contents": "p"}, "animations": [\#(animation)]}"#
        let found = try Self.faults(layer, Self.square)
        #expect(found.map(\.pointer) == ["/layers/0/animations/0/\(place)"], "\(found)")
    }

    @Test func `a path animation needs a path asset and has at most 256 values`() throws {
        func layer(_ contents: String, _ paths: Int) -> String {
            let values = Array(repeating: #""M0 0H1V1Z""#, count: paths).joined(separator: ", ")
            return #"{"type": "sprite", "contents": "red", "mask": {"contents": "\#(contents)"}, "#
                + #""animations": [{"keyPath": "mask.path", "values": [\#(values)]}]}"#
        }
        #expect(try Self.faults(layer("star", 2), Self.square).map(\.pointer) == ["/layers/0/mask/contents"])
        #expect(try Self.faults(layer("p", 256), Self.square).isEmpty)
        #expect(try Self.faults(layer("p", 257), Self.square).first?.kind == .tooMuch)
    }

    @Test func `specs with shapes and paths round-trip`() throws {
        let layers = [
            #"{"type": "reveal", "from": "red", "to": "blue", "shape": {"type": "iris", "blades": 9}, "turn": 1, "feather": 3}"#,
            #"{"type": "reveal", "from": "red", "to": "blue", "shape": {"type": "blinds", "count": 3, "angle": "45deg"}}"#,
            #"{"type": "reveal", "from": "red", "to": "blue", "shape": {"type": "morph", "from": "M0 0H9V9Z", "to": "M1 1H5V5Z"}}"#,
            #"{"type": "reveal", "from": "red", "to": "blue", "shape": {"shape": "star", "corners": 7}, "startRadius": 3}"#,
            #"{"type": "reveal", "from": "red", "to": "blue", "delay": 2, "position": [9, 0], "mask": {"contents": "star"}}"#,
            #"{"type": "transition", "from": "red", "to": "blue", "transition": "moveIn", "subtype": "fromTop", "startProgress": 0.2}"#,
            #"""
            {"type": "sprite", "contents": "red", "mask": {"contents": "p"}, "animations": [
              {"type": "basic", "keyPath": "mask.path", "to": "M0 0H5V5H0Z"},
              {"keyPath": "mask.path", "values": ["M0 0H1V1Z", "M0 0H2V2Z", "M0 0H3V3Z"], "beginTime": 0.3},
              {"type": "group", "animations": [{"type": "basic", "keyPath": "mask.path", "from": "M0 0H7V7H0Z"}]}]}
            """#,
        ]
        for layer in layers {
            let spec = try Self.read(layer, Self.square)
            #expect(try EffectSpec(json: spec.json) == spec, "\(layer)")
        }
    }
}
