@testable import EffectCoding
@testable import EffectCost
@testable import EffectModel
@testable import StrictJSON
import TestSupport
import Testing

/// Animations in spec documents: refused values with their pointers, and round trips of the canonical form.
struct AnimationSpecTests {
    private func faults(_ json: JSONValue) -> [SpecFault] {
        do throws(SpecError) {
            _ = try EffectSpec(json: json)
            return []
        } catch {
            return error.faults
        }
    }

    @Test(arguments: [
        (#"{"values": [1]}"#, "/keyPath", SpecFault.Kind.missing),
        (#"{"keyPath": "brithRate", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterShape", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterPosition.z", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterCells.d.birthRate", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterCells.c.birthRat", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterCells.c.burst", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterCells.c.emitterCells.c.scale", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterCells.", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "emitterBehaviors.drag.drag", "values": [1]}"#, "/keyPath", .unknownValue),
        (#"{"keyPath": "mask.scale", "values": [1]}"#, "/keyPath", .conflict),
        (#"{"keyPath": 1, "values": [1]}"#, "/keyPath", .wrongType),
        (#"{"keyPath": "birthRate"}"#, "/values", .missing),
        (#"{"keyPath": "birthRate", "values": [1, 100001]}"#, "/values/1", .outOfRange),
        (#"{"keyPath": "lifetime", "values": [-1]}"#, "/values/0", .outOfRange),
        (#"{"keyPath": "opacity", "values": [0, 1.5]}"#, "/values/1", .outOfRange),
        (#"{"keyPath": "emitterPosition", "values": [1]}"#, "/values/0", .wrongType),
        (#"{"keyPath": "emitterSize", "values": [[1, -1]]}"#, "/values/0/1", .outOfRange),
        (#"{"keyPath": "emitterCells.c.color", "values": ["blu"]}"#, "/values/0", .unknownValue),
        (#"{"keyPath": "emitterCells.c.contentsScale", "values": [0]}"#, "/values/0", .outOfRange),
        (#"{"keyPath": "birthRate", "values": []}"#, "/values", .outOfRange),
        (#"{"keyPath": "birthRate", "values": [1, 2], "keyTimes": [0.5]}"#, "/keyTimes", .conflict),
        (#"{"keyPath": "birthRate", "values": [1, 2], "keyTimes": [0.5, 0.4]}"#, "/keyTimes", .outOfRange),
        (
            #"{"keyPath": "birthRate", "values": [1, 2], "keyTimes": [0, 1], "calculationMode": "discrete"}"#,
            "/keyTimes", .conflict
        ),
        (
            #"{"keyPath": "birthRate", "values": [1, 2], "timingFunctions": ["easeIn", "easeIn"]}"#, "/timingFunctions",
            .conflict
        ),
        (
            #"{"keyPath": "birthRate", "values": [1, 2], "timingFunctions": ["easeIn"], "calculationMode": "discrete"}"#,
            "/timingFunctions", .conflict
        ),
        (#"{"keyPath": "birthRate", "values": [1, 2], "tensionValues": [1, 1]}"#, "/tensionValues", .conflict),
        (
            #"{"keyPath": "birthRate", "values": [1, 2], "biasValues": [1], "calculationMode": "cubic"}"#,
            "/biasValues",
            .conflict
        ),
        (
            #"{"keyPath": "birthRate", "values": [1], "continuityValues": [2], "calculationMode": "cubic"}"#,
            "/continuityValues/0", .outOfRange
        ),
        (#"{"keyPath": "birthRate", "path": "M0 0L1 1"}"#, "/path", .conflict),
        (#"{"keyPath": "emitterPosition", "path": "M0 0"}"#, "/path", .unknownValue),
        (#"{"keyPath": "emitterPosition", "path": "L1 1"}"#, "/path", .unknownValue),
        (#"{"keyPath": "emitterSize", "path": "M0 0L-1 0"}"#, "/path", .outOfRange),
        (#"{"keyPath": "emitterPosition", "path": "M0 0L1 0", "calculationMode": "cubic"}"#, "/path", .conflict),
        (#"{"keyPath": "emitterSize", "path": "M0 0L1 0", "rotationMode": "auto"}"#, "/rotationMode", .conflict),
        (#"{"keyPath": "emitterPosition", "values": [[0, 0]], "rotationMode": "auto"}"#, "/rotationMode", .conflict),
        (#"{"keyPath": "birthRate", "values": [1], "duration": 0}"#, "/duration", .outOfRange),
        (#"{"keyPath": "birthRate", "values": [1], "speed": -1}"#, "/speed", .outOfRange),
        (#"{"keyPath": "birthRate", "values": [1], "from": 1}"#, "/from", .unknownName),
        (#"{"type": "wobble", "keyPath": "birthRate"}"#, "/type", .unknownValue),
        (#"{"type": "basic", "keyPath": "birthRate"}"#, "/to", .missing),
        (#"{"type": "basic", "keyPath": "birthRate", "from": 1, "to": 2, "by": 1}"#, "/by", .conflict),
        (#"{"type": "basic", "keyPath": "opacity", "to": 2}"#, "/to", .outOfRange),
        (#"{"type": "basic", "keyPath": "opacity", "by": -2}"#, "/by", .outOfRange),
        (#"{"type": "group"}"#, "/animations", .missing),
        (#"{"type": "group", "animations": []}"#, "/animations", .outOfRange),
        (
            #"{"type": "group", "animations": [{"keyPath": "x", "values": [1]}]}"#, "/animations/0/keyPath",
            .unknownValue
        ),
        (
            #"{"type": "group", "animations": [{"type": "group", "animations": [{"type": "group", "animations": [{"type": "group", "animations": [{"type": "transition"}]}]}]}]}"#,
            "/animations/0/animations/0/animations/0", .tooMuch
        ),
        (#"{"type": "transition", "transition": "push"}"#, "/transition", .notSupportedYet),
        (#"{"type": "transition", "startProgress": 0.5, "endProgress": 0.4}"#, "/endProgress", .conflict),
    ])
    func `an invalid animation is refused`(_ text: String, _ place: String, _ kind: SpecFault.Kind) throws {
        let animation = try JSONParser.parse(Array(text.utf8))
        let found = faults(Specs.one(emitter: [.init("animations", [animation])]))
        #expect(found.contains { $0.pointer == "/layers/0/animations/0" + place && $0.kind == kind }, "\(found)")
    }

    @Test func `the error for a moving animation names the layer type`() {
        for member in ["transition": "push", "subtype": "fromTop"] {
            let animation: JSONValue = .object([.init("type", "transition"), .init(member.key, .string(member.value))])
            let found = faults(Specs.one(emitter: [.init("animations", [animation])]))
            #expect(found.map(\.kind) == [.notSupportedYet])
            #expect(found.first?.allowed.contains("a layer of the type transition") == true, "\(found)")
        }
    }

    @Test func `an unknown key path is refused with the nearest name and the allowed names`() {
        func allowed(_ keyPath: JSONValue) -> String {
            faults(Specs.one(emitter: [.init("animations", [["keyPath": keyPath, "values": [1]]])])).first?.allowed
                ?? ""
        }
        #expect(allowed("brithRate").hasSuffix("(did you mean birthRate?)"))
        #expect(allowed("brithRate").contains("emitterPosition.x"))
        #expect(allowed("emitterCells.c.velocty").hasSuffix("(did you mean velocity?)"))
        #expect(allowed("emitterCells.cc.velocity").contains("names c"))
    }

    @Test func `the number of animations is limited, groups expanded`() {
        let one: JSONValue = ["keyPath": "birthRate", "values": [1]]
        let group: JSONValue = ["type": "group", "animations": .array(Array(repeating: one, count: 64))]
        let found = faults(Specs.one(emitter: [.init("animations", .array(Array(repeating: group, count: 5)))]))
        #expect(
            found.contains { $0.kind == .tooMuch && $0.pointer == "/layers/0/animations/3/animations/60" },
            "\(found)"
        )
        let cell: JSONValue = ["name": "c", "birthRate": 0, "lifetime": 1, "contents": .null]
        let scale: JSONValue = ["keyPath": "emitterCells.c.scale", "values": [1]]
        let many: [JSONValue.Member] = [
            .init("emitterCells", .array(Array(repeating: cell, count: 64))),
            .init("animations", .array(Array(repeating: scale, count: 17))),
        ]
        #expect(faults(Specs.one(emitter: many)).map(\.pointer) == ["/layers/0/animations"])
    }

    @Test(arguments: [
        (#"{"blend": "multiply"}"#, "/blend"), (#"{"position": [1]}"#, "/position"),
        (#"{"transform": {"scale": 101}}"#, "/transform/scale"), (#"{"transform": {"skew": 1}}"#, "/transform/skew"),
        (#"{"mask": {}}"#, "/mask/contents"), (#"{"mask": {"contents": "cirle"}}"#, "/mask/contents"),
        (#"{"mask": {"contents": {"shape": "circle"}, "scale": [1, 1000]}}"#, "/mask/scale/1"),
        (#"{"mask": {"contents": "circle", "inverted": 1}}"#, "/mask/inverted"),
    ])
    func `an invalid layer appearance is refused with its pointer`(_ text: String, _ place: String) throws {
        guard case .object(let members) = try JSONParser.parse(Array(text.utf8)) else { throw CancellationError() }
        let found = faults(Specs.one(emitter: members))
        #expect(found.map(\.pointer) == ["/layers/0" + place], "\(found)")
    }

    @Test func `a mask defaults to the center of the canvas`() throws {
        let spec = try EffectSpec(json: Specs.one(emitter: [.init("mask", ["contents": "circle", "scale": 2])]))
        let mask = try #require(spec.layers[0].mask)
        #expect(mask.position == SIMD2(50, 50) && mask.scale == SIMD2(2, 2) && !mask.inverted && mask.rotation == 0)
        #expect(spec.layers[0].position == .zero && spec.layers[0].transform == Layer.Transform())
        #expect(spec.layers[0].blend == nil)
        #expect(spec.asset(of: mask)?.name == "circle")
    }

    @Test func `the canonical document of every kind round-trips`() throws {
        let animations: [JSONValue] = [
            [
                "keyPath": "birthRate", "values": [1, 2, 1], "duration": "50%", "calculationMode": "cubic",
                "biasValues": [0, 1, 0],
            ],
            [
                "keyPath": "emitterPosition", "path": "M0 0Q1 2 3 4Z", "rotationMode": "autoReverse",
                "duration": "250ms",
            ],
            ["keyPath": "emitterPosition.y", "values": ["10%", "20%"], "additive": true, "keyTimes": [0.5, 0.6]],
            ["keyPath": "emitterSize", "values": [[1, 2], ["10%", "20%"]], "calculationMode": "discrete"],
            [
                "type": "basic", "keyPath": "emitterCells.c.color", "from": "#f00", "cumulative": true,
                "repeatCount": "infinite",
            ],
            ["type": "basic", "keyPath": "emitterCells.c.emissionLongitude", "by": "90deg", "autoreverses": true],
            ["type": "basic", "keyPath": "transform.scale", "to": 2],
            ["type": "transition", "beginTime": 1],
            [
                "type": "group", "timingFunction": "easeInEaseOut", "repeatDuration": 3,
                "animations": [["keyPath": "mask.position", "values": [[1, 2]]], ["type": "transition"]],
            ],
        ]
        let json = Specs.one(emitter: [
            .init("animations", .array(animations)), .init("blend", "screen"), .init("position", ["10%", 3]),
            .init("transform", ["scale": [1, -2], "rotation": "90deg"]),
            .init("mask", ["contents": ["shape": "star"], "inverted": true, "rotation": 1]),
        ])
        let spec = try EffectSpec(json: json)
        let again = try EffectSpec(json: spec.json)
        #expect(again == spec)
        #expect(again.json == spec.json)
    }

    /// Animatable properties have a table of bounds, which must match the bounds of the fields.
    @Test func `animation values have the same bounds as their field`() throws {
        var limits = RenderLimits()
        (limits.maximumWork, limits.maximumBirths, limits.maximumLiveParticles) = (.max, .max, .max)
        func isFine(_ json: JSONValue) -> Bool { (try? EffectSpec(json: json, limits: limits)) != nil }
        func group(_ member: JSONValue.Member) -> JSONValue {
            let star: JSONValue = ["type": "sprite", "contents": "star"]
            return ["layers": [.object([.init("type", "group"), .init("layers", [star]), member])]]
        }
        let ofGroups = Set(Layer.animatable.filter { !$0.exists(Layer()) }.map(\.name))
        func field(_ name: String, _ value: JSONValue, ofCell: Bool) -> JSONValue {
            let cell: [JSONValue.Member] = [.init("birthRate", 0)]
            guard ofCell else {
                let parts = name.split(separator: ".").map(String.init)
                let member = JSONValue.Member(parts[0], parts.count == 1 ? value : [parts[1]: value])
                if ofGroups.contains(name) { return group(member) }
                return Specs.one(emitter: [member], cell: cell)
            }
            return Specs.one(cell: Specs.merged(cell, [.init(name, value)]))
        }
        let shape: [JSONValue.Member] = [.init("type", "shape"), .init("path", "M0 0H1")]
        func check(
            _ name: String,
            _ access: AnimatableAccess,
            _ bounds: ValueRange,
            ofCell: Bool,
            isShape: Bool = false
        ) {
            guard access.kind != .color, access.kind != .path else { return }
            for (end, beyond) in [(bounds.lower.x, -1.0), (bounds.upper.x, 1.0)] {
                for (number, isAllowed) in [(end, true), (end + beyond * max(1, abs(end)) * 1e-3, false)] {
                    let value: JSONValue = access.kind == .point ? [.number(number), .number(number)] : .number(number)
                    if isShape {
                        #expect(isFine(["layers": [.object(shape + [.init(name, value)])]]) == isAllowed)
                        let animations: JSONValue = [["keyPath": .string(name), "values": [value]]]
                        let json: JSONValue = ["layers": [.object(shape + [.init("animations", animations)])]]
                        #expect(isFine(json) == isAllowed, "\(name) \(number)")
                        continue
                    }
                    #expect(isFine(field(name, value, ofCell: ofCell)) == isAllowed, "\(name) \(number)")
                    // Birth rates may be animated from below zero.
                    if name == "birthRate", end == 0 { continue }
                    let keyPath = ofCell ? "emitterCells.c.\(name)" : name
                    let animation: JSONValue = ["keyPath": .string(keyPath), "values": [value]]
                    let animations = JSONValue.Member("animations", [animation])
                    let json =
                        ofGroups.contains(name)
                        ? group(animations) : Specs.one(emitter: [animations], cell: [.init("birthRate", 0)])
                    #expect(isFine(json) == isAllowed, "\(keyPath) \(number)")
                }
            }
        }
        for property in EmitterCell.animatable { check(property.name, property.access, property.bounds, ofCell: true) }
        for property in Emitter.animatable { check(property.name, property.access, property.bounds, ofCell: false) }
        for property in Layer.animatable where property.exists(Layer()) {
            check(property.name, property.access, property.bounds, ofCell: false)
        }
        for property in Layer.animatableOfShapes {
            check(property.name, property.access, property.bounds, ofCell: false, isShape: true)
        }
    }
}
