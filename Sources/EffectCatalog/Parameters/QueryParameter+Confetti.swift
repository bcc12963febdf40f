import EffectCoding
internal import EffectModel
import StrictJSON
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Parameters with the names and meaning of canvas-confetti, so that existing options can be pasted.
///
/// - Source: catdad/canvas-confetti, `src/confetti.js`: 60 frames per second, speeds and falls in points per frame.
extension QueryParameter {
    /// Names that only canvas-confetti uses.
    package static let foreign: Set<String> = [
        "particleCount", "startVelocity", "decay", "gravity", "ticks", "scalar", "origin.x", "origin.y", "colors",
    ]

    private static let library = "canvas-confetti"

    package static let confetti: [QueryParameter] =
        [
            QueryParameter(
                "particleCount",
                "number of particles",
                "Alias of n.",
                .emission,
                .whole(1...500),
                needs: .bursts,
                origin: library,
                setCount,
                current: count
            ),
            QueryParameter(
                "startVelocity",
                "speed at birth",
                "Speed at birth, in points per frame at 60 frames per second. Each particle gets 0.5 to 1.5 times the value.",
                .motion,
                .number(0...100, step: 1, .none, isRange: false),
                origin: library
            ) { value, name, document throws(ParameterFault) in
                let speed = try number(value, name) * 60
                let ends = [speed * 0.5, speed * 1.5].sorted()
                try document.writeCells("velocity", ParameterText.json(ends[0]...ends[1]), for: name)
            },
            QueryParameter(
                "decay",
                "decay",
                "Share of the speed left after a frame, at 60 frames per second.",
                .motion,
                .number(0.5...1, step: 0.01, .none, isRange: false),
                origin: library
            ) { value, name, document throws(ParameterFault) in
                let decay = try number(value, name)
                guard decay > 0, decay <= 1 else {
                    throw ParameterFault(.outOfRange, name, found: value, allowed: "more than 0 and at most 1")
                }
                let drag = ((-60 * log(decay)) * 1e4).rounded() / 1e4
                try document.writeBehavior("drag", ["type": "drag", "drag": .number(drag)], for: name)
            },
            QueryParameter(
                "gravity",
                "gravity",
                "Constant downward speed, added to all other motion: 1 is 180 points per second.",
                .motion,
                .number(-3...3, step: 0.1, .none, isRange: false),
                origin: library
            ) { value, name, document throws(ParameterFault) in
                try document.writeDrift(1, number(value, name) * 180, for: name)
            },
            QueryParameter(
                "ticks",
                "ticks",
                "Lifetime in frames, at 60 frames per second. A particle fades over its lifetime.",
                .emission,
                .number(1...600, step: 1, .none, isRange: false),
                origin: library
            ) { value, name, document throws(ParameterFault) in
                let ticks = try number(value, name)
                guard ticks > 0 else {
                    throw ParameterFault(.outOfRange, name, found: value, allowed: "more than 0")
                }
                try document.writeCells("lifetime", .number(ticks / 60), for: name)
                document.fixDensity(of: .lifetimes)
                try document.writeLife("color.alpha", [1, 0], steady: "alphaSpeed", for: name)
            },
            QueryParameter(
                "scalar",
                "scalar",
                "Size of a particle: 1 is 10 points.",
                .look,
                .number(0.1...10, step: 0.1, .none, isRange: false),
                origin: library
            ) { value, name, document throws(ParameterFault) in
                let size = try number(value, name) * 10
                try document.writeSize(size...size, for: name)
            },
            QueryParameter(
                "colors",
                "particle colors",
                "Alias of c.",
                .look,
                .colors,
                phase: 2,
                origin: library,
                setColors
            ),
        ] + origins
}
