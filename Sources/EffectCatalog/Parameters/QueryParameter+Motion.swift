internal import EffectModel
import StrictJSON

/// Parameters for the motion and rotation of particles.
extension QueryParameter {
    package static let motion: [QueryParameter] = [
        QueryParameter(
            "v",
            "speed",
            "Speed at birth, in points per second.",
            .motion,
            .number(0...2000, step: 10, .pointsPerSecond, isRange: true)
        ) { value, name, document throws(ParameterFault) in
            try document.writeCells("velocity", ParameterText.json(range(value, name, .pointsPerSecond)), for: name)
        } current: {
            $0.commonRange(\.velocity, \.velocityRange)
        },
        QueryParameter(
            "g",
            "downward acceleration",
            "Acceleration downward, in points per second squared.",
            .motion,
            .number(-1000...2000, step: 10, .pointsPerSecondSquared, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            try document.writeCells("yAcceleration", .number(number(value, name, .pointsPerSecondSquared)), for: name)
        } current: {
            $0.common(\.acceleration.y).map(ParameterText.text)
        },
        QueryParameter(
            "wind",
            "wind",
            "Acceleration to the right, in points per second squared.",
            .motion,
            .number(-1000...1000, step: 10, .pointsPerSecondSquared, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            try document.writeCells("xAcceleration", .number(number(value, name, .pointsPerSecondSquared)), for: name)
        } current: {
            $0.common(\.acceleration.x).map(ParameterText.text)
        },
        QueryParameter(
            "drag",
            "drag",
            "Drag rate, in 1/s: the speed decays as e^(-drag × t).",
            .motion,
            .number(0...20, step: 0.1, .none, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            try document.writeBehavior("drag", ["type": "drag", "drag": .number(number(value, name))], for: name)
        } current: { view in
            let drags = view.cells.map { cell in
                (cell.emitterBehaviors + view.emitters.flatMap(\.emitterBehaviors)).first { $0.kind == .drag }?.drag
                    ?? 0
            }
            return drags.allSatisfy { $0 == drags[0] } ? drags.first.map(ParameterText.text) : nil
        },
        QueryParameter(
            "drift",
            "drift",
            "Constant speed to the right, added to all other motion, in points per second. Together with canvas-confetti's names: in units of 60 points per second.",
            .motion,
            .number(-500...500, step: 5, .pointsPerSecond, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            let isTheirs = !document.given.isDisjoint(with: foreign)
            let speed = try number(value, name, .pointsPerSecond) * (isTheirs ? 60 : 1)
            try document.writeDrift(0, speed, for: name)
        } current: {
            $0.common(\.drift.x).map(ParameterText.text)
        },
        QueryParameter(
            "spin",
            "spin",
            "Clockwise rotation on screen, in degrees per second.",
            .motion,
            .number(-1080...1080, step: 5, .degrees, isRange: true)
        ) { value, name, document throws(ParameterFault) in
            let spin = try range(value, name, .degrees)
            try document.writeCells(
                "spin",
                ParameterText.json(spin) { .string("\(ParameterText.text($0))deg") },
                for: name
            )
        } current: {
            $0.commonRange(\.spin, \.spinRange, times: 180 / .pi)
        },
        QueryParameter(
            "tumble",
            "tumble",
            "Rotation in space, like paper: the maximum speed in either direction, in degrees per second.",
            .motion,
            .number(0...1080, step: 5, .degrees, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            let tumble = ParameterText.text(abs(try number(value, name, .degrees)))
            try document.writeCells("particleType", "plane", for: name)
            try document.writeCells("orientationRange", "360deg", for: name)
            try document.writeCells("rotation", ["-180deg", "180deg"], for: name)
            try document.writeCells("spin", [.string("-\(tumble)deg"), .string("\(tumble)deg")], for: name)
        },
        QueryParameter(
            "wobble",
            "sway",
            "Sway from side to side, once per second: the amplitude in points.",
            .motion,
            .number(0...200, step: 1, .points, isRange: false)
        ) { value, name, document throws(ParameterFault) in
            // A force of a·sin(2πft) causes a displacement of amplitude a/(2πf)².
            let force = try number(value, name, .points) * 4 * Double.pi * Double.pi
            let wave: JSONValue = ["type": "wave", "force": [.number(force.rounded()), 0, 0], "frequency": 1]
            try document.writeBehavior("wave", force == 0 ? nil : wave, for: name)
        },
        QueryParameter(
            "flat",
            "flat",
            "Particles face the viewer and don't rotate in space.",
            .motion,
            .flag
        ) { value, name, document throws(ParameterFault) in
            try document.writeCells("particleType", flag(value, name) ? "sprite" : "plane", for: name)
        } current: { view in
            view.common { $0.particleType == .plane }.map { $0 ? "0" : "1" }
        },
        QueryParameter(
            "align",
            "align to motion",
            "Particles point in their direction of motion.",
            .motion,
            .flag
        ) { value, name, document throws(ParameterFault) in
            let behavior: JSONValue? = try flag(value, name) ? ["type": "alignToMotion"] : nil
            try document.writeBehavior("alignToMotion", behavior, for: name)
        },
    ]
}

extension PresetEditor {
    /// Writes one coordinate of every cell's constant velocity.
    mutating func writeDrift(_ axis: Int, _ speed: Double, for name: String) throws(ParameterFault) {
        for cell in cells {
            let place = cell + ["drift"]
            try take(place + [String(axis)], for: name)
            var drift: [JSONValue] = [0, 0, 0]
            switch self[place] {
            case .number(let x): drift[0] = .number(x)
            case .array(let present): for (index, value) in present.prefix(3).enumerated() { drift[index] = value }
            default: break
            }
            drift[axis] = .number(speed)
            setUnchecked(.array(drift), at: place)
        }
    }
}
