import EffectCoding
import EffectCost
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Clocks, bursts, prewarming and sub-cells.
struct LifeTests {
    private func simulation(
        emitter: [JSONValue.Member] = [],
        cell: [JSONValue.Member] = [],
        timing: JSONValue = ["duration": 4, "fps": 30]
    ) throws -> Simulation {
        let middle: [JSONValue.Member] = [.init("emitterPosition", [500, 500])]
        let json = Specs.one(
            emitter: Specs.merged(middle, emitter),
            cell: cell,
            canvas: ["width": 1000, "height": 1000],
            timing: timing
        )
        return Simulation(try EffectSpec(json: json))
    }

    private func items(_ simulation: Simulation, at time: Double) -> [DrawList.Item] {
        simulation.drawList(at: time).groups.flatMap(\.items)
    }

    // MARK: The layer's clock

    @Test func `a layer's speed scales births and motion alike`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 30), .init("spin", 2), .init("lifetime", 1)]
        let slow = try simulation(emitter: [.init("speed", 0.5)], cell: cell)
        let real = try simulation(cell: cell)
        for time in [0.5, 1, 1.75] { #expect(items(slow, at: 2 * time) == items(real, at: time)) }
    }

    @Test func `a time offset fast-forwards, and speed 0 freezes`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 30), .init("lifetime", 9)]
        let ahead = try simulation(emitter: [.init("timeOffset", 1.5)], cell: cell)
        let real = try simulation(cell: cell)
        #expect(items(ahead, at: 0.5) == items(real, at: 2))
        let frozen = try simulation(emitter: [.init("timeOffset", 1.5), .init("speed", 0)], cell: cell)
        #expect(items(frozen, at: 0) == items(real, at: 1.5))
        #expect(items(frozen, at: 3) == items(real, at: 1.5))
        #expect(items(frozen, at: 3).count == 30)
    }

    @Test func `a time offset starts the clock earlier`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 30), .init("lifetime", 9)]
        let real = try simulation(cell: cell)
        // The clock shows 0 half a second before it is to show 1.
        let ahead = try simulation(
            emitter: [.init("beginTime", 1), .init("timeOffset", 1), .init("speed", 2)],
            cell: cell
        )
        #expect(items(ahead, at: 0.49).isEmpty)
        for time in [0.6, 1, 1.5] { #expect(items(ahead, at: time) == items(real, at: 2 * time - 1)) }
        let frozen = try simulation(
            emitter: [.init("beginTime", 3), .init("timeOffset", 1.5), .init("speed", 0)],
            cell: cell
        )
        #expect(items(frozen, at: 0) == items(real, at: 1.5))
        // Births of a cell are shifted as well, and births of a sub-cell start with its parent.
        func births(_ cell: [JSONValue.Member]) throws -> [Double] {
            items(try simulation(cell: cell), at: 3).map { ((3 - $0.age) * 1000).rounded() / 1000 }
        }
        let timed: [JSONValue.Member] = [
            .init("beginTime", 1), .init("timeOffset", 0.5), .init("duration", 1), .init("birthRate", 4),
            .init("birthPhase", 0), .init("lifetime", 9),
        ]
        #expect(try births(timed) == [0.75, 1, 1.25, 1.5])
        let parent: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 1]), .init("lifetime", 9), .init("contents", .null),
            .init("emitterCells", [.object(timed + [.init("contents", "square")])]),
        ]
        #expect(try births(parent) == [0.75, 1, 1.25, 1.5])
        #expect(
            try births(
                parent.dropLast() + [
                    .init(
                        "emitterCells",
                        [.object(Specs.merged(timed, [.init("beginTime", 0.2), .init("contents", "square")]))]
                    )
                ]
            ) == [0.25, 0.5]
        )
    }

    @Test func `a repeating layer shows its duration again, or backwards with autoreverse`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 30), .init("lifetime", 9)]
        let repeated = try simulation(emitter: [.init("duration", 1), .init("repeatCount", 2)], cell: cell)
        #expect(items(repeated, at: 1.25) == items(repeated, at: 0.25))
        #expect(!items(repeated, at: 0.25).isEmpty && repeated.drawList(at: 2).groups.isEmpty)
        let back = try simulation(
            emitter: [.init("duration", 1), .init("autoreverses", true), .init("fillMode", "forwards")],
            cell: cell
        )
        #expect(items(back, at: 1.25) == items(back, at: 0.75))
        #expect(items(back, at: 3).isEmpty)  // held at its end, which is the layer's start
        let held = try simulation(emitter: [.init("duration", 1), .init("fillMode", "forwards")], cell: cell)
        #expect(items(held, at: 3).count == 20)
    }

    /// Regression: the integral of an eased rate must not use a grid that grows with the clock's range.
    @Test(arguments: ["timeOffset", "prewarm"])
    func `hours on a clock cost no more than seconds`(_ name: String) throws {
        let animation: JSONValue = [
            "keyPath": "birthRate", "values": [1, 2, 1], "timingFunction": "easeIn", "duration": 90_000,
        ]
        let simulation = try simulation(
            emitter: [.init(name, 90_000), .init("animations", [animation])],
            cell: [.init("birthRate", 0.01), .init("lifetime", 200)]
        )
        #expect((900...1500).contains(simulation.birthCount))
        #expect(!items(simulation, at: 1).isEmpty)
        // Regression: a step per 1/240 s took most of a minute and a gigabyte.
        var looks = 0
        let integral = RateIntegral(
            of: { time in
                looks += 1
                return 1 + (time / 90_000) * (time / 90_000)
            },
            isStraight: false,
            breaks: [],
            to: 90_000
        )
        #expect(abs(integral.total - 120_000) < 1)
        #expect(looks <= 4 * RateIntegral.maximumSteps)
    }

    // MARK: The cell's clock

    @Test func `births are in the runs between idle times, and as many as without idle times`() throws {
        let cell: [JSONValue.Member] = [
            .init("duration", 0.2), .init("idleDuration", 0.5), .init("repeatCount", 2.5), .init("birthRate", 50),
            .init("birthPhase", 0), .init("lifetime", 9),
        ]
        let simulation = try simulation(cell: cell)
        #expect(simulation.birthCount == 25)
        let counts = [0.21, 0.69, 0.91, 1.39, 1.51, 3].map { items(simulation, at: $0).count }
        #expect(counts == [10, 10, 20, 20, 25, 25])
        // The eleventh birth has the same offset in the second run as the first birth in the first.
        #expect(items(simulation, at: 0.72).isEmpty == false)
        #expect(items(simulation, at: 0.7199).count == 10 && items(simulation, at: 0.7201).count == 11)
        // A clock twice as fast gives twice the births in half the time.
        let fast = try self.simulation(cell: cell + [.init("speed", 2)])
        #expect(fast.birthCount == 25 && items(fast, at: 0.1).count == 10 && items(fast, at: 0.76).count == 25)
        let ahead = try self.simulation(cell: cell + [.init("timeOffset", 0.6)])
        #expect(ahead.birthCount == 15 && items(ahead, at: 0.09).isEmpty && items(ahead, at: 0.31).count == 10)
    }

    @Test func `endless idle times start before time 0, also in loops and sub-cells`() throws {
        let cell: [JSONValue.Member] = [
            .init("duration", 0.2), .init("idleDuration", 0.3), .init("repeatCount", "infinite"),
            .init("birthRate", 100),
            .init("birthPhase", 0), .init("lifetime", 0.1),
        ]
        let warm = try simulation(emitter: [.init("prewarm", 10)], cell: cell)
        // The run from −0.5 s on is over; the run from 0 on starts.
        #expect(items(warm, at: 0).count <= 1 && items(warm, at: 0.15).count == 10 && items(warm, at: 0.4).isEmpty)
        #expect(warm.birthCount == 28 * 20)
        let round = try simulation(cell: cell, timing: ["duration": 1, "fps": 30, "loop": "seamless"])
        #expect(round.birthCount == 40)
        // The prediction takes idle times into account.
        for simulation in [warm, round] {
            let cost = RenderCost(of: simulation.spec)
            #expect(cost.births >= Double(simulation.birthCount))
            #expect(cost.births < Double(simulation.birthCount) * 1.2 + 42)
        }
        let parent: [JSONValue.Member] = [
            .init("birthRate", 0), .init("burst", ["count": 1]), .init("lifetime", 1), .init("contents", .null),
            .init("emitterCells", [.object(cell + [.init("contents", ["shape": "square"])])]),
        ]
        #expect(try simulation(cell: parent).birthCount == 1 + 40)
    }

    @Test func `a cell emits between its begin time and the end of its duration`() throws {
        let simulation = try simulation(cell: [
            .init("beginTime", 1), .init("duration", 0.5), .init("birthRate", 100), .init("lifetime", 9),
        ])
        #expect(items(simulation, at: 0.999).isEmpty)
        #expect((49...50).contains(simulation.birthCount))
        let births = items(simulation, at: 3).map { 3 - $0.age }
        #expect(births.allSatisfy { (1...1.500_01).contains($0) })
        let longer = try self.simulation(cell: [
            .init("beginTime", 1), .init("duration", 0.5), .init("repeatCount", 3), .init("birthRate", 100),
        ])
        #expect((149...150).contains(longer.birthCount))
    }

    @Test func `a cell's speed scales its births and its particles' lives`() throws {
        let fast = try simulation(cell: [
            .init("speed", 2), .init("birthRate", 10), .init("birthPhase", 0), .init("velocity", 30),
            .init("lifetime", 1),
        ])
        let real = try simulation(cell: [
            .init("birthRate", 10), .init("birthPhase", 0), .init("velocity", 30), .init("lifetime", 1),
        ])
        let (one, other) = (items(fast, at: 1), items(real, at: 2))
        #expect(one.map(\.position) == other.map(\.position) && one.map(\.age) == other.map(\.age))
    }

    // MARK: Prewarming

    @Test func `a prewarmed emitter starts in its steady state`() throws {
        let cell: [JSONValue.Member] = [.init("birthRate", 50), .init("lifetime", 2), .init("velocity", 40)]
        let cold = try simulation(cell: cell)
        #expect(items(cold, at: 0).count <= 1)
        for prewarm in ["steady", "auto"] as [JSONValue] {
            let warm = try simulation(emitter: [.init("prewarm", prewarm)], cell: cell)
            #expect((99...101).contains(items(warm, at: 0).count))
            #expect((99...101).contains(items(warm, at: 3).count))
        }
        let half = try simulation(cell: cell, timing: ["duration": 1, "prewarm": 0.5])
        #expect((24...26).contains(items(half, at: 0).count))
    }

    /// Found by code review: a lifetime divided by a tiny speed is infinite, and 0 births per second times infinity is
    /// NaN.
    @Test(arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e-9], [0.0, 1])
    func `a nearly stopped clock is safe`(_ speed: Double, _ rate: Double) throws {
        for trigger in ["update", "death"] {
            let child: JSONValue = [
                "contents": "circle", "on": .string(trigger), "burst": ["count": 3], "lifetime": 1,
                "speed": .number(speed),
            ]
            let simulation = try simulation(
                emitter: [.init("prewarm", "steady"), .init("birthRate", .number(rate))],
                cell: [
                    .init("speed", .number(speed)), .init("birthRate", 1), .init("burst", ["count": 2]),
                    .init("emitterCells", [child]),
                ]
            )
            for time in [0, 1, 3.9] { _ = items(simulation, at: time) }
            #expect(simulation.birthCount < 100)
        }
    }

    // MARK: Bursts

    @Test func `a burst emits exactly its count at exactly its time`() throws {
        let simulation = try simulation(cell: [
            .init("birthRate", 0), .init("lifetime", 9),
            .init("burst", ["count": 40, "at": 0.5, "interval": 1, "repeat": 2]),
        ])
        #expect(items(simulation, at: 0.49).isEmpty)
        #expect(items(simulation, at: 0.5).count == 40)
        #expect(items(simulation, at: 1.6).count == 80)
        #expect(items(simulation, at: 3.9).count == 120)
        #expect(simulation.birthCount == 120)
    }

    @Test func `a burst can be spaced evenly`() throws {
        let simulation = try simulation(cell: [
            .init("birthRate", 0), .init("lifetime", 9), .init("burst", ["count": 10, "spacing": 1]),
        ])
        let births = items(simulation, at: 3).map { 3 - $0.age }.sorted()
        for (index, birth) in births.enumerated() { #expect(abs(birth - Double(index) / 10) < 1e-5) }
    }

    @Test func `a repeated burst needs an interval`() {
        let json = Specs.one(cell: [.init("burst", ["count": 3, "repeat": 2])])
        let error = #expect(throws: SpecError.self) { try EffectSpec(json: json) }
        #expect(error?.faults.map(\.pointer) == ["/layers/0/emitterCells/0/burst/interval"])
    }

    // MARK: Sub-cells

    /// A rocket that rises for a second and emits `child`.
    private func rocket(_ child: [JSONValue.Member], _ more: [JSONValue.Member] = []) throws -> Simulation {
        let childDefaults: [JSONValue.Member] = [
            .init("name", "child"), .init("contents", "circle"), .init("lifetime", 9),
        ]
        return try simulation(
            cell: Specs.merged(
                [
                    .init("birthRate", 1), .init("birthPhase", 0.999_999), .init("duration", 0.5), .init("lifetime", 1),
                    .init("velocity", 100), .init("emissionLongitude", "-90deg"),
                    .init("emitterCells", [.object(Specs.merged(childDefaults, child))]),
                ],
                more
            )
        )
    }

    private func children(_ simulation: Simulation, at time: Double) -> [DrawList.Item] {
        items(simulation, at: time).filter { $0.cell == 1 }
    }

    @Test func `sub-cell births start at the rocket with its heading`() throws {
        let simulation = try rocket([.init("birthRate", 10), .init("velocity", 20)])
        let trail = children(simulation, at: 0.95).sorted { $0.age > $1.age }
        #expect(trail.count == 9)  // the first birth is after a whole interval, at 0.1 s
        for (index, item) in trail.enumerated() {
            let birth = Double(index + 1) / 10
            #expect(abs(item.position.y - (500 - 100 * birth - 20 * item.age)) < 0.01)
            #expect(abs(item.position.x - 500) < 0.01)
        }
        // Sub-cell particles outlive the rocket, whose death ends their births.
        #expect(children(simulation, at: 3).count == 10 || children(simulation, at: 3).count == 9)
        #expect(items(simulation, at: 3).allSatisfy { $0.cell == 1 })
    }

    @Test func `a child with rate 1 in a rocket of 1.02 s is born near the rocket's end`() throws {
        let simulation = try rocket([.init("birthRate", 1)], [.init("lifetime", 1.02)])
        #expect(children(simulation, at: 0.99).isEmpty)
        #expect(children(simulation, at: 1.01).count == 1)
        #expect(children(simulation, at: 4).count == 1)
    }

    @Test func `a burst during a rocket's life explodes at its current position`() throws {
        let simulation = try rocket([
            .init("beginTime", 0.75), .init("burst", ["count": 30]), .init("emissionRange", "1turn"),
            .init("velocity", 50),
        ])
        #expect(children(simulation, at: 0.74).isEmpty)
        let sparks = children(simulation, at: 0.750_01)
        #expect(sparks.count == 30 && sparks.allSatisfy { abs($0.position.y - 425) < 0.02 })
    }

    @Test(arguments: [("birth", 500.0, 0.0), ("death", 400.0, 1.0)])
    func `births on birth and on death have the parent's position and time`(
        _ trigger: String,
        _ height: Double,
        _ time: Double
    ) throws {
        let simulation = try rocket([.init("on", .string(trigger)), .init("burst", ["count": 12, "at": 0.25])])
        #expect(children(simulation, at: time + 0.249).isEmpty)
        let sparks = children(simulation, at: time + 0.26)
        #expect(sparks.count == 12 && sparks.allSatisfy { abs($0.position.y - height) < 0.02 })
    }

    @Test func `scale and color are inherited at the moment of birth, and velocity is not`() throws {
        let simulation = try rocket(
            [
                .init("beginTime", 0.5), .init("burst", ["count": 1]), .init("scale", 2),
                .init("color", [1, 0.5, 1, 1]),
            ],
            [.init("scale", 0.5), .init("scaleSpeed", 1), .init("color", [1, 1, 0.5, 1]), .init("alphaSpeed", -0.5)]
        )
        let child = try #require(children(simulation, at: 2).first)
        #expect(child.scale == [2, 2])  // 2 × (0.5 + 1 × 0.5)
        #expect(child.color == SIMD4(1, 0.5, 0.5, 0.75))
        #expect(abs(child.position.y - 450) < 0.02)
    }

    @Test(arguments: [
        // The velocity left at the apex is a rounding error with an arbitrary direction.
        ("-90deg", [0.0, 200.0], [0.0, -1.0]), ("0deg", [-200, 0], [1, 0]), ("180deg", [200, 0], [-1, 0]),
        ("90deg", [0, -200], [0, 1]),
    ])
    func `a sub-cell born at its parent's apex keeps the parent's initial heading`(
        _ heading: String,
        _ pull: [Double],
        _ direction: [Double]
    ) throws {
        let child: JSONValue = [
            "name": "k", "contents": "square", "birthRate": 10, "lifetime": 0.6, "velocity": 40,
        ]
        for speed in [100.0, -100] {
            let simulation = try simulation(cell: [
                .init("birthRate", 0), .init("burst", ["count": 1]), .init("lifetime", 1.1),
                .init("velocity", .number(speed)), .init("emissionLongitude", .string(heading)),
                .init("xAcceleration", .number(pull[0] * speed / 100)),
                .init("yAcceleration", .number(pull[1] * speed / 100)), .init("emitterCells", [child]),
            ])
            // The apex is half a second and 25 points away.
            let born = try #require(items(simulation, at: 1).first { $0.cell == 1 && abs($0.age - 0.5) < 1e-6 })
            let sign = speed / 100
            #expect(abs(born.position.x - (500 + 45 * direction[0] * sign)) < 0.02, "\(born.position)")
            #expect(abs(born.position.y - (500 + 45 * direction[1] * sign)) < 0.02, "\(born.position)")
        }
    }

    @Test func `a sub-cell's direction is relative to its parent's, even at rest`() throws {
        let moving = try rocket([
            .init("beginTime", 0.5), .init("burst", ["count": 1]), .init("velocity", 10),
            .init("emissionLongitude", "90deg"),
        ])
        let item = try #require(children(moving, at: 1.5).first)
        #expect(abs(item.position.x - 510) < 0.02 && abs(item.position.y - 450) < 0.02)
        let still = try rocket(
            [.init("beginTime", 0.5), .init("burst", ["count": 1]), .init("velocity", 10)],
            [.init("velocity", 0)]
        )
        let other = try #require(children(still, at: 1.5).first)
        #expect(abs(other.position.y - 490) < 0.02)
    }

    @Test func `a parent without contents is invisible but emits`() throws {
        let simulation = try rocket([.init("burst", ["count": 5])], [.init("contents", .null)])
        #expect(items(simulation, at: 0.5).count == 5)
    }

    @Test func `sub-cell levels are limited, and their counts are multiplied before any birth`() throws {
        func nested(_ depth: Int, _ count: Double) -> JSONValue {
            var cell: JSONValue = ["burst": ["count": .number(count)], "lifetime": 1, "contents": .null]
            for _ in 0..<depth { cell = ["burst": ["count": .number(count)], "lifetime": 1, "emitterCells": [cell]] }
            return ["layers": [["emitterCells": [cell]]]]
        }
        #expect(throws: Never.self) { try EffectSpec(json: nested(4, 2)) }
        #expect(throws: SpecError.self) { try EffectSpec(json: nested(5, 1)) }
        let error = #expect(throws: SpecError.self) { try EffectSpec(json: nested(3, 100)) }
        #expect(error?.faults.contains { $0.kind == .tooMuch && $0.pointer == "/layers" } == true)
        // The bound is at least the actual number of births.
        let spec = try EffectSpec(json: nested(2, 20))
        #expect(Double(Simulation(spec).birthCount) <= RenderCost(of: spec).births)
        #expect(Simulation(spec).birthCount == 20 + 400 + 8000)
    }

    @Test func `births on a parent's death must be finite`() {
        let json = Specs.one(cell: [
            .init("emitterCells", [["on": "death", "birthRate": 5, "lifetime": 1, "contents": "circle"]])
        ])
        let error = #expect(throws: SpecError.self) { try EffectSpec(json: json) }
        #expect(error?.faults.map(\.pointer) == ["/layers/0/emitterCells/0/emitterCells/0/duration"])
        let endless = Specs.one(cell: [
            .init(
                "emitterCells",
                [
                    [
                        "on": "death", "birthRate": 5, "lifetime": 1, "contents": "circle", "duration": 1,
                        "repeatCount": "infinite",
                    ]
                ]
            )
        ])
        let other = #expect(throws: SpecError.self) { try EffectSpec(json: endless) }
        #expect(other?.faults.map(\.pointer) == ["/layers/0/emitterCells/0/emitterCells/0/repeatCount"])
    }

    /// Runs are located from the current time, because a clock may be any number of runs ahead.
    @Test func `a clock far ahead skips past runs quickly`() throws {
        let cell: [JSONValue.Member] = [
            .init("duration", 5e-12), .init("idleDuration", 5e-12), .init("repeatCount", "infinite"),
            .init("timeOffset", 100_000), .init("birthRate", 1_000_000), .init("lifetime", 1),
        ]
        let simulation = try simulation(emitter: [.init("duration", 1e-5)], cell: cell)
        #expect((4...6).contains(simulation.birthCount))
    }

    /// Regression: with a layer rate of zero at the end of a run, the run's last birth was delayed to the next run.
    @Test(arguments: 1..<60)
    func `idle times emit no particles whatever the layer's rate`(_ number: Int) throws {
        let run = 0.01 * Double(number)
        let animation: JSONValue = [
            "keyPath": "birthRate", "values": [1, 0, 1], "keyTimes": [0, 0.1, 0.45, 1], "calculationMode": "discrete",
            "duration": .number(10 * run),
        ]
        let cell: [JSONValue.Member] = [
            .init("duration", .number(run)), .init("idleDuration", .number(4 * run)), .init("repeatCount", 2),
            .init("birthRate", .number(7 / run)), .init("birthPhase", 0), .init("lifetime", 1000),
        ]
        let simulation = try simulation(
            emitter: [.init("animations", [animation])],
            cell: cell,
            timing: ["duration": .number(12 * run), "fps": 30]
        )
        #expect(items(simulation, at: run * 1.001).count == 7)
        #expect(items(simulation, at: run * 4.999).count == 7)
    }

    @Test func `extremely short idle times are priced, not simulated`() throws {
        let cell: [JSONValue.Member] = [
            .init("duration", 1e-9), .init("idleDuration", 1e-9), .init("repeatCount", "infinite"),
        ]
        let spec = try EffectSpec(json: Specs.one(cell: cell))
        let cost = RenderCost(of: spec)
        #expect(cost.work > Double(RenderLimits().maximumWork) && Survey(of: spec, cost) == nil)
    }

    @Test(arguments: 0..<30)
    func `predicted births and live particles are never below the actual ones`(_ seed: Int) throws {
        let json: JSONValue = [
            "seed": .number(Double(seed)), "timing": ["duration": 3], "canvas": ["width": 900, "height": 900],
            "layers": [
                [
                    "emitterPosition": [450, 450], "prewarm": 0.5, "speed": 1.5,
                    "emitterCells": [
                        [
                            "contents": "circle", "birthRate": 7, "lifetime": [0.4, 1.2], "velocity": 60, "speed": 2,
                            "emitterCells": [
                                ["contents": "circle", "birthRate": 30, "lifetime": 0.7, "duration": 0.3],
                                [
                                    "contents": "circle", "on": "death", "burst": ["count": 9, "spacing": 0.2],
                                    "lifetime": 0.5,
                                ],
                            ],
                        ]
                    ],
                ]
            ],
        ]
        let spec = try EffectSpec(json: json)
        let simulation = Simulation(spec)
        let cost = RenderCost(of: spec)
        #expect(Double(simulation.birthCount) <= cost.births)
        for time in stride(from: 0.0, to: 3, by: 0.25) {
            #expect(Double(items(simulation, at: time).count) <= cost.liveParticles)
        }
    }

    /// Regression: all births of each parent counted as alive, however short their lives.
    @Test func `the predicted number of short-lived sub-cells is at most a multiple of the real one`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 400, "height": 400}, "timing": {"duration": 6, "fps": 10},
                 "layers": [{"emitterPosition": [200, 200], "emitterCells": [{"contents": "square", "birthRate": 2, "lifetime": 4,
                   "emitterCells": [{"contents": "circle", "birthRate": 50, "lifetime": 0.1}]}]}]}
                """
        )
        let simulation = Simulation(spec)
        let most = (0..<60).map { items(simulation, at: Double($0) / 10).count }.max() ?? 0
        let predicted = RenderCost(of: spec).liveParticles
        #expect(predicted >= Double(most) && predicted <= 3 * Double(most), "\(predicted) predicted for \(most)")
    }

    // MARK: Before the clock starts

    @Test func `prewarming skips a cell with a finite duration`() throws {
        let emitter: [JSONValue.Member] = [.init("prewarm", 100)]
        let cell: [JSONValue.Member] = [.init("velocity", 0), .init("lifetime", 9), .init("duration", 0.5)]
        let ended = try simulation(emitter: emitter, cell: cell)
        #expect(items(ended, at: 0).isEmpty && items(ended, at: 1).count == 10)
        // An endless cell has emitted all along.
        let endless = try simulation(emitter: emitter, cell: cell.filter { $0.name != "duration" })
        #expect((179...181).contains(items(endless, at: 0).count))
    }

    @Test func `a huge rate for a tiny duration emits nearly nothing`() throws {
        let text = #"""
            {"canvas": {"width": 64, "height": 64}, "timing": {"duration": 1, "fps": 10}, "layers": [{"prewarm": 100000,
             "birthRate": 100000, "emitterCells": [{"speed": 1000, "lifetime": 0, "birthRate": 1000000, "contents": null,
             "duration": 1e-9}]}]}
            """#
        #expect(Simulation(try EffectSpec(text: text)).birthCount < 200)
    }

    @Test func `cells that cannot emit are known together with their sub-cells`() throws {
        let text = #"""
            {"layers": [{"emitterCells": [
              {"name": "a", "contents": null, "lifetime": 1, "birthRate": 1, "emitterCells": [
                {"name": "b", "contents": "square", "lifetime": 1, "birthRate": 0},
                {"name": "c", "contents": "square", "lifetime": 1, "birthRate": 0, "burst": {"count": 1}}]},
              {"name": "d", "enabled": false, "contents": null, "lifetime": 1, "birthRate": 1, "emitterCells": [
                {"name": "e", "contents": "square", "lifetime": 1, "birthRate": 1}]},
              {"name": "f", "contents": "square", "lifetime": 1, "birthRate": 0}],
              "animations": [{"keyPath": "emitterCells.f.birthRate", "values": [0, 3], "duration": 1}]}]}
            """#
        let spec = try EffectSpec(text: text)
        guard case .emitter(let emitter) = spec.layers[0].content else { return }
        let tree = CellTree(LayerTimeline(spec.layers[0], emitter))
        #expect(tree.sizes == [3, 1, 1, 2, 1, 1])
        #expect(tree.emits == [true, false, true, false, false, true])
    }
}
