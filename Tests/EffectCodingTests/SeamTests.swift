import EffectCoding
import EffectModel
import StrictJSON
import TestSupport
import Testing

/// Validation of seamless loops: accepted layers end as they start.
struct SeamTests {
    private func faults(_ layers: String, loop: String = #""seamless""#, fps: Int = 20) throws -> [SpecFault] {
        let text = """
            {"canvas": {"width": 100, "height": 80}, "timing": {"duration": 1, "fps": \(fps), "loop": \(loop)}, "layers": [\(layers)]}
            """
        let json = try JSONParser.parse(Array(text.utf8))
        do throws(SpecError) {
            _ = try EffectSpec(json: json)
            return []
        } catch {
            return error.faults
        }
    }

    private static func sprite(_ animation: String, _ members: String = "") -> String {
        #"{"type": "sprite", "contents": {"shape": "circle", "size": 30}, \#(members) "animations": [{\#(animation)}]}"#
    }

    private static func mask(_ animation: String) -> String {
        #"""
        {"type": "sprite", "contents": "red", "size": [60, 60],
         "mask": {"contents": {"path": "M0 0H20V20H0Z", "viewBox": [0, 0, 20, 20], "size": 20}},
         "animations": [{"type": "basic", "keyPath": "mask.path", \#(animation)}]}
        """#
    }

    @Test(arguments: [
        #"{"type": "reveal", "from": "red", "to": "blue"}"#,
        #"{"type": "reveal", "from": "red", "to": "blue", "duration": 9}"#,
        #"{"type": "reveal", "from": "red", "to": "blue", "shape": "blinds"}"#,
        #"{"type": "transition", "from": "red", "to": "blue"}"#,
        #"{"type": "transition", "from": "red", "to": "blue", "transition": "push", "duration": 0.3}"#,
        mask(#""to": "M20 0H40V20H20Z", "duration": 1, "fillMode": "forwards""#),
        #"{"type": "reveal", "from": "red", "to": "blue", "reverse": true, "beginTime": 0.3}"#,
        #"{"type": "shatter", "source": "red", "duration": 1}"#,
        #"{"type": "shatter", "source": "red", "behind": "blue", "duration": 0.5}"#,
        #"{"type": "shatter", "source": "red", "behind": "blue", "beginTime": 0.5, "duration": 0.5}"#,
        // A fade, a wipe, a move, a rotation, a growth, and a pulse whose period does not divide the loop.
        sprite(#""type": "transition", "duration": 1"#),
        sprite(
            #""type": "basic", "keyPath": "mask.position.x", "from": -50, "to": 50, "duration": 1, "fillMode": "forwards""#,
            #""mask": {"contents": {"shape": "square", "size": 100}},"#
        ),
        sprite(#""keyPath": "position.x", "values": [20, 80], "duration": 1, "fillMode": "forwards""#),
        sprite(#""keyPath": "transform.rotation", "values": [0, "0.3turn"], "duration": 1, "fillMode": "forwards""#),
        sprite(#""keyPath": "transform.scale", "values": [1, 2], "duration": 1, "fillMode": "forwards""#),
        sprite(#""keyPath": "opacity", "values": [1, 0, 1], "duration": 0.7, "repeatCount": "infinite""#),
    ])
    func `layers that would jump are refused with a suggestion`(_ layer: String) throws {
        let fault = try #require(faults(layer).first)
        #expect(fault.kind == .conflict && fault.pointer == "/timing/loop")
        #expect(fault.found == #""seamless" with the layer "layer0", whose end differs from its start"#)
        #expect(fault.allowed.hasPrefix(#""forever", "once" or a number of times"#))
        #expect(try faults(layer, loop: #""forever""#).isEmpty && faults(layer, loop: "2").isEmpty)
    }

    @Test(arguments: [
        // Both pictures are equal, or the layer is gone before the end and absent at the start.
        #"{"type": "reveal", "from": "red", "to": "red"}"#,
        #"{"type": "transition", "from": "red", "to": "red", "transition": "push"}"#,
        mask(#""to": "M20 0H40V20H20Z", "duration": 0.5, "autoreverses": true"#),
        #"{"type": "shatter", "source": "red", "behind": "red", "duration": 1}"#,
        #"{"type": "shatter", "source": "red", "beginTime": 0.2, "duration": 0.5}"#,
        """
        {"type": "reveal", "from": "red", "to": "blue", "beginTime": 0.2, "duration": 0.4,
         "animations": [{"keyPath": "opacity", "values": [0, 0], "beginTime": 0.5, "fillMode": "forwards"}]}
        """,
        // Values return to their start or complete a full turn.
        sprite(#""keyPath": "opacity", "values": [1, 0, 1], "duration": 1"#),
        sprite(#""keyPath": "transform.rotation", "values": [0, "1turn"], "duration": 1, "fillMode": "forwards""#),
        sprite(#""keyPath": "opacity", "values": [1, 0, 1], "duration": 0.5, "repeatCount": "infinite""#),
        sprite(#""keyPath": "position.x", "values": [50, 80], "duration": 0.5, "autoreverses": true"#),
        // Moves from beyond one side to beyond the other, or a shine that crosses the layer.
        sprite(#""keyPath": "position.x", "values": [-20, 120], "duration": 1, "fillMode": "forwards""#),
        sprite(
            #""keyPath": "mask.position.x", "values": [10, 90], "duration": 1, "fillMode": "forwards""#,
            #""mask": {"contents": {"shape": "square", "size": 40}},"#
        ),
        // A discrete on/off animation jumps at the seam no more than elsewhere.
        sprite(#""keyPath": "opacity", "values": [1, 0], "calculationMode": "discrete", "duration": 1"#),
        // An emitter layer, whose particles may be gone by then.
        """
        {"emitterCells": [{"contents": "circle", "birthRate": 5, "lifetime": 1}],
         "animations": [{"keyPath": "opacity", "values": [1, 0], "duration": 1, "fillMode": "forwards"}]}
        """,
    ])
    func `a layer that returns to its start is accepted`(_ layer: String) throws {
        #expect(try faults(layer).isEmpty)
    }

    /// Regression: at a low frame rate every step is as large as the jump, which was taken for one of them.
    @Test(arguments: [2, 3, 4, 5, 7, 60])
    func `a jump is seen at any frame rate`(_ fps: Int) throws {
        #expect(try !faults(#"{"type": "reveal", "from": "red", "to": "blue"}"#, fps: fps).isEmpty)
        let push = #"{"type": "transition", "from": "red", "to": "blue", "transition": "push"}"#
        #expect(try !faults(push, fps: fps).isEmpty)
        let turn = Self.sprite(
            #""keyPath": "transform.rotation", "values": [0, "1turn"], "duration": 1, "fillMode": "forwards""#
        )
        #expect(try faults(turn, fps: fps).isEmpty)
    }

    @Test func `the first layer that jumps is named`() throws {
        let still = #"{"type": "sprite", "contents": "circle"}"#
        let reveal = #"{"type": "reveal", "name": "theme", "from": "red", "to": "blue"}"#
        let found = try faults("\(still), \(reveal), \(reveal.replacing("theme", with: "other"))")
        #expect(found.map(\.found) == [#""seamless" with the layer "theme", whose end differs from its start"#])
    }
}
