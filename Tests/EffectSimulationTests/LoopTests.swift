import EffectCoding
import EffectCost
import EffectModel
@testable import EffectSimulation
import Foundation
import TestSupport
import Testing

/// Seamless loops.
struct LoopTests {
    private func simulation(_ layer: String, duration: Double = 1.5, speed: Double = 1) throws -> Simulation {
        let text =
            #"{"canvas": {"width": 1000, "height": 1000}, "timing": {"duration": \#(duration), "fps": 20, "#
            + #""loop": "seamless", "speed": \#(speed)}, "layers": [\#(layer)]}"#
        return Simulation(try EffectSpec(text: text))
    }

    private static let layers = [
        // Lifetimes longer than the loop.
        #"{"name": "a", "emitterPosition": [500, 500], "emitterCells": [{"contents": "square", "birthRate": 40, "lifetime": 3.7, "lifetimeRange": 1, "velocity": 50, "emissionRange": "1turn", "spin": 3}]}"#,
        // A stepped burst late in the loop, on a layer that begins late and runs fast.
        #"{"name": "b", "beginTime": 0.4, "speed": 1.7, "emitterPosition": [500, 500], "emitterBehaviors": [{"type": "turbulence", "strength": 200, "speed": 1}, {"type": "wave", "force": [90, 0], "frequency": 0.3}], "emitterCells": [{"contents": "square", "birthRate": 0, "burst": {"count": 9, "at": 1.2, "spacing": 0.3}, "lifetime": 4, "velocity": 80, "emissionRange": 6}]}"#,
        // Sub-cells born after the loop's end, and trails.
        #"{"name": "c", "emitterPosition": [500, 500], "emitterCells": [{"contents": null, "birthRate": 4, "lifetime": 2.2, "velocity": 60, "emitterCells": [{"contents": "circle", "birthRate": 10, "lifetime": 1.1, "velocity": 20, "emissionRange": 6, "trail": 0.4}]}]}"#,
    ]

    @Test(arguments: layers)
    func `frame N equals frame 0, and motion is continuous across the seam`(_ layer: String) throws {
        let simulation = try simulation(layer)
        let count = simulation.spec.timing.frameCount
        for frame in [0, 1, 17] {
            #expect(simulation.drawList(ofFrame: frame + count) == simulation.drawList(ofFrame: frame))
            #expect(simulation.drawList(ofFrame: frame - count) == simulation.drawList(ofFrame: frame))
        }
        // Positions change by as little from the last frame to the first as between other frames.
        func places(_ frame: Int) -> [SIMD2<Double>] {
            simulation.drawList(ofFrame: frame).groups.flatMap(\.items).filter { $0.sprite >= 0 }.map(\.position)
        }
        func loose(_ frame: Int) -> Int {
            let next = places(frame + 1)
            return places(frame).count { place in !next.contains { ($0 - place).length < 14 } }
        }
        let usual = (0..<count - 1).map(loose).max() ?? 0
        #expect(loose(count - 1) <= usual + 1)
        let sizes = (0..<count).map { places($0).count }
        #expect(sizes.min() ?? 0 > 0)
    }

    @Test func `the number of live particles is constantly rate times lifetime`() throws {
        let simulation = try simulation(
            #"{"emitterPosition": [500, 500], "emitterCells": [{"contents": "square", "birthRate": 40, "lifetime": 3.7}]}"#
        )
        #expect(simulation.birthCount == 60)
        for frame in 0..<30 {
            #expect((147...149).contains(simulation.drawList(ofFrame: frame).groups[0].items.count))
        }
    }

    /// Found by code review: a window of a sub-cell across the seam of a loop was taken for one within a round.
    @Test func `births of sub-cells across the seam are within their bound`() throws {
        let rate = #"""
            {"keyPath": "birthRate", "values": [1, 1, 0, 0, 1, 1], "keyTimes": [0, 0.1, 0.1001, 0.8999, 0.9, 1], "duration": 1}
            """#
        for births in [3.0, 9.8, 20, 21.3] {
            let spec = try EffectSpec(
                text: #"""
                    {"timing": {"duration": 1, "fps": 4, "loop": "seamless"}, "layers": [
                      {"birthRate": 1, "animations": [\#(rate)], "emitterCells": [
                        {"contents": "circle", "lifetime": 0.2, "birthRate": 0, "burst": {"count": 10}, "beginTime": 0.9, "emitterCells": [
                          {"contents": "circle", "lifetime": 0.2, "birthRate": \#(births), "emitterCells": [
                            {"contents": "circle", "lifetime": 0.2, "burst": {"count": 40}}]}]}]}]}
                    """#
            )
            let (cost, simulation) = (RenderCost(of: spec), Simulation(spec))
            #expect(cost.births >= Double(simulation.birthCount), "\(births): \(simulation.birthCount)")
        }
    }

    /// A steady rate has as many births as the integral and the phase make whole.
    @Test func `the bound of births at a steady rate is tight`() throws {
        for (births, phase) in [(4.0, 0.0), (4.4, 0.5), (4.4, 0.7), (0.5, 0.9999), (40, 0.3)] {
            let spec = try EffectSpec(
                text: #"""
                    {"timing": {"duration": 2, "fps": 4}, "layers": [{"emitterCells": [
                      {"contents": null, "lifetime": 1, "birthRate": 0, "burst": {"count": 7}, "emitterCells": [
                        {"contents": "circle", "lifetime": 0.5, "birthRate": \#(births), "birthPhase": \#(phase)}]}]}]}
                    """#
            )
            #expect(RenderCost(of: spec).births == Double(Simulation(spec).birthCount), "\(births) \(phase)")
        }
    }

    /// Short lives among many births are looked up in ranges of births, long ones are not; all births are in both.
    @Test(arguments: [0.01, 0.04, 0.2, 1.4, 1.5, 1.6, 4.7])
    func `every particle is there once for each round in which it lives`(_ lifetime: Double) throws {
        let cell = #"{"contents": "square", "birthRate": 90, "lifetime": \#(lifetime), "velocity": 9}"#
        let simulation = try simulation(
            #"{"name": "all", "emitterPosition": [500, 500], "emitterCells": [\#(cell), \#(cell)]}"#
        )
        let emitter = try #require(simulation.layers.first?.0 as? EmitterSimulation)
        let period = 1.5
        for frame in 0..<30 {
            let now = Double(frame) / 20
            let group = try #require(simulation.drawList(ofFrame: frame).groups.first)
            var alive: [Double] = []
            for particle in emitter.particles {
                var age = (now - particle.birth).truncatingRemainder(dividingBy: period)
                if age < -1e-9 { age += period }
                while age < lifetime - 1e-9 {
                    alive.append(age)
                    age += period
                }
            }
            // Those that die in this very moment may be counted or not.
            let doubtful = emitter.particles.count { particle in
                let over = (now - particle.birth - lifetime) / period
                return abs(over - over.rounded()) < 1e-6
            }
            let found = group.items.map(\.age).sorted()
            #expect(abs(found.count - alive.count) <= doubtful, "\(found.count) for \(alive.count) in frame \(frame)")
            guard found.count == alive.count else { continue }
            let isSame = zip(found, alive.sorted()).allSatisfy { abs($0 - $1) < 2e-6 }
            #expect(isSame, "frame \(frame)")
        }
    }

    @Test func `a slow-motion loop closes`() throws {
        let simulation = try simulation(Self.layers[0], speed: 2)
        #expect(simulation.spec.timing.frameCount == 60)
        #expect(simulation.drawList(ofFrame: 60) == simulation.drawList(ofFrame: 0))
    }

    @Test func `the predicted number of live particles is an upper bound, and a repeating layer is refused`() throws {
        for layer in Self.layers {
            let simulation = try simulation(layer)
            let counts = (0..<30).map { simulation.drawList(ofFrame: $0).groups.reduce(0) { $0 + $1.items.count } }
            let cost = RenderCost(of: simulation.spec)
            #expect(cost.liveParticles >= Double(counts.max() ?? 0) && cost.births >= Double(simulation.birthCount))
            #expect(cost.drawnParticles >= Double(counts.reduce(0, +)))
        }
        #expect(throws: SpecError.self) {
            try simulation(
                #"{"repeatCount": 2, "duration": 0.5, "emitterCells": [{"contents": "square", "birthRate": 4, "lifetime": 1}]}"#
            )
        }
    }

    @Test(arguments: 0..<40)
    func `predictions of loops of any length are upper bounds, and do not grow with the length`(_ seed: Int) throws {
        var dice = Dice(UInt64(seed))
        let child =
            dice.whole(0...1) == 0
            ? #", "emitterCells": [{"contents": "circle", "on": "\#(["birth", "update", "death"][dice.whole(0...2)])", "birthRate": \#(Double(dice.whole(0...40)) / 10), "duration": \#(Double(dice.whole(1...20)) / 10), "beginTime": \#(Double(dice.whole(0...10)) / 10), "lifetime": \#(Double(dice.whole(1...60)) / 10)}]"#
            : ""
        let rate = Double(dice.whole(1...300)) / 10
        let cell =
            #"{"contents": "square", "birthRate": \#(rate), "birthPhase": \#(Double(dice.whole(0...99)) / 100), "lifetime": \#(Double(dice.whole(1...70)) / 10)\#(child)}"#
        let layer = #"{"emitterPosition": [500, 500], "emitterCells": [\#(cell)]}"#
        func cost(_ duration: Double) throws -> RenderCost {
            let simulation = try simulation(layer, duration: duration)
            let cost = RenderCost(of: simulation.spec)
            let counts = stride(from: 0, to: simulation.spec.timing.frameCount, by: 3).map {
                simulation.drawList(ofFrame: $0).groups.reduce(0) { $0 + $1.items.count }
            }
            #expect(cost.liveParticles >= Double(counts.max() ?? 0), "\(layer), \(duration)")
            return cost
        }
        let (short, long) = (try cost(Double(dice.whole(3...30)) / 10), try cost(12))
        if child.isEmpty { #expect(long.liveParticles <= 2.5 * short.liveParticles + 4) }
    }

    @Test(arguments: ["death", "birth", "update"])
    func `sub-cells of a burst close the loop wherever the burst is`(_ event: String) throws {
        // The second burst is after the loop's end and so in the next round.
        let simulation = try simulation(
            #"{"emitterPosition": [500, 500], "emitterCells": [{"contents": null, "birthRate": 0, "burst": {"count": 3, "at": 1, "interval": 1, "repeat": 1}, "lifetime": 2, "velocity": 60, "emissionRange": 6, "emitterCells": [{"contents": "circle", "on": "\#(event)", "birthRate": 0, "burst": {"count": 5}, "lifetime": 1, "velocity": 9}]}]}"#
        )
        let count = simulation.spec.timing.frameCount
        #expect(simulation.birthCount == 6 + 30)
        for frame in [0, 7] {
            #expect(simulation.drawList(ofFrame: frame + count) == simulation.drawList(ofFrame: frame))
        }
        // The second burst, at 2 s of a loop of 1.5 s, is visible from 0.5 s on; the first from 1 s on.
        let seen = (0..<count).map { simulation.drawList(ofFrame: $0).groups.reduce(0) { $0 + $1.items.count } }
        #expect(seen.max() ?? 0 > 0 && seen.max() ?? 0 <= 60)
    }
}
