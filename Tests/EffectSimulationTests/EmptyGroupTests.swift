import EffectModel
import EffectSimulation
import TestSupport
import Testing

struct EmptyGroupTests {
    /// Regression: thirty-two such layers drew their masks in each of 600 frames for sparks that lived for one frame.
    @Test(arguments: [
        #""type": "firework", "duration": 0.1"#, #""type": "fountain", "sparks": 2, "duration": 0.1"#,
        #""type": "shatter", "source": "white", "duration": 0.1"#,
        #""emitterCells": [{"contents": "circle", "lifetime": 0.1, "burst": {"count": 5}}], "emitterPosition": [50, 50]"#,
    ])
    func `a finished layer has no groups and no mask`(_ layer: String) throws {
        let text = #"""
            {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 2, "fps": 20},
             "layers": [{\#(layer), "mask": {"contents": "circle", "inverted": true}}]}
            """#
        let simulation = Simulation(try EffectSpec(text: text))
        let groups = simulation.drawList(at: 0.05).groups
        #expect(!groups.isEmpty && groups.allSatisfy { !$0.items.isEmpty && $0.mask != nil })
        #expect(simulation.drawList(at: 1).groups.isEmpty)
    }

    @Test func `sparks fly from birth to death, one after another in a fountain`() throws {
        let text = #"""
            {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 4, "fps": 20},
             "layers": [{"type": "fountain", "sparks": 10, "delay": 0.25, "duration": 0.5, "scale": 5,
                         "animator": {"scale": {"values": [1]}, "opacity": {"values": [1]}}}]}
            """#
        let simulation = Simulation(try EffectSpec(text: text))
        for step in 0...40 {
            let time = Double(step) / 16
            let alive = (0..<10).filter { (0..<0.5).contains(time - Double($0 + 1) * 0.25) }
            let ids = simulation.drawList(at: time).groups.flatMap(\.items).map(\.id)
            #expect(ids == alive, "\(time)")
        }
    }
}
