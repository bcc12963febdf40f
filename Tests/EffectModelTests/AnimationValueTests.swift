@testable import EffectCoding
@testable import EffectModel
@testable import StrictJSON
import TestSupport
import Testing

/// Animated property values for every mode, kind and clock, against values computed by hand.
struct AnimationValueTests {
    private func timeline(
        _ animations: JSONValue...,
        emitter: [JSONValue.Member] = [],
        cell: [JSONValue.Member] = []
    ) throws -> LayerTimeline {
        let spec = try EffectSpec(
            json: Specs.one(emitter: emitter + [.init("animations", .array(animations))], cell: cell)
        )
        guard case .emitter(let emitter) = spec.layers[0].content else { throw CancellationError() }
        return LayerTimeline(spec.layers[0], emitter)
    }

    /// A one-second animation of the emitter's z position, which has wide bounds.
    private func z(_ members: JSONValue.Member...) -> JSONValue {
        .object(Specs.merged([.init("keyPath", "emitterZPosition"), .init("duration", 1)], members))
    }

    private func isNear(_ a: Double, _ b: Double, _ slack: Double = 1e-9) -> Bool { abs(a - b) <= slack }

    private func isNear(_ a: SIMD2<Double>, _ x: Double, _ y: Double, _ slack: Double = 1e-9) -> Bool {
        isNear(a.x, x, slack) && isNear(a.y, y, slack)
    }

    // MARK: Cumulative repetitions

    @Test func `a cumulative animation adds its last value at each repetition, as the schema says`() throws {
        let timeline = try timeline(
            z(.init("type", "basic"), .init("by", 50), .init("cumulative", true), .init("repeatCount", 3)),
            emitter: [.init("emitterZPosition", 100)]
        )
        let values = [0, 0.5, 0.999_999, 1, 1.5, 2, 2.999_999].map { timeline.emitter(at: $0).emitterZPosition }
        for (value, expected) in zip(values, [100.0, 125, 150, 250, 275, 400, 450]) {
            #expect(isNear(value, expected, 1e-3), "\(values)")
        }
        let schema = EffectSpec.jsonSchema()["$defs"]?["Animation.basic"]?["properties"]?["cumulative"]?["description"]
        guard case .string(let sentence) = try #require(schema) else { throw CancellationError() }
        #expect(sentence.hasPrefix("True: the value at the end of each repetition is added to all values of the next."))
        // Additive values are relative, so each repetition starts where the previous one ended.
        let added = try self.timeline(
            z(
                .init("type", "basic"),
                .init("by", 50),
                .init("cumulative", true),
                .init("repeatCount", 3),
                .init("additive", true)
            ),
            emitter: [.init("emitterZPosition", 100)]
        )
        for (time, expected) in [(0.5, 125.0), (1, 150), (1.5, 175), (2.5, 225)] {
            #expect(isNear(added.emitter(at: time).emitterZPosition, expected))
        }
    }

    // MARK: Overshoot and groups

    @Test(
        arguments: [
            // The easing applies to the animation or to its only segment; an overshoot extrapolates linearly.
            (["type": "basic", "from": 100, "to": 200, "timingFunction": [0.34, 1.56, 0.64, 1]], false),
            (["values": [100, 200], "timingFunction": [0.34, 1.56, 0.64, 1]], false),
            (["values": [100, 200], "timingFunctions": [[0.34, 1.56, 0.64, 1]]], false),
            (["values": [100, 150, 200], "timingFunction": [0.34, 1.56, 0.64, 1]], false),
            (["values": [100, 200], "keyTimes": [0, 0.5], "timingFunction": [0.34, 1.56, 0.64, 1]], true),
            (["values": [100, 200], "calculationMode": "paced", "timingFunction": [0.34, 1.56, 0.64, 1]], true),
            (
                ["values": [100, 100, 200], "calculationMode": "discrete", "timingFunction": [0.34, 1.56, 0.64, 1]],
                true
            ),
        ] as [(JSONValue, Bool)]
    )
    func `an overshooting easing goes beyond the last value`(_ own: JSONValue, _ isHeld: Bool) throws {
        guard case .object(let members) = own else { return }
        let base: [JSONValue.Member] = [.init("keyPath", "emitterZPosition"), .init("duration", 1)]
        let timeline = try timeline(.object(Specs.merged(base, members)))
        let highest = stride(from: 0.0, to: 1, by: 0.01).map { timeline.emitter(at: $0).emitterZPosition }.max() ?? 0
        #expect(isHeld ? highest == 200 : highest > 209 && highest < 211, "\(highest)")
    }

    @Test func `an anticipating easing goes below the first value`() throws {
        let timeline = try timeline(
            [
                "type": "basic", "keyPath": "emitterZPosition", "from": 100, "to": 200, "duration": 1,
                "timingFunction": [0.5, -1, 0.5, 2],
            ]
        )
        let values = stride(from: 0.0, to: 1, by: 0.01).map { timeline.emitter(at: $0).emitterZPosition }
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        #expect(low < 85 && low > 75 && high > 215 && high < 225)
    }

    /// Keys may be closer together than the floating-point resolution; the result must still be finite and within the
    /// bounds used for costs.
    @Test(arguments: UInt64(0)..<60)
    func `the extreme values are known for every easing`(_ seed: UInt64) throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func number(_ range: ClosedRange<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 40) / Double(1 << 24)
        }
        let gap = [Double.leastNonzeroMagnitude * 2000, 1e-12, 0.001, 0.019, 0.3][Int(seed) % 5]
        let keys: [JSONValue] = seed % 2 == 0 ? [0, .number(gap), 1] : [0, .number(1 - gap), 1]
        let same = number(0...1)
        let values: [JSONValue] = [
            .number(same), .number(seed % 3 == 0 ? same : number(0...1)), .number(number(0...1)),
        ]
        let easing: [JSONValue] = [
            .number(number(0...1)), .number(number(-10...10)), .number(number(0...1)), .number(number(-10...10)),
        ]
        let isPlain = seed % 7 == 0
        let timeline = try timeline(
            .object(
                [.init("keyPath", "emitterZPosition"), .init("values", .array(values)), .init("duration", 1)]
                    + (isPlain ? [] : [.init("keyTimes", .array(keys))])
                    + [.init("timingFunction", .array(easing)), .init("fillMode", "both")]
            )
        )
        let largest = abs(timeline.largest.emitterZPosition)
        for step in -5...1005 {
            let value = timeline.emitter(at: Double(step) / 1000).emitterZPosition
            #expect(abs(value) <= largest + 1e-9, "\(value), not within \(largest)")
        }
    }

    @Test func `an overshooting easing does not extrapolate a jump`() throws {
        let timeline = try timeline(
            z(
                .init("values", [100, 200, 201]),
                .init("keyTimes", [0, 0.999999, 1]),
                .init("timingFunction", [0.3, -1, 0.7, 2])
            )
        )
        for step in 0..<100 { #expect(abs(timeline.emitter(at: Double(step) / 100).emitterZPosition) < 250) }
    }

    @Test func `children last as long as their group unless they have their own duration`() throws {
        let move: JSONValue = ["type": "basic", "keyPath": "position.x", "from": 0, "to": 100]
        let turn: JSONValue = ["type": "basic", "keyPath": "transform.rotation", "from": 0, "to": 1, "duration": 0.5]
        let inner: JSONValue = ["type": "group", "animations": [["keyPath": "position.y", "values": [0, 80]]]]
        let timeline = try timeline(["type": "group", "duration": 2, "animations": [move, turn, inner]])
        for time in [0, 0.25, 0.5, 1, 1.5, 1.99] {
            let layer = timeline.layer(at: time)
            #expect(isNear(layer.position, 50 * time, 40 * time), "at \(time)")
            #expect(isNear(layer.transform.rotation, time < 0.5 ? 2 * time : 0), "at \(time)")
        }
    }

    // MARK: Calculation modes

    /// Toutiao's button: [1.5, 0.8, 1, 1.2, 1], cubic, over half a second.
    @Test func `a cubic animation is a Catmull-Rom spline with mirrored ends`() throws {
        let timeline = try timeline([
            "keyPath": "transform.scale", "values": [1.5, 0.8, 1, 1.2, 1], "calculationMode": "cubic", "duration": 0.5,
        ])
        for (time, scale) in [(0, 1.5), (0.1, 0.8824), (0.25, 1), (0.35, 1.1856), (0.375, 1.2)] {
            #expect(isNear(timeline.layer(at: time).transform.scale, scale, scale, 5e-5), "at \(time)")
        }
    }

    @Test(
        arguments: [
            ("tensionValues", [1, 1, 1], 0.25, 0.3125), ("tensionValues", [0, 0, 0], 0.5, 1.25),
            ("continuityValues", [0, 1, 0], 0.5, 1.5), ("continuityValues", [0, -1, 0], 0.5, 1),
            ("biasValues", [0, 1, 0], 0.5, 1), ("biasValues", [0, -1, 0], 0.5, 1.5),
        ] as [(String, [Double], Double, Double)]
    )
    func `tension, continuity and bias shape the spline`(
        _ name: String,
        _ list: [Double],
        _ at: Double,
        _ value: Double
    )
        throws
    {
        // The first of two segments, from 0 to 2 and back.
        let timeline = try timeline(
            z(
                .init("values", [0, 2, 0]),
                .init("calculationMode", "cubic"),
                .init("duration", 2),
                .init(name, .array(list.map { .number($0) }))
            )
        )
        #expect(isNear(timeline.emitter(at: at).emitterZPosition, value))
    }

    @Test func `uneven key times stretch the tangents of a spline`() throws {
        let timeline = try timeline(
            z(.init("values", [0, 1, 2]), .init("keyTimes", [0, 0.25, 1]), .init("calculationMode", "cubic"))
        )
        // Halfway through the first segment: ½ + ⅛·1 − ⅛·½.
        #expect(isNear(timeline.emitter(at: 0.125).emitterZPosition, 0.5625))
    }

    @Test func `discrete values hold from their time to the next`() throws {
        let even = try timeline(
            z(.init("values", [1, 2, 3]), .init("calculationMode", "discrete"), .init("duration", 3))
        )
        for (time, value) in [(0, 1.0), (0.99, 1), (1, 2), (1.99, 2), (2, 3), (2.99, 3)] {
            #expect(even.emitter(at: time).emitterZPosition == value)
        }
        let timed = try timeline(
            z(.init("values", [1, 2]), .init("calculationMode", "discrete"), .init("keyTimes", [0.2, 0.9, 1]))
        )
        #expect(timed.emitter(at: 0.1).emitterZPosition == 1 && timed.emitter(at: 0.89).emitterZPosition == 1)
        #expect(timed.emitter(at: 0.9).emitterZPosition == 2)
    }

    @Test func `paced values move at constant speed and ignore key times`() throws {
        let timeline = try timeline(
            z(
                .init("values", [0, 10, 40]),
                .init("calculationMode", "paced"),
                .init("duration", 4),
                .init("keyTimes", [0, 0.9, 1]),
                .init("timingFunctions", ["easeIn", "easeOut"])
            )
        )
        for time in [0, 0.5, 1, 2, 3.5] { #expect(isNear(timeline.emitter(at: time).emitterZPosition, 10 * time)) }
    }

    @Test func `a paced spline moves at constant speed`() throws {
        let timeline = try timeline([
            "keyPath": "emitterPosition", "values": [[0, 0], [60, 0], [80, 40]], "calculationMode": "cubicPaced",
            "duration": 1,
        ])
        func place(_ step: Int) -> SIMD2<Double> { timeline.emitter(at: Double(step) / 100.0001).emitterPosition }
        let steps = (0..<100).map { step -> Double in
            let way = place(step + 1) - place(step)
            return (way * way).sum().squareRoot()
        }
        let mean = steps.reduce(0, +) / 100
        #expect(mean > 1 && steps.allSatisfy { abs($0 / mean - 1) < 0.02 }, "\(steps)")
    }

    @Test func `equal paced values stay constant`() throws {
        let timeline = try timeline(z(.init("values", [3, 3]), .init("calculationMode", "paced")))
        #expect(timeline.emitter(at: 0.5).emitterZPosition == 3)
    }

    // MARK: Kinds

    @Test(
        arguments: [
            (["from": 10, "to": 20], 10, 20), (["from": 10, "by": 4], 10, 14), (["by": 4, "to": 20], 16, 20),
            (["from": 10], 10, 7), (["to": 20], 7, 20), (["by": 4], 7, 11),
        ] as [([String: JSONValue], Double, Double)]
    )
    func `a basic animation takes missing ends from the model value`(
        _ ends: [String: JSONValue],
        _ from: Double,
        _ to: Double
    ) throws {
        let members = ends.map { JSONValue.Member($0.key, $0.value) } + [.init("type", "basic")]
        let animation = JSONValue.object(
            Specs.merged([.init("keyPath", "emitterZPosition"), .init("duration", 1)], members)
        )
        let timeline = try timeline(animation, emitter: [.init("emitterZPosition", 7)])
        #expect(timeline.emitter(at: 0).emitterZPosition == from)
        #expect(isNear(timeline.emitter(at: 0.5).emitterZPosition, (from + to) / 2))
    }

    @Test func `a group clips its children and eases their time`() throws {
        func group(_ members: JSONValue.Member...) -> JSONValue {
            let child = z(.init("values", [0, 100]), .init("duration", 2), .init("fillMode", "both"))
            return .object([.init("type", "group"), .init("duration", 1), .init("animations", [child])] + members)
        }
        let plain = try timeline(group())
        #expect(isNear(plain.emitter(at: 0.5).emitterZPosition, 25))
        #expect(plain.emitter(at: 1).emitterZPosition == 0)
        let held = try timeline(group(.init("fillMode", "forwards")))
        #expect(isNear(held.emitter(at: 5).emitterZPosition, 50))
        let eased = try timeline(group(.init("timingFunction", "easeIn"), .init("beginTime", 1)))
        #expect(eased.emitter(at: 0.5).emitterZPosition == 0)
        #expect(isNear(eased.emitter(at: 1.5).emitterZPosition, 31.54 / 2, 5e-3))
    }

    @Test func `a child as long as its group holds its last value when the group does`() throws {
        let child = z(.init("values", [0, 100]), .init("fillMode", "removed"))
        let group: JSONValue = [
            "type": "group", "duration": 1, "fillMode": "forwards", "repeatCount": 3, "animations": [child],
        ]
        let timeline = try timeline(group)
        #expect(isNear(timeline.emitter(at: 1.25).emitterZPosition, 25))
        #expect(isNear(timeline.emitter(at: 9).emitterZPosition, 100))
    }

    @Test func `a fade takes the layer's opacity to zero and ends there`() throws {
        let fade: JSONValue = ["type": "transition", "beginTime": 1]
        let timeline = try timeline(fade, emitter: [.init("opacity", 0.5)])
        #expect(timeline.layer(at: 0.9).opacity == 0.5 && timeline.layer(at: 1).opacity == 0.5)
        #expect(isNear(timeline.layer(at: 1.5).opacity, 0.5 * (1 - 0.6846), 5e-5))
        #expect(timeline.layer(at: 2).opacity == 0 && timeline.layer(at: 9).opacity == 0)
        let part: JSONValue = [
            "type": "transition", "startProgress": 0.2, "endProgress": 0.6, "timingFunction": "linear", "duration": 2,
            "fillMode": "forwards",
        ]
        let partly = try self.timeline(part)
        #expect(isNear(partly.layer(at: 0).opacity, 0.8) && isNear(partly.layer(at: 1).opacity, 0.6))
        #expect(isNear(partly.layer(at: 3).opacity, 0.4))
        let grouped = try self.timeline(["type": "group", "duration": 1, "animations": [["type": "transition"]]])
        #expect(grouped.layer(at: 0).opacity == 1 && grouped.layer(at: 1).opacity == 0)
    }

    // MARK: Clocks

    @Test(
        arguments: [
            ([.init("repeatCount", 2)], [(0.25, 25), (1.25, 25), (2, 0)]),
            ([.init("repeatCount", 2.5), .init("fillMode", "forwards")], [(2.25, 25), (2.5, 50), (9, 50)]),
            ([.init("repeatDuration", 2.5), .init("fillMode", "forwards")], [(1.75, 75), (9, 50)]),
            ([.init("repeatCount", "infinite")], [(1000.5, 50)]),
            (
                [.init("autoreverses", true), .init("repeatCount", 2), .init("fillMode", "forwards")],
                [(0.25, 25), (1, 100), (1.25, 75), (2.25, 25), (3.75, 25), (4, 0), (9, 0)]
            ),
            ([.init("speed", 2)], [(0.25, 50), (0.5, 0)]), ([.init("speed", 0), .init("timeOffset", 0.5)], [(9, 50)]),
            ([.init("timeOffset", 0.5)], [(0, 50), (0.25, 75), (0.5, 0)]),
            (
                [.init("fillMode", "both"), .init("beginTime", 1), .init("timeOffset", 0.5)],
                [(0, 0), (0.75, 25), (1, 50), (9, 100)]
            ),
            ([.init("beginTime", 1), .init("timeOffset", 0.5)], [(0.49, 0), (0.5, 0), (1.25, 75), (1.5, 0)]),
            ([.init("beginTime", 9), .init("speed", 0), .init("timeOffset", 0.5)], [(0, 50)]),
            ([.init("beginTime", 1_000_000_000)], [(0, 0), (1000, 0)]),
            ([.init("fillMode", "both"), .init("removedOnCompletion", true)], [(0.5, 50), (1, 0)]),
            ([.init("cumulative", true), .init("repeatCount", 3)], [(0.5, 50), (1.5, 150), (2.5, 250)]),
            (
                [.init("cumulative", true), .init("repeatCount", 3), .init("fillMode", "forwards")],
                [(3, 300), (9, 300)]
            ),
        ] as [([JSONValue.Member], [(Double, Double)])]
    )
    func `repetition, autoreverse, time offset and fill mode match Core Animation`(
        _ members: [JSONValue.Member],
        _ expected: [(Double, Double)]
    ) throws {
        let base: [JSONValue.Member] = [
            .init("keyPath", "emitterZPosition"), .init("values", [0, 100]), .init("duration", 1),
        ]
        let timeline = try timeline(.object(base + members))
        for (time, value) in expected {
            #expect(isNear(timeline.emitter(at: time).emitterZPosition, value), "at \(time)")
        }
    }

    // MARK: Several animations

    @Test func `an additive animation adds to the animations below and is replaced by the animation above`() throws {
        let way: JSONValue = [
            "type": "basic", "keyPath": "emitterPosition", "from": [0, 0], "to": [100, 0], "duration": 1,
        ]
        let bob: JSONValue = ["keyPath": "emitterPosition.y", "values": [0, 20], "duration": 1, "additive": true]
        #expect(isNear(try timeline(way, bob).emitter(at: 0.5).emitterPosition, 50, 10))
        #expect(isNear(try timeline(bob, way).emitter(at: 0.5).emitterPosition, 50, 0))
        // Additive values add to the model value if no other animation is active.
        #expect(isNear(try timeline(bob, bob).emitter(at: 0.5).emitterPosition, 50, 70))
    }

    @Test func `the last of two active animations wins, component by component`() throws {
        let first: JSONValue = ["keyPath": "emitterSize", "values": [[1, 2], [1, 2]], "duration": 2]
        let second: JSONValue = ["keyPath": "emitterSize.width", "values": [7], "duration": 1]
        let timeline = try timeline(first, second, emitter: [.init("emitterSize", [30, 40])])
        #expect(timeline.emitter(at: 0.5).emitterSize == SIMD2(7, 2))
        #expect(timeline.emitter(at: 1.5).emitterSize == SIMD2(1, 2))
        #expect(timeline.emitter(at: 2.5).emitterSize == SIMD2(30, 40))
    }

    /// Sums, easings and splines may leave the bounds of the field.
    @Test func `animated values are clamped to the property's bounds`() throws {
        let rate: JSONValue = ["keyPath": "birthRate", "values": [-50, 50], "duration": 1]
        #expect(try timeline(rate).emitter(at: 0.25).birthRate == 0)
        let spring: JSONValue = [
            "keyPath": "opacity", "values": [0, 1], "duration": 1, "timingFunctions": [[0.5, 4, 0.5, -3]],
        ]
        let opacities = try (0...100).map { try timeline(spring).layer(at: Double($0) / 100).opacity }
        #expect(opacities.allSatisfy { (0...1).contains($0) } && opacities.contains(1))
        let sum: JSONValue = [
            "type": "basic", "keyPath": "emitterCells.c.color", "by": [1, -1, 0, 0], "additive": true, "duration": 1,
            "fillMode": "forwards",
        ]
        let summed = try timeline(sum, sum, cell: [.init("color", [0.5, 0.5, 0.5])])
        let cell = summed.cell(summed.emitter.emitterCells[0], 0, at: 2)
        #expect(cell.color.components == SIMD4(1, 0, 0.5, 1))
    }

    // MARK: Cells

    @Test func `a key path reaches every cell of its name at any depth`() throws {
        let spark: JSONValue = ["name": "spark", "birthRate": 0, "lifetime": 1, "contents": "dot"]
        let cells: [JSONValue] = ["a", "b.c", "a"].map { name in
            [
                "name": .string(name), "birthRate": 0, "lifetime": 1, "contents": "circle",
                "emitterCells": [spark, ["birthRate": 0, "lifetime": 1, "contents": "dot"]],
            ]
        }
        let timeline = try timeline(
            ["keyPath": "emitterCells.a.color", "values": ["#000", "#fff"], "duration": 1],
            ["keyPath": "emitterCells.b.c.emitterCells.spark.velocity", "values": [10, 30], "duration": 1],
            emitter: [.init("emitterCells", .array(cells))]
        )
        let all = timeline.emitter.allCells.enumerated().map { timeline.cell($1, $0, at: 0.5) }
        let half = SIMD4(0.5, 0.5, 0.5, 1)
        let white = SIMD4<Double>(1, 1, 1, 1)
        #expect(all.map(\.color.components) == [half, white, white, white, white, white, half, white, white])
        #expect(all.map(\.velocity) == [0, 0, 0, 0, 20, 0, 0, 0, 0])
    }

    @Test func `values without animations are returned unchanged`() throws {
        let timeline = try timeline(z(.init("values", [1])))
        #expect(timeline.emitter(at: 5) == timeline.emitter)
        #expect(timeline.layer(at: 0.5) == timeline.layer)
        #expect(timeline.cell(timeline.emitter.emitterCells[0], 0, at: 0.5) == timeline.emitter.emitterCells[0])
    }

    // MARK: Paths

    private func path(_ data: String, _ members: JSONValue.Member...) -> JSONValue {
        .object(
            Specs.merged(
                [.init("keyPath", "emitterPosition"), .init("duration", 1), .init("path", .string(data))],
                members
            )
        )
    }

    /// B(t) = (800 t³, 0): half of the time is an eighth of the length, or half of the length if paced.
    @Test func `a path animation follows the curve's parameter, or the length if paced`() throws {
        let data = "M0 0 C0 0 0 0 800 0"
        #expect(isNear(try timeline(path(data)).emitter(at: 0.5).emitterPosition, 100, 0))
        let paced = try timeline(path(data, .init("calculationMode", "paced")))
        for time in [0.1, 0.25, 0.5, 0.9] {
            #expect(isNear(paced.emitter(at: time).emitterPosition, 800 * time, 0, 0.8))
        }
    }

    @Test func `path segments take equal times, or times proportional to length if paced`() throws {
        let data = "M0 0 L10 0 L10 90 Z"
        #expect(isNear(try timeline(path(data)).emitter(at: 0.5).emitterPosition, 10, 45))
        let timed = try timeline(path("M0 0 L10 0 L10 90", .init("keyTimes", [0, 0.1, 1])))
        #expect(isNear(timed.emitter(at: 0.1).emitterPosition, 10, 0))
        let paced = try timeline(path("M0 0 L10 0 L10 90", .init("calculationMode", "paced")))
        #expect(isNear(paced.emitter(at: 0.5).emitterPosition, 10, 40))
        let steps = try timeline(path("M5 5 L10 0 L10 90", .init("calculationMode", "discrete")))
        #expect([0.2, 0.5, 0.8].map { steps.emitter(at: $0).emitterPosition } == [[5, 5], [10, 0], [10, 90]])
        // A move command is a jump, not a key.
        let jump = try timeline(path("M0 0 L10 0 M50 50 L60 50"))
        #expect(isNear(jump.emitter(at: 0.75).emitterPosition, 55, 50))
    }

    /// A quarter of a circle, clockwise on screen from its rightmost point: down, then to the left.
    @Test func `an auto rotation mode turns the emission or layer along the path`() throws {
        let data = "M100 0 A100 100 0 0 1 0 100"
        let emission = try timeline(path(data, .init("rotationMode", "auto")))
        for (time, angle) in [(0, 0.5), (0.5, 0.75), (0.999_999, 1)] {
            #expect(isNear(emission.emitter(at: time).emissionTurn, angle * .pi, 1e-4))
        }
        #expect(emission.emitter(at: 2).emissionTurn == 0)
        let layer = try timeline(
            path(data, .init("rotationMode", "autoReverse"), .init("keyPath", "position")),
            ["keyPath": "transform.rotation", "values": ["90deg"], "duration": 1],
            emitter: [.init("transform", ["rotation": 3])]
        )
        #expect(isNear(layer.layer(at: 0).transform.rotation, 2 * .pi, 1e-9))
        #expect(layer.layer(at: 2).transform.rotation == 3)
    }

    @Test func `a degenerate tangent takes the direction of the nearest control point`() throws {
        // The first control point equals the start; the next one is to the right.
        let soft = try timeline(path("M0 0 C0 0 100 0 100 100", .init("rotationMode", "auto")))
        #expect(isNear(soft.emitter(at: 0).emissionTurn, 0, 0.01))
        let still = try timeline(path("M0 0 L10 10 L10 10", .init("rotationMode", "auto")))
        #expect(isNear(still.emitter(at: 0.75).emissionTurn, .pi / 4))
        let waiting = try timeline(path("M0 0 L0 0 L0 10", .init("rotationMode", "auto")))
        #expect(isNear(waiting.emitter(at: 0.25).emissionTurn, .pi / 2))
    }

    // MARK: Layer appearance

    @Test func `position, transform and mask of a layer can be animated`() throws {
        let timeline = try timeline(
            ["keyPath": "position", "values": [[0, 0], ["10%", "20%"]], "duration": 1],
            ["keyPath": "transform.scale", "values": [1, [3, -1]], "duration": 1],
            ["keyPath": "transform.scale.y", "values": [5, 5], "duration": 1, "beginTime": 1],
            ["type": "basic", "keyPath": "mask.scale", "to": 3, "duration": 1],
            ["keyPath": "mask.rotation", "values": [0, "1turn"], "duration": 1],
            ["keyPath": "mask.position.x", "values": [0, 100], "duration": 1],
            emitter: [.init("mask", ["contents": "circle"])]
        )
        let layer = timeline.layer(at: 0.5)
        #expect(isNear(layer.position, 5, 10) && isNear(layer.transform.scale, 2, 0))
        let mask = try #require(layer.mask)
        #expect(isNear(mask.scale, 2, 2) && isNear(mask.rotation, .pi) && isNear(mask.position, 50, 50))
        #expect(timeline.layer(at: 1.5).transform.scale == SIMD2(1, 5))
    }
}
