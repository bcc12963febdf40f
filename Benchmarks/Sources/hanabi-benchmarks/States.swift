import EffectModel
import EffectSimulation

/// How many particle states a second the simulation gives: of a formula, and of steps.
enum States {
    private static let limits: RenderLimits = {
        var limits = RenderLimits()
        limits.maximumLiveParticles = 10_000_000
        limits.maximumBirths = 10_000_000
        limits.maximumWork = .max
        limits.maximumFrames = 10_000
        return limits
    }()

    /// 100,000 particles alive at all times, all on the canvas.
    static func spec(_ behaviors: JSONValue, particles: Double = 100_000, seconds: Double = 1) throws -> EffectSpec {
        let cell: JSONValue = [
            "name": "c", "contents": "square", "birthRate": .number(particles / 4), "lifetime": 4, "velocity": 60,
            "velocityRange": 60, "emissionRange": "1turn", "spin": 2, "spinRange": 6, "yAcceleration": 10,
            "scale": 0.2, "alphaSpeed": -0.2, "emitterBehaviors": behaviors,
        ]
        let document: JSONValue = [
            "canvas": ["width": 1920, "height": 1080],
            "timing": ["duration": .number(seconds), "fps": 60, "prewarm": "steady"],
            "layers": [["name": "e", "emitterPosition": ["50%", "50%"], "emitterCells": [cell]]],
        ]
        return try EffectSpec(json: document, limits: limits)
    }

    static let kinds: [(name: String, behaviors: JSONValue)] = [
        ("formula", []),
        ("formula with drag", [["type": "drag", "drag": 1]]),
        (
            "steps: attractor, wave, drag",
            [
                ["type": "attractor", "position": [960, 540], "stiffness": 10, "radius": 200],
                ["type": "wave", "force": [50, 0], "frequency": 1], ["type": "drag", "drag": 1],
            ]
        ),
        ("steps: turbulence", [["type": "turbulence", "strength": 100, "size": 80, "speed": 0.5]]),
    ]

    /// Prints the states of all frames by the processor time that they took.
    static func run() throws {
        print("\nstates a second, one thread          alive     plan ms    states    M states/s")
        for kind in kinds {
            let spec = try spec(kind.behaviors, particles: 20_000)
            let start = processorTime()
            let simulation = Simulation(spec)
            let planned = processorTime()
            var states = 0
            for frame in 0..<spec.timing.frameCount {
                states += simulation.drawList(ofFrame: frame).groups.reduce(0) { $0 + $1.items.count }
            }
            let spent = processorTime() - planned
            let columns = [
                padded("\(states / spec.timing.frameCount)", 10), padded("\(Int(planned - start))", 12),
                padded("\(states)", 10), padded("\((Double(states) / spent / 10).rounded() / 100)", 14),
            ]
            print(kind.name + String(repeating: " ", count: max(0, 32 - kind.name.count)) + columns.joined())
        }
    }
}
