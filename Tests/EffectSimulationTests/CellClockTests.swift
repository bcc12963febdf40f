import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing

/// Emission durations of cells and emitters.
struct CellClockTests {
    private func simulation(
        _ cell: [JSONValue.Member],
        emitter: [JSONValue.Member] = [],
        timing: JSONValue = ["duration": 6, "fps": 10]
    ) throws -> Simulation {
        let steady: [JSONValue.Member] = [
            .init("birthPhase", 0), .init("birthRate", 10), .init("lifetime", 9), .init("beginTime", 0.25),
        ]
        return Simulation(
            try EffectSpec(json: Specs.one(emitter: emitter, cell: Specs.merged(steady, cell), timing: timing))
        )
    }

    private func births(_ simulation: Simulation) -> [Double] {
        simulation.drawList(at: 5.99).groups.flatMap(\.items).map { 5.99 - $0.age }.sorted()
    }

    /// The cell's begin time is 0.25 s.
    @Test func `repetitions last for the repeat count or duration`() throws {
        #expect(try simulation([.init("duration", 1), .init("repeatDuration", 2.5)]).birthCount == 25)
        // The longer one wins.
        #expect(
            try simulation([.init("duration", 1), .init("repeatDuration", 1.5), .init("repeatCount", 3)]).birthCount
                == 30
        )
        #expect(try simulation([.init("duration", 1), .init("repeatDuration", 0.5)]).birthCount == 10)
        // An endless cell keeps emitting.
        #expect(try simulation([.init("repeatDuration", 0.5)]).birthCount == 57)
    }

    @Test func `autoreverse doubles the duration`() throws {
        #expect(try simulation([.init("duration", 0.5), .init("autoreverses", true)]).birthCount == 10)
        let thrice: [JSONValue.Member] = [
            .init("duration", 0.5), .init("autoreverses", true), .init("repeatCount", 3),
        ]
        #expect(try simulation(thrice).birthCount == 30)
        #expect(try simulation(thrice + [.init("speed", 2)]).birthCount == 30)
    }

    @Test func `idle times separate repetitions and count toward the repeat duration`() throws {
        let idle: [JSONValue.Member] = [.init("duration", 0.5), .init("idleDuration", 0.5)]
        let some = try simulation(idle + [.init("repeatDuration", 2.25)])
        // Two and a half runs.
        #expect(some.birthCount == 12)
        #expect(births(some).allSatisfy { ($0 - 0.25 - 1e-6).truncatingRemainder(dividingBy: 1) <= 0.5 })
        let back = try simulation(idle + [.init("autoreverses", true), .init("repeatCount", 2)])
        #expect(back.birthCount == 20)
        #expect(births(back).allSatisfy { $0 < 1.25 + 1e-5 || $0 > 1.75 })
        #expect(throws: SpecError.self) { try simulation(idle + [.init("repeatDuration", 0.5)]) }
    }

    @Test(arguments: ["removed", "forwards", "backwards", "both"])
    func `the fill mode emits no particles outside the duration`(_ mode: JSONValue) throws {
        let cell: [JSONValue.Member] = [.init("duration", 0.75)]
        let filled = try simulation(cell + [.init("fillMode", mode)])
        let plain = try simulation(cell)
        for time in [0.1, 0.5, 2] { #expect(filled.drawList(at: time) == plain.drawList(at: time)) }
    }

    @Test func `a stopped emitter leaves live particles and their sub-cells alone`() throws {
        let child: JSONValue = ["name": "s", "contents": "dot", "birthRate": 4, "lifetime": 9]
        let cell: [JSONValue.Member] = [.init("emitterCells", [child]), .init("lifetime", 2)]
        let stopped = try simulation(cell, emitter: [.init("emitterDuration", 1)])
        let items = stopped.drawList(at: 5.9).groups[0].items
        let mothers = stopped.drawList(at: 1.5).groups[0].items.filter { $0.cell == 0 }
        #expect(mothers.count == 7 && mothers.allSatisfy { 1.5 - $0.age <= 1.001 })
        // Eight children per parent, the last one exactly at the parent's end.
        #expect(items.count == 7 * 8 || items.count == 7 * 7)
        #expect(items.contains { 5.9 - $0.age > 2 })
        let endless = try simulation(cell, emitter: [.init("emitterDuration", 0)])
        #expect(endless.birthCount == (try simulation(cell).birthCount))
    }

    @Test func `births after the emitter's duration are dropped, also in loops`() throws {
        let burst: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 5, "interval": 1, "repeat": 3]),
        ]
        #expect(try simulation(burst, emitter: [.init("emitterDuration", 2)]).birthCount == 10)
        let loop: JSONValue = ["duration": 4, "fps": 10, "loop": "seamless"]
        let closed = try simulation([.init("beginTime", 0)], emitter: [.init("emitterDuration", 1)], timing: loop)
        #expect(closed.birthCount == 10)
        #expect(closed.drawList(ofFrame: 40) == closed.drawList(ofFrame: 0))
    }

    @Test func `the update interval has no effect`() throws {
        let often = try simulation([], emitter: [.init("updateInterval", 0.1)])
        #expect(try often.drawList(at: 1.234) == simulation([]).drawList(at: 1.234))
    }

    @Test(arguments: UInt64(0)..<140)
    func `births and drawn particles never exceed the prediction`(_ seed: UInt64) throws {
        var random = RandomStream(key: seed)
        func pick(_ values: JSONValue...) -> JSONValue {
            random = random.substream(1)
            return values[Int(random.unit(0) * Double(values.count))]
        }
        let duration = pick(0.2, 0.5, 1.5)
        let cell: [JSONValue.Member] = [
            .init("duration", duration), .init("autoreverses", pick(true, false)),
            .init("repeatCount", pick(1, 2.5, 4)), .init("repeatDuration", pick(2, 3.3, 100)),
            .init("idleDuration", pick(0, 0.3)), .init("speed", pick(0.5, 1, 3)), .init("timeOffset", pick(0, 0.7)),
            .init("lifetime", pick(0.1, 3)), .init("birthRate", pick(3, 100)),
        ]
        var emitter: [JSONValue.Member] = [
            .init("emitterDuration", pick(0, 0.6, 2)), .init("prewarm", pick(0, "steady")),
            .init("timeOffset", pick(0, 0.4)), .init("speed", pick(1, 0.3, 4)), .init("beginTime", pick(0, 1.2)),
        ]
        let loop = pick("forever", "seamless")
        if loop != "seamless" {
            emitter.append(.init("fillMode", pick("removed", "forwards", "backwards", "both")))
            if pick(true, false) == true {
                emitter += [
                    .init("duration", pick(0.4, 0.9)), .init("repeatCount", pick(1, 2.5)),
                    .init("autoreverses", pick(true, false)),
                ]
            }
        }
        let timing: JSONValue = ["duration": 3, "fps": 10, "loop": loop, "speed": pick(1, 0.5)]
        let simulation = try simulation(cell, emitter: emitter, timing: timing)
        let cost = RenderCost(of: simulation.spec)
        #expect(Double(simulation.birthCount) <= cost.births)
        let counts = (0..<simulation.spec.timing.frameCount).map {
            simulation.drawList(ofFrame: $0).groups.reduce(0) { $0 + $1.items.count }
        }
        #expect(Double(counts.max() ?? 0) <= cost.liveParticles)
        #expect(Double(counts.reduce(0, +)) <= cost.drawnParticles, "\(counts.reduce(0, +)), \(cost)")
    }

    /// A single burst, so that the bound on births does not mask the bound on drawn particles.
    @Test(
        arguments: [
            (["beginTime": 2, "fillMode": "backwards", "timeOffset": 0.2], 23),
            (["beginTime": 2, "fillMode": "backwards"], 24),
            (["duration": 0.6, "repeatCount": 5], 25), (["duration": 0.6, "repeatCount": 3, "autoreverses": true], 24),
            (["duration": 0.4, "fillMode": "forwards"], 30), (["speed": 0.1], 30),
            (["speed": 0.2, "timeOffset": 0.1], 20),
            (["speed": 20], 1), ([:], 5),
        ] as [(JSONValue, Int)]
    )
    func `a stopped or repeating clock counts each drawing of a particle`(_ clock: JSONValue, _ least: Int)
        throws
    {
        guard case .object(let members) = clock else { return }
        let cell: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 100]), .init("lifetime", 0.5), .init("beginTime", 0),
        ]
        let simulation = try simulation(cell, emitter: members, timing: ["duration": 3, "fps": 10])
        let drawn = (0..<30).reduce(0) { sum, frame in
            simulation.drawList(ofFrame: frame).groups.reduce(sum) { $0 + $1.items.count }
        }
        #expect(drawn >= 100 * least && Double(drawn) <= RenderCost(of: simulation.spec).drawnParticles, "\(drawn)")
    }
}
