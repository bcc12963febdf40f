import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectModel
@testable import StrictJSON

/// Hints for documents with Core Animation's names.
struct CoreAnimationNameTests {
    private func fault(_ pointer: String, _ text: String) throws -> SpecFault {
        let json = try JSONParser.parse(Array(text.utf8))
        var faults: [SpecFault] = []
        do throws(SpecError) {
            _ = try EffectSpec(json: json)
        } catch {
            faults = error.faults
        }
        return try #require(faults.first { $0.pointer == pointer }, "\(faults)")
    }

    private func layer(_ members: String) -> String {
        #"{"layers": [{"emitterCells": [{"contents": "circle", "birthRate": 1, "lifetime": 1}], \#(members)}]}"#
    }

    private func animation(_ members: String) -> String { layer(#""animations": [{\#(members)}]"#) }

    @Test(arguments: [("fromValue", "from"), ("toValue", "to"), ("byValue", "by")])
    func `Core Animation's value names get a hint`(_ there: String, _ here: String) throws {
        let text = animation(#""type": "basic", "keyPath": "opacity", "\#(there)": 0.5"#)
        #expect(try fault("/layers/0/animations/0/\(there)", text).allowed == "allowed: \(here), the equivalent member")
    }

    @Test(arguments: [
        ("zPosition", "z, the equivalent member"), ("isHidden", "an opacity of 0"),
        ("compositingFilter", "blend, the equivalent member"), ("frame", "no counterpart"),
        ("backgroundColor", "a background of the canvas"),
    ])
    func `Core Animation's layer properties get a hint or a replacement`(_ there: String, _ said: String) throws {
        #expect(try fault("/layers/0/\(there)", layer(#""\#(there)": 1"#)).allowed.contains(said))
    }

    /// A name without a counterpart gets no hint.
    @Test func `a cell's frame property gets no hint`() throws {
        let text =
            #"{"layers": [{"emitterCells": [{"contents": "circle", "birthRate": 1, "lifetime": 1, "frame": 1}]}]}"#
        #expect(try !fault("/layers/0/emitterCells/0/frame", text).allowed.contains("no counterpart"))
    }

    @Test(arguments: [
        ("transform.rotation.z", "transform.rotation, the equivalent"),
        ("transform.scale.xy", "transform.scale, the equivalent"),
        ("transform.translation.x", "position.x, together with additive: true"), ("hidden", "opacity, which is 0"),
    ])
    func `Core Animation's key paths get a hint`(_ there: String, _ said: String) throws {
        let text = animation(#""keyPath": "\#(there)", "values": [0, 1]"#)
        #expect(try fault("/layers/0/animations/0/keyPath", text).allowed.hasPrefix(said))
        // The suggested key path is valid.
        let own = said.prefix { $0 != "," }
        _ = try EffectSpec(text: animation(#""keyPath": "\#(own)", "values": [0, 1], "additive": true"#))
    }

    @Test(arguments: [
        ("bounds.size", "size, the equivalent"), ("bounds.size.width", "size.width, the equivalent"),
        ("bounds.origin", "scroll, the equivalent"),
    ])
    func `key paths of a layer's bounds get a hint in a group`(_ there: String, _ said: String) throws {
        func text(_ keyPath: String, _ values: String) -> String {
            #"""
            {"layers": [{"type": "group", "size": [50, 50], "layers": [{"type": "sprite", "contents": "star"}],
              "animations": [{"keyPath": "\#(keyPath)", "values": \#(values)}]}]}
            """#
        }
        let values = there.hasSuffix("width") ? "[1, 2]" : "[[1, 2], [3, 4]]"
        #expect(try fault("/layers/0/animations/0/keyPath", text(there, values)).allowed.hasPrefix(said))
        _ = try EffectSpec(text: text(String(said.prefix { $0 != "," }), values))
    }

    @Test(arguments: [
        "cornerRadius", "borderWidth", "borderColor", "backgroundColor", "shadowOpacity", "shadowRadius", "shadowColor",
        "shadowOffset",
    ])
    func `a sprite with a property of groups gets a hint to put a group around it`(_ name: String) throws {
        let text = #"{"layers": [{"type": "sprite", "contents": "star", "\#(name)": 1}]}"#
        let allowed = try fault("/layers/0/\(name)", text).allowed
        #expect(
            allowed.contains(name) && allowed.hasSuffix("in a layer of the type group with this layer inside"),
            "\(allowed)"
        )
    }

    @Test(arguments: [
        ("particleColliders", "position, shape and size, in a behavior of the type collider of emitterBehaviors"),
        ("collider", "position, shape and size, in a behavior of the type collider of emitterBehaviors"),
        ("particleBounce", "elasticity, in a behavior of emitterBehaviors"),
        ("particleFriction", "friction, which is 1 − particleFriction, in a behavior of emitterBehaviors"),
        ("elasticity", "elasticity, in a behavior of emitterBehaviors"),
        ("blendMode", "renderMode, the equivalent member"), ("particleBlendMode", "renderMode, the equivalent member"),
        ("sortingMode", "renderMode, the equivalent member"), ("birthLocation", "emitterMode, the equivalent member"),
        ("warmupDuration", "prewarm, the equivalent member"),
        ("affectedByPhysicsFields", "fieldBitMask, in a cell of emitterCells"),
        ("orientationMode", "particleType, in a cell of emitterCells"),
        ("stretchFactor", "stretchFactor, in a cell of emitterCells"),
        ("particleVelocity", "velocity, the equivalent member"), ("color", "color, in a cell of emitterCells"),
        ("dampingFactor", "drag, in a behavior of the type drag of emitterBehaviors"),
    ])
    func `SceneKit's names in an emitter get a hint`(_ there: String, _ said: String) throws {
        #expect(try fault("/layers/0/\(there)", layer(#""\#(there)": 1"#)).allowed == "allowed: \(said)")
    }

    @Test(arguments: [
        ("blendMode", "renderMode, in the emitter of the cell"),
        ("orientationMode", "particleType, the equivalent member"),
        ("particleLifeSpan", "lifetime, the equivalent member"),
        ("emitterShape", "emitterShape, in the emitter of the cell"),
        ("acceleration", "xAcceleration, yAcceleration and zAcceleration, in its place"),
        ("particleDiesOnCollision", "diesOnCollision, in a behavior of emitterBehaviors"),
    ])
    func `SceneKit's names in a cell get a hint`(_ there: String, _ said: String) throws {
        let cell = #"{"contents": "circle", "birthRate": 1, "lifetime": 1, "\#(there)": 1}"#
        let fault = try fault("/layers/0/emitterCells/0/\(there)", #"{"layers": [{"emitterCells": [\#(cell)]}]}"#)
        #expect(fault.allowed == "allowed: \(said)")
    }

    @Test(arguments: [
        ("particleBounce", "elasticity, the equivalent member"), ("restitution", "elasticity, the equivalent member"),
        ("particleDiesOnCollision", "diesOnCollision, the equivalent member"),
        ("particleFriction", "friction, which is 1 − particleFriction, in its place"),
    ])
    func `SceneKit's names in a collider get a hint`(_ there: String, _ said: String) throws {
        let text = layer(#""emitterBehaviors": [{"type": "collider", "shape": "plane", "\#(there)": 1}]"#)
        #expect(try fault("/layers/0/emitterBehaviors/0/\(there)", text).allowed == "allowed: \(said)")
    }

    @Test(arguments: [
        ("renderMode", "alpha", "(unordered is the equivalent value)"), ("renderMode", "add", "(additive is"),
        ("renderMode", "multiply", "(multiply has no counterpart)"), ("renderMode", "distance", "(backToFront is"),
        ("renderMode", "youngestFirst", "(oldestLast is"), ("emitterMode", "vertex", "(points is"),
        ("blend", "alpha", "(normal is"), ("blend", "additive", "(add is"),
    ])
    func `SceneKit's values get a hint`(_ member: String, _ value: String, _ said: String) throws {
        #expect(try fault("/layers/0/\(member)", layer(#""\#(member)": "\#(value)""#)).allowed.contains(said))
    }

    @Test func `SceneKit's orientation modes get a hint`() throws {
        for (value, own) in [("free", "plane"), ("billboardScreenAligned", "sprite")] {
            let cell = #"{"contents": "circle", "birthRate": 1, "lifetime": 1, "particleType": "\#(value)"}"#
            let text = #"{"layers": [{"emitterCells": [\#(cell)]}]}"#
            #expect(
                try fault("/layers/0/emitterCells/0/particleType", text).allowed.contains("(\(own) is the equivalent")
            )
        }
    }

    @Test func `a from value in a keyframe animation gets a hint to use a basic animation`() throws {
        let text = animation(#""keyPath": "opacity", "fromValue": 0, "values": [0, 1]"#)
        #expect(
            try fault("/layers/0/animations/0/fromValue", text).allowed
                == "allowed: from, in an animation of the type basic"
        )
    }

    @Test func `a repeat count of FLT_MAX gets a hint to use "infinite"`() throws {
        let text = animation(#""keyPath": "opacity", "values": [0, 1], "repeatCount": 3.4e38"#)
        #expect(try fault("/layers/0/animations/0/repeatCount", text).allowed.contains("\"infinite\""))
    }

    @Test func `Core Animation's names for a spring's ends get a hint`() throws {
        let text = animation(#""type": "spring", "keyPath": "opacity", "toValue": 0.5"#)
        #expect(try fault("/layers/0/animations/0/toValue", text).allowed == "allowed: to, the equivalent member")
    }

    @Test(arguments: [
        ("[0.5, 0, 0.6, 1]", "an x + width of 1.1"), ("[0, 0.5, 1, 0.75]", "a y + height of 1.25"),
        ("[0, 0, 0, 1]", "a width of 0"),
        ("[0, 0, 1, 0]", "a height of 0"),
    ])
    func `an invalid contentsRect is reported with the wrong sum or size`(_ rectangle: String, _ found: String) throws {
        let cell = #"{"contents": "circle", "birthRate": 1, "lifetime": 1, "contentsRect": \#(rectangle)}"#
        let fault = try fault("/layers/0/emitterCells/0/contentsRect", #"{"layers": [{"emitterCells": [\#(cell)]}]}"#)
        #expect(fault.found == found)
    }
}
