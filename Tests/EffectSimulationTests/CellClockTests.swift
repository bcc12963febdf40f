import EffectModel
import EffectSimulation
import TestSupport
import Testing

/// How long cells and emitters emit.
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

    /// The cell begins after a quarter of a second.
    @Test func `repetitions last as long as they say`() throws {
        #expect(try simulation([.init("duration", 1), .init("repeatDuration", 2.5)]).birthCount == 25)
        // The longer of the two counts.
        #expect(
            try simulation([.init("duration", 1), .init("repeatDuration", 1.5), .init("repeatCount", 3)]).birthCount
                == 30
        )
        #expect(try simulation([.init("duration", 1), .init("repeatDuration", 0.5)]).birthCount == 10)
        // What has no end goes on.
        #expect(try simulation([.init("repeatDuration", 0.5)]).birthCount == 57)
    }

    @Test func `there and back is twice as long`() throws {
        #expect(try simulation([.init("duration", 0.5), .init("autoreverses", true)]).birthCount == 10)
        let thrice: [JSONValue.Member] = [
            .init("duration", 0.5), .init("autoreverses", true), .init("repeatCount", 3),
        ]
        #expect(try simulation(thrice).birthCount == 30)
        #expect(try simulation(thrice + [.init("speed", 2)]).birthCount == 30)
    }

    @Test func `idle times come between repetitions, and are part of what they last`() throws {
        let idle: [JSONValue.Member] = [.init("duration", 0.5), .init("idleDuration", 0.5)]
        let some = try simulation(idle + [.init("repeatDuration", 2.25)])
        // Two runs and a half.
        #expect(some.birthCount == 12)
        #expect(births(some).allSatisfy { ($0 - 0.25 - 1e-6).truncatingRemainder(dividingBy: 1) <= 0.5 })
        let back = try simulation(idle + [.init("autoreverses", true), .init("repeatCount", 2)])
        #expect(back.birthCount == 20)
        #expect(births(back).allSatisfy { $0 < 1.25 + 1e-5 || $0 > 1.75 })
        #expect(throws: SpecError.self) { try simulation(idle + [.init("repeatDuration", 0.5)]) }
    }

    @Test(arguments: ["removed", "forwards", "backwards", "both"])
    func `what holds outside gives no births`(_ mode: JSONValue) throws {
        let cell: [JSONValue.Member] = [.init("duration", 0.75)]
        let filled = try simulation(cell + [.init("fillMode", mode)])
        let plain = try simulation(cell)
        for time in [0.1, 0.5, 2] { #expect(filled.drawList(at: time) == plain.drawList(at: time)) }
    }

    @Test func `an emitter that stops leaves what is born alone`() throws {
        let child: JSONValue = ["name": "s", "contents": "dot", "birthRate": 4, "lifetime": 9]
        let cell: [JSONValue.Member] = [.init("emitterCells", [child]), .init("lifetime", 2)]
        let stopped = try simulation(cell, emitter: [.init("emitterDuration", 1)])
        let items = stopped.drawList(at: 5.9).groups[0].items
        let mothers = stopped.drawList(at: 1.5).groups[0].items.filter { $0.cell == 0 }
        #expect(mothers.count == 7 && mothers.allSatisfy { 1.5 - $0.age <= 1.001 })
        // Each has its eight, one of them at its very end.
        #expect(items.count == 7 * 8 || items.count == 7 * 7)
        #expect(items.contains { 5.9 - $0.age > 2 })
        let endless = try simulation(cell, emitter: [.init("emitterDuration", 0)])
        #expect(endless.birthCount == (try simulation(cell).birthCount))
    }

    @Test func `what is due after the emitter's time is not born, in loops neither`() throws {
        let burst: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 5, "interval": 1, "repeat": 3]),
        ]
        #expect(try simulation(burst, emitter: [.init("emitterDuration", 2)]).birthCount == 10)
        let loop: JSONValue = ["duration": 4, "fps": 10, "loop": "seamless"]
        let closed = try simulation([.init("beginTime", 0)], emitter: [.init("emitterDuration", 1)], timing: loop)
        #expect(closed.birthCount == 10)
        #expect(closed.drawList(ofFrame: 40) == closed.drawList(ofFrame: 0))
    }

    @Test func `how often Core Animation updates an emitter plays no part`() throws {
        let often = try simulation([], emitter: [.init("updateInterval", 0.1)])
        #expect(try often.drawList(at: 1.234) == simulation([]).drawList(at: 1.234))
    }

    @Test(arguments: UInt64(0)..<60)
    func `no more are born than predicted`(_ seed: UInt64) throws {
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
        let emitter: [JSONValue.Member] = [
            .init("emitterDuration", pick(0, 0.6, 2)), .init("prewarm", pick(0, "steady")),
            .init("timeOffset", pick(0, 0.4)),
        ]
        let timing: JSONValue = ["duration": 3, "fps": 10, "loop": pick("forever", "seamless")]
        let simulation = try simulation(cell, emitter: emitter, timing: timing)
        let cost = RenderCost(of: simulation.spec)
        #expect(Double(simulation.birthCount) <= cost.births)
        let most = (0..<30).map { simulation.drawList(ofFrame: $0).groups.reduce(0) { $0 + $1.items.count } }.max()
        #expect(Double(most ?? 0) <= cost.liveParticles)
    }
}
