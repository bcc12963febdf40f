@testable import EffectCoding
@testable import EffectModel
@testable import StrictJSON
import TestSupport
import Testing

struct AnimationTests {
    /// Core Animation's values at 1/4, 1/2 and 3/4 of the duration.
    @Test(arguments: [
        (TimingFunction.Name.linear, [0.25, 0.5, 0.75]), (.easeIn, [0.0935, 0.3154, 0.6219]),
        (.easeOut, [0.3781, 0.6846, 0.9065]), (.easeInEaseOut, [0.1292, 0.5, 0.8708]),
        (.systemDefault, [0.4085, 0.8024, 0.9605]),
    ])
    func `the five timing functions match Core Animation`(_ name: TimingFunction.Name, _ values: [Double]) {
        let curve = TimingFunction(name)
        for (time, value) in zip([0.25, 0.5, 0.75], values) {
            #expect(abs(curve.progress(at: time) - value) < 5e-5)
            #expect(abs(curve.time(at: curve.progress(at: time)) - time) < 1e-9)
        }
        #expect(curve.progress(at: 0) == 0 && curve.progress(at: 1) == 1)
        #expect(curve.progress(at: -3) == 0 && curve.progress(at: 7) == 1)
    }

    /// Animations on a layer's opacity.
    private struct Opacity {
        let stack: TrackStack

        func value(at time: Double) -> Double? { stack.sample(at: time)?.value.x }

        var breaks: [Double] { (stack.breaks(in: 0...10, limit: 1000) ?? []).sorted() }
    }

    private func animation(_ members: [JSONValue.Member]) throws -> Opacity {
        let defaults: [JSONValue.Member] = [.init("keyPath", "opacity"), .init("duration", 1)]
        let json = Specs.one(emitter: [.init("animations", [.object(Specs.merged(defaults, members))])])
        let layer = try EffectSpec(json: json).layers[0]
        return Opacity(stack: try #require(LayerTimeline(layer, Emitter()).layerSlots.first).stack)
    }

    @Test func `values without key times are spread evenly`() throws {
        let animation = try animation([.init("values", [0, 1, 0.5])])
        #expect(animation.value(at: 0.25) == 0.5 && animation.value(at: 0.5) == 1 && animation.value(at: 0.75) == 0.75)
    }

    /// Szulc's firework: [1, 0] at [0.95, 0.98] holds 1 before and 0 after, as measured on a recording.
    @Test func `key times that do not span 0 to 1 hold the end values`() throws {
        let animation = try animation([.init("values", [1, 0]), .init("keyTimes", [0.95, 0.98])])
        #expect(animation.value(at: 0) == 1 && animation.value(at: 0.95) == 1)
        #expect(abs((animation.value(at: 0.965) ?? 9) - 0.5) < 1e-9)
        #expect(animation.value(at: 0.98) == 0 && animation.value(at: 0.999) == 0)
    }

    @Test func `the easing applies to the whole animation before the key time lookup`() throws {
        // Three keys, easeOut: the second key is reached at 0.3425, not at 0.5.
        let animation = try animation([.init("values", [0, 1, 0]), .init("timingFunction", "easeOut")])
        let peak = try #require(animation.breaks.first { $0 > 0 })
        #expect(abs(peak - 0.3425) < 5e-5)
        #expect(abs((animation.value(at: peak) ?? 0) - 1) < 1e-9)
    }

    @Test func `each segment may have an easing of its own`() throws {
        let animation = try animation([
            .init("values", [0, 1, 0]), .init("timingFunctions", ["easeIn", "easeOut"]),
        ])
        #expect(abs((animation.value(at: 0.25) ?? 0) - 0.3154) < 5e-5)
        #expect(abs((animation.value(at: 0.75) ?? 0) - (1 - 0.6846)) < 5e-5)
    }

    @Test(
        arguments: [
            ("removed", nil, nil), ("forwards", nil, 0.25), ("backwards", 0.75, nil), ("both", 0.75, 0.25),
        ] as [(String, Double?, Double?)]
    )
    func `the fill mode sets the value outside the run`(_ mode: String, _ before: Double?, _ after: Double?) throws {
        let animation = try animation([
            .init("values", [0.75, 0.25]), .init("fillMode", .string(mode)), .init("beginTime", 1),
        ])
        #expect(animation.value(at: 0.5) == before)
        #expect(animation.value(at: 1) == 0.75)
        #expect(animation.value(at: 2) == after && animation.value(at: 9) == after)
    }

    @Test func `two values at one key time make a jump`() throws {
        let animation = try animation([.init("values", [0, 0, 1, 1]), .init("keyTimes", [0, 0.5, 0.5, 1])])
        #expect(animation.value(at: 0.499) == 0 && animation.value(at: 0.5) == 1)
    }

    @Test func `colors are read in every notation`() throws {
        #expect(Color("#f00") == Color(SIMD4(1, 0, 0, 1)))
        #expect(Color("f008")?.components.w == Double(0x88) / 255)
        #expect(Color("#11223344")?.components == SIMD4<Double>(0x11, 0x22, 0x33, 0x44) / 255)
        #expect(Color("RebeccaPurple") == Color("#663399"))
        #expect(Color("transparent")?.components.w == 0)
        for wrong in ["", "#", "#12", "#12345", "#1234567", "#123456789", "##123", "12g", "#1 2"] {
            #expect(Color(wrong) == nil, "\(wrong)")
        }
    }
}
