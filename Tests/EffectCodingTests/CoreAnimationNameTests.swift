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
