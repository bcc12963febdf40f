import EffectModel
import EffectSimulation
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Drawn colors of single particles at given ages, for blend factors and alpha values that vary.
struct FactorTests {
    /// Returns the importer's result and the drawn colors, at `ages`, of particles that are born at once.
    ///
    /// - Parameter members: Members of an emitter whose particles live for 3 s.
    private func colors(
        at ages: [Double],
        count: Int = 1,
        life: Double = 3,
        _ members: (inout EmitterArchive) -> [(String, Plist?)]
    ) throws -> (made: ImportedEmitter, colors: [[SIMD4<Double>]]) {
        let made = try ImportedEmitter { archive in
            members(&archive) + [
                ("_numParticlesToEmit", .whole(count)), ("_birthrate", .real(1e6)), ("_lifetime", .real(life)),
                ("_startSize", archive.reference(.text("{4, 4}"))),
            ]
        }
        let simulation = Simulation(made.result.spec)
        let colors = ages.map { age in
            simulation.drawList(at: Double(count) * 1e-6 + age).groups.flatMap(\.items).map { item in
                // Clamped as drawn.
                item.color.clamped(lowerBound: .zero, upperBound: .one)
            }
        }
        return (made, colors)
    }

    private func tinted(_ color: [Double], _ more: [(String, Plist?)]) -> [(String, Plist?)] {
        zip("RGBA", color).map { ("_startColor\($0)", .real($1)) } + more
    }

    private func near(_ a: SIMD4<Double>?, _ b: SIMD4<Double>, _ slack: Double = 0.001) -> Bool {
        a.map { ($0 - b).max() < slack && (b - $0).max() < slack } ?? false
    }

    @Test func `a rising blend factor stops at the color`() throws {
        let gray = tinted([0.5, 0.5, 0.5, 1], [("_startColorMix", .real(0)), ("_colorBlendSpeed", .real(1))])
        let (made, seen) = try colors(at: [0, 0.5, 1, 2, 2.9]) { _ in gray }
        for (colors, value) in zip(seen, [1, 0.75, 0.5, 0.5, 0.5]) {
            #expect(near(colors.first, SIMD4(value, value, value, 1)))
        }
        #expect(made.keys.contains("particleColorBlendFactor") && made.note("particleColorBlendFactorSpeed") == nil)
        let lives = try ImportedEmitter { _ in gray + [("_lifetimeVariance", .real(1))] }
        #expect(lives.note("particleColorBlendFactorSpeed")?.reason.contains("lifetimes differ") == true)
    }

    @Test func `a falling blend factor stops at white for any lifetime`() throws {
        let members = tinted(
            [0.5, 0, 0.25, 1],
            [("_startColorMix", .real(1)), ("_colorBlendSpeed", .real(-1)), ("_lifetimeVariance", .real(2))]
        )
        let (made, seen) = try colors(at: [0, 0.5, 1, 1.5], count: 20) { _ in members }
        for (colors, factor) in zip(seen, [1, 0.5, 0, 0]) {
            let white = SIMD4<Double>(repeating: 1)
            let expected = white + (SIMD4(0.5, 0, 0.25, 1) - white) * factor
            #expect(!colors.isEmpty && colors.allSatisfy { near($0, expected) })
        }
        #expect(made.note("particleColorBlendFactorSpeed") == nil)
    }

    @Test func `a blend factor that starts above 1 stays at the color for a while`() throws {
        let (_, seen) = try colors(at: [0, 1, 1.75, 2.5]) { _ in
            tinted([0.5, 0.5, 0, 1], [("_startColorMix", .real(2)), ("_colorBlendSpeed", .real(-1))])
        }
        for (colors, factor) in zip(seen, [1, 1, 0.25, 0]) {
            #expect(near(colors.first, SIMD4(1 - factor / 2, 1 - factor / 2, 1 - factor, 1)))
        }
    }

    @Test func `the blend factor's range keeps the hue`() throws {
        let (made, seen) = try colors(at: [0.1], count: 50) { _ in
            tinted([0.5, 0.25, 0.25, 1], [("_startColorMix", .real(0.5)), ("_startColorBlendVariance", .real(1))])
        }
        #expect(seen[0].count == 50 && seen[0].allSatisfy { near($0, SIMD4(0.75, 0.625, 0.625, 1)) })
        #expect(made.note("particleColorBlendFactorRange")?.found == "1")
        // A single channel may vary.
        let (one, colors) = try colors(at: [0.1], count: 50) { _ in
            tinted([1, 0.5, 1, 1], [("_startColorMix", .real(0.5)), ("_startColorBlendVariance", .real(1))])
        }
        let greens = colors[0].map(\.y)
        #expect(greens.allSatisfy { (0.5...1).contains($0) } && (greens.min() ?? 1) < 0.6 && (greens.max() ?? 0) > 0.9)
        #expect(one.note("particleColorBlendFactorRange") == nil)
    }

    @Test func `a blend factor above 1 in its whole range is 1`() throws {
        let (made, seen) = try colors(at: [0.1], count: 50) { _ in
            tinted([1, 0, 0, 1], [("_startColorMix", .real(3)), ("_startColorBlendVariance", .real(1))])
        }
        #expect(seen[0].allSatisfy { near($0, SIMD4(1, 0, 0, 1)) })
        #expect(made.keys == ["particleTexture"])
        // A range half above 1: 0.5...1.5 becomes 0.5...1.
        let (_, half) = try colors(at: [0.1], count: 200) { _ in
            tinted([1, 0, 1, 1], [("_startColorMix", .real(1)), ("_startColorBlendVariance", .real(1))])
        }
        #expect(half[0].allSatisfy { $0.y <= 0.501 } && half[0].contains { $0.y > 0.4 })
    }

    @Test func `gray smoke stays gray`() throws {
        let (_, seen) = try colors(at: [0, 1, 5, 9], count: 50, life: 10) { archive in
            let gray = archive.color("0.1 0.1 0.1")
            return [
                ("_particleColorSequence", archive.sequence([0], [gray])), ("_startColorMix", .real(1)),
                ("_startColorBlendVariance", .real(0.5)), ("_colorBlendSpeed", .real(0.5)),
            ]
        }
        #expect(seen.allSatisfy { $0.count == 50 && $0.allSatisfy { near($0, SIMD4(0.1, 0.1, 0.1, 1)) } })
    }

    @Test func `a blend factor sequence above 1 stops at the color`() throws {
        let (_, seen) = try colors(at: [0.75, 1.5, 2.25]) { archive in
            [
                ("_particleColorBlendFactorSequence", archive.numbers([0, 1], [0, 2])), ("_startColorG", .real(0.5)),
                ("_startColorR", .real(1)), ("_startColorB", .real(1)), ("_startColorA", .real(1)),
            ]
        }
        #expect(zip(seen, [0.75, 0.5, 0.5]).allSatisfy { near($0.first, SIMD4(1, $1, 1, 1)) })
    }

    @Test func `a blend factor's speed combines with a color sequence`() throws {
        let (_, seen) = try colors(at: [0, 1.5, 2.25], life: 3) { archive in
            let colors = [archive.color("1 0 0"), archive.color("1 0 0.5")]
            return [
                ("_particleColorSequence", archive.sequence([0, 1], colors)), ("_startColorMix", .real(0)),
                ("_colorBlendSpeed", .real(2.0 / 3)),
            ]
        }
        #expect(near(seen[0].first, SIMD4(1, 1, 1, 1)))
        #expect(near(seen[1].first, SIMD4(1, 0, 0.25, 1), 0.02) && near(seen[2].first, SIMD4(1, 0, 0.375, 1), 0.02))
    }

    // MARK: Alpha

    /// Returns the alpha of the only particle, 0 if it is not drawn.
    private func alpha(_ colors: [SIMD4<Double>]) -> Double { colors.first?.w ?? 0 }

    @Test func `alpha above 1 is opaque until it falls below 1`() throws {
        let (made, seen) = try colors(at: [0, 0.5, 1, 1.5, 2, 2.5]) { _ in
            [("_startOpacity", .real(2)), ("_opacitySpeed", .real(-1))]
        }
        #expect(zip(seen, [1, 1, 1, 0.5, 0, 0]).allSatisfy { abs(alpha($0) - $1) < 0.001 })
        #expect(made.keys == ["particleTexture"])
    }

    @Test func `alpha with a range above 1 is opaque for some particles`() throws {
        let (_, seen) = try colors(at: [0, 1], count: 100) { _ in
            [("_startOpacity", .real(1.5)), ("_startOpacityVariance", .real(1)), ("_opacitySpeed", .real(-0.5))]
        }
        #expect(seen[0].allSatisfy { $0.w > 0.999 })
        // Alpha is now within 0.5...1.5.
        #expect(seen[1].contains { $0.w < 0.6 } && seen[1].count { $0.w > 0.999 } > 20)
    }

    @Test func `alpha far above 1 is 1, and alpha below 0 is 0`() throws {
        let made = try ImportedEmitter { _ in
            [("_startOpacity", .real(2000)), ("_startOpacityVariance", .real(10)), ("_opacitySpeed", .real(-0.35))]
        }
        #expect(made.cell["color"] == nil && made.cell["alphaRange"] == nil && made.cell["alphaSpeed"] == nil)
        #expect(made.keys == ["particleTexture"])
        let (_, seen) = try colors(at: [0, 1, 2]) { _ in [("_startOpacity", .real(-1)), ("_opacitySpeed", .real(1))] }
        #expect(zip(seen, [0, 0, 1]).allSatisfy { abs(alpha($0) - $1) < 0.001 })
    }

    @Test func `an alpha sequence above 1 is clamped to 1`() throws {
        let (_, seen) = try colors(at: [0.75, 1.5, 2.25]) { archive in
            [("_particleAlphaSequence", archive.numbers([0, 1], [2, 0]))]
        }
        #expect(zip(seen, [1, 1, 0.5]).allSatisfy { near($0.first, SIMD4(1, 1, 1, $1)) })
        let (_, both) = try colors(at: [0.75, 1.5, 2.25]) { archive in
            let colors = [archive.color("1 0 0"), archive.color("1 1 0")]
            return [
                ("_particleAlphaSequence", archive.numbers([0, 1], [2, 0])), ("_startColorMix", .real(1)),
                ("_particleColorSequence", archive.sequence([0, 1], colors)),
            ]
        }
        #expect(zip(both, [(0.25, 1), (0.5, 1), (0.75, 0.5)]).allSatisfy { near($0.first, SIMD4(1, $1.0, 0, $1.1)) })
    }

    @Test func `a combination of varying values is reported under the varying key`() throws {
        let made = try ImportedEmitter { _ in
            tinted(
                [1, 1, 1, 0.5],
                [("_startColorMix", .real(1)), ("_colorSpeedA", .real(-0.1)), ("_opacitySpeed", .real(-0.1))]
            )
        }
        #expect(
            made.note("particleColorAlphaSpeed")?.found == "-0.1" && made.note("particleColorAlphaRange") == nil
        )
    }
}
