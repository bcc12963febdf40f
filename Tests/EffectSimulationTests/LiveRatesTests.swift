import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Animated accelerations and speeds that act on live particles (`animatedRates`).
struct LiveRatesTests {
    private struct Setup {
        var animations: [JSONValue] = []
        var behaviors = "[]"
        var cell: [JSONValue.Member] = []
        var emitter: [JSONValue.Member] = []
        var timing: JSONValue = ["duration": 4, "fps": 30]
        var rates: JSONValue = "live"

        func lone() throws -> Lone {
            let own: [JSONValue.Member] = [
                .init("animations", .array(animations)), .init("animatedRates", rates),
            ]
            return try Lone(behaviors, cell: cell, emitter: own + emitter, timing: timing)
        }
    }

    private static func animation(_ name: String, _ rest: [JSONValue.Member]) -> JSONValue {
        .object([.init("keyPath", .string("emitterCells.c.\(name)"))] + rest)
    }

    /// Returns an animation with a curve of any kind, chosen by the seed.
    private static func curve(_ seed: UInt64, _ name: String, around size: Double) -> JSONValue {
        var random = SystemlessGenerator(seed: seed)
        let count = Int.random(in: 2...5, using: &random)
        let mode = ["linear", "discrete", "cubic", "linear"][Int(seed % 4)]
        let values = (0..<count).map { _ in JSONValue.number(.random(in: -size...size, using: &random)) }
        let easing = ["linear", "easeIn", "easeInEaseOut"][Int.random(in: 0...2, using: &random)]
        let fill = ["removed", "forwards", "both"][Int.random(in: 0...2, using: &random)]
        return animation(
            name,
            [
                .init("values", .array(values)), .init("calculationMode", .string(mode)),
                .init("timingFunction", .string(easing)), .init("fillMode", .string(fill)),
                .init("beginTime", .number(.random(in: 0...1, using: &random))),
                .init("duration", .number(.random(in: 0.3...2, using: &random))),
                .init("repeatCount", .number(Double(seed % 3))), .init("autoreverses", .bool(seed % 2 == 0)),
            ]
        )
    }

    /// Returns the cell with its animated values at an instant: those of a particle born then.
    private static func cell(_ spec: EffectSpec, at time: Double) -> EmitterCell {
        let layer = spec.layers[0]
        guard case .emitter(let emitter) = layer.content else { return EmitterCell() }
        return LayerTimeline(layer, emitter).cell(emitter.emitterCells[0], 0, at: time)
    }

    /// Reference: Heun's method in fine steps, within smooth or nearly smooth stretches.
    private static func integrated(
        to age: Double,
        velocity: Double,
        drag: Double = 0,
        clock: (Double) -> Double = { $0 },
        _ rate: (Double) -> Double
    ) -> (position: Double, velocity: Double) {
        let count = Int(age * 4000)
        let step = age / Double(count)
        var (x, v) = (0.0, velocity)
        for number in 0..<count {
            let a = rate(clock((Double(number) + 0.5) * step))
            let middle = v + (a - drag * v) * step / 2
            x += middle * step
            v += (a - drag * middle) * step
        }
        return (x, v)
    }

    // MARK: Motion

    @Test func `a growing acceleration acts on live particles`() throws {
        let grows = Self.animation("yAcceleration", [.init("values", [0, 120]), .init("duration", 4)])
        let lone = try Setup(animations: [grows]).lone()
        // a = 30·t, so y = 5·t³.
        for time in [0.25, 1, 1.7, 3.5] {
            #expect(lone.offset(at: time).isNear(SIMD2(60 * time, 5 * time * time * time), 0.003))
        }
        let old = try Setup(animations: [grows], rates: "birth").lone()
        #expect(old.offset(at: 3).isNear(SIMD2(180, 0), 0.003))
    }

    @Test func `a temporary push acts on live particles`() throws {
        let push = Self.animation(
            "xAcceleration",
            [
                .init("values", [200, 200]), .init("calculationMode", "linear"), .init("beginTime", 1),
                .init("duration", 0.5),
            ]
        )
        let lone = try Setup(animations: [push], cell: [.init("velocity", 0)]).lone()
        #expect(lone.offset(at: 1) == SIMD2(0, 0))
        #expect(lone.offset(at: 1.5).isNear(SIMD2(25, 0), 0.003))
        #expect(lone.offset(at: 3).isNear(SIMD2(175, 0), 0.003))
    }

    @Test(arguments: UInt64(0)..<24)
    func `motion is the integral of any curve`(_ seed: UInt64) throws {
        var setup = Setup(animations: [Self.curve(seed, "yAcceleration", around: 45)])
        setup.cell = [.init("velocity", 0), .init("yAcceleration", 5)]
        let lone = try setup.lone()
        setup.rates = "birth"
        let plain = try setup.lone().simulation.spec
        let layer = plain.layers[0]
        guard case .emitter(let emitter) = layer.content else { return }
        let timeline = LayerTimeline(layer, emitter)
        for time in [0.4, 1.1, 2.3, 3.9] {
            let exact = Self.integrated(to: time, velocity: 0) {
                timeline.cell(emitter.emitterCells[0], 0, at: $0).acceleration.y
            }
            #expect(abs(lone.offset(at: time).y - exact.position) < 0.05, "at \(time)")
        }
    }

    @Test(arguments: UInt64(0)..<12)
    func `drag and a changing acceleration combine`(_ seed: UInt64) throws {
        var setup = Setup(animations: [Self.curve(seed, "yAcceleration", around: 300)])
        setup.behaviors = #"[{"type": "drag", "drag": 1.5}]"#
        setup.cell = [.init("velocity", 100), .init("emissionLongitude", "90deg")]
        let lone = try setup.lone()
        setup.rates = "birth"
        let plain = try setup.lone().simulation.spec
        let layer = plain.layers[0]
        guard case .emitter(let emitter) = layer.content else { return }
        let timeline = LayerTimeline(layer, emitter)
        for time in [0.6, 1.9, 3.7] {
            let exact = Self.integrated(to: time, velocity: 100, drag: 1.5) {
                timeline.cell(emitter.emitterCells[0], 0, at: $0).acceleration.y
            }
            #expect(abs(lone.offset(at: time).y - exact.position) < 0.05, "at \(time)")
        }
    }

    @Test func `drag with a constant acceleration matches the closed form`() throws {
        let steady = Self.animation(
            "yAcceleration",
            [.init("values", [80, 80]), .init("duration", 9), .init("fillMode", "both")]
        )
        let behaviors = #"[{"type": "drag", "drag": 2}]"#
        let live = try Setup(animations: [steady], behaviors: behaviors).lone()
        let plain = try Setup(behaviors: behaviors, cell: [.init("yAcceleration", 80)]).lone()
        for time in [0.1, 0.9, 2.2, 3.8] {
            #expect(live.offset(at: time).isNear(plain.offset(at: time), 0.01))
        }
    }

    @Test func `the speeds of layer and cell scale animated rates`() throws {
        let grows = Self.animation("yAcceleration", [.init("values", [0, 120]), .init("duration", 4)])
        let lone = try Setup(
            animations: [grows],
            cell: [.init("velocity", 0), .init("speed", 0.5)],
            emitter: [.init("speed", 2)]
        ).lone()
        // Acceleration is a = 30·u in layer seconds u = 2·t. A particle second is two layer seconds: y = 30·u³/6·(½)².
        for time in [0.5, 1, 1.8] {
            #expect(lone.offset(at: time).isNear(SIMD2(0, 1.25 * 8 * time * time * time), 0.003))
        }
    }

    @Test func `stepped motion includes animated rates`() throws {
        let grows = Self.animation("yAcceleration", [.init("values", [0, 120]), .init("duration", 4)])
        let wave = #"[{"type": "wave", "force": [0, 0], "frequency": 1}]"#
        let lone = try Setup(animations: [grows], behaviors: wave).lone()
        for time in [0.25, 1, 1.7, 3.5] {
            #expect(lone.offset(at: time).isNear(SIMD2(60 * time, 5 * time * time * time), 0.02))
        }
    }

    // MARK: Appearance

    @Test func `speeds of scale and color are animated`() throws {
        let animations: [JSONValue] = [
            Self.animation("scaleSpeed", [.init("values", [0, 2]), .init("duration", 4)]),
            Self.animation("alphaSpeed", [.init("values", [0, -0.5]), .init("duration", 4)]),
            Self.animation("redSpeed", [.init("values", [-0.2, -0.2]), .init("duration", 2)]),
        ]
        let lone = try Setup(
            animations: animations,
            cell: [.init("scale", 0.5)],
            emitter: [.init("scale", 2)]
        ).lone()
        for time in [0.5, 1.5, 3] {
            let item = try #require(lone.item(at: time))
            #expect(abs(item.scale.x - (1 + 2 * time * time / 4)) < 1e-5)
            #expect(abs(item.color.w - (1 - time * time / 16)) < 1.1e-4)
            #expect(abs(item.color.x - (1 - 0.2 * min(2, time))) < 1.1e-4)
        }
    }

    @Test(arguments: ["multiply", "add", "replace"])
    func `a speed over life combines with a speed over time`(_ operation: String) throws {
        let behaviors = """
            [{"type": "valueOverLife", "keyPath": "scaleSpeed", "values": [1, 3, 0], "locations": [0.1, 0.5, 0.9], \
            "operation": "\(operation)"}]
            """
        let speed = Self.animation(
            "scaleSpeed",
            [.init("values", [0, 2]), .init("duration", 4), .init("timingFunction", "easeIn")]
        )
        let lone = try Setup(animations: [speed], behaviors: behaviors).lone()
        let plain = try Setup(animations: [speed], behaviors: behaviors, rates: "birth").lone().simulation.spec
        func curve(_ share: Double) -> Double {
            share < 0.1 ? 1 : share < 0.5 ? 1 + (share - 0.1) * 5 : share < 0.9 ? 3 - (share - 0.5) * 7.5 : 0
        }
        for time in [0.2, 1.3, 2.9, 3.8] {
            let gathered = Self.integrated(to: time, velocity: 0) { age in
                let own = Self.cell(plain, at: age).scaleSpeed
                let other = curve(age / 4)
                return operation == "multiply" ? own * other : operation == "add" ? own + other : other
            }.velocity
            #expect(abs(try #require(lone.item(at: time)).scale.x - (1 + gathered)) < 1e-3, "at \(time)")
        }
    }

    @Test func `sub-cells start at their parent's position and scale`() throws {
        let child: JSONValue = [
            "name": "s", "contents": "dot", "birthRate": 0, "burst": ["count": 1], "lifetime": 3, "beginTime": 2,
        ]
        let animations: [JSONValue] = [
            Self.animation("yAcceleration", [.init("values", [0, 120]), .init("duration", 4)]),
            Self.animation("scaleSpeed", [.init("values", [1, 1]), .init("duration", 4)]),
        ]
        let lone = try Setup(animations: animations, cell: [.init("emitterCells", [child])]).lone()
        let item = try #require(lone.simulation.drawList(at: 2.5).groups[0].items.first { $0.cell == 1 })
        #expect((item.position - SIMD2(500, 500)).isNear(SIMD2(120, 40), 0.003))
        #expect(abs(item.scale.x - 3) < 1e-5)
    }

    // MARK: Unaffected effects

    @Test func `the live mode changes nothing without animated rates, and birth is the default`() throws {
        let other = Self.animation("velocity", [.init("values", [10, 90]), .init("duration", 3)])
        let speed = Self.animation("alphaSpeed", [.init("values", [0, -1]), .init("duration", 3)])
        let cell: [JSONValue.Member] = [
            .init("burst", .null), .init("birthRate", 40), .init("yAcceleration", 30), .init("scaleSpeed", 0.3),
        ]
        func frames(_ animations: [JSONValue], _ rates: JSONValue) throws -> [DrawList] {
            let simulation = try Setup(animations: animations, cell: cell, rates: rates).lone().simulation
            return (0..<20).map { simulation.drawList(at: Double($0) / 5) }
        }
        #expect(try frames([other], "live") == frames([other], "birth"))
        #expect(try frames([other, speed], "live") != frames([other, speed], "birth"))
        let json = Specs.one(emitter: [.init("animations", [])])
        let spec = try EffectSpec(json: json)
        guard case .emitter(let emitter) = spec.layers[0].content else { return }
        #expect(emitter.animatedRates == .birth)
    }

    @Test func `a loop closes, and long-lived particles continue in the next round`() throws {
        let waves = Self.animation(
            "yAcceleration",
            [
                .init("values", [-100, 100]), .init("duration", 0.5), .init("autoreverses", true),
                .init("repeatCount", 2),
            ]
        )
        var setup = Setup(
            animations: [waves],
            cell: [.init("burst", ["count": 1, "at": 0.3]), .init("velocity", 0), .init("lifetime", 5)]
        )
        setup.timing = ["duration": 2, "fps": 20, "loop": "seamless"]
        let simulation = try setup.lone().simulation
        #expect(simulation.drawList(ofFrame: 40) == simulation.drawList(ofFrame: 0))
        func rate(_ time: Double) -> Double {
            let inRound = time.truncatingRemainder(dividingBy: 2)
            let run = inRound.truncatingRemainder(dividingBy: 1) * 2
            return 200 * (run > 1 ? 2 - run : run) - 100
        }
        let shown = simulation.drawList(ofFrame: 10).groups[0].items
        // Born 0.2 s ago, and one and two rounds earlier.
        #expect(shown.count == 3)
        for item in shown {
            let exact = Self.integrated(to: item.age, velocity: 0, clock: { $0 + 0.3 }, rate).position
            #expect(abs(item.position.y - 500 - exact) < 0.05)
        }
        // Every particle is one frame older in the next frame.
        let next = simulation.drawList(ofFrame: 11).groups[0].items
        #expect(zip(shown, next).allSatisfy { abs($1.age - $0.age - 0.05) < 1e-6 && $0.id == $1.id })
    }

    // MARK: The field

    @Test func `an unknown mode is refused with its pointer, and the canonical form round-trips`() throws {
        func fault(_ value: JSONValue) -> SpecFault? {
            do {
                _ = try Setup(rates: value).lone()
                return nil
            } catch { return (error as? SpecError)?.faults.first }
        }
        #expect(fault("alive")?.pointer == "/layers/0/animatedRates" && fault("alive")?.kind == .unknownValue)
        #expect(fault(1)?.pointer == "/layers/0/animatedRates" && fault(1)?.kind == .wrongType)
        let spec = try Setup().lone().simulation.spec
        #expect(try EffectSpec(json: spec.json) == spec)
        guard case .emitter(let emitter) = spec.layers[0].content else { return }
        #expect(emitter.animatedRates == .live)
    }

    @Test func `live rates raise the price`() throws {
        let speed = Self.animation("yAcceleration", [.init("values", [0, 90]), .init("duration", 3)])
        func work(_ rates: JSONValue, _ behaviors: String = "[]") throws -> RenderCost {
            RenderCost(of: try Setup(animations: [speed], behaviors: behaviors, rates: rates).lone().simulation.spec)
        }
        let drag = #"[{"type": "drag", "drag": 1}]"#
        #expect(try work("live").work > work("birth").work)
        #expect(try work("birth", drag).steps == 0)
        #expect(try work("live", drag).steps >= 480)
    }
}

/// Deterministic pseudorandom numbers for generated test cases.
private struct SystemlessGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 31)) &* 0xbf58_476d_1ce4_e5b9
    }
}
