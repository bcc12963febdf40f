import EffectCoding
import EffectModel
import StrictJSON
import TestSupport
import Testing

/// Parsing and canonical form of behaviors, trails, sprite sheets and related cell properties.
struct BehaviorSpecTests {
    private func read(_ behavior: String) throws -> EffectSpec {
        let value = try JSONParser.parse(Array("[\(behavior)]".utf8))
        return try EffectSpec(json: Specs.one(emitter: [.init("emitterBehaviors", value)]))
    }

    private func fault(_ behavior: String) -> SpecFault? {
        do {
            _ = try read(behavior)
            return nil
        } catch { return (error as? SpecError)?.faults.first }
    }

    @Test(arguments: [
        #"{"type": "wave", "force": [1, 2, 3], "frequency": 2, "name": "w"}"#,
        #"{"type": "drag", "drag": 1.5, "enabled": false}"#,
        #"{"type": "alignToMotion", "rotation": 0.25, "preservesDepth": true}"#,
        #"{"type": "valueOverLife", "keyPath": "color.alpha", "values": [0, 1, 0], "locations": [0, 0.1, 1], "additive": true}"#,
        #"{"type": "colorOverLife", "colors": ["red", "00ff0080"]}"#,
        #"{"type": "light", "position": ["50%", 10], "zPosition": 5, "falloff": 2, "falloffDistance": 100, "spot": true, "appliesAlpha": true, "coneAngle": "30deg", "coneEdgeSoftness": 0.5, "directionLatitude": 1, "directionLongitude": "1deg"}"#,
        #"{"type": "attractor", "attractorType": "planar", "stiffness": 80, "radius": 300, "falloff": -290, "position": [1, 2], "zPosition": -70, "orientationLatitude": 1, "orientationLongitude": 2, "falloffDistance": 5}"#,
        #"{"type": "simpleAttractor", "stiffness": -3}"#,
        #"{"type": "turbulence", "strength": 30, "size": 20, "speed": 2}"#,
        #"{"type": "vortex", "strength": -30, "radius": 20, "position": ["10%", "20%"]}"#,
        #"{"type": "wind", "velocity": [10, 0], "gust": 0.5, "frequency": 3, "drag": 2}"#,
        #"{"type": "bounce"}"#, #"{"type": "bounce", "bounds": ["10%", 0, "80%", 50], "elasticity": 1}"#,
        #"{"type": "floor", "y": "90%", "friction": 0}"#, #"{"type": "flicker", "amount": 1}"#,
    ])
    func `every kind is read, and its canonical form round-trips`(_ text: String) throws {
        let spec = try read(text)
        let canonical = spec.json
        #expect(try EffectSpec(json: canonical) == spec)
        #expect(try EffectSpec(json: canonical).json == canonical)
    }

    @Test(arguments: [
        (#"{"drag": 1}"#, "type", SpecFault.Kind.missing), (#"{"type": "darg"}"#, "type", .unknownValue),
        (#"{"type": "drag"}"#, "drag", .missing), (#"{"type": "drag", "drag": -1}"#, "drag", .outOfRange),
        (#"{"type": "drag", "drag": 1, "force": [1, 2]}"#, "force", .unknownName),
        (#"{"type": "wave", "force": [1]}"#, "force", .wrongType),
        (#"{"type": "wave", "force": [1, 1e9]}"#, "force/1", .outOfRange),
        (#"{"type": "valueOverLife", "values": [1]}"#, "keyPath", .missing),
        (#"{"type": "valueOverLife", "keyPath": "sclae", "values": [1]}"#, "keyPath", .unknownValue),
        (#"{"type": "valueOverLife", "keyPath": "scale", "values": []}"#, "values", .outOfRange),
        (#"{"type": "valueOverLife", "keyPath": "scale", "values": [1, 2], "locations": [0]}"#, "locations", .conflict),
        (
            #"{"type": "valueOverLife", "keyPath": "scale", "values": [1, 2], "locations": [1, 0]}"#, "locations",
            .outOfRange
        ),
        (
            #"{"type": "valueOverLife", "keyPath": "scale", "values": [1], "additive": true, "operation": "replace"}"#,
            "operation", .conflict
        ),
        (#"{"type": "bounce", "bounds": [0, 0, -1, 5]}"#, "bounds/2", .outOfRange),
        (#"{"type": "turbulence", "strength": 1, "size": 0}"#, "size", .outOfRange),
        (#"{"type": "attractor", "stiffness": 1, "attractorType": "cubic"}"#, "attractorType", .unknownValue),
    ])
    func `an invalid behavior is refused with its pointer`(_ text: String, _ name: String, _ kind: SpecFault.Kind) {
        let found = fault(text)
        #expect(found?.pointer == "/layers/0/emitterBehaviors/0/\(name)")
        #expect(found?.kind == kind)
    }

    @Test(arguments: [
        ("particleType", #""plane""#), ("orientationRange", #""180deg""#), ("mass", "[1, 3]"), ("drift", "[5, -5]"),
        ("drift", "12"), ("trail", "0.5"), ("trail", #"{"duration": 1, "width": 3, "endAlpha": 1}"#),
        ("back", #""navy""#), ("contentsRect", "[0.25, 0, 0.5, 1]"), ("minificationFilter", #""trilinear""#),
        ("magnificationFilter", #""nearest""#), ("minificationFilterBias", "-1"), ("contentsFrameCount", "8"),
        ("emitterBehaviors", #"[{"type": "floor"}]"#),
    ])
    func `a cell's additional properties are kept in the canonical form`(_ name: String, _ text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        let spec = try EffectSpec(json: Specs.one(cell: [.init(name, value)]))
        #expect(spec != (try EffectSpec(json: Specs.one())))
        #expect(try EffectSpec(json: spec.json) == spec)
    }

    @Test(arguments: [
        ("particleType", #""cube""#), ("mass", "0"), ("trail", "0"), ("trail", "{}"), ("back", "7"),
        ("contentsRect", "[0.5, 0, 0.6, 1]"), ("contentsRect", "[0, 0, 0, 1]"), ("minificationFilter", #""cubic""#),
        ("contentsFrameCount", "0"), ("contentsFrameCount", "1e9"), ("contentsFrameMode", #""all""#), ("drift", "[1]"),
        ("emitterBehaviors", "{}"),
    ])
    func `an invalid cell property is refused`(_ name: String, _ text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        #expect(throws: SpecError.self) { try EffectSpec(json: Specs.one(cell: [.init(name, value)])) }
    }

    @Test func `sprite sheets have a bounded total number of frames`() throws {
        let sheet: [JSONValue.Member] = [
            .init("contentsFrameCount", 256), .init("contentsFrameMode", "random"), .init("birthRate", 0),
        ]
        guard case .array(let layers) = Specs.one(cell: sheet)["layers"],
            case .array(let cells) = layers[0]["emitterCells"]
        else { return }
        func faults(_ count: Int) -> [SpecFault] {
            do {
                let layer: JSONValue = ["emitterCells": .array(Array(repeating: cells[0], count: count))]
                _ = try EffectSpec(json: ["layers": [layer]])
                return []
            } catch { return error.faults }
        }
        #expect(faults(16).isEmpty)
        #expect(faults(17).map(\.kind) == [.tooMuch])
    }

    @Test func `a spec that needs too many simulation steps is refused before any step`() throws {
        let field = try JSONParser.parse(Array(#"[{"type": "turbulence", "strength": 1}]"#.utf8))
        let many: [JSONValue.Member] = [.init("birthRate", 100), .init("lifetime", 1000)]
        let layer: [JSONValue.Member] = [.init("emitterBehaviors", field), .init("prewarm", 900)]
        do {
            _ = try EffectSpec(json: Specs.one(emitter: layer, cell: many))
            Issue.record("taken")
        } catch {
            #expect(error.faults.contains { $0.kind == .tooMuch })
        }
    }
}
