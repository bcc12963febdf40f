@testable import EffectCoding
@testable import EffectCost
@testable import EffectModel
@testable import StrictJSON
import TestSupport
import Testing

/// Values drawn anew in every time step.
struct RandomAnimationTests {
    private func spec(_ animations: [JSONValue], seed: JSONValue = 1, name: JSONValue = "e") throws -> EffectSpec {
        let emitter: [JSONValue.Member] = [.init("name", name), .init("animations", .array(animations))]
        return try EffectSpec(
            json: Specs.one(
                emitter: emitter,
                canvas: ["width": 100, "height": 300],
                timing: ["duration": 4],
                seed: seed
            )
        )
    }

    private func timeline(
        _ animations: JSONValue...,
        seed: JSONValue = 1,
        name: JSONValue = "e"
    ) throws -> LayerTimeline {
        try LayerTimeline(spec(animations, seed: seed, name: name).layers[0])
    }

    private func faults(_ animation: JSONValue) -> [SpecFault] {
        do {
            _ = try spec([animation])
            return []
        } catch {
            return (error as? SpecError)?.faults ?? []
        }
    }

    private static let opacity: JSONValue = [
        "type": "random", "keyPath": "opacity", "interval": 0.25, "from": 0.2, "to": 0.8,
    ]

    // MARK: Values

    @Test func `a value holds for its interval at any time and is between its ends`() throws {
        let timeline = try timeline(Self.opacity)
        var seen: Set<Double> = []
        for step in [-400_000, -81, -2, -1, 0, 1, 2, 3, 39, 4_000_000] {
            let start = Double(step) * 0.25
            let value = timeline.layer(at: start).opacity
            #expect((0.2..<0.8).contains(value))
            #expect([0.01, 0.12, 0.2499].allSatisfy { timeline.layer(at: start + $0).opacity == value })
            seen.insert(value)
        }
        #expect(seen.count == 10)
    }

    @Test func `draws are uniform and independent`() throws {
        let timeline = try timeline(Self.opacity)
        let values = (0..<10_000).map { timeline.layer(at: Double($0) * 0.25 + 0.1).opacity }
        let mean = values.reduce(0, +) / 10_000
        #expect(abs(mean - 0.5) < 0.01)
        for tenth in 0..<10 {
            let low = 0.2 + Double(tenth) * 0.06
            #expect((900...1100).contains(values.count { (low..<low + 0.06).contains($0) }))
        }
        // Consecutive draws are uncorrelated.
        let products = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.0 - 0.5) * ($1.1 - 0.5) }
        #expect(abs(products / 10_000) < 0.002)
    }

    @Test func `seed, layer and key path determine the draws, or the name of a stream`() throws {
        func draws(_ timeline: LayerTimeline) -> [Double] {
            (0..<8).map { timeline.emitter(at: Double($0) + 0.5).emitterPosition.x }
        }
        func position(_ more: JSONValue.Member...) -> JSONValue {
            let members: [JSONValue.Member] = [
                .init("type", "random"), .init("keyPath", "emitterPosition.x"), .init("interval", 1), .init("from", 0),
                .init("to", 9),
            ]
            return .object(members + more)
        }
        let all = try [
            draws(timeline(position())), draws(timeline(position(), seed: 2)), draws(timeline(position(), name: "f")),
            draws(timeline(position(.init("stream", "s")))),
        ]
        #expect(Set(all).count == 4)
        #expect(try draws(timeline(position())) == all[0])
        // The default stream is named by the key path.
        #expect(try draws(timeline(position(.init("stream", "emitterPosition.x")))) == all[0])
    }

    @Test func `animations of one stream share their draws, and a point takes a single draw`() throws {
        let timeline = try timeline(
            [
                "type": "random", "keyPath": "emitterSize", "stream": "s", "from": [0, 10],
                "to": ["100vmax", "100vmin"],
            ],
            [
                "type": "random", "keyPath": "birthRate", "stream": "s", "from": 0, "to": "100vmax", "exponent": 0.5,
                "additive": true,
            ]
        )
        for step in 0..<100 {
            let emitter = timeline.emitter(at: Double(step) / 10 + 0.05)
            let share = emitter.emitterSize.x / 300
            #expect((0..<1).contains(share) && abs(emitter.emitterSize.y - (10 + 90 * share)) < 1e-9)
            #expect(abs(emitter.birthRate - 1 - emitter.emitterSize.x.squareRoot()) < 1e-9)
        }
    }

    @Test func `a group sets the timing, and each of its repetitions draws the same values`() throws {
        let timeline = try timeline(
            ["type": "group", "beginTime": 1, "duration": 1, "repeatCount": 2, "animations": [Self.opacity]]
        )
        #expect(timeline.layer(at: 0.9).opacity == 1 && timeline.layer(at: 3.1).opacity == 1)
        #expect(timeline.layer(at: 1.1).opacity < 0.8)
        for time in [1.1, 1.3, 1.6, 1.9] {
            #expect(timeline.layer(at: time).opacity == timeline.layer(at: time + 1).opacity)
        }
    }

    // MARK: Bounds and breaks

    @Test func `the bound of a random rate is tight for few steps and the maximum for many`() throws {
        for interval in [0.1, 0.001] {
            let timeline = try timeline([
                "type": "random", "keyPath": "emitterCells.c.birthRate", "interval": .number(interval), "from": 0,
                "to": 100,
            ])
            let curve = try #require(timeline.birthRate(ofCell: 0))
            let bound = curve.bound(from: -20, to: 4, of: timeline)
            var sum = 0.0
            for step in 0..<24_000 { sum += curve.value(at: -20 + (Double(step) + 0.5) / 1000) / 1000 }
            let most = bound.mostWithin(24)
            #expect(most >= sum)
            // 240 breaks are examined one by one; for 24,000 the largest value stands for all.
            if interval == 0.1 { #expect(most < sum * 1.01) } else { #expect((2400...2403).contains(most)) }
        }
    }

    @Test func `breaks are at the starts of steps and omitted if too many`() throws {
        let timeline = try timeline([
            "type": "random", "keyPath": "birthRate", "interval": 0.25, "from": 0, "to": 1,
        ])
        let breaks = try #require(timeline.birthRate.breaks(in: -1...1, limit: 100))
        #expect(Set(breaks).isSuperset(of: stride(from: -1, through: 1, by: 0.25)) && breaks.count < 12)
        #expect(timeline.birthRate.breaks(in: 0...100_000, limit: 1000) == nil)
    }

    // MARK: Documents

    @Test(arguments: [
        (#"{"type": "random", "keyPath": "opacity", "to": 1}"#, "/from", SpecFault.Kind.missing),
        (#"{"type": "random", "keyPath": "opacity", "from": 1}"#, "/to", .missing),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": 2}"#, "/to", .outOfRange),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": "50vmax"}"#, "/to", .wrongType),
        (#"{"type": "random", "keyPath": "opaciti", "from": 0, "to": 1}"#, "/keyPath", .unknownValue),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": 1, "interval": 0}"#, "/interval", .outOfRange),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": 1, "exponent": 0}"#, "/exponent", .outOfRange),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": 4, "exponent": 0.5}"#, "/exponent", .outOfRange),
        (#"{"type": "random", "keyPath": "opacity", "from": -1, "to": 1, "exponent": 2}"#, "/from", .outOfRange),
        (
            #"{"type": "random", "keyPath": "emitterSize", "from": [0, 0], "to": [9, 9], "exponent": 2}"#, "/exponent",
            .conflict
        ),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": 1, "beginTime": 1}"#, "/beginTime", .conflict),
        (
            #"{"type": "random", "keyPath": "opacity", "from": 0, "to": 1, "cumulative": true}"#, "/cumulative",
            .conflict
        ),
        (#"{"type": "random", "keyPath": "opacity", "from": 0, "to": 1, "values": [1]}"#, "/values", .unknownName),
    ])
    func `an invalid random animation is refused`(_ text: String, _ place: String, _ kind: SpecFault.Kind)
        throws
    {
        let faults = try faults(JSONParser.parse(Array(text.utf8)))
        #expect(faults.map(\.pointer) == ["/layers/0/animations/0" + place])
        #expect(faults.first?.kind == kind)
    }

    @Test func `the canonical document round-trips and is stable`() throws {
        let spec = try spec([
            Self.opacity,
            ["type": "random", "keyPath": "emitterSize.height", "from": 1, "to": "50vmin", "exponent": 2],
            ["type": "random", "keyPath": "emitterCells.c.color", "from": "red", "to": "#0000ff80", "stream": "s"],
            [
                "type": "random", "keyPath": "emitterCells.c.color", "from": [0, 0, 0, -1], "to": [0, -0.5, 0, 0],
                "additive": true,
            ],
        ])
        #expect(try EffectSpec(json: spec.json) == spec)
        let heights = (0..<100).map { LayerTimeline(spec.layers[0]).emitter(at: Double($0) / 10).emitterSize.y }
        #expect(heights.allSatisfy { (1...2500).contains($0) } && heights.contains { $0 > 1000 })
    }
}
