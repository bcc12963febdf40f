import EffectModel
import EffectSimulation
import TestSupport
import Testing

/// NSHipster's confetti, number by number, over many seeds.
struct ConfettiTests {
    /// The preset's emitter as the article has it, with five cells.
    static func document(seed: Int) -> JSONValue {
        let cells: [JSONValue] = (0..<5).map { index in
            [
                "name": .string("cell\(index)"), "contents": "square", "birthRate": 50, "lifetime": 10,
                "velocity": 500, "velocityRange": 250, "emissionLongitude": "180deg", "emissionRange": "45deg",
                "spinRange": "1080deg", "scale": 0.75, "scaleRange": 0.25,
            ]
        }
        return [
            "canvas": ["width": 375, "height": 812], "timing": ["duration": 4, "fps": 30],
            "seed": .number(Double(seed)),
            "layers": [
                [
                    "name": "confetti", "emitterShape": "line", "emitterMode": "outline",
                    "emitterPosition": ["50%", 0], "emitterSize": ["100%", 1],
                    "animations": [
                        [
                            "keyPath": "birthRate", "values": [1, 0, 0], "keyTimes": [0, 0.5, 1],
                            "timingFunction": "easeIn", "duration": 3, "fillMode": "forwards",
                        ],
                        [
                            "keyPath": "opacity", "values": [1, 0], "timingFunction": "easeOut", "beginTime": 3,
                            "duration": 1, "fillMode": "forwards",
                        ],
                    ],
                    "emitterCells": .array(cells),
                ]
            ],
        ]
    }

    private func simulation(_ seed: Int) throws -> Simulation {
        try Simulation(EffectSpec(json: Self.document(seed: seed)))
    }

    private func items(_ list: DrawList) -> [DrawList.Item] { list.groups.flatMap(\.items) }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    @Test(arguments: 0..<100)
    func `the rain has the counts and places of the reference`(_ seed: Int) throws {
        let simulation = try simulation(seed)
        // ∫ = 1.2461 × 50: 62 or 63 particles of each cell.
        #expect((310...315).contains(simulation.birthCount))

        let early = items(simulation.drawList(at: 0.2))
        #expect((42...58).contains(early.count))
        #expect(early.allSatisfy { $0.position.y <= 165 })
        #expect((25...65).contains(median(early.map(\.position.y))))

        let first = items(simulation.drawList(at: 1))
        #expect((170...255).contains(first.count))
        #expect((165...255).contains(median(first.map(\.position.y))))
        #expect((500...760).contains(first.map(\.position.y).max() ?? 0))

        let second = items(simulation.drawList(at: 2))
        #expect((190...290).contains(second.count))
        #expect((400...560).contains(median(second.map(\.position.y))))

        let third = items(simulation.drawList(at: 3))
        #expect((45...115).contains(third.count))
        #expect(median(third.map(\.position.y)) > 406)
        #expect(simulation.drawList(at: 4).groups.isEmpty)
    }

    @Test(arguments: 0..<100)
    func `each cell gives birth 62 or 63 times, and never after 1.9725 s`(_ seed: Int) throws {
        let simulation = try simulation(seed)
        var births: [Int: [Int: Double]] = [:]
        for tenth in 0...30 {
            let list = simulation.drawList(at: Double(tenth) / 10)
            for item in items(list) { births[item.cell, default: [:]][item.id] = list.time - item.age }
        }
        // A few leave the canvas between two looks, so the ids give only a lower bound here.
        for cell in births.values {
            #expect((50...63).contains(cell.count))
            #expect((cell.values.max() ?? 9) <= 1.9725 + 1e-5)
        }
        let all = births.values.flatMap(\.values)
        #expect((all.max() ?? 0) > 1.9)
    }

    @Test(arguments: 0..<40)
    func `pieces fall on straight lines within 22.5 degrees of straight down`(_ seed: Int) throws {
        let simulation = try simulation(seed)
        let steps = [0.8, 1.0, 1.2].map { time in
            Dictionary(uniqueKeysWithValues: items(simulation.drawList(at: time)).map { ($0.id, $0) })
        }
        var compared = 0
        for (id, middle) in steps[1] {
            guard let before = steps[0][id], let after = steps[2][id] else { continue }
            compared += 1
            let move = after.position - before.position
            #expect(move.y > 0 && abs(move.x) <= 0.4143 * move.y + 0.1)
            let bend = before.position + after.position - 2 * middle.position
            #expect(abs(bend.x) < 0.02 && abs(bend.y) < 0.02)  // no gravity curve
            let turn = after.rotation - before.rotation
            #expect(abs(turn) <= 0.4 * 6 * .pi + 1e-4)
            #expect(middle.scale.x >= 0.5 && middle.scale.x <= 1)
        }
        #expect(compared > 100)
    }

    @Test(arguments: 0..<40)
    func `the top edge is covered from end to end at the start`(_ seed: Int) throws {
        let list = items(try simulation(seed).drawList(at: 0.2))
        for part in 0..<5 {
            let stretch = Double(part) * 75..<Double(part + 1) * 75
            #expect(list.contains { stretch.contains($0.position.x) }, "nothing in \(stretch)")
        }
        // No pile-up: some are born in each third of the first fifth of a second.
        for third in 0..<3 {
            #expect(list.contains { Int($0.age / 0.0667) == third })
        }
    }

    @Test func `the layer fades out over its last second, easing out`() throws {
        let simulation = try simulation(1)
        #expect(simulation.drawList(at: 2.99).groups.map(\.opacity) == [1])
        let half = try #require(simulation.drawList(at: 3.5).groups.first)
        #expect(abs(half.opacity - (1 - 0.6846)) < 1e-4)
    }
}
