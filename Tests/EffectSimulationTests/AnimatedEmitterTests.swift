import EffectCoding
import EffectCost
import EffectModel
@testable import EffectSimulation
import StrictJSON
import TestSupport
import Testing

/// Animated parameters of emitters and cells, and bounds of their costs.
struct AnimatedEmitterTests {
    private func simulation(
        _ animations: [JSONValue],
        emitter: [JSONValue.Member] = [],
        cell: [JSONValue.Member] = [],
        seed: Int = 1
    ) throws -> Simulation {
        let json = Specs.one(
            emitter: emitter + [.init("animations", .array(animations))],
            cell: Specs.merged([.init("birthPhase", 0), .init("lifetime", 9)], cell),
            timing: ["duration": 3, "fps": 10],
            seed: .number(Double(seed))
        )
        return try Simulation(EffectSpec(json: json))
    }

    private func items(_ simulation: Simulation, at time: Double) -> [DrawList.Item] {
        simulation.drawList(at: time).groups.flatMap(\.items)
    }

    /// Birth times in order, in seconds of the effect.
    private func births(_ simulation: Simulation) -> [Double] {
        items(simulation, at: 2.99).map { 2.99 - $0.age }.sorted()
    }

    // MARK: Rates

    /// Toutiao: `emitterCells.<name>.birthRate` starts and stops emission.
    @Test func `a cell is switched on and off through its key path`() throws {
        let simulation = try simulation(
            [
                [
                    "keyPath": "emitterCells.c.birthRate", "values": [0, 20, 0], "calculationMode": "discrete",
                    "duration": 3,
                ]
            ],
            cell: [.init("birthRate", 0)]
        )
        #expect(simulation.birthCount == 20)
        for (number, birth) in births(simulation).enumerated() {
            #expect(abs(birth - (1 + Double(number + 1) / 20)) < 2e-6)
        }
    }

    @Test func `the animated rates of layer and cell multiply`() throws {
        // 30·(t/2)² over two seconds: 20 births, the n-th at ∛(n·2/5) s.
        let simulation = try simulation(
            [
                ["keyPath": "birthRate", "values": [0, 1], "duration": 2],
                ["keyPath": "emitterCells.c.birthRate", "values": [0, 30], "duration": 2],
            ],
            emitter: [.init("birthRate", 0)]
        )
        #expect(simulation.birthCount == 20)
        for (number, birth) in births(simulation).enumerated() {
            let exact = (Double(number + 1) * 0.4)
            #expect(abs(birth * birth * birth - exact) < 1e-3)
        }
    }

    @Test func `the number of births under a spline is its integral`() throws {
        // Catmull–Rom through [0, 1, 0]: ½ + 1/12 for each one-second segment.
        let simulation = try simulation(
            [
                ["keyPath": "birthRate", "values": [0, 1, 0], "calculationMode": "cubic", "duration": 2]
            ],
            emitter: [.init("birthRate", 0)],
            cell: [.init("birthRate", 600)]
        )
        #expect(simulation.birthCount == 700)
    }

    @Test func `a rate that rises from below zero emits from its zero crossing on`() throws {
        // Above zero for the last seventh of a second, up to ½ at the end.
        let simulation = try simulation(
            [["keyPath": "birthRate", "values": [-3, 0.5], "duration": 1]],
            emitter: [.init("birthRate", 0)],
            cell: [.init("birthRate", 1000)]
        )
        #expect(simulation.birthCount == 35)
        #expect(births(simulation)[0] > 6.0 / 7)
    }

    @Test func `a repeated rate emits the same number in each repetition`() throws {
        let simulation = try simulation(
            [["keyPath": "birthRate", "values": [0, 2], "duration": 0.25, "repeatCount": 8, "autoreverses": true]],
            emitter: [.init("birthRate", 0)],
            cell: [.init("birthRate", 40), .init("birthPhase", 0.5)]
        )
        #expect(simulation.birthCount == 120)
        let rounds = Dictionary(grouping: births(simulation)) { Int($0 * 2) }
        #expect(rounds.count == 6 && rounds.values.allSatisfy { $0.count == 20 })
    }

    @Test func `sub-cells follow their key paths`() throws {
        let simulation = try simulation(
            [
                [
                    "keyPath": "emitterCells.c.emitterCells.s.birthRate", "values": [100, 0],
                    "calculationMode": "discrete", "duration": 2,
                ]
            ],
            cell: [
                .init("birthRate", 0), .init("burst", ["count": 2]),
                .init(
                    "emitterCells",
                    [["name": "s", "birthRate": 3, "lifetime": 9, "contents": "dot", "velocity": 0]]
                ),
            ]
        )
        // Two parents with 100 births each in the first second, 0 in the next, and 3 in the last.
        #expect(simulation.birthCount == 2 * (1 + 100 + 3))
    }

    // MARK: Parameters at birth

    @Test func `a particle keeps the cell's values at its birth`() throws {
        func run(_ name: String, _ cell: [JSONValue.Member] = []) throws -> [DrawList.Item] {
            let animation: JSONValue = [
                "keyPath": .string("emitterCells.c.\(name)"), "values": [0.5, 2.5], "duration": 2,
            ]
            // A particle born exactly at the end is no longer animated.
            return items(try simulation([animation], cell: cell), at: 2).filter { $0.age > 0 }
        }
        for item in try run("scale") { #expect(abs(item.scale.x - (2.5 - item.age)) < 1e-4) }
        for item in try run("contentsScale") { #expect(abs(item.scale.x - 1 / (2.5 - item.age)) < 1e-4) }
        for item in try run("scaleSpeed") { #expect(abs(item.scale.x - (1 + (2.5 - item.age) * item.age)) < 1e-4) }
        for item in try run("velocity") {
            #expect(abs(item.position.x - (50 + (2.5 - item.age) * item.age)) < 0.005)
        }
        for item in try run("yAcceleration") {
            #expect(abs(item.position.y - (50 + (2.5 - item.age) * item.age * item.age / 2)) < 0.005)
        }
        for item in try run("alphaSpeed", [.init("color", [1, 1, 1, 0])]) {
            #expect(abs(item.color.w - min(1, (2.5 - item.age) * item.age)) < 1e-4)
        }
        let spinning = try run("spin")
        #expect(spinning.count == 39)
        for item in spinning { #expect(abs(item.rotation - (2.5 - item.age) * item.age) < 1e-4) }
    }

    @Test func `an animated color tints each particle by its birth time`() throws {
        let animation: JSONValue = ["keyPath": "emitterCells.c.color", "values": ["#000", "#f00"], "duration": 2]
        for item in items(try simulation([animation]), at: 1.5) {
            #expect(abs(item.color.x - (1.5 - item.age) / 2) < 1e-4 && item.color.y == 0)
        }
    }

    @Test func `a moving emitter leaves its particles behind`() throws {
        let animation: JSONValue = ["keyPath": "emitterPosition", "path": "M10 20 L90 60", "duration": 2]
        for item in items(try simulation([animation]), at: 1.5) {
            let birth = 1.5 - item.age
            #expect(abs(item.position.x - (10 + 40 * birth)) < 0.01 && abs(item.position.y - (20 + 20 * birth)) < 0.01)
        }
    }

    @Test func `a path turns the emission along its tangent`() throws {
        // Down at first, then to the left; a point emits toward +x.
        let animation: JSONValue = [
            "keyPath": "emitterPosition", "path": "M80 10 V50 H20", "duration": 2, "rotationMode": "auto",
        ]
        let simulation = try simulation([animation], cell: [.init("velocity", 5)])
        let list = items(simulation, at: 1.9)
        #expect(list.count == 38)
        for item in list {
            let birth = 1.9 - item.age
            if abs(birth - 1) < 1e-5 { continue }  // at the corner itself
            let place = birth < 1 ? SIMD2(80, 10 + 40 * birth) : SIMD2(80 - 60 * (birth - 1), 50)
            let way = birth < 1 ? SIMD2(0, 5 * item.age) : SIMD2(-5 * item.age, 0)
            let miss = item.position - place - way
            #expect(abs(miss.x) < 0.01 && abs(miss.y) < 0.01)
        }
    }

    @Test func `a fade hides the whole layer`() throws {
        let simulation = try simulation([["type": "transition", "beginTime": 1]])
        #expect(simulation.drawList(at: 0.9).groups.map(\.opacity) == [1])
        let half = try #require(simulation.drawList(at: 1.5).groups.first)
        #expect(abs(half.opacity - 0.3154) < 1e-4)
        #expect(simulation.drawList(at: 2).groups.isEmpty)
    }

    // MARK: Costs

    /// Specs whose births and live particles are not apparent from their numbers.
    private static let hostile: [(animations: String, cell: String)] = [
        (
            #"[{"keyPath": "birthRate", "values": [1, 1], "timingFunctions": [[0.5, 10, 0.5, -10]], "duration": 3}]"#,
            "{}"
        ),
        (
            #"[{"keyPath": "birthRate", "values": [0, 3], "timingFunctions": [[0.1, 10, 0.2, 10]], "duration": 3}]"#,
            "{}"
        ),
        (
            #"[{"keyPath": "birthRate", "values": [0, 20, 0, 20], "calculationMode": "cubic", "tensionValues": [-1, -1, -1, -1], "biasValues": [1, -1, 1, -1], "timingFunctions": [[0, 9, 1, 9], [0, 9, 1, 9], [0, -9, 1, 9]], "duration": 3}]"#,
            "{}"
        ),
        (
            #"[{"keyPath": "birthRate", "values": [0, 1], "additive": true, "cumulative": true, "repeatCount": "infinite", "duration": 0.1}]"#,
            "{}"
        ),
        (
            #"[{"keyPath": "birthRate", "values": [5], "additive": true, "duration": 3}, {"keyPath": "birthRate", "values": [7], "additive": true, "duration": 3}]"#,
            "{}"
        ),
        (
            #"[{"type": "group", "duration": 2, "timingFunction": [0, 9, 1, -9], "fillMode": "forwards", "animations": [{"keyPath": "birthRate", "values": [0, 40, 0], "duration": 1, "beginTime": 0.5}]}]"#,
            "{}"
        ),
        (
            #"[{"keyPath": "birthRate", "values": [50, 0], "calculationMode": "discrete", "duration": 0.001, "repeatCount": "infinite"}]"#,
            "{}"
        ),
        (
            #"[{"keyPath": "emitterCells.c.birthRate", "values": [0, 500], "duration": 1, "fillMode": "forwards"}, {"keyPath": "birthRate", "values": [0, 3], "beginTime": 1, "duration": 1}]"#,
            #"{"birthRate": 0}"#
        ),
        (#"[{"keyPath": "emitterCells.c.lifetime", "values": [0.1, 9], "duration": 3}]"#, #"{"lifetime": 0}"#),
        (
            #"[{"keyPath": "emitterCells.c.lifetimeRange", "values": [0, -4], "duration": 3}, {"type": "basic", "keyPath": "lifetime", "by": 3, "duration": 3}]"#,
            #"{"lifetime": 0.1}"#
        ),
        (
            #"[{"keyPath": "emitterCells.c.emitterCells.s.birthRate", "values": [0, 30], "duration": 0.5, "autoreverses": true, "repeatCount": 9}]"#,
            #"{"emitterCells": [{"name": "s", "birthRate": 0, "lifetime": 2, "contents": "dot"}]}"#
        ),
        (#"[{"type": "random", "keyPath": "birthRate", "from": 5, "to": 0}]"#, "{}"),
        (
            #"[{"type": "random", "keyPath": "birthRate", "interval": 0.001, "from": 0, "to": 9}, {"type": "random", "keyPath": "emitterCells.c.birthRate", "interval": 0.0017, "from": 0, "to": "50vmax", "exponent": 2, "additive": true}]"#,
            "{}"
        ),
        (
            #"[{"type": "group", "duration": 1, "timingFunction": [0, 9, 1, -9], "repeatCount": "infinite", "animations": [{"type": "random", "keyPath": "birthRate", "interval": 0.03, "from": 0, "to": 90}]}]"#,
            "{}"
        ),
        (#"[{"type": "random", "keyPath": "emitterCells.c.lifetime", "from": 0, "to": 6, "interval": 0.4}]"#, "{}"),
    ]

    @Test(arguments: Self.hostile.indices)
    func `births and live particles never exceed the prediction`(_ number: Int) throws {
        let (animations, cell) = Self.hostile[number]
        guard case .object(let members) = try JSONParser.parse(Array(cell.utf8)) else { throw CancellationError() }
        var limits = RenderLimits()
        (limits.maximumWork, limits.maximumBirths, limits.maximumLiveParticles) = (.max, .max, .max)
        for prewarm in [0.0, 1] {
            let json = Specs.one(
                emitter: [
                    .init("animations", try JSONParser.parse(Array(animations.utf8))),
                    .init("prewarm", .number(prewarm)),
                ],
                cell: Specs.merged([.init("velocity", 1)], members),
                timing: ["duration": 3, "fps": 10]
            )
            let spec = try EffectSpec(json: json, limits: limits)
            let cost = RenderCost(of: spec)
            let simulation = Simulation(spec)
            #expect(simulation.birthCount > 0)
            #expect(Double(simulation.birthCount) <= cost.births, "\(cost)")
            let alive = (0..<30).map { items(simulation, at: Double($0) / 10).count }
            #expect(Double(alive.max() ?? 0) <= cost.liveParticles, "\(cost)")
            #expect(Double(alive.reduce(0, +)) <= cost.drawnParticles, "\(cost)")
        }
    }

    /// A tight bound matters: a preset must not be refused for births that never happen.
    @Test func `the prediction for a known rate is close to the actual births`() throws {
        let json = Specs.one(
            emitter: [
                .init("birthRate", 0),
                .init(
                    "animations",
                    [
                        [
                            "keyPath": "birthRate", "values": [0, 100, 0], "duration": 0.5, "beginTime": 1,
                            "calculationMode": "discrete",
                        ]
                    ]
                ),
            ]
        )
        let spec = try EffectSpec(json: json)
        let exact = 20 * 100 * 0.5 / 3
        #expect(RenderCost(of: spec).births < exact * 1.01 + 2)
        #expect(abs(Double(Simulation(spec).birthCount) - exact) < 1.5)
    }

    @Test(arguments: [
        #"{"keyPath": "scale", "values": [1, 900]}"#, #"{"keyPath": "emitterCells.c.scale", "values": [1, -900]}"#,
        #"{"keyPath": "emitterCells.c.contentsScale", "values": [1, 0.01]}"#,
        #"{"keyPath": "emitterCells.c.scaleSpeed", "values": [1, 900]}"#,
        #"{"keyPath": "transform.scale", "values": [1, [1, -90]]}"#,
        #"{"keyPath": "emitterCells.c.scaleRange", "values": [1, 1], "cumulative": true, "repeatCount": 2000, "duration": 0.001}"#,
    ])
    func `enlarging animations raise the price`(_ text: String) throws {
        let animation = try JSONParser.parse(Array(text.utf8))
        func work(_ animations: [JSONValue]) throws -> Double {
            var limits = RenderLimits()
            limits.maximumWork = .max
            let canvas: JSONValue = ["width": 2000, "height": 1000]
            let json = Specs.one(emitter: [.init("animations", .array(animations))], canvas: canvas)
            return RenderCost(of: try EffectSpec(json: json, limits: limits)).work
        }
        #expect(try work([animation]) > 3 * work([]))
    }

    /// Animations cost time for each birth, and a document can multiply both.
    @Test func `endless animations are priced per birth without simulating them all`() throws {
        let one: JSONValue = [
            "keyPath": "emitterCells.c.velocity", "values": [1, 2], "additive": true, "duration": 9,
            "timingFunction": "easeIn", "timingFunctions": ["easeOut"],
        ]
        let group: JSONValue = ["type": "group", "duration": 9, "animations": .array(Array(repeating: one, count: 60))]
        let json = Specs.one(
            emitter: [.init("animations", .array(Array(repeating: group, count: 4)))],
            cell: [.init("birthRate", 90_000), .init("lifetime", 0.01)]
        )
        let spec = try EffectSpec(json: json)
        let cost = RenderCost(of: spec)
        #expect(cost.work > Double(RenderLimits().maximumWork))
        let survey = try #require(Survey(of: spec, cost))
        let all = cost.births * (cost.crowds.first?.workPerBirth ?? 0)
        #expect(survey.once[.birthWork] > 0.8 * all && survey.once[.birthWork] <= all)
    }
}
