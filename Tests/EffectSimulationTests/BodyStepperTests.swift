import EffectModel
import Foundation
import TestSupport
import Testing

@testable import EffectSimulation

/// Rigid bodies against steppers of their own, which share no code with the simulation.
struct BodyStepperTests {
    /// Place and velocity of a body, in points and points per second.
    private struct State {
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>
    }

    /// Forces of UIKit Dynamics on a body of 100 × 100 points, whose mass is its density.
    private struct Forces {
        let gravity: SIMD2<Double>
        let push: SIMD2<Double>
        let resistance: Double
        let mass: Double
        let charge: Double
        let spring: Double
        let drag: Double
        let electric: Double
        let magnetic: Double
        let center: SIMD2<Double>

        init(_ dice: inout Dice) {
            gravity = SIMD2(dice.number(-0.6...0.6), dice.number(-0.6...0.6))
            push = SIMD2(dice.number(-3...3), dice.number(-3...3))
            (resistance, mass, charge) = (dice.number(0...2), dice.number(0.5...2), dice.number(-2...2))
            (spring, drag) = (dice.number(0...4), dice.number(0...1.5))
            (electric, magnetic) = (dice.number(-2...2), dice.number(-2...2))
            center = SIMD2(dice.number(300...700), dice.number(300...700))
        }

        /// JSON text of the dynamics.
        func text(_ velocity: SIMD2<Double>) -> String {
            let place = #""position": [\#(center.x), \#(center.y)]"#
            return #"""
                {"gravity": [\#(gravity.x), \#(gravity.y)],
                 "fields": [{"type": "spring", "strength": \#(spring), \#(place)}, {"type": "drag", "strength": \#(drag)},
                            {"type": "electric", "strength": \#(electric), \#(place)},
                            {"type": "magnetic", "strength": \#(magnetic)}],
                 "pushes": [{"mode": "continuous", "pushDirection": [\#(push.x), \#(push.y)]}],
                 "item": {"linearVelocity": [\#(velocity.x), \#(velocity.y)], "resistance": \#(resistance),
                          "density": \#(mass), "charge": \#(charge), "allowsRotation": false}}
                """#
        }

        private func acceleration(_ state: State) -> SIMD2<Double> {
            let (way, velocity) = (state.place - center, state.velocity)
            var force = push * 100 - way * spring - velocity * drag
            force += way / max(1, way.length) * (100 * electric * charge)
            force += SIMD2(velocity.y, -velocity.x) * (magnetic * charge)
            return gravity * 1000 + force / mass - velocity * resistance
        }

        /// Takes a step of the classical method of Runge and Kutta.
        func step(_ state: inout State, _ time: Double) {
            func slope(_ at: State) -> State { State(place: at.velocity, velocity: acceleration(at)) }
            func moved(_ by: State, _ time: Double) -> State {
                State(place: state.place + by.place * time, velocity: state.velocity + by.velocity * time)
            }
            let a = slope(state)
            let b = slope(moved(a, time / 2))
            let c = slope(moved(b, time / 2))
            let d = slope(moved(c, time))
            let twice = State(place: (b.place + c.place) * 2, velocity: (b.velocity + c.velocity) * 2)
            let places: SIMD2<Double> = a.place + twice.place + d.place
            let velocities: SIMD2<Double> = a.velocity + twice.velocity + d.velocity
            state.place += places * (time / 6)
            state.velocity += velocities * (time / 6)
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `a body under all forces at once follows a fine integration`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let forces = Forces(&dice)
        let velocity = SIMD2(dice.number(-300...300), dice.number(-300...300))
        let bodies = try RigidBodies(forces.text(velocity), seconds: 1)
        var state = State(place: SIMD2(500, 500), velocity: velocity)
        var way = 0.0
        for tick in 1...2400 {
            let before = state.place
            forces.step(&state, 1.0 / 2400)
            way += (state.place - before).length
            guard tick % 240 == 0 else { continue }
            let found = bodies.place(at: Double(tick) / 2400)
            // A step of 1/120 s is off by a hundredth of the way or so.
            #expect((found - state.place).length < 1 + 0.02 * way, "\(tick): \(found), not \(state.place)")
        }
    }

    /// Regression: a body that was where it had been half a second before was put to rest, though it had been away.
    @Test func `what swings or bounces back is not at rest`() throws {
        // Between two lines 60 points apart, a box of 40 comes back after (60 − 40) · 2 / 80 = half a second.
        let box = try RigidBodies(
            #"""
            {"collision": {"boundaries": [{"from": [470, 400], "to": [470, 600]}, {"from": [530, 400], "to": [530, 600]}]},
             "item": {"elasticity": 1, "friction": 0, "allowsRotation": false, "linearVelocity": [80, 0]}}
            """#,
            [(500, 500, 40, 40)],
            seconds: 6
        )
        let spring = try RigidBodies(
            #"""
            {"attachments": [{"anchorPoint": [500, 300], "length": 100, "frequency": 2}], "item": {"allowsRotation": false}}
            """#,
            seconds: 6
        )
        for (name, bodies) in [("box", box), ("spring", spring)] {
            for second in 1..<6 {
                let places = (0..<60).map { bodies.place(at: Double(second) + Double($0) / 60) }
                let way = places.map { ($0 - places[0]).length }.max() ?? 0
                #expect(way > 8, "\(name) at \(second)")
            }
        }
    }

    /// Boxes in a row that move along it, from collision to collision: each exchanges momentum exactly.
    private struct Row {
        var places: [Double]
        var velocities: [Double]
        let widths: [Double]
        /// Smallest speed of approach of all collisions so far.
        var slowest = Double.infinity
        /// Times of all collisions so far.
        private(set) var times: [Double] = []

        init(places: [Double], velocities: [Double], widths: [Double]) {
            (self.places, self.velocities, self.widths) = (places, velocities, widths)
        }

        mutating func run(_ seconds: Double, elasticity: Double) {
            var left = seconds
            while true {
                var (next, pair) = (left, -1)
                for index in 1..<places.count {
                    let approach = velocities[index - 1] - velocities[index]
                    guard approach > 0 else { continue }
                    let gap = places[index] - places[index - 1] - (widths[index] + widths[index - 1]) / 2
                    if max(0, gap) / approach < next { (next, pair) = (max(0, gap) / approach, index) }
                }
                for index in places.indices { places[index] += velocities[index] * next }
                left -= next
                guard pair > 0 else { return }
                times.append(seconds - left)
                let (one, other) = (pair - 1, pair)
                // Boxes of one density: mass by area.
                let (a, b) = (widths[one] * widths[one], widths[other] * widths[other])
                let approach = velocities[one] - velocities[other]
                slowest = min(slowest, approach)
                let impulse = (1 + elasticity) * approach * a * b / (a + b)
                velocities[one] -= impulse / a
                velocities[other] += impulse / b
            }
        }
    }

    @Test func `boxes in a row collide as momentum and elasticity say, over 100 seeds`() throws {
        var compared = 0
        for seed in UInt64(0)..<100 {
            var dice = Dice(seed)
            let elasticity = dice.pick([1, 0.8])
            let widths = (0..<4).map { _ in dice.number(30...55) }
            let places = (0..<4).map { 300 + 130 * Double($0) }
            let bodies = try RigidBodies(
                #"""
                {"collision": {"mode": "items"}, "item": {"elasticity": \#(elasticity), "friction": 0, "allowsRotation": false,
                 "linearVelocity": [[-300, 300], 0]}}
                """#,
                zip(places, widths).map { (x: $0, y: 500, width: $1, height: $1) },
                seconds: 1.2,
                seed: seed
            )
            let velocities = places.indices.map { bodies.velocity($0, at: 0.01).x }
            var row = Row(places: places, velocities: velocities, widths: widths)
            var later = row
            row.run(1.1, elasticity: elasticity)
            later.run(1.2, elasticity: elasticity)
            // Below 20 points per second nothing bounces. Around a collision, velocities differ for a step.
            guard row.slowest > 30, let last = row.times.last, last < 1, later.times.count == row.times.count else {
                continue
            }
            compared += 1
            for index in places.indices {
                let (place, velocity) = (bodies.place(index, at: 1.1).x, bodies.velocity(index, at: 1.1).x)
                // Each collision is seen up to a step late or early.
                let most = 4 + 6 * Double(row.times.count)
                #expect(abs(place - row.places[index]) < most, "\(seed) \(index): \(place), not \(row.places[index])")
                #expect(
                    abs(velocity - row.velocities[index]) < 6,
                    "\(seed) \(index): \(velocity), not \(row.velocities[index])"
                )
            }
        }
        #expect(compared >= 50, "\(compared)")
    }
}

extension Dice {
    fileprivate mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(whole(0...1_000_000)) / 1_000_000
    }

    fileprivate mutating func pick<Value>(_ values: [Value]) -> Value { values[whole(0...values.count - 1)] }
}
