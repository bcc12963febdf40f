import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering

/// Costs cannot be hidden from the prediction.
struct HiddenWorkTests {
    /// The survey samples some of a thousand sparks, whose contents alternate.
    @Test(arguments: [[0, 1], [1, 0], [0, 0, 0, 1]]) func `the order of contents hides no costs`(_ order: [Int]) throws
    {
        let path = (0..<300).map { "L\($0 * 7 % 20) \($0 * 11 % 20)" }.joined()
        let contents: [JSONValue] = ["circle", ["path": .string("M0 0\(path)Z"), "size": 20]]
        func work(_ contents: [JSONValue]) throws -> Double {
            let layer: JSONValue = [
                "type": "fountain", "around": [50, 50, 10, 10], "sparks": 1000, "delay": 0.008, "duration": 5,
                "contents": .array(contents),
            ]
            let spec = try EffectSpec(json: [
                "canvas": ["width": 100, "height": 100], "timing": ["duration": 5, "fps": 30], "layers": [layer],
            ])
            return RenderPrice(of: spec).work
        }
        let (none, all) = try (work([contents[0]]), work([contents[1]]))
        #expect(try work(order.map { contents[$0] }) > none + (all - none) / Double(2 * order.count))
    }

    /// Regression: a layer that frames begin without, and that their shutter sees, cost nothing.
    @Test(
        arguments: [
            [
                .init(
                    "animations",
                    [["keyPath": "opacity", "values": [0, 1], "duration": 0.125, "repeatCount": "infinite"]]
                )
            ],
            [.init("beginTime", 0.01)],
        ] as [[JSONValue.Member]],
        [1.0, 0.125]
    )
    func `what only a shutter sees has a price`(_ hidden: [JSONValue.Member], _ duration: Double) throws {
        func work(_ members: [JSONValue.Member]) throws -> Double {
            let layer: [JSONValue.Member] = [
                .init("emitterPosition", [128, 128]), .init("prewarm", "steady"),
                .init(
                    "emitterCells",
                    [["contents": "flake", "birthRate": 2000, "lifetime": 1, "velocity": 0, "scale": 10, "spin": 3]]
                ),
            ]
            let spec = try EffectSpec(json: [
                "canvas": ["width": 256, "height": 256],
                "timing": ["duration": .number(duration), "fps": 8, "shutter": 1],
                "layers": [.object(layer + members)],
            ])
            return RenderPrice(of: spec).work
        }
        #expect(try work(hidden) * 3 > work([]))
    }

    @Test func `a static layer below does not lower the price of moving layers`() throws {
        let noise: JSONValue = ["shape": "star", "size": 80]
        let turning: JSONValue = [
            "type": "sprite", "contents": noise, "position": [50, 50],
            "animations": [["keyPath": "transform.rotation", "values": [0, 6], "duration": 4]],
        ]
        let still: JSONValue = ["type": "sprite", "contents": noise, "position": [50, 50]]
        func work(_ layers: [JSONValue]) throws -> Double {
            let spec = try EffectSpec(json: [
                "canvas": ["width": 100, "height": 100], "timing": ["duration": 4, "fps": 30], "layers": .array(layers),
                "output": ["effort": "small"],
            ])
            return RenderPrice(of: spec).work
        }
        #expect(try work([still, turning]) > work([turning]))
    }

    @Test(arguments: ["white", "#fefe00"]) func `a picture is counted over any background`(_ ground: String) throws {
        let spec = try EffectSpec(
            json: [
                "canvas": ["width": 100, "height": 100, "background": .string(ground)],
                "timing": ["duration": 0.5, "fps": 10],
                "layers": [["type": "sprite", "contents": ["emoji": "🎉", "size": 80], "position": [50, 50]]],
            ],
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let survey = try #require(Survey(of: spec, RenderCost(of: spec)))
        #expect(survey.total[.pictured] > 5 * 70 * 70 && survey.total[.grainy] > 0)
    }
}
