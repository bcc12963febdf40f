import StrictJSON
import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectModel

/// Rigid-body dynamics in spec documents.
@Suite struct `Dynamics in specs` {
    private func spec(_ dynamics: String, _ more: String = "", canvas: Int = 300) throws -> EffectSpec {
        try EffectSpec(
            text: #"""
                {"canvas": {"width": \#(canvas), "height": \#(canvas)}, "layers": [
                  {"type": "shatter", "source": "red", "dynamics": \#(dynamics)\#(more)}]}
                """#
        )
    }

    private func fault(_ dynamics: String, _ more: String = "", canvas: Int = 300) throws -> SpecFault {
        let error = #expect(throws: SpecError.self) { try spec(dynamics, more, canvas: canvas) }
        return try #require(error?.faults.first)
    }

    static let whole = #"""
        {"gravity": {"angle": "80deg", "magnitude": 0.5},
         "pushes": [{"mode": "continuous", "angle": [0, 3], "magnitude": 2, "beginTime": 1, "duration": 0.5},
                    {"pushDirection": [[-1, 1], {"from": -1, "to": 0, "step": 0.01}], "targetOffsetFromCenter": [3, 4]}],
         "snap": {"snapPoint": ["50%", 20], "damping": 0.3, "beginTime": 2},
         "attachments": [{"item": [10, 10], "attachedTo": [200, 10], "length": 50, "frequency": 2, "damping": 0.1},
                         {"type": "fixed", "attachedTo": "neighbors"}, {"type": "pin", "attachmentRange": [-1, 1]}],
         "collision": {"mode": "boundaries", "boundaries": ["canvas", {"from": [0, 0], "to": [9, 9]}, {"path": "M0 0L9 9"}]},
         "item": {"elasticity": 0.5, "friction": 0.1, "charge": [-1, 1], "linearVelocity": [5, [0, 9]], "isAnchored": false},
         "fields": [{"type": "vortex", "region": {"size": [9, 9], "inverse": true}}, {"type": "noise", "smoothness": 0}]}
        """#

    @Test func `the canonical document round-trips`() throws {
        let first = try spec(Self.whole)
        #expect(try EffectSpec(json: first.json) == first)
        guard case .shatter(let shatter) = first.layers[0].content, let dynamics = shatter.dynamics else {
            Issue.record("no dynamics")
            return
        }
        #expect(dynamics.snap?.snapPoint == SIMD2(150, 20) && dynamics.attachments[1].kind == .fixed)
        #expect(dynamics.fields[0].position == SIMD2(150, 150) && dynamics.pushes[0].span.endTime == 1.5)
    }

    @Test(arguments: [
        (#"{"gravity": 1}"#, "/gravity"), (#"{"gravity": [0, 1e9]}"#, "/gravity/1"),
        (#"{"pushes": [{}]}"#, "/pushes/0"), (#"{"pushes": [{"angle": 1, "pushDirection": [0, 1]}]}"#, "/pushes/0"),
        (#"{"pushes": [{"angle": 1, "duration": 1}]}"#, "/pushes/0/duration"),
        (#"{"snap": {"damping": 2}}"#, "/snap/damping"),
        (#"{"attachments": [{"attachmentRange": [0, 1]}]}"#, "/attachments/0/attachmentRange"),
        (#"{"attachments": [{"type": "pin", "attachmentRange": [1, 0]}]}"#, "/attachments/0/attachmentRange"),
        (#"{"attachments": [{"item": [1, 1], "attachedTo": "neighbors"}]}"#, "/attachments/0/attachedTo"),
        (#"{"attachments": [{"item": "some"}]}"#, "/attachments/0/item"),
        (#"{"collision": {"mode": "items", "boundaries": ["canvas"]}}"#, "/collision/boundaries"),
        (#"{"collision": {"boundaries": ["edge"]}}"#, "/collision/boundaries/0"),
        (#"{"collision": {"boundaries": [{"from": [0, 0]}]}}"#, "/collision/boundaries/0"),
        (#"{"item": {"elasticity": 1.5}}"#, "/item/elasticity"), (#"{"fields": [{}]}"#, "/fields/0/type"),
        (#"{"fields": [{"type": "drag", "falloff": 1}]}"#, "/fields/0/falloff"),
        (#"{"fields": [{"type": "drag", "region": {}}]}"#, "/fields/0/region"), (#"{"snapp": {}}"#, "/snapp"),
    ])
    func `errors name their pointer`(_ dynamics: String, _ place: String) throws {
        #expect(try fault(dynamics).pointer == "/layers/0/dynamics" + place)
    }

    @Test(arguments: [
        (
            #"{"attachments": [{"type": "pin", "anchorPoint": [40, 0], "offsetFromCenter": [5, 5]}]}"#,
            "attachments/0/offsetFromCenter"
        ),
        (
            #"{"attachments": [{"type": "sliding", "anchorPoint": [40, 0], "offsetFromCenter": [5, 5], "attachmentRange": [0, 9]}]}"#,
            "attachments/0/offsetFromCenter"
        ),
        (#"{"attachments": [{"type": "sliding", "anchorPoint": [40, 0]}]}"#, "attachments/0/anchorPoint"),
        (#"{"attachments": [{"type": "sliding", "offsetFromCenter": [4, 0]}]}"#, "attachments/0/offsetFromCenter"),
        (#"{"attachments": [{"type": "fixed", "anchorPoint": [40, 0]}]}"#, "attachments/0/anchorPoint"),
        (#"{"attachments": [{"type": "fixed", "damping": 1}]}"#, "attachments/0/damping"),
        (#"{"attachments": [{"anchorPoint": [40, 0], "damping": 1}]}"#, "attachments/0/damping"),
        (#"{"fields": [{"type": "linearGravity", "position": [9, 9]}]}"#, "fields/0/position"),
        (#"{"fields": [{"type": "noise", "position": [9, 9]}]}"#, "fields/0/position"),
        (#"{"fields": [{"type": "turbulence", "position": [9, 9]}]}"#, "fields/0/position"),
        (#"{"fields": [{"type": "velocity", "position": [9, 9]}]}"#, "fields/0/position"),
        (#"{"fields": [{"type": "drag", "position": [9, 9]}]}"#, "fields/0/position"),
        (#"{"fields": [{"type": "magnetic", "position": [9, 9]}]}"#, "fields/0/position"),
    ])
    func `what would have no effect is a conflict`(_ dynamics: String, _ place: String) throws {
        let found = try fault(dynamics)
        #expect(found.pointer == "/layers/0/dynamics/" + place && found.kind == .conflict)
    }

    @Test(arguments: [
        #"{"attachments": [{"type": "pin", "anchorPoint": [40, 0], "offsetFromCenter": [0, 0]}]}"#,
        #"{"attachments": [{"type": "pin", "offsetFromCenter": [5, 5]}]}"#,
        #"{"attachments": [{"type": "sliding", "anchorPoint": [40, 0], "attachmentRange": [0, 9]}]}"#,
        #"{"attachments": [{"type": "fixed", "anchorPoint": [40, 0], "frequency": 2, "damping": 1}]}"#,
        #"{"attachments": [{"anchorPoint": [40, 0], "offsetFromCenter": [5, 5], "frequency": 2, "damping": 1}]}"#,
        #"{"fields": [{"type": "drag", "position": [9, 9], "region": {"radius": 20}}]}"#,
        #"{"fields": [{"type": "magnetic", "position": [9, 9], "falloff": 1}]}"#,
        #"{"fields": [{"type": "vortex", "position": [9, 9]}, {"type": "spring", "position": [9, 9]}]}"#,
    ])
    func `what has an effect is accepted`(_ dynamics: String) throws {
        let first = try spec(dynamics)
        #expect(try EffectSpec(json: first.json) == first)
    }

    @Test func `errors name the values of a range`() throws {
        let pair = try fault(#"{"item": {"angularVelocity": [5, -5]}}"#)
        #expect(pair.found == "[5, -5]" && pair.allowed == "[lowest, highest]")
        let range = try fault(#"{"attachments": [{"type": "pin", "attachmentRange": [1, 0]}]}"#)
        #expect(range.found == "[1, 0]" && range.allowed.hasPrefix("[lowest, highest]"))
        let three = try fault(#"{"attachments": [{"type": "pin", "attachmentRange": [0, 1, 2]}]}"#)
        #expect(three.allowed.hasPrefix("[lowest, highest]"))
    }

    @Test func `a text layer without a text still knows its other members`() throws {
        let error = #expect(throws: SpecError.self) {
            try EffectSpec(text: #"{"layers": [{"type": "text", "color": "red", "size": [9, 9], "zzzzzz": 1}]}"#)
        }
        let faults = try #require(error?.faults)
        #expect(faults.map(\.pointer) == ["/layers/0/text", "/layers/0/zzzzzz"])
        for name in ["color", "size", "contentsRect", "dynamics", "dynamicItem"] {
            #expect(faults.last?.allowed.contains(name) == true, "\(name)")
        }
    }

    @Test func `the short form excludes dynamics, and the number of tiles is limited`() throws {
        for name in ["pushX", "gravity", "collision", "angularVelocity"] {
            let value = name == "gravity" ? "[0, 2]" : name == "collision" ? "true" : "1"
            let found = try fault("{}", #", "\#(name)": \#(value)"#)
            #expect(found.pointer == "/layers/0/\(name)" && found.kind == .conflict)
        }
        #expect(try fault("{}", #", "mode": "linear""#).pointer == "/layers/0/dynamics")
        _ = try spec("{}", #", "tile": 20"#, canvas: 880)
        let many = try fault("{}", #", "tile": 20"#, canvas: 900)
        #expect(many.kind == .tooMuch && many.found.contains("2025 tiles"))
        let curves = "M0 0" + String(repeating: "C900 0 0 900 900 900", count: 60)
        #expect(try fault(#"{"collision": {"boundaries": [{"path": "\#(curves)"}]}}"#).kind == .tooMuch)
    }

    @Test func `sprites join worlds by name`() throws {
        func spec(_ second: String, loop: String = "1") throws -> EffectSpec {
            try EffectSpec(
                text: #"""
                    {"timing": {"loop": \#(loop)}, "layers": [
                      {"type": "sprite", "name": "ball", "contents": "circle", "dynamics": {"gravity": [0, 1]}},
                      {"type": "sprite", "contents": "square", "dynamics": \#(second)}]}
                    """#
            )
        }
        let joined = try spec(#""ball", "dynamicItem": {"isAnchored": true}"#)
        #expect(joined.worldMembers(ofLayer: 0) == [0, 1] && joined.worldMembers(ofLayer: 1).isEmpty)
        #expect(try EffectSpec(json: joined.json) == joined)
        let missing = #expect(throws: SpecError.self) { try spec(#""bal""#) }
        #expect(missing?.faults.first?.pointer == "/layers/1/dynamics")
        #expect(missing?.faults.first?.allowed.contains("did you mean ball?") == true)
        #expect(throws: SpecError.self) { try spec(#"{}, "dynamicItem": {"density": 0}"#) }
        #expect(throws: SpecError.self) { try spec("null, \"dynamicItem\": {}") }
        let closed = #expect(throws: SpecError.self) { try spec("null", loop: #""seamless""#) }
        #expect(closed?.faults.map(\.pointer) == ["/layers/0/dynamics"])
    }
}
