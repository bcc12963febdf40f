import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Behaviors that move particles, compared with closed forms and with much finer steps.
struct BehaviorMotionTests {
    @Test func `drag reduces velocity by the factor e^(−drag·t)`() throws {
        let lone = try Lone(#"[{"type": "drag", "drag": 1.5}]"#)
        for time in [0.1, 0.5, 1, 2, 3.5] {
            #expect(lone.offset(at: time).isNear(SIMD2(60 * (1 - exp(-1.5 * time)) / 1.5, 0), 0.004))
        }
    }

    @Test func `a falling particle with drag reaches its terminal speed`() throws {
        let fall: [JSONValue.Member] = [.init("velocity", 0), .init("yAcceleration", 100)]
        let lone = try Lone(#"[{"type": "drag", "drag": 5}]"#, cell: fall)
        #expect(abs(lone.offset(at: 3).y - lone.offset(at: 2.5).y - 100 / 5 * 0.5) < 0.01)
    }

    @Test func `the decay matches the exponential to the last digits`() {
        for exponent in -60...6 {
            for part in [1.0, 1.37, 1.99] {
                let x = part * pow(2, Double(exponent))
                #expect(abs(Decay.lost(x) + expm1(-x)) <= 1e-15 * -expm1(-x), "\(x)")
            }
        }
        #expect(Decay.lost(0) == 0 && Decay.lost(1e300) == 1 && Decay.lost(.infinity) == 1)
    }

    @Test func `mass divides drag and forces but not gravity`() throws {
        let heavy = try Lone(#"[{"type": "drag", "drag": 3}]"#, cell: [.init("mass", 2)])
        let light = try Lone(#"[{"type": "drag", "drag": 1.5}]"#)
        #expect(heavy.offset(at: 2) == light.offset(at: 2))
        let wave = #"[{"type": "wave", "force": [0, 400], "frequency": 0.7}]"#
        let half = #"[{"type": "wave", "force": [0, 200], "frequency": 0.7}]"#
        let fall: [JSONValue.Member] = [.init("yAcceleration", 30)]
        let one = try Lone(half, cell: fall).offset(at: 3)
        #expect(try Lone(wave, cell: fall + [.init("mass", 2)]).offset(at: 3) == one)
        let masses = try Lone(#"[{"type": "drag", "drag": 1}]"#, cell: [.init("mass", [1, 3])], seed: 5)
        #expect(masses.offset(at: 3).x > 60 * (1 - exp(-3)) && masses.offset(at: 3).x < 180 * (1 - exp(-1)))
    }

    @Test func `stepping and the closed form agree`() throws {
        // Turbulence of zero strength forces stepping without an effect.
        let cell: [JSONValue.Member] = [
            .init("yAcceleration", 90), .init("drift", [7, -3]), .init("emissionLongitude", "-1rad"),
        ]
        let formula = try Lone(#"[{"type": "drag", "drag": 0.8}, {"type": "wind", "velocity": [40, 5]}]"#, cell: cell)
        let steps = try Lone(
            #"[{"type": "drag", "drag": 0.8}, {"type": "wind", "velocity": [40, 5]}, {"type": "turbulence", "strength": 0}]"#,
            cell: cell
        )
        for time in stride(from: 0, to: 4, by: 0.37) {
            #expect(steps.offset(at: time).isNear(formula.offset(at: time), 1 / 256))
        }
    }

    @Test func `drift is independent of drag`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 0), .init("drift", [25, -10])]
        #expect(try Lone(#"[{"type": "drag", "drag": 9}]"#, cell: cell).offset(at: 2) == SIMD2(50, -20))
        #expect(try Lone(cell: [.init("velocity", 0), .init("drift", 25)]).offset(at: 2) == SIMD2(50, 0))
    }

    @Test func `a wave is the published triangle wave rounded by a quadratic`() {
        for (x, value) in [(0.0, 0.0), (0.25, 1), (0.5, 0), (0.75, -1), (1, 0), (0.125, 0.75), (2.625, -0.75)] {
            #expect(abs(Force.wave(x) - value) < 1e-12)
        }
        for x in stride(from: -3.0, to: 3, by: 0.01) { #expect(abs(Force.wave(x)) <= 1) }
    }

    @Test func `a wave pushes all particles in phase`() throws {
        // Pushed from rest for half a period, then back: the velocity is unchanged after a period.
        let cell: [JSONValue.Member] = [.init("velocity", 0)]
        let lone = try Lone(#"[{"type": "wave", "force": [300, 0], "frequency": 1}]"#, cell: cell)
        func velocity(_ time: Double) -> Double {
            (lone.offset(at: time + 0.01).x - lone.offset(at: time - 0.01).x) / 0.02
        }
        #expect(abs(velocity(1)) < 1)
        #expect(abs(velocity(2)) < 1)
        // The integral of y(2 − |y|) over a rising and a falling quarter is 1/3 of a period.
        #expect(abs(velocity(0.5) - 100) < 1)
    }

    /// Reference: fourth-order Runge–Kutta steps of 1/6000 s for a particle of mass 1.
    private func reference(_ time: Double, _ force: (SIMD2<Double>, Double) -> SIMD2<Double>) -> SIMD2<Double> {
        let count = Int((time * 6000).rounded())
        let h = time / Double(count)
        var (p, v) = (SIMD2<Double>(500, 500), SIMD2<Double>(60, 0))
        for step in 0..<count {
            let t = Double(step) * h
            // Each step has its type, which the compiler would look for among all overloads.
            let half = h / 2
            let l1 = force(p, t)
            let k2: SIMD2<Double> = v + l1 * half
            let l2 = force(p + v * half, t + half)
            let k3: SIMD2<Double> = v + l2 * half
            let l3 = force(p + k2 * half, t + half)
            let k4: SIMD2<Double> = v + l3 * h
            let l4 = force(p + k3 * h, t + h)
            let (ks, ls): (SIMD2<Double>, SIMD2<Double>) = ((k2 + k3) * 2, (l2 + l3) * 2)
            p += (v + ks + k4) * (h / 6)
            v += (l1 + ls + l4) * (h / 6)
        }
        return p - SIMD2(500, 500)
    }

    @Test func `steps of 1/120 s deviate from the exact path by less than a tenth of a point`() throws {
        let spring = try Lone(
            #"[{"type": "simpleAttractor", "position": [560, 540], "stiffness": 40, "radius": 10}]"#
        )
        let pull = { (p: SIMD2<Double>, _: Double) -> SIMD2<Double> in
            let arm = p - SIMD2(560, 540)
            return arm.length > 10 ? arm / arm.length * (-40 * (arm.length - 10)) : .zero
        }
        let vortex = try Lone(#"[{"type": "vortex", "position": [520, 600], "strength": 200, "radius": 50}]"#)
        let swirl = { (p: SIMD2<Double>, _: Double) -> SIMD2<Double> in
            let arm = p - SIMD2(520, 600)
            let share = arm.length < 50 ? arm.length / 50 : 50 / arm.length
            return SIMD2(-arm.y, arm.x) / arm.length * (200 * share)
        }
        for time in [0.5, 1.25, 2] {
            #expect(spring.offset(at: time).isNear(reference(time, pull), 0.1))
            #expect(vortex.offset(at: time).isNear(reference(time, swirl), 0.1))
        }
    }

    @Test
    func `an attractor with negative falloff pushes particles out to its radius, as in the confetti recipe`() throws {
        let recipe =
            #"[{"type": "attractor", "attractorType": "radial", "position": [500, 520], "zPosition": -70, "#
            + #""radius": 300, "falloff": -290, "stiffness": 80}, {"type": "drag", "drag": 3}]"#
        let lone = try Lone(recipe, cell: [.init("velocity", 1)])
        func distance(_ time: Double) -> Double {
            let arm = lone.offset(at: time) - SIMD2(0, 20)
            let depth = (lone.item(at: time)?.z ?? .nan) + 70
            return (arm.length * arm.length + depth * depth).squareRoot()
        }
        #expect(distance(0.5) > 100)
        #expect(distance(3.9) > 250 && distance(3.9) < 350)
        // An attractor without falloff has no effect inside its radius.
        let calm = #"[{"type": "attractor", "position": [500, 520], "radius": 300, "stiffness": 80}]"#
        #expect(try Lone(calm).offset(at: 2) == SIMD2(120, 0))
    }

    @Test func `an axial attractor has no force along its axis, and a planar one no force across`() throws {
        let along: [JSONValue.Member] = [.init("emissionLongitude", "45deg")]
        let axis = #"[{"type": "attractor", "attractorType": "axial", "position": [500, 500], "stiffness": 900}]"#
        let kept = try Lone(axis, cell: along).offset(at: 1)
        // The axis is along x, so only y is pulled back.
        #expect(abs(kept.x - 60 * 0.5.squareRoot()) < 0.01 && abs(kept.y) < 2)
        let plane = #"[{"type": "attractor", "attractorType": "planar", "position": [500, 500], "stiffness": 900}]"#
        let held = try Lone(plane, cell: along).offset(at: 1)
        #expect(abs(held.y - 60 * 0.5.squareRoot()) < 0.01 && abs(held.x) < 2)
    }

    @Test(arguments: [(50.0, 100.0), (100, 200), (200, 100), (400, 50)])
    func `a vortex without a radius pushes`(_ distance: Double, _ push: Double) throws {
        let vortex = #"[{"type": "vortex", "position": [\#(500 - distance), 500], "strength": 200}]"#
        let lone = try Lone(vortex, cell: [.init("velocity", 0)])
        // The path is nearly straight over such a short time.
        #expect(abs(lone.offset(at: 0.2).y - push * 0.02) < 0.03, "\(lone.offset(at: 0.2))")
    }

    @Test func `a vortex turns clockwise on screen`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 0), .init("lifetime", 1)]
        let right = #"[{"type": "vortex", "position": [400, 500], "strength": 100, "radius": 50}]"#
        #expect(try Lone(right, cell: cell).offset(at: 0.2).y > 0)
        let below = #"[{"type": "vortex", "position": [500, 400], "strength": 100, "radius": 50}]"#
        #expect(try Lone(below, cell: cell).offset(at: 0.2).x < 0)
    }

    @Test func `wind carries particles, with optional gusts`() throws {
        let still: [JSONValue.Member] = [.init("velocity", 0)]
        let steady = try Lone(#"[{"type": "wind", "velocity": [50, 0], "drag": 4}]"#, cell: still)
        let expected = 100 - 50 * (1 - exp(-8.0)) / 4
        #expect(abs(steady.offset(at: 2).x - expected) < 0.01)
        let gusty = try Lone(
            #"[{"type": "wind", "velocity": [50, 0], "drag": 4, "gust": 1, "frequency": 2}]"#,
            cell: still
        )
        let way = gusty.offset(at: 3).x
        #expect(way > 0 && way < 300 && way != steady.offset(at: 3).x)
    }

    @Test func `turbulence depends on the seed and is free of divergence`() throws {
        let field = #"[{"type": "turbulence", "strength": 300, "size": 60, "speed": 0.5}]"#
        let one = try Lone(field).offset(at: 2)
        #expect(try Lone(field).offset(at: 2) == one)
        #expect(try Lone(field, seed: 2).offset(at: 2) != one)
        let noise = Noise(key: 7)
        var (most, sum) = (0.0, 0.0)
        for index in 0..<400 {
            let (x, y, z) = (Double(index) * 0.377, Double(index % 23) * 0.613, Double(index) * 0.01)
            let h = 1e-5
            let divergence =
                (noise.curl(x + h, y: y, z: z).x - noise.curl(x - h, y: y, z: z).x + noise.curl(x, y: y + h, z: z).y
                    - noise.curl(x, y: y - h, z: z).y) / (2 * h)
            #expect(abs(divergence) < 1e-4)
            let flow = noise.curl(x, y: y, z: z)
            most = max(most, flow.length)
            sum += flow.length
        }
        #expect(sum / 400 > 0.3 && most < 3)
    }

    @Test func `walls contain particles, and a floor brings them to rest`() throws {
        let box = #"[{"type": "bounce", "bounds": [450, 450, 100, 100], "elasticity": 1, "friction": 0}]"#
        let lone = try Lone(box, cell: [.init("velocity", 733), .init("emissionLongitude", "0.3rad")])
        for time in stride(from: 0, to: 4, by: 0.03) {
            let offset = lone.offset(at: time)
            #expect(abs(offset.x) <= 50 && abs(offset.y) <= 50, "\(time)")
        }
        let drop: [JSONValue.Member] = [.init("velocity", 30), .init("yAcceleration", 800)]
        let floor = try Lone(#"[{"type": "floor", "y": 700, "elasticity": 0.5, "friction": 0.4}]"#, cell: drop)
        let highest = stride(from: 0.75, to: 1.5, by: 0.01).map { floor.offset(at: $0).y }.min() ?? 0
        // Half the speed gives a quarter of the height, 48.5 of 194 points; the particle's lower edge touches the
        // floor.
        #expect(abs(highest - 145.5) < 6, "\(highest)")
        #expect(floor.offset(at: 3.8).y == 194)
        #expect(floor.offset(at: 3.8) == floor.offset(at: 3.9))
    }

    @Test func `velocity and position follow their values over life`() throws {
        let lead = #"[{"type": "valueOverLife", "keyPath": "velocity.x", "values": [0, 100]}]"#
        // The integral of 25·t over 2 s.
        #expect(try Lone(lead).offset(at: 2).isNear(SIMD2(50, 0), 0.01))
        let place = #"[{"type": "valueOverLife", "keyPath": "position.y", "values": [0, 80, 0], "additive": true}]"#
        #expect(try Lone(place).offset(at: 1).isNear(SIMD2(60, 40), 0.004))
        let faster = #"[{"type": "valueOverLife", "keyPath": "velocity.x", "values": [2], "operation": "multiply"}]"#
        #expect(try Lone(faster).offset(at: 1).isNear(SIMD2(120, 0), 0.004))
    }

    @Test func `stepped motion is independent of the frame rate and of the order of frames`() throws {
        let field =
            #"[{"type": "turbulence", "strength": 500, "speed": 1}, {"type": "bounce"}, {"type": "drag", "drag": 1}]"#
        let cell: [JSONValue.Member] = [.init("burst", ["count": 40, "spacing": 1]), .init("emissionRange", "1turn")]
        let slow = try Lone(field, cell: cell, timing: ["duration": 3, "fps": 10]).simulation
        let fast = try Lone(field, cell: cell, timing: ["duration": 3, "fps": 60]).simulation
        for frame in [29, 3, 17, 0] {
            #expect(slow.drawList(ofFrame: frame).groups == fast.drawList(ofFrame: 6 * frame).groups)
        }
    }

    @Test(arguments: [-10_000.0, 10_000])
    func `the stiffest springs stay finite`(_ stiffness: Double) throws {
        let lone = try Lone(
            #"[{"type": "attractor", "position": [400, 300], "stiffness": \#(stiffness)}, {"type": "vortex", "strength": 100000}]"#,
            cell: [.init("mass", 0.01), .init("lifetime", 4)]
        )
        for time in stride(from: 0, to: 4, by: 0.5) {
            for item in lone.simulation.drawList(at: time).groups.flatMap(\.items) {
                #expect(item.position.x.isFinite && item.position.y.isFinite)
            }
        }
    }
}
