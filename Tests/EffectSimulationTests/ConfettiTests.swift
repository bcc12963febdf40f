import EffectCoding
import EffectModel
@testable import EffectSimulation
import StrictJSON
import TestSupport
import Testing

/// NSHipster's confetti compared with reference numbers over many seeds.
struct ConfettiTests {
    /// The emitter of the article with five cells.
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

    /// Pieces of all hundred seeds at one instant, on a canvas with room beside the line: "visible" in the reference
    /// means above the bottom edge, regardless of the horizontal position.
    private func rain(at time: Double) throws -> [[DrawList.Item]] {
        try (0..<100).map { seed in items(try Self.wide(seed).drawList(at: time)) }
    }

    private static func wide(_ seed: Int) throws -> Simulation {
        guard case .object(var members) = document(seed: seed), case .array(let layers) = members[3].value,
            case .object(let layer) = layers[0]
        else { throw CancellationError() }
        members[0].value = ["width": 1575, "height": 812]
        let changes: [JSONValue.Member] = [.init("emitterSize", [375, 1])]
        members[3].value = [.object(Specs.merged(layer, changes))]
        return try Simulation(EffectSpec(json: .object(members)))
    }

    /// Time, count, median height and height of the lowest piece, within ±15 % and ±10 % of the reference.
    @Test(arguments: [(0.2, 50.0, 45.0), (1, 210, 210), (2, 240, 480), (3, 80, 609)])
    func `the rain has the reference's counts and heights`(_ time: Double, _ count: Double, _ height: Double) throws {
        let rains = try rain(at: time)
        let counts = rains.map { Double($0.count) }
        let mean = counts.reduce(0, +) / 100
        #expect(abs(mean / count - 1) <= 0.15, "\(mean) pieces")
        // The count of a single seed varies within about three standard deviations of a binomial distribution.
        for one in counts { #expect(abs(one - mean) <= 3.5 * (mean + 1).squareRoot()) }
        let middle = median(rains.joined().map(\.position.y))
        #expect(abs(middle / height - 1) <= 0.15, "median \(middle)")
        if time == 0.2 { #expect(rains.joined().allSatisfy { $0.position.y <= 155 }) }
        if time == 1 {
            let lowest = rains.map { $0.map(\.position.y).max() ?? 0 }
            #expect(lowest.allSatisfy { (550...760).contains($0) })
        }
    }

    @Test(arguments: 0..<100)
    func `about 312 pieces are emitted, and the canvas is empty at the end`(_ seed: Int) throws {
        let simulation = try simulation(seed)
        #expect((310...315).contains(simulation.birthCount))
        #expect(simulation.drawList(at: 4).groups.isEmpty)
    }

    @Test func `each cell emits 62 or 63 pieces depending on its phase`() throws {
        var counts: Set<Int> = []
        for seed in 0..<100 {
            guard case .object(let members) = Self.document(seed: seed), case .array(let layers) = members[3].value,
                case .object(let layer) = layers[0], case .array(let cells)? = layers[0]["emitterCells"]
            else { throw CancellationError() }
            let one = Specs.merged(layer, [.init("emitterCells", [cells[0]])])
            let document = Specs.merged(members, [.init("layers", [.object(one)])])
            counts.insert(try Simulation(EffectSpec(json: .object(document))).birthCount)
        }
        #expect(counts == [62, 63])
    }

    @Test func `emission stops at 1.9725 s, after the births of 1.2461 s`() throws {
        let layer = try EffectSpec(json: Self.document(seed: 1)).layers[0]
        guard case .emitter(let emitter) = layer.content else { throw CancellationError() }
        let timeline = LayerTimeline(layer, emitter)
        let integral = RateIntegral(of: timeline.birthRate, from: 0, to: 4, maximumSteps: timeline.integralSteps)
        #expect(abs(integral.total - 1.2461) < 1e-4)
        #expect(abs(integral.time(at: integral.total) - 1.9725) < 1e-4)
    }

    @Test(arguments: 0..<40)
    func `pieces fall in straight lines within 22.5 degrees of vertical`(_ seed: Int) throws {
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
            let bend: SIMD2<Double> = before.position + after.position - middle.position * 2
            #expect(abs(bend.x) < 0.02 && abs(bend.y) < 0.02)  // without gravity the path has no curvature
            let turn = after.rotation - before.rotation
            #expect(abs(turn) <= 2.4 * Double.pi + 1e-4)
            #expect(middle.scale.x >= 0.5 && middle.scale.x <= 1)
        }
        #expect(compared > 100)
    }

    @Test(arguments: 0..<40)
    func `the whole top edge is covered at the start`(_ seed: Int) throws {
        let list = items(try simulation(seed).drawList(at: 0.2))
        for part in 0..<5 {
            let stretch = Double(part) * 75..<Double(part + 1) * 75
            #expect(list.contains { stretch.contains($0.position.x) }, "nothing in \(stretch)")
        }
        // Births are spread: some in each third of the first 0.2 s.
        for third in 0..<3 {
            #expect(list.contains { Int($0.age / 0.0667) == third })
        }
    }

    @Test func `the layer fades out over its last second with easeOut`() throws {
        let simulation = try simulation(1)
        #expect(simulation.drawList(at: 2.99).groups.map(\.opacity) == [1])
        let half = try #require(simulation.drawList(at: 3.5).groups.first)
        #expect(abs(half.opacity - (1 - 0.6846)) < 1e-4)
    }
}
