import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Simulation of imported emitters.
struct RenderTests {
    /// A fire with typical numbers.
    static let fire = EmitterArchive.emitter { archive in
        let colors = ["1 0.6 0.2", "0.8 0.2 0"].map { archive.color($0) }
        return [
            ("_birthrate", .float(455)), ("_lifetime", .float(1.4)), ("_lifetimeVariance", .float(0.2)),
            ("_startPosition", archive.reference(.text("{0, -100}"))),
            ("_startPositionVariance", archive.reference(.text("{44, 10}"))), ("_emissionAngle", .float(1.5707964)),
            ("_emissionAngleVariance", .float(0.35)), ("_startSpeed", .float(100)), ("_startSpeedVariance", .float(50)),
            ("_startScale", .float(0.5)), ("_startScaleVariance", .float(0.4)), ("_scaleSpeed", .float(-0.5)),
            ("_startOpacity", .float(0.8)), ("_startOpacityVariance", .float(0.2)), ("_opacitySpeed", .float(-0.45)),
            ("_startColorMix", .float(1)), ("_particleColorSequence", archive.sequence([0, 0.5], colors)),
            ("_particleBlendMode", .whole(1)),
        ]
    }

    @Test func `a fire burns from its first frame, upward and with additive blending`() throws {
        let made = try ImportedEmitter(Self.fire)
        #expect(made.keys == ["particleTexture"])
        let simulation = Simulation(made.result.spec)
        for time in [0.0, 0.7, 1.5] {
            let group = simulation.drawList(at: time).groups[0]
            #expect(group.items.count > 300)
            #expect(group.blend == .add)
            // Particles start 100 points below the center, 240, and rise.
            let heights = group.items.map(\.position.y)
            #expect(heights.allSatisfy { $0 <= 345.5 } && heights.contains { $0 < 280 })
        }
    }

    @Test(arguments: [1, 7, 256, 1000])
    func `the number of births is the file's`(count: Int) throws {
        for rate: Float in [3.3, 455.28, 2048, 10_000] {
            var options = ImportOptions()
            // Long enough for all births; no particle dies.
            options.duration = Double(count) / Double(rate) + 0.1
            options.limits.maximumDuration = 1000
            options.limits.maximumFrames = 100_000
            options.limits.maximumPixels = .max
            options.limits.maximumWork = .max
            options.fps = 1
            let made = try ImportedEmitter(options: options) { _ in
                [("_numParticlesToEmit", .whole(count)), ("_birthrate", .float(rate)), ("_lifetime", .real(10_000))]
            }
            let last = Double(count) / Double(rate) + 0.05
            #expect(Simulation(made.result.spec).drawList(at: last).groups.first?.items.count == count)
        }
    }

    @Test func `directions are flipped with y`() throws {
        // Up and to the right, counterclockwise from the right.
        let made = try ImportedEmitter { _ in
            [
                ("_numParticlesToEmit", .whole(1)), ("_birthrate", .real(1000)), ("_startSpeed", .real(100)),
                ("_emissionAngle", .real(Double.pi / 6)), ("_startRotation", .real(0.5)), ("_rotationSpeed", .real(1)),
            ]
        }
        let item = try #require(Simulation(made.result.spec).drawList(at: 1.001).groups.first?.items.first)
        #expect(abs(item.position.x - (160 + 100 * 0.866)) < 0.1 && abs(item.position.y - (240 - 50)) < 0.1)
        #expect(abs(item.rotation - (-1.5)) < 0.01)
    }

    @Test func `the document round-trips to the same spec`() throws {
        let result = try ImportedEmitter(Self.fire).result
        let text = JSONWriter.prettyBytes(of: result.document)
        #expect(try EffectSpec(json: JSONParser.parse(text)) == result.spec)
    }
}
