import EffectCoding
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

struct SimulationTests {
    private func simulation(
        emitter: [JSONValue.Member] = [],
        cell: [JSONValue.Member] = [],
        timing: JSONValue = ["duration": 2, "fps": 30],
        seed: Int = 1
    ) throws -> Simulation {
        let json = Specs.one(
            emitter: emitter,
            cell: cell,
            canvas: ["width": 1000, "height": 1000],
            timing: timing,
            seed: .number(Double(seed))
        )
        return try Simulation(EffectSpec(json: json))
    }

    private let middle = JSONValue.Member("emitterPosition", [500, 500])

    private func items(_ simulation: Simulation, at time: Double) -> [DrawList.Item] {
        simulation.drawList(at: time).groups.flatMap(\.items)
    }

    // MARK: Births

    @Test(arguments: 0..<50)
    func `a constant rate emits at equal intervals`(_ seed: Int) throws {
        let simulation = try simulation(emitter: [middle], cell: [.init("lifetime", 5)], seed: seed)
        #expect((40...40).contains(simulation.birthCount))
        let births = items(simulation, at: 2).map { 2 - $0.age }.sorted()
        for (earlier, later) in zip(births, births.dropFirst()) { #expect(abs(later - earlier - 0.05) < 1e-5) }
        #expect(births[0] <= 0.05)
    }

    @Test func `a birth phase of 0 puts the first birth at the end of the first interval`() throws {
        let simulation = try simulation(emitter: [middle], cell: [.init("birthPhase", 0), .init("lifetime", 5)])
        #expect(items(simulation, at: 0.0499).isEmpty)
        #expect(items(simulation, at: 0.0501).count == 1)
    }

    @Test func `the integral of an animated rate and its inverse are exact`() {
        // λ = 6t² up to 1, then 0 up to 2, then 4: totals 2, 2, 6.
        let integral = RateIntegral(
            of: { $0 < 1 ? 6 * $0 * $0 : $0 < 2 ? 0 : 4 },
            isStraight: false,
            breaks: [1, 2],
            to: 3
        )
        #expect(abs(integral.total - 6) < 1e-4)
        for value in stride(from: 0.1, through: 1.9, by: 0.1) {
            #expect(abs(integral.time(at: value) - cbrt(value / 2)) < 1e-4)
        }
        #expect(abs(integral.time(at: 4) - 2.5) < 1e-4)
    }

    /// Regression: a sum of many steps missed a whole number by the last bit, which dropped a particle or delayed it to
    /// the effect's end.
    @Test(arguments: [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2])
    func `an animated rate emits exactly as many particles as a constant one`(_ duration: Double) throws {
        for easing in ["linear", "easeIn"] {
            for rate in [10.0, 20, 40, 100] {
                let animation: JSONValue = [
                    "keyPath": "birthRate", "values": [1, 1], "duration": .number(duration),
                    "timingFunction": .string(easing),
                ]
                let simulation = try simulation(
                    emitter: [middle, .init("birthRate", 0), .init("animations", [animation])],
                    cell: [.init("birthRate", .number(rate)), .init("birthPhase", 0), .init("lifetime", 9)],
                    timing: ["duration": 3, "fps": 30]
                )
                #expect(simulation.birthCount == Int((rate * duration + 1e-9).rounded(.down)))
                let last = items(simulation, at: 2.99).map(\.age).min() ?? 0
                if simulation.birthCount > 0 { #expect(2.99 - last <= duration + 1e-5) }
            }
        }
    }

    @Test(arguments: 0..<30)
    func `births under an animated rate follow its integral`(_ seed: Int) throws {
        // The rate rises from 0 to 40 over 2 s: A(t) = 10 t², 40 in total.
        let animation: JSONValue = ["keyPath": "birthRate", "values": [0, 2], "duration": 2, "fillMode": "both"]
        let simulation = try simulation(
            emitter: [middle, .init("animations", [animation])],
            cell: [.init("lifetime", 5)],
            seed: seed
        )
        #expect((39...41).contains(simulation.birthCount))
        for time in [0.5, 1, 1.5] {
            let expected = 10 * time * time
            #expect(abs(Double(items(simulation, at: time).count) - expected) <= 1)
        }
    }

    @Test func `a negative rate emits nothing`() throws {
        let animation: JSONValue = ["keyPath": "birthRate", "values": [-1, 1], "duration": 2]
        let simulation = try simulation(emitter: [middle, .init("animations", [animation])])
        #expect((9...11).contains(simulation.birthCount))
    }

    // MARK: Motion

    @Test(arguments: 0..<20)
    func `motion follows the closed form of velocity and acceleration`(_ seed: Int) throws {
        let simulation = try simulation(
            emitter: [middle],
            cell: [
                .init("velocity", 100), .init("yAcceleration", 80), .init("xAcceleration", -20),
                .init("lifetime", 5), .init("spin", 2), .init("rotation", 0.5), .init("scale", 0.5),
                .init("scaleSpeed", 0.25),
            ],
            seed: seed
        )
        for item in items(simulation, at: 1.7) {
            let t = item.age
            #expect(abs(item.position.x - (500 + 100 * t - 10 * t * t)) < 0.003)
            #expect(abs(item.position.y - (500 + 40 * t * t)) < 0.003)
            #expect(abs(item.rotation - (0.5 + 2 * t)) < 1e-5)
            #expect(abs(item.scale.x - (0.5 + 0.25 * t)) < 1e-5)
        }
    }

    @Test func `a layer's factors equal the same factors in its cells`() throws {
        let cell: [JSONValue.Member] = [
            .init("velocity", 50), .init("velocityRange", 20), .init("scale", 0.5), .init("scaleRange", 0.25),
            .init("scaleSpeed", 0.125), .init("spin", 1), .init("spinRange", 0.5), .init("lifetime", 0.5),
            .init("lifetimeRange", 0.25), .init("emissionRange", 6),
        ]
        let doubled = cell.map { member in
            guard case .number(let number) = member.value, member.name != "emissionRange" else { return member }
            return JSONValue.Member(member.name, .number(2 * number))
        }
        let factors = ["velocity", "scale", "spin", "lifetime"].map { JSONValue.Member($0, 2) }
        let one = try simulation(emitter: [middle] + factors, cell: cell)
        let other = try simulation(emitter: [middle], cell: doubled)
        #expect(one.drawList(at: 1.3) == other.drawList(at: 1.3))
        #expect(!items(one, at: 1.3).isEmpty)
    }

    @Test func `moving the emitter moves every particle by the same offset`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 80), .init("emissionRange", 6)]
        let one = items(try simulation(emitter: [middle], cell: cell), at: 1)
        let other = items(
            try simulation(emitter: [.init("emitterPosition", [520, 440])], cell: cell),
            at: 1
        )
        #expect(one.map { $0.position + [20, -60] } == other.map(\.position))
    }

    @Test func `a particle lives exactly for its lifetime`() throws {
        let simulation = try simulation(
            emitter: [middle],
            cell: [.init("birthRate", 1), .init("birthPhase", 0), .init("lifetime", 0.5)]
        )
        #expect(items(simulation, at: 1).count == 1)
        #expect(items(simulation, at: 1.499).count == 1)
        #expect(items(simulation, at: 1.5).isEmpty)
    }

    @Test func `color and alpha are clamped to 0...1 only when drawn`() throws {
        let simulation = try simulation(
            emitter: [middle],
            cell: [
                .init("birthRate", 1), .init("birthPhase", 0), .init("lifetime", 5),
                .init("color", [0.5, 0.5, 0.5, 1]),
                .init("alphaSpeed", -2), .init("redSpeed", 2), .init("greenSpeed", -0.5),
            ]
        )
        let item = try #require(items(simulation, at: 1.25).first)
        #expect(item.color == SIMD4(1, 0.375, 0.5, 0.5))
        #expect(items(simulation, at: 1.5).isEmpty)  // alpha 0 is not drawn
    }

    @Test func `a negative scale is drawn rotated by half a turn, or hidden`() throws {
        let cell: [JSONValue.Member] = [
            .init("birthRate", 1), .init("birthPhase", 0), .init("lifetime", 5), .init("scale", -0.5),
            .init("rotation", 0.25),
        ]
        let item = try #require(items(simulation(emitter: [middle], cell: cell), at: 1.5).first)
        #expect(item.scale == SIMD2(0.5, 0.5) && abs(item.rotation - 0.25 - .pi) < 1e-5)
        let hidden = try simulation(emitter: [middle], cell: cell + [.init("negativeScale", "hide")])
        #expect(items(hidden, at: 1.5).isEmpty)
    }

    // MARK: Ranges and directions

    @Test(arguments: [("full", 100.0), ("half", 50.0)])
    func `a range is uniform over its convention's interval`(_ convention: String, _ deviation: Double) throws {
        let simulation = try simulation(
            emitter: [middle, .init("rangeConvention", .string(convention))],
            cell: [
                .init("velocity", 200), .init("velocityRange", 100), .init("birthRate", 1000), .init("lifetime", 5),
                .init("emissionSpace", "planar"),
            ]
        )
        let speeds = items(simulation, at: 2).filter { $0.age > 0.5 }.map { ($0.position.x - 500) / $0.age }
        expectUniform(speeds, in: 200 - deviation - 0.02...200 + deviation + 0.02)
    }

    /// Expects a uniform distribution by the Kolmogorov–Smirnov test at a level of 1 in 10,000.
    private func expectUniform(_ values: [Double], in range: ClosedRange<Double>) {
        #expect(values.allSatisfy(range.contains))
        let sorted = values.sorted()
        let width = range.upperBound - range.lowerBound
        let distance = sorted.enumerated().map { index, value in
            abs((value - range.lowerBound) / width - (Double(index) + 0.5) / Double(sorted.count))
        }.max()
        #expect(values.count > 500)
        #expect((distance ?? 1) < 2.23 / Double(values.count).squareRoot())
    }

    @Test(arguments: [("point", 0.0), ("line", -Double.pi / 2)])
    func `a missing longitude means the shape's natural direction`(_ shape: String, _ angle: Double) throws {
        let simulation = try simulation(
            emitter: [middle, .init("emitterShape", .string(shape)), .init("emitterSize", [0, 9])],
            cell: [.init("velocity", 100)]
        )
        for item in items(simulation, at: 1) where item.age > 0.1 {
            let move = item.position - [500, 500]
            #expect(abs(atan2(move.y, move.x) - angle) < 1e-3)
        }
    }

    @Test(arguments: [("line", "volume"), ("line", "outline"), ("line", "surface")])
    func `a line emits uniformly along its length`(_ shape: String, _ mode: String) throws {
        let simulation = try simulation(
            emitter: [
                middle, .init("emitterShape", .string(shape)), .init("emitterMode", .string(mode)),
                .init("emitterSize", [400, 50]),
            ],
            cell: [.init("birthRate", 1000), .init("lifetime", 5)]
        )
        let places = items(simulation, at: 2)
        #expect(places.allSatisfy { $0.position.y == 500 })
        expectUniform(places.map(\.position.x), in: 299.9...700.1)
    }

    @Test func `a line in points mode emits at its two ends only`() throws {
        let simulation = try simulation(
            emitter: [
                middle, .init("emitterShape", "line"), .init("emitterMode", "points"), .init("emitterSize", [400, 50]),
            ],
            cell: [.init("birthRate", 500)]
        )
        let places = Set(items(simulation, at: 1).map(\.position.x))
        #expect(places == [300, 700])
    }

    @Test func `the emission range is a full opening angle, uniform in the plane or over the cone`() throws {
        for space in ["planar", "cone"] {
            let simulation = try simulation(
                emitter: [middle],
                cell: [
                    .init("velocity", 100), .init("emissionRange", "90deg"), .init("emissionSpace", .string(space)),
                    .init("birthRate", 1000), .init("lifetime", 5),
                ]
            )
            let moves = items(simulation, at: 2).filter { $0.age > 0.5 }.map { ($0.position - [500, 500]) / $0.age }
            let angles = moves.map { atan2($0.y, $0.x) }
            if space == "planar" {
                expectUniform(angles, in: -Double.pi / 4 - 1e-3...Double.pi / 4 + 1e-3)
            } else {
                #expect(angles.allSatisfy { abs($0) <= .pi / 4 + 1e-3 })
                // Uniform over the cone: the cosine of the angle to the axis is uniform.
                expectUniform(moves.map { $0.x / 100 }, in: cos(Double.pi / 4) - 1e-3...1.001)
            }
        }
    }

    @Test func `a negative velocity reverses the direction`() throws {
        let moved = items(try simulation(emitter: [middle], cell: [.init("velocity", -100)]), at: 1)
        #expect(moved.count == 20)
        for item in moved { #expect(abs(item.position.x - (500 - 100 * item.age)) < 0.003) }
    }

    @Test func `latitude tilts the direction toward the viewer, and depth sorts particles`() throws {
        let cell: [JSONValue.Member] = [
            .init("velocity", 100), .init("emissionLatitude", "30deg"), .init("zAcceleration", -40),
            .init("lifetime", 5),
        ]
        let simulation = try simulation(
            emitter: [middle, .init("emitterZPosition", 7), .init("renderMode", "backToFront")],
            cell: cell
        )
        let list = items(simulation, at: 1.9)
        for item in list {
            let t = item.age
            #expect(abs(item.position.x - (500 + 100 * cos(Double.pi / 6) * t)) < 0.003)
            #expect(abs(item.z - (7 + 50 * t - 20 * t * t)) < 0.003)
        }
        #expect(list.count > 30 && list.map(\.z) == list.map(\.z).sorted())
        #expect(list.map(\.id) != list.map(\.id).sorted())
    }

    @Test func `contentsScale divides the drawn size, and each channel has an independent range`() throws {
        let simulation = try simulation(
            emitter: [middle],
            cell: [
                .init("contentsScale", 4), .init("color", [0.5, 0.5, 0.5, 1]), .init("greenRange", 0.25),
                .init("birthRate", 1000), .init("lifetime", 5), .init("rotationRange", 1),
            ]
        )
        let list = items(simulation, at: 1)
        #expect(list.allSatisfy { $0.scale == [0.25, 0.25] && $0.color.x == 0.5 && $0.color.z == 0.5 })
        expectUniform(list.map(\.color.y), in: 0.2499...0.7501)
        expectUniform(list.map(\.rotation), in: -1.0001...1.0001)
    }

    // MARK: Independence

    @Test func `a frame depends on its instant, not on the frame rate`() throws {
        let slow = try simulation(emitter: [middle], cell: [.init("velocity", 50)], timing: ["duration": 2, "fps": 5])
        let fast = try simulation(emitter: [middle], cell: [.init("velocity", 50)], timing: ["duration": 2, "fps": 60])
        for number in 0..<10 {
            #expect(slow.drawList(ofFrame: number).groups == fast.drawList(ofFrame: number * 12).groups)
        }
    }

    @Test func `slow motion shows the same effect over more frames`() throws {
        let slow = try simulation(emitter: [middle], timing: ["duration": 1, "fps": 10, "speed": 2])
        let real = try simulation(emitter: [middle], timing: ["duration": 1, "fps": 20])
        #expect(slow.spec.timing.frameCount == 20)
        #expect((0..<20).allSatisfy { slow.drawList(ofFrame: $0) == real.drawList(ofFrame: $0) })
    }

    @Test func `an additional cell or layer does not change existing particles`() throws {
        let cell: JSONValue = [
            "name": "a", "contents": "square", "birthRate": 30, "lifetime": 2, "velocity": [20, 90], "emissionRange": 6,
        ]
        let other: JSONValue = ["name": "b", "contents": "circle", "birthRate": 17, "lifetime": 2, "velocity": 50]
        func places(_ layers: JSONValue) throws -> [SIMD2<Double>] {
            let spec = try EffectSpec(json: ["canvas": ["width": 400, "height": 400], "layers": layers])
            let simulation = Simulation(spec)
            let index = try #require(spec.layers.firstIndex { $0.name == "x" })
            let group = try #require(simulation.drawList(at: 1).groups.first { $0.layer == index })
            return group.items.filter { simulation.sprites[$0.sprite].name == "square" }.map(\.position)
        }
        func layer(_ name: JSONValue, _ cells: JSONValue) -> JSONValue {
            ["name": name, "emitterPosition": [200, 200], "emitterCells": cells]
        }
        let alone = try places([layer("x", [cell])])
        #expect(alone.count == 30)
        #expect(try places([layer("x", [other, cell])]) == alone)
        #expect(try places([layer("w", [other]), layer("x", [cell])]) == alone)
    }

    @Test func `the seed selects the effect, as a number or a text`() throws {
        let document = { (seed: JSONValue) in
            Specs.one(cell: [.init("emissionRange", 6), .init("velocity", 30)], seed: seed)
        }
        let seeds: [JSONValue] = [1, 2, "one", "two", "1"]
        let lists = try seeds.map { (seed: JSONValue) -> DrawList in
            try Simulation(EffectSpec(json: document(seed))).drawList(at: 1)
        }
        #expect(lists[0] == lists[4])
        #expect(Set(lists[..<4].map { "\($0)" }).count == 4)
    }

    @Test func `render modes sort particles by age`() throws {
        func ages(_ mode: JSONValue) throws -> [Double] {
            items(try simulation(emitter: [middle, .init("renderMode", mode)]), at: 1).map(\.age)
        }
        let oldest = try ages("oldestFirst")
        #expect(oldest == oldest.sorted(by: >))
        #expect(try ages("oldestLast") == oldest.reversed())
    }

    @Test func `layers are drawn in z order, equal ones in document order`() throws {
        let cells: JSONValue = [["contents": "square", "birthRate": 10, "lifetime": 9]]
        let spec = try EffectSpec(json: [
            "layers": [
                ["name": "a", "z": 2, "emitterCells": cells], ["name": "b", "emitterCells": cells],
                ["name": "c", "z": -1, "emitterCells": cells], ["name": "d", "emitterCells": cells],
            ]
        ])
        let order = Simulation(spec).drawList(at: 1).groups.map { spec.layers[$0.layer].name }
        #expect(order == ["c", "b", "d", "a"])
    }

    @Test func `a layer is invisible before it begins`() throws {
        let simulation = try simulation(emitter: [middle, .init("beginTime", 1)])
        #expect(simulation.drawList(at: 0.99).groups.isEmpty)
        #expect((19...20).contains(items(simulation, at: 1.99).count))
    }

    @Test func `values in the draw list are rounded`() throws {
        for item in items(try simulation(emitter: [middle], cell: [.init("velocity", 77.7)]), at: 1.234) {
            #expect((item.position.x * 256).rounded() == item.position.x * 256)
        }
    }
}
