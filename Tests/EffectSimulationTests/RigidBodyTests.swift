import EffectModel
import Foundation
import TestSupport
import Testing

@testable import EffectSimulation

/// Rigid bodies compared with closed forms and with an integrator of the tests.
@Suite struct `Rigid bodies` {
    // MARK: Free flight

    @Test(arguments: UInt64(0)..<100)
    func `free flight matches UIKit to a twentieth of a point`(_ seed: UInt64) throws {
        let numbers = RandomStream(key: seed)
        let (px, py) = (numbers.around(0, deviation: 2, slot: 0), numbers.around(0, deviation: 2, slot: 1))
        let (gx, gy) = (numbers.around(0, deviation: 1, slot: 2), numbers.around(0, deviation: 1.5, slot: 3))
        let (density, side) = (numbers.around(1.1, deviation: 1, slot: 4), numbers.around(60, deviation: 40, slot: 5))
        let mass = density * side * side / 10_000
        let bodies = try RigidBodies(
            #"""
            {"gravity": [\#(gx), \#(gy)], "pushes": [{"pushDirection": [\#(px * mass), \#(py * mass)]}],
             "item": {"density": \#(density)}}
            """#,
            [(500, 500, side, side)]
        )
        for step in 0...240 {
            let t = Double(step) / 120
            let fallen = SIMD2(gx, gy) * 500 * t * t
            let wanted = SIMD2(500, 500) + SIMD2(px, py) * 100 * t + fallen
            #expect((bodies.place(at: t) - wanted).length < 0.05 && bodies.angle(at: t) == 0)
        }
    }

    @Test(arguments: [0.5, 2, 10])
    func `resistance is independent of the step size`(_ resistance: Double) throws {
        let bodies = try RigidBodies(
            #"""
            {"gravity": [0, 1], "item": {"resistance": \#(resistance), "angularResistance": \#(resistance),
             "linearVelocity": [300, -200], "angularVelocity": 3}}
            """#
        )
        for t in [0.25, 0.5, 1, 1.9] {
            let left = (1 - exp(-resistance * t)) / resistance
            let wanted = SIMD2(500 + 300 * left, 500 - 200 * left + 1000 / resistance * (t - left))
            #expect((bodies.place(at: t) - wanted).length < 0.3)
            #expect(abs(bodies.angle(at: t) - 3 * left) < 0.01)
        }
    }

    @Test func `pushes are given by vector or by angle and magnitude, instantaneous or continuous`() throws {
        func place(_ push: String, at time: Double = 1, density: Double = 1) throws -> SIMD2<Double> {
            try RigidBodies(#"{"pushes": [{\#(push)}], "item": {"density": \#(density)}}"#).place(at: time) - 500
        }
        func near(_ place: SIMD2<Double>, _ x: Double, _ y: Double) -> Bool { (place - SIMD2(x, y)).length < 0.05 }
        #expect(near(try place(#""pushDirection": [1, -0.5]"#), 100, -50))
        #expect(near(try place(#""angle": "90deg", "magnitude": 2"#), 0, 200))
        #expect(near(try place(#""angle": 0, "magnitude": -1"#), -100, 0))
        #expect(near(try place(#""angle": 0"#, density: 4), 25, 0))
        #expect(near(try place(#""mode": "continuous", "pushDirection": [0, 3]"#), 0, 150))
        // Over half a second 25 points, then 100 points per second.
        let short = #""mode": "continuous", "angle": 0, "magnitude": 2, "duration": 0.5"#
        #expect(near(try place(short), 25 + 50, 0))
        #expect(near(try place(#""angle": 0, "beginTime": 0.25"#), 75, 0))
    }

    @Test func `an off-center push rotates the body`() throws {
        // 1 upward, 20 points right of the center: ω = r × J / I, I = m·(w² + h²)/12.
        let push = #"{"pushes": [{"pushDirection": [0, -1], "targetOffsetFromCenter": [20, 0]}]}"#
        let wanted = -20 * 100 / (20_000.0 / 12)
        #expect(abs(try RigidBodies(push).angle(at: 1) - wanted) < 1e-3)
        let still = push.dropLast() + #", "item": {"allowsRotation": false}}"#
        #expect(try RigidBodies(String(still)).angle(at: 1) == 0)
    }

    @Test func `random pushes are uniform for each item over 100 seeds`() throws {
        var speeds: [SIMD2<Double>] = []
        for seed in UInt64(0)..<100 {
            var row: [(x: Double, y: Double, width: Double, height: Double)] = []
            for number in 0..<16 { row.append((Double(30 + 60 * number), 500, 20, 20)) }
            // The seed document's value: 0.15 accelerates a tile of 20 points to 375 points per second.
            let bodies = try RigidBodies(
                #"{"gravity": [0, 1], "pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}]}"#,
                row,
                seconds: 0.1,
                seed: seed
            )
            for (index, box) in row.enumerated() {
                speeds.append((bodies.place(index, at: 0.1) - SIMD2(box.x, box.y + 5)) * 10)
            }
        }
        for (axis, low, high) in [(0, -375.0, 375.0), (1, -375, 0)] {
            let shares = speeds.map { ($0[axis] - low) / (high - low) }.sorted()
            // Kolmogorov–Smirnov at 1 in 10,000.
            var most = 0.0
            for (index, share) in shares.enumerated() {
                most = max(most, abs(share - Double(index) / 1600), abs(share - Double(index + 1) / 1600))
            }
            #expect(most < 2.23 / 40)
        }
    }

    // MARK: Rest

    /// Twenty boxes thrown onto a floor.
    private func heap(_ seed: UInt64, elasticity: Double = 0.3, seconds: Double = 12) throws -> RigidBodies {
        let numbers = RandomStream(key: seed)
        var boxes: [(x: Double, y: Double, width: Double, height: Double)] = []
        for index in 0..<20 {
            let draws = numbers.substream(UInt64(index))
            let place = SIMD2(Double(index % 5) * 55 + 40, Double(index / 5) * 55 + 40)
            boxes.append(
                (place.x, place.y, draws.around(30, deviation: 15, slot: 0), draws.around(30, deviation: 15, slot: 1))
            )
        }
        return try RigidBodies(
            #"""
            {"gravity": [0, 1], "collision": {}, "pushes": [{"pushDirection": [[-0.2, 0.2], [-0.2, 0.1]]}],
             "item": {"elasticity": \#(elasticity), "friction": 0.4, "angularVelocity": [-6, 6]}}
            """#,
            boxes,
            seconds: seconds,
            seed: seed,
            canvas: [300, 300]
        )
    }

    @Test(arguments: UInt64(0)..<100)
    func `bodies come to rest on the floor and stay exactly still`(_ seed: UInt64) throws {
        let bodies = try heap(seed)
        let indices = bodies.boxes.indices
        // Asleep within 12 seconds, and bit-identical from then on.
        let rest = try #require(bodies.tracks.restTime)
        #expect(rest < 11.9)
        for index in indices {
            #expect(bodies.tracks.pose(of: index, at: 11.9) == bodies.tracks.pose(of: index, at: 12))
        }
        let lowest = indices.map { bodies.corners($0, at: 12).map(\.y).max() ?? 0 }
        #expect(lowest.allSatisfy { $0 < 300.5 } && abs((lowest.max() ?? 0) - 300) < 0.5)
        // No box floats: below each is the floor or another box.
        for index in indices where lowest[index] < 299 {
            let corners = bodies.corners(index, at: 12)
            let isHeld = indices.contains { other in
                other != index && Self.gap(corners, bodies.corners(other, at: 12)) < 0.5
            }
            #expect(isHeld, "\(index)")
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `stacked bodies do not overlap`(_ seed: UInt64) throws {
        let bodies = try heap(seed)
        let all = bodies.boxes.indices.map { bodies.corners($0, at: 12) }
        for one in all.indices {
            for other in all.indices where other > one {
                #expect(Self.gap(all[one], all[other]) > -0.6, "\(one) \(other)")
            }
        }
    }

    /// Returns the largest gap between two boxes along their sides' normals; negative values are overlaps.
    private static func gap(_ one: [SIMD2<Double>], _ other: [SIMD2<Double>]) -> Double {
        var best = -Double.infinity
        for box in [one, other] {
            for side in 0..<2 {
                let edge = box[side + 1] - box[side]
                let axis = SIMD2(-edge.y, edge.x) / edge.length
                let a = one.map { ($0 * axis).sum() }.sorted()
                let b = other.map { ($0 * axis).sum() }.sorted()
                best = max(best, max(b[0] - a[3], a[0] - b[3]))
            }
        }
        return best
    }

    @Test(arguments: UInt64(0)..<100)
    func `bodies never pass through walls at any speed`(_ seed: UInt64) throws {
        let numbers = RandomStream(key: seed)
        let (angle, side) = (numbers.around(0, deviation: .pi, slot: 0), numbers.around(15, deviation: 10, slot: 1))
        let bodies = try RigidBodies(
            #"""
            {"collision": {"boundaries": ["canvas", {"from": [0, 150], "to": [300, 150]}]}, "item": {"elasticity": 0.9,
             "linearVelocity": [\#(7500 * cos(angle)), \#(7500 * sin(angle))], "angularVelocity": [-50, 50]}}
            """#,
            [(100, 100, side, side), (200, 200, side, side)],
            seconds: 3,
            seed: seed,
            canvas: [300, 300]
        )
        for step in 0...360 {
            let t = Double(step) / 120
            for item in 0..<2 {
                let place = bodies.place(item, at: t)
                #expect(place.x > 0 && place.x < 300 && place.y > 0 && place.y < 300)
                #expect((place.y < 150) == (item == 0))
            }
        }
    }

    // MARK: Collisions

    @Test func `equal bodies exchange velocities, and a heavy body continues`() throws {
        let equal = try RigidBodies(
            #"""
            {"collision": {"mode": "items"}, "item": {"elasticity": 1},
             "fields": [{"type": "velocity", "position": [200, 500], "region": {"radius": 60}, "direction": [2, 0],
                         "duration": 0.1}]}
            """#,
            [(200, 500, 100, 100), (400, 500, 100, 100)],
            seconds: 2
        )
        #expect(equal.velocity(0, at: 1.5).length < 1 && abs(equal.velocity(1, at: 1.5).x - 200) < 1)
        // A mass of 4 at 100 points per second against a mass of 1 at rest: 60 and 160.
        let unequal = try RigidBodies(
            #"""
            {"collision": {"mode": "items"}, "item": {"elasticity": 1, "allowsRotation": false},
             "fields": [{"type": "velocity", "position": [100, 500], "region": {"radius": 200}, "direction": [1, 0],
                         "duration": 0.1}]}
            """#,
            [(200, 500, 200, 200), (500, 500, 100, 100)],
            seconds: 3
        )
        #expect(abs(unequal.velocity(0, at: 2.5).x - 60) < 0.5 && abs(unequal.velocity(1, at: 2.5).x - 160) < 0.5)
    }

    @Test(arguments: UInt64(0)..<100)
    func `momentum is conserved, and energy does not grow`(_ seed: UInt64) throws {
        var boxes: [(x: Double, y: Double, width: Double, height: Double)] = []
        for number in 0..<16 {
            boxes.append((400 + 60 * Double(number % 4), 400 + 60 * Double(number / 4), 50, 50))
        }
        let bodies = try RigidBodies(
            #"""
            {"collision": {"mode": "items"}, "item": {"elasticity": 0.9, "friction": 0.3,
             "linearVelocity": [[-300, 300], [-300, 300]], "angularVelocity": [-5, 5]}}
            """#,
            boxes,
            seconds: 2,
            seed: seed
        )
        func momentum(_ t: Double) -> SIMD2<Double> {
            var sum = SIMD2<Double>(0, 0)
            for index in boxes.indices { sum += bodies.velocity(index, at: t) }
            return sum
        }
        func energy(_ t: Double) -> Double {
            var sum = 0.0
            for index in boxes.indices {
                let (v, w) = (bodies.velocity(index, at: t), bodies.spin(index, at: t))
                sum += (v * v).sum() + w * w * 5000 / 12
            }
            return sum
        }
        let (start, first) = (momentum(0.0084), energy(0.0084))
        for t in [0.5, 1, 1.5, 1.98] {
            let drift = (momentum(t) - start).length
            #expect(drift < 0.002 * 300 * 16)
            #expect(energy(t) < first * 1.01)
        }
    }

    @Test func `elasticity and friction scale the velocity after a bounce`() throws {
        func speed(_ item: String, at time: Double = 1.2) throws -> SIMD2<Double> {
            let bodies = try RigidBodies(
                #"""
                {"collision": {"boundaries": [{"from": [0, 700], "to": [1000, 700]}]},
                 "item": {"linearVelocity": [100, 200], "allowsRotation": false, \#(item)}}
                """#
            )
            return bodies.velocity(at: time)
        }
        for elasticity in [0, 0.3, 0.8, 1] {
            let after = try speed(#""elasticity": \#(elasticity)"#)
            #expect(abs(after.y + 200 * elasticity) < 2 && abs(after.x - 100) < 0.5)
        }
        // Friction removes µ·(1 + e)·v.
        let rough = try speed(#""elasticity": 0.5, "friction": 0.2"#)
        #expect(abs(rough.x - (100 - 0.2 * 1.5 * 200)) < 2)
    }

    @Test func `path boundaries hold bodies, and bodies in items mode pass boundaries`() throws {
        let bowl = #"{"path": "M100 300 C100 900 900 900 900 300"}"#
        let held = try RigidBodies(
            #"{"gravity": [0, 1], "collision": {"boundaries": [\#(bowl)]}, "item": {"resistance": 1, "angularResistance": 1}}"#,
            [(300, 300, 40, 40)],
            seconds: 8
        )
        let rest = held.place(at: 8)
        #expect(abs(rest.x - 500) < 20 && abs(rest.y - 730) < 2)
        let passing = try RigidBodies(#"{"gravity": [0, 1], "collision": {"mode": "items"}}"#, seconds: 2)
        #expect(passing.place(at: 2).y > 2000)
    }

    // MARK: Snap and attachments

    @Test func `a snap settles at its point and upright, and overshoots only below full damping`() throws {
        func bodies(_ damping: Double) throws -> RigidBodies {
            try RigidBodies(
                #"{"snap": {"snapPoint": [700, 400], "damping": \#(damping)}, "item": {"angularVelocity": 3}}"#,
                seconds: 4
            )
        }
        for damping in [0, 0.5, 1] {
            let bodies = try bodies(damping)
            #expect((bodies.place(at: 4) - SIMD2(700, 400)).length < 1 && abs(bodies.angle(at: 4)) < 0.02)
            let farthest = (0...480).map { bodies.place(at: Double($0) / 120).x }.max() ?? 0
            #expect(damping == 1 ? farthest < 700.5 : farthest > (damping == 0 ? 780 : 701), "\(farthest)")
        }
    }

    @Test func `a pendulum matches fine integration`() throws {
        let bodies = try RigidBodies(
            #"""
            {"gravity": [0, 1], "attachments": [{"anchorPoint": [500, 300]}], "item": {"linearVelocity": [300, 0]}}
            """#,
            seconds: 3
        )
        // θ'' = −g/L·sin θ, in steps of 10 µs.
        var (angle, speed, step) = (0.0, 300.0 / 200, 0)
        for tick in 1...300_000 {
            speed -= 1000.0 / 200 * sin(angle) * 1e-5
            angle += speed * 1e-5
            if tick % 25_000 == 0 {
                step += 1
                let place = bodies.place(at: Double(step) / 4)
                #expect((place - SIMD2(500 + 200 * sin(angle), 300 + 200 * cos(angle))).length < 4, "\(step)")
                #expect(abs((place - SIMD2(500, 300)).length - 200) < 0.5)
            }
        }
    }

    @Test func `a spring oscillates at its frequency`() throws {
        let bodies = try RigidBodies(
            #"""
            {"attachments": [{"anchorPoint": [500, 300], "length": 100, "frequency": 2}], "item": {"allowsRotation": false}}
            """#,
            seconds: 2
        )
        // Stretched by 100; lowest again after every half second.
        let middle = (0...60).map { bodies.place(at: Double($0) / 120).y }
        #expect(abs((middle.min() ?? 0) - 300) < 2)
        let crossing = try #require(middle.firstIndex { $0 < 400 })
        #expect(abs(Double(crossing) / 120 - 0.125) < 0.01)
    }

    @Test func `ropes, pins, slides and welds constrain bodies`() throws {
        func bodies(_ attachment: String, _ more: String = #""gravity": [0.3, 1]"#) throws -> RigidBodies {
            try RigidBodies(
                #"{\#(more), "attachments": [\#(attachment)], "item": {"angularVelocity": 2}}"#,
                [(500, 500, 60, 60), (560, 500, 60, 60)],
                seconds: 3
            )
        }
        let times = (0...30).map { Double($0) / 10 }
        let rope = try bodies(#"{"type": "limit", "item": [500, 500], "anchorPoint": [500, 400], "length": 150}"#)
        #expect(times.allSatisfy { (rope.place(at: $0) - SIMD2(500, 400)).length < 150.5 })
        let pin = try bodies(
            #"{"type": "pin", "item": [500, 500], "anchorPoint": [530, 470], "attachmentRange": [-1, 1]}"#
        )
        for t in times {
            #expect((pin.corners(0, at: t)[1] - SIMD2(530, 470)).length < 0.5 && abs(pin.angle(at: t)) < 1.05)
        }
        let slide = try bodies(
            #"{"type": "sliding", "item": [500, 500], "axis": "45deg", "attachmentRange": [-10, 80]}"#
        )
        for t in times {
            let way = slide.place(at: t) - 500
            #expect(abs(way.x - way.y) < 0.5 && way.length < 80.5 && abs(slide.angle(at: t)) < 0.01)
        }
        #expect(slide.place(at: 3).x > 555)
        let weld = try bodies(#"{"type": "fixed", "attachedTo": "neighbors"}"#, #""gravity": [0, 0.1]"#)
        for t in times {
            #expect(abs((weld.place(1, at: t) - weld.place(0, at: t)).length - 60) < 0.5)
            #expect(abs(weld.angle(0, at: t) - weld.angle(1, at: t)) < 0.02)
        }
        #expect(abs(weld.angle(at: 3)) > 1)
    }

    // MARK: Fields

    @Test func `fields accelerate bodies by their laws`() throws {
        func bodies(_ field: String, _ item: String = "{}") throws -> RigidBodies {
            try RigidBodies(#"{"fields": [{\#(field)}], "item": \#(item)}"#, [(600, 500, 100, 100)], seconds: 1)
        }
        func way(_ bodies: RigidBodies, at time: Double = 0.1) -> SIMD2<Double> {
            bodies.place(at: time) - SIMD2(600, 500)
        }
        func near(_ way: SIMD2<Double>, _ x: Double, _ y: Double, _ most: Double = 0.1) -> Bool {
            (way - SIMD2(x, y)).length < most
        }
        // ½·a·t² with 1000 points per second squared over a tenth of a second: 5.
        #expect(near(way(try bodies(#""type": "linearGravity", "direction": [0, 1]"#)), 0, 5))
        #expect(near(way(try bodies(#""type": "radialGravity""#)), -5, 0))
        #expect(near(way(try bodies(#""type": "radialGravity", "minimumRadius": 50, "falloff": 1"#)), -2.5, 0, 0.2))
        #expect(near(way(try bodies(#""type": "vortex""#)), 0, -5, 0.2))
        #expect(near(way(try bodies(#""type": "velocity", "direction": [1, -2]"#), at: 1), 100, -200, 2))
        #expect(near(way(try bodies(#""type": "electric", "strength": 2"#, #"{"charge": 5}"#)), 5, 0))
        #expect(near(way(try bodies(#""type": "electric", "strength": 2"#, #"{"charge": -5}"#)), -5, 0))
        #expect(way(try bodies(#""type": "electric", "strength": 2"#), at: 1) == .zero)
        // A drag of 3 per second leaves (1 − e⁻³)/3 of the distance; a spring of 4 has an angular frequency of 2.
        let moving = #"{"linearVelocity": [100, 0]}"#
        #expect(near(way(try bodies(#""type": "drag", "strength": 3"#, moving), at: 1), 31.67, 0, 0.5))
        #expect(near(way(try bodies(#""type": "spring", "strength": 4"#), at: 0.5), 100 * (cos(1) - 1), 0, 0.2))
        // A circle at 4 radians per second with a radius of 25 points: half a turn reverses the motion.
        let charged = #"{"linearVelocity": [100, 0], "charge": 2}"#
        let circling = try bodies(#""type": "magnetic", "strength": 2"#, charged)
        #expect(near(way(circling, at: .pi / 4), 0, -50, 1))
        let outside = try bodies(#""type": "linearGravity", "region": {"radius": 50}"#)
        #expect(way(outside, at: 1) == .zero)
        let inside = try bodies(#""type": "linearGravity", "region": {"size": [300, 10], "inverse": false}"#)
        #expect(near(way(inside), 0, 5))
    }

    @Test func `noise depends on the seed only`() throws {
        func place(_ seed: UInt64, _ type: String = "noise", _ item: String = "{}") throws -> SIMD2<Double> {
            let text = #"{"fields": [{"type": "\#(type)", "animationSpeed": 1}], "item": \#(item)}"#
            return try RigidBodies(text, seconds: 1, seed: seed).place(at: 1)
        }
        #expect(try place(1) == place(1) && place(1) != place(2))
        #expect(try (place(1) - 500).length > 1)
        // Turbulence has no effect on a body at rest.
        #expect(try place(1, "turbulence") == SIMD2(500, 500))
        let moving = #"{"linearVelocity": [100, 0]}"#
        #expect(try place(1, "turbulence", moving) != place(2, "turbulence", moving))
    }
}
