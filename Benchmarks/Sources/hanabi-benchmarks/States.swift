import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON

/// Throughput of the simulation in particle states per second, closed-form and stepped.
enum States {
    private static let limits: RenderLimits = {
        var limits = RenderLimits()
        limits.maximumLiveParticles = 10_000_000
        limits.maximumBirths = 10_000_000
        limits.maximumWork = .max
        limits.maximumFrames = 10_000
        return limits
    }()

    /// A spec with 100,000 particles alive at all times, all on the canvas.
    static func spec(
        _ behaviors: JSONValue,
        _ more: [JSONValue.Member] = [],
        animations: JSONValue = [],
        particles: Double = 100_000,
        seconds: Double = 1
    ) throws -> EffectSpec {
        let cell: [JSONValue.Member] = [
            .init("name", "c"), .init("contents", "square"), .init("birthRate", .number(particles / 4)),
            .init("lifetime", 4), .init("velocity", 60), .init("velocityRange", 60), .init("emissionRange", "1turn"),
            .init("spin", 2), .init("spinRange", 6), .init("yAcceleration", 10), .init("scale", 0.2),
            .init("alphaSpeed", -0.2), .init("emitterBehaviors", behaviors),
        ]
        let document: JSONValue = [
            "canvas": ["width": 1920, "height": 1080],
            "timing": ["duration": .number(seconds), "fps": 60, "prewarm": "steady"],
            "layers": [
                [
                    "name": "e", "emitterPosition": ["50%", "50%"], "animatedRates": "live", "animations": animations,
                    "emitterCells": [.object(cell + more)],
                ]
            ],
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

    private static let push: JSONValue = [
        [
            "keyPath": "emitterCells.c.xAcceleration", "values": [0, 40, -40, 0], "timingFunction": "easeInEaseOut",
            "duration": 0.5, "repeatCount": "infinite",
        ]
    ]

    /// Variations of the workloads: members added to the cell, and animations added to the layer.
    private static let variants: [(name: String, cell: [JSONValue.Member], animations: JSONValue)] = [
        (
            "formula, planes that turn",
            [.init("particleType", "plane"), .init("orientationRange", "180deg"), .init("back", "red")], []
        ),
        ("formula, live acceleration", [], push),
    ]

    /// Prints states per second of processor time over all frames.
    static func run() throws {
        print("\nstates a second, one thread          alive     plan ms    states    M states/s")
        let specs =
            try kinds.map { ($0.name, try spec($0.behaviors, particles: 20_000)) }
            + variants.map { ($0.name, try spec([], $0.cell, animations: $0.animations, particles: 20_000)) }
        for (name, spec) in specs {
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
            print(name + String(repeating: " ", count: max(0, 32 - name.count)) + columns.joined())
        }
    }
}
