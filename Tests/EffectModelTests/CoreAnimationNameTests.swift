import TestSupport
import Testing

@testable import EffectModel

/// What those are told who bring a set-up of Core Animation's along.
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
    func `values are called otherwise`(_ there: String, _ here: String) throws {
        let text = animation(#""type": "basic", "keyPath": "opacity", "\#(there)": 0.5"#)
        #expect(try fault("/layers/0/animations/0/\(there)", text).allowed == "\(here), as that is called here")
    }

    @Test(arguments: [
        ("zPosition", "z, as that is called here"), ("isHidden", "an opacity of 0"),
        ("compositingFilter", "blend, as that is called here"), ("frame", "nothing in its place"),
        ("backgroundColor", "a background of the canvas"),
    ])
    func `so are a layer's, or they are not needed`(_ there: String, _ said: String) throws {
        #expect(try fault("/layers/0/\(there)", layer(#""\#(there)": 1"#)).allowed.contains(said))
    }

    /// Where there is no such thing, nothing is said of it.
    @Test func `a cell has no z`() throws {
        let text =
            #"{"layers": [{"emitterCells": [{"contents": "circle", "birthRate": 1, "lifetime": 1, "frame": 1}]}]}"#
        #expect(try !fault("/layers/0/emitterCells/0/frame", text).allowed.contains("in its place"))
    }

    @Test(arguments: [
        ("transform.rotation.z", "transform.rotation, as that"), ("transform.scale.xy", "transform.scale, as that"),
        ("transform.translation.x", "position.x, additive: true"), ("hidden", "opacity, which is 0"),
    ])
    func `so are key paths`(_ there: String, _ said: String) throws {
        let text = animation(#""keyPath": "\#(there)", "values": [0, 1]"#)
        #expect(try fault("/layers/0/animations/0/keyPath", text).allowed.hasPrefix(said))
        // What is said is so.
        let own = said.prefix { $0 != "," }
        _ = try EffectSpec(text: animation(#""keyPath": "\#(own)", "values": [0, 1], "additive": true"#))
    }

    @Test func `a keyframe animation has no ends, a basic one has`() throws {
        let text = animation(#""keyPath": "opacity", "fromValue": 0, "values": [0, 1]"#)
        #expect(
            try fault("/layers/0/animations/0/fromValue", text).allowed == "from, in an animation of the type basic"
        )
    }

    @Test func `a number that stands for no end leads to the word for it`() throws {
        let text = animation(#""keyPath": "opacity", "values": [0, 1], "repeatCount": 3.4e38"#)
        #expect(try fault("/layers/0/animations/0/repeatCount", text).allowed.contains("\"infinite\""))
    }

    @Test func `a spring's ends are called as those of a basic animation`() throws {
        let text = animation(#""type": "spring", "keyPath": "opacity", "toValue": 0.5"#)
        #expect(try fault("/layers/0/animations/0/toValue", text).allowed == "to, as that is called here")
    }

    @Test(arguments: [
        ("[0.5, 0, 0.6, 1]", "x + width of 1.1"), ("[0, 0.5, 1, 0.75]", "y + height of 1.25"),
        ("[0, 0, 0, 1]", "a width of 0"),
        ("[0, 0, 1, 0]", "a height of 0"),
    ])
    func `of a part's four numbers, the wrong one is named`(_ rectangle: String, _ found: String) throws {
        let cell = #"{"contents": "circle", "birthRate": 1, "lifetime": 1, "contentsRect": \#(rectangle)}"#
        let fault = try fault("/layers/0/emitterCells/0/contentsRect", #"{"layers": [{"emitterCells": [\#(cell)]}]}"#)
        #expect(fault.found == found)
    }
}
