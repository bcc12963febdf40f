import EffectModel
import Testing
@testable import EffectCatalog

/// `es`, `em`, `ew` and `eh`, each on its own.
struct ExtentTests {
    private func emitters(_ name: String, _ parameters: [String: String]) throws -> [Emitter] {
        let found = PresetView(try #require(Preset.all[name]), try preset(name, parameters)).emitters
        #expect(!found.isEmpty)
        return found
    }

    @Test func `a point that gets a size becomes a shape`() throws {
        for (name, size) in [("ew", SIMD2(200, 0)), ("eh", SIMD2(0, 200.0))] {
            for emitter in try emitters("festive", [name: "200"]) {
                #expect(emitter.emitterShape == .rectangle && emitter.emitterSize == size)
            }
        }
        for emitter in try emitters("festive", ["em": "outline"]) {
            #expect(emitter.emitterShape == .rectangle && emitter.emitterMode == .outline && emitter.emitterSize.x > 0)
        }
    }

    @Test func `a shape without a size gets one, and a line with a height becomes a rectangle`() throws {
        for emitter in try emitters("festive", ["es": "circle"]) {
            #expect(emitter.emitterShape == .circle && emitter.emitterSize.x > 0)
        }
        for name in ["confetti", "snowfall", "hearts"] {
            let before = try emitters(name, [:])
            for (emitter, line) in zip(try emitters(name, ["eh": "120"]), before) where line.emitterShape == .line {
                #expect(emitter.emitterShape == .rectangle && emitter.emitterSize == [line.emitterSize.x, 120])
                // Particles leave it as they left the line.
                let own = line.naturalDirection
                #expect(emitter.naturalDirection == (own == .shape ? .angle(-.pi / 2) : own), "\(name)")
            }
        }
        for emitter in try emitters("confetti", ["eh": "120", "angle": "0"]) {
            #expect(emitter.naturalDirection == .angle(0))
        }
    }

    @Test func `what is stated stays`() throws {
        for emitter in try emitters("festive", ["es": "line", "eh": "40"]) {
            #expect(emitter.emitterShape == .line && emitter.emitterSize == [0, 40])
        }
        for emitter in try emitters("festive", ["es": "point"]) { #expect(emitter.emitterShape == .point) }
        for emitter in try emitters("festive", ["em": "surface", "layers.0.emitterShape": "circle"]).prefix(1) {
            #expect(emitter.emitterShape == .circle)
        }
    }
}
