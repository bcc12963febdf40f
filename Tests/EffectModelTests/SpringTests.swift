import Foundation
import TestSupport
import Testing

@testable import EffectCoding
@testable import EffectModel

/// Closed-form springs, compared with numerical integration of their equation.
struct SpringTests {
    private func spring(_ mass: Double, _ stiffness: Double, _ damping: Double, _ velocity: Double) -> SpringMotion {
        var spring = SpringMotion()
        (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) = (mass, stiffness, damping, velocity)
        return spring
    }

    private static let forms: [(Double, Double, Double, Double)] = [
        (1, 100, 10, 0), (1, 100, 20, 0), (1, 100, 45, 0), (1, 100, 1, 0), (1, 100, 0, 5), (2, 300, 12, -8),
        (0.5, 40, 40, 30), (1, 100, 20, 25), (1, 100, 20.0001, 3), (1, 100, 19.9999, 3), (3, 1000, 500, -20),
        (1, 100, 60, 90), (1, 100, 20, -40),
    ]

    @Test(arguments: forms)
    func `a spring follows its differential equation`(_ form: (Double, Double, Double, Double)) {
        let spring = spring(form.0, form.1, form.2, form.3)
        let curve = SpringCurve(spring)
        func pull(_ x: Double, _ v: Double) -> Double { (-spring.stiffness * x - spring.damping * v) / spring.mass }
        // Runge–Kutta steps of 0.1 ms.
        let step = 1e-4
        var (x, v) = (1.0, -spring.initialVelocity)
        for index in 0...20_000 {
            if index.isMultiple(of: 100) {
                #expect(abs(curve.left(at: Double(index) * step) - x) < 1e-7, "at \(Double(index) * step)")
            }
            let (x1, v1) = (v, pull(x, v))
            let (x2, v2) = (v + step / 2 * v1, pull(x + step / 2 * x1, v + step / 2 * v1))
            let (x3, v3) = (v + step / 2 * v2, pull(x + step / 2 * x2, v + step / 2 * v2))
            let (x4, v4) = (v + step * v3, pull(x + step * x3, v + step * v3))
            x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        }
    }

    @Test(arguments: forms)
    func `a settled spring stays within a thousandth of its end`(_ form: (Double, Double, Double, Double)) {
        let spring = spring(form.0, form.1, form.2, form.3)
        let curve = SpringCurve(spring)
        let settling = spring.settlingDuration
        guard spring.damping > 0 else {
            #expect(settling == .infinity)
            return
        }
        for index in 0...5000 { #expect(abs(curve.left(at: settling + Double(index) * 0.002)) <= 0.001 + 1e-9) }
        let before = (0...1000).map { abs(curve.left(at: settling * (0.5 + Double($0) / 2000))) }
        #expect(before.contains { $0 > 0.001 } || before.max() == before.first)
    }

    @Test func `the default spring settles when Core Animation's does`() {
        // Value of CASpringAnimation.settlingDuration.
        #expect(abs(SpringMotion().settlingDuration - 1.4727003346780927) < 1e-12)
    }

    @Test(arguments: forms)
    func `turning points of a spring are complete`(_ form: (Double, Double, Double, Double)) {
        let curve = SpringCurve(spring(form.0, form.1, form.2, form.3))
        let turns = curve.turns(until: 2, most: 100)
        var found: [Double] = []
        let step = 1e-4
        for index in 1..<19_999 {
            let (a, b, c) = (
                curve.left(at: Double(index - 1) * step), curve.left(at: Double(index) * step),
                curve.left(at: Double(index + 1) * step)
            )
            // Below rounding precision, noise turns everywhere.
            if abs(a - b) + abs(b - c) > 1e-13, (b > a) == (b > c) { found.append(Double(index) * step) }
        }
        for turn in found { #expect(turns.contains { abs($0 - turn) <= 2 * step }, "\(turn)") }
        #expect(turns.count >= found.count && turns == turns.sorted())
    }

    @Test func `exponentials, sines and logarithms are those of the C library`() {
        for index in 0..<20_000 {
            let x = Double(index) * 0.0371
            // Larger arguments yield denormal results with fewer digits.
            if x < 700 { #expect(abs(Elementary.decay(x) - exp(-x)) <= 1e-15 * exp(-x)) }
            let (sine, cosine) = Elementary.sineAndCosine(x)
            #expect(abs(sine - sin(x)) < 4e-16 && abs(cosine - cos(x)) < 4e-16)
            let y = exp(x / 10 - 30)
            #expect(abs(Elementary.logarithm(y) - log(y)) <= 3e-16 * max(1, abs(log(y))))
        }
        #expect(Elementary.decay(1e9) == 0 && Elementary.decay(0) == 1 && Elementary.sineAndCosine(0) == (0, 1))
    }

    // MARK: Animations

    private func layer(_ animation: String, _ members: String = "") throws -> LayerTimeline {
        let text =
            #"{"layers": [{"type": "sprite", "contents": "star"\#(members), "animations": [{"type": "spring", \#(animation)}]}]}"#
        return LayerTimeline(try EffectSpec(text: text).layers[0])
    }

    @Test func `a spring overshoots its end, returns and stays`() throws {
        let timeline = try layer(
            #""keyPath": "position.x", "from": 0, "to": 100, "damping": 4, "fillMode": "forwards""#
        )
        let curve = SpringCurve(spring(1, 100, 4, 0))
        let settling = curve.settling
        var most = 0.0
        for index in 0..<400 {
            let time = Double(index) / 400 * settling
            let x = timeline.layer(at: time).position.x
            #expect(abs(x - 100 * (1 - curve.left(at: time))) < 1e-9)
            most = max(most, x)
        }
        // Overshoot e^(−π·ζ/√(1 − ζ²)) with ζ = 0.2.
        #expect(abs(most - 100 * (1 + exp(-Double.pi * 0.2 / 0.96.squareRoot()))) < 0.02)
        #expect(timeline.layer(at: settling).position.x == 100 && timeline.layer(at: 99).position.x == 100)
    }

    @Test(arguments: forms)
    func `the extent of a spring contains every value`(_ form: (Double, Double, Double, Double)) throws {
        for easing in [#""linear""#, "[0.3, -1, 0.6, 3]"] {
            let timeline = try layer(
                #"""
                "keyPath": "transform.scale.x", "from": 2, "to": -1, "duration": 1.5, "mass": \#(form.0),
                "stiffness": \#(form.1), "damping": \#(form.2), "initialVelocity": \#(form.3), "timingFunction": \#(easing)
                """#
            )
            let stack = try #require(timeline.layerSlots.first).stack
            let extent = stack.extent
            let breaks = try #require(stack.breaks(in: 0...1.5, limit: 1000)).filter { (0...1.5).contains($0) }.sorted()
            for index in 0...1500 {
                let time = Double(index) / 1000
                guard let value = stack.sample(at: time)?.value.x else { continue }
                #expect(extent.lower.x <= value && value <= extent.upper.x)
                guard let next = breaks.firstIndex(where: { $0 > time + 1e-9 }), next > 0,
                    breaks[next - 1] < time - 1e-9
                else { continue }
                let near = stack.extent(within: breaks[next - 1]...breaks[next], exact: true)
                #expect(near.lower.x - 1e-3 <= value && value <= near.upper.x + 1e-3)
            }
        }
    }

    @Test func `overshoot beyond a property's bounds is clamped`() throws {
        let timeline = try layer(#""keyPath": "opacity", "from": 0, "to": 1, "damping": 1"#)
        let values = (0..<1000).map { timeline.layer(at: Double($0) / 500).opacity }
        #expect(values.max() == 1 && values.min() == 0)
        #expect(values.count { $0 == 1 } > 100)
    }

    @Test func `a spring accumulates, repeats and autoreverses`() throws {
        let there = try layer(
            #""keyPath": "position.x", "from": 0, "to": 50, "duration": 1, "autoreverses": true, "fillMode": "forwards""#
        )
        #expect(abs(there.layer(at: 0.7).position.x - there.layer(at: 1.3).position.x) < 1e-9)
        #expect(there.layer(at: 5).position.x == 0)
        let added = try layer(
            #""keyPath": "position.x", "by": 10, "additive": true, "cumulative": true, "repeatCount": 3, "fillMode": "both", "duration": 2"#,
            #", "position": [100, 0]"#
        )
        #expect(added.layer(at: 99).position.x == 130 && added.layer(at: -1).position.x == 100)
    }

    @Test func `a spring that never settles needs a duration`() throws {
        func fault(_ members: String) -> SpecFault? {
            do {
                _ = try layer(#""keyPath": "opacity", "to": 0, \#(members)"#)
                return nil
            } catch { return (error as? SpecError)?.faults.first }
        }
        #expect(fault(#""damping": 0"#)?.pointer == "/layers/0/animations/0/duration")
        #expect(fault(#""damping": 100000, "stiffness": 0.001"#)?.kind == .missing)
        #expect(fault(#""damping": 0, "duration": 2"#) == nil)
        #expect(fault(#""mass": 0"#)?.pointer == "/layers/0/animations/0/mass")
        // A spring in a group also lasts until it settles.
        let text = #"""
            {"layers": [{"type": "sprite", "contents": "star", "animations": [{"type": "group", "duration": 5,
              "animations": [{"type": "spring", "keyPath": "opacity", "to": 0}]}]}]}
            """#
        guard case .group(let children) = try EffectSpec(text: text).layers[0].animations[0].content else {
            Issue.record("no group")
            return
        }
        #expect(children[0].timing.duration == SpringMotion().settlingDuration)
    }
}
