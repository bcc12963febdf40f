import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

/// Parameters of the `stars` preset and their effects.
struct StarfieldTests {
    private func simulation(_ parameters: (String, String)...) throws -> Simulation {
        let parameters = parameters.map { PresetRequest.Parameter($0.0, $0.1) }
        return try Simulation(PresetRequest.spec(preset: "stars", parameters, limits: RenderLimits()))
    }

    @Test func `every parameter for the age of the stars has an effect`() throws {
        #expect((60...150).contains(try simulation().birthCount))
        let warm = try simulation(("t0", "20")).birthCount
        #expect((450...750).contains(warm))
        #expect(try simulation(("t0", "20s")).birthCount == warm)
        #expect(try simulation(("layers.0.prewarm", "20")).birthCount == warm)
        #expect(try simulation(("t0", "500%")).birthCount == warm)
        let steady = try simulation(("t0", "steady")).birthCount
        #expect((1200...1900).contains(steady))
        #expect(try simulation(("t0", "auto")).birthCount == steady)
        // A time offset starts the layer as many seconds earlier.
        #expect((110...250).contains(try simulation(("layers.0.timeOffset", "4s")).birthCount))
        #expect(try simulation(("layers.0.timeOffset", "4s"), ("d", "0.01")).birthCount > 50)
    }

    @Test(arguments: ["100", "300s"])
    func `a long prewarm emits stars throughout`(_ prewarm: String) throws {
        #expect(try simulation(("t0", prewarm)).birthCount > 2000)
    }

    @Test func `slow motion changes only the frame count`() throws {
        let slow = try simulation(("d", "10"), ("slow", "20"), ("fps", "1"))
        #expect(slow.spec.timing.frameCount == 200)
        #expect(try slow.birthCount == simulation(("d", "10")).birthCount)
    }

    @Test func `radius and rate grow until the end, for any notation of the duration and at any speed`() throws {
        for parameters in [[("d", "8s")], [("d", "2"), ("layers.0.speed", "4")]] {
            let parameters = parameters.map { PresetRequest.Parameter($0.0, $0.1) }
            let spec = try PresetRequest.spec(preset: "stars", parameters, limits: RenderLimits())
            let timeline = LayerTimeline(spec.layers[0])
            let emitters = (0..<80).map { timeline.emitter(at: Double($0) / 10 + 0.05) }
            #expect(Set(emitters.map(\.emitterSize.x)).count == 80)
            let rates = (0..<80).compactMap { timeline.birthRate(ofCell: 0)?.value(at: Double($0) / 10 + 0.05) }
            // StarsOverlay: rate 10 + √r, with r up to the longer side.
            for (rate, emitter) in zip(rates, emitters) {
                #expect(emitter.emitterSize.x == emitter.emitterSize.y && emitter.emitterSize.x < 500)
                #expect(abs(rate - 10 - emitter.emitterSize.x.squareRoot()) < 1e-9)
            }
        }
    }

    @Test func `base rate, interval, radius and exponent are parameters`() throws {
        #expect((1900...2300).contains(try simulation(("layers.0.emitterCells.0.birthRate", "500")).birthCount))
        let spec = try PresetRequest.spec(
            preset: "stars",
            [
                .init("layers.0.animations.0.interval", "2"), .init("layers.0.animations.1.interval", "2"),
                .init("layers.0.animations.0.to", "[80,80]"), .init("layers.0.animations.1.exponent", "1"),
                .init("layers.0.animations.1.to", "80"),
            ],
            limits: RenderLimits()
        )
        let timeline = LayerTimeline(spec.layers[0])
        let sizes = [0.1, 1.9, 2.1, 3.9].map { timeline.emitter(at: $0).emitterSize.x }
        #expect(sizes[0] == sizes[1] && sizes[1] != sizes[2] && sizes[2] == sizes[3] && sizes.allSatisfy { $0 < 80 })
        #expect(abs((timeline.birthRate(ofCell: 0)?.value(at: 1) ?? 0) - 10 - sizes[0]) < 1e-9)
        // A static radius leaves the rate at its base.
        #expect((36...44).contains(try simulation(("layers.0.animations", "[]")).birthCount))
    }

    @Test func `a larger canvas has a wider ring and a higher rate`() throws {
        let small = try simulation(("w", "100"), ("h", "100"), ("fit", "native")).birthCount
        #expect(try simulation(("w", "1000"), ("h", "100"), ("fit", "native")).birthCount > small * 3 / 2)
    }

    /// The canonical document made from a URL can be POSTed.
    @Test func `the canonical document renders the same stars`() throws {
        let simulation = try simulation(("t0", "7"))
        let again = try Simulation(EffectSpec(json: simulation.spec.json))
        #expect(again.drawList(at: 3) == simulation.drawList(at: 3))
    }

    @Test func `the radius changes in a seamless loop`() throws {
        let simulation = try simulation(("loop", "seamless"))
        #expect(simulation.drawList(at: 0).groups.flatMap(\.items).count > 100)
        #expect(simulation.birthCount < 150)
    }
}
