import EffectModel
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Import of color, blend factor and alpha.
struct ColorTests {
    /// Imports an emitter with the four channels of a start color.
    private func colored(_ color: [Double], _ more: [(String, Plist?)] = []) throws -> ImportedEmitter {
        try ImportedEmitter { _ in zip("RGBA", color).map { ("_startColor\($0)", .real($1)) } + more }
    }

    @Test func `a blend factor of 0 leaves the texture unchanged`() throws {
        let made = try colored([1, 0, 0, 1])
        #expect(made.cell["color"] == nil && made.note("particleColorBlendFactor") == nil)
    }

    @Test func `a blend factor of 1 multiplies by the color, with its ranges and speeds`() throws {
        let made = try colored(
            [1, 0.5, 0.25, 1],
            [
                ("_startColorMix", .real(1)), ("_startColorVarianceG", .real(0.2)), ("_colorSpeedB", .real(0.75)),
            ]
        )
        #expect(made.cell["color"] == [1, 0.5, 0.25, 1])
        #expect(made.cell["greenRange"] == 0.2 && made.cell["blueSpeed"] == 0.75)
        #expect(made.cell["redRange"] == nil && made.note("particleColorBlendFactor") == nil)
    }

    @Test func `a fractional blend factor interpolates between white and the color, and is reported`() throws {
        let made = try colored([1, 0.5, 0, 0.5], [("_startColorMix", .real(0.5)), ("_colorSpeedG", .real(1))])
        #expect(made.cell["color"] == [1, 0.75, 0.5, 0.75] && made.cell["greenSpeed"] == 0.5)
        #expect(made.note("particleColorBlendFactor")?.found == "0.5")
    }

    @Test func `an animated blend factor within its bounds becomes speeds of the channels`() throws {
        let made = try colored([1, 0.5, 0, 1], [("_startColorMix", .real(1)), ("_colorBlendSpeed", .real(-0.5))])
        #expect(made.cell["greenSpeed"] == 0.25 && made.cell["blueSpeed"] == 0.5 && made.cell["redSpeed"] == nil)
        #expect(made.cell["emitterBehaviors"] == nil && made.note("particleColorBlendFactor") != nil)
    }

    @Test func `a blend factor above 1 is clamped to 1`() throws {
        let made = try colored([1, 0, 0, 1], [("_startColorMix", .real(3))])
        #expect(made.cell["color"] == [1, 0, 0, 1])
        #expect(made.note("particleColorBlendFactor")?.reason.contains("limited to 1") == true)
    }

    @Test func `alpha, its range and its speed become the color's alpha`() throws {
        let made = try ImportedEmitter { _ in
            [("_startOpacity", .float(0.8)), ("_startOpacityVariance", .float(0.2)), ("_opacitySpeed", .float(-0.45))]
        }
        #expect(made.cell["color"] == [1, 1, 1, 0.8])
        #expect(made.cell["alphaRange"] == 0.2 && made.cell["alphaSpeed"] == -0.45)
    }

    @Test func `the color's own alpha multiplies the particle's alpha`() throws {
        let made = try colored(
            [1, 1, 1, 0.5],
            [("_startColorMix", .real(1)), ("_startOpacity", .real(0.5)), ("_opacitySpeed", .real(-1))]
        )
        #expect(made.cell["color"] == [1, 1, 1, 0.25] && made.cell["alphaSpeed"] == -0.5)
    }

    @Test func `a color object of macOS or iOS is read`() throws {
        func color(_ make: (inout EmitterArchive) -> Plist) throws -> JSONValue? {
            try ImportedEmitter { [("_startColorMix", .real(1)), ("particleColor", make(&$0))] }.cell["color"]
        }
        #expect(try color { $0.color("1 0.5 0.25") } == [1, 0.5, 0.25, 1])
        #expect(try color { $0.color("1 0.5 0.25 0.75") } == [1, 0.5, 0.25, 0.75])
        #expect(
            try color { $0.object("NSColor", [("NSWhite", .data(Array("0.5 0.25".utf8)))]) } == [0.5, 0.5, 0.5, 0.25]
        )
        let ios: [(String, Plist)] = [
            ("UIRed", .real(0.1)), ("UIGreen", .real(0.2)), ("UIBlue", .real(0.3)), ("UIAlpha", .real(0.4)),
        ]
        #expect(try color { $0.object("UIColor", ios) } == [0.1, 0.2, 0.3, 0.4])
        // sRGB has its own components, next to fallback components for older programs.
        let sRGB = try color { archive in
            let space = archive.object("NSColorSpace", [("NSID", .whole(7))])
            return archive.object(
                "NSColor",
                [
                    ("NSColorSpace", .whole(1)), ("NSCustomColorSpace", space),
                    ("NSComponents", .data(Array("0.5 0.5 1 1".utf8))), ("NSRGB", .data(Array("0.4 0.4 1".utf8))),
                ]
            )
        }
        #expect(sRGB == [0.5, 0.5, 1, 1])
        let catalog = try color { archive in
            let saved = archive.color("0 1 0")
            return archive.object("NSColor", [("NSColorSpace", .whole(6)), ("NSColor", saved)])
        }
        #expect(catalog == [0, 1, 0, 1])
    }

    // MARK: Over life

    /// Imports an emitter with a color sequence, a blend factor of 1, and `more` members.
    private func gradient(_ colors: [String], _ times: [Double], _ more: [(String, Plist?)] = []) throws
        -> ImportedEmitter
    {
        try ImportedEmitter { archive in
            let values = colors.map { archive.color($0) }
            return [
                ("_particleColorSequence", archive.sequence(times, values)), ("_startColorMix", .real(1)),
                ("_startColorVarianceR", .real(1)), ("_colorSpeedR", .real(1)),
            ] + more
        }
    }

    @Test func `a single keyframe is a color and replaces its ranges and speeds`() throws {
        let made = try gradient(["1 0.5 0"], [0.3])
        #expect(made.cell["color"] == [1, 0.5, 0, 1])
        #expect(made.cell["redRange"] == nil && made.cell["redSpeed"] == nil && made.cell["emitterBehaviors"] == nil)
    }

    @Test func `a color sequence becomes a color over life with the common alpha`() throws {
        let made = try gradient(["1 1 0", "1 0 0 0.5"], [0, 0.5], [("_startOpacity", .real(0.5))])
        #expect(
            made.behavior(0) == [
                "type": "colorOverLife", "colors": [[1, 1, 0, 0.5], [1, 0, 0, 0.25]], "locations": [0, 0.5],
            ]
        )
    }

    @Test func `a color sequence with individual alpha becomes values over life per channel`() throws {
        let made = try gradient(
            ["1 1 0", "1 0 0 0.5"],
            [0, 1],
            [("_startOpacity", .real(0.5)), ("_opacitySpeed", .real(-1))]
        )
        #expect(made.cell["color"] == [1, 1, 1, 0.5] && made.cell["alphaSpeed"] == -1)
        let paths = try (0..<4).map { try #require(made.behavior($0)?["keyPath"]) }
        #expect(paths == ["color.red", "color.green", "color.blue", "color.alpha"])
        #expect(made.behavior(1)?["values"] == [1, 0] && made.behavior(1)?["operation"] == nil)
        #expect(made.behavior(3)?["values"] == [1, 0.5] && made.behavior(3)?["operation"] == "multiply")
    }

    @Test func `an alpha sequence replaces alpha, range and speed`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_particleAlphaSequence", archive.numbers([0, 0.5, 1], [0, 1, 0])), ("_startOpacity", .real(0.1)),
                ("_startOpacityVariance", .real(1)), ("_opacitySpeed", .real(1)),
            ]
        }
        #expect(
            made.behavior(0) == [
                "type": "valueOverLife", "keyPath": "color.alpha", "values": [0, 1, 0], "locations": [0, 0.5, 1],
            ]
        )
        #expect(made.cell["alphaRange"] == nil && made.cell["alphaSpeed"] == nil && made.cell["color"] == nil)
    }

    @Test func `sequences of colors and alphas are merged`() throws {
        let made = try ImportedEmitter { archive in
            let colors = ["1 1 1", "1 1 1", "1 0 0"].map { archive.color($0) }
            return [
                ("_particleColorSequence", archive.sequence([0, 0.5, 1], colors)), ("_startColorMix", .real(1)),
                ("_particleAlphaSequence", archive.numbers([0, 1], [1, 0])),
            ]
        }
        let sequence = try #require(made.behavior(0))
        #expect(sequence["type"] == "colorOverLife" && made.behavior(1) == nil)
        // Additional points where both change, although only alpha is a product here.
        #expect(sequence["locations"] == [0, 0.5, 0.625, 0.75, 0.875, 1])
        let colors = try #require(sequence["colors"])
        #expect(
            colors == [
                [1, 1, 1, 1], [1, 1, 1, 0.5], [1, 0.75, 0.75, 0.375], [1, 0.5, 0.5, 0.25], [1, 0.25, 0.25, 0.125],
                [1, 0, 0, 0],
            ]
        )
    }

    @Test func `a blend factor sequence goes from white to the color`() throws {
        let made = try ImportedEmitter { archive in
            [
                ("_particleColorBlendFactorSequence", archive.numbers([0, 1], [0, 1])), ("_startColorR", .real(1)),
                ("_startColorA", .real(1)),
            ]
        }
        #expect(
            made.behavior(0) == [
                "type": "colorOverLife", "colors": [[1, 1, 1, 1], [1, 0, 0, 1]], "locations": [0, 1],
            ]
        )
        #expect(made.keys.contains("particleColorBlendFactorSequence"))
    }
}
