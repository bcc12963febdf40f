import EffectModel
import StrictJSON

extension SpringMotion {
    static let properties: [Property<SpringMotion>] = [
        .field("mass", \.mass, .number(in: 0.001...10_000)),
        .field("stiffness", \.stiffness, .number(in: 0.001...1_000_000)),
        .field("damping", \.damping, .number(in: 0...100_000)),
        .field("initialVelocity", \.initialVelocity, .number(in: -1000...1000)),
    ]

    /// Default duration in seconds; records a fault if the spring does not settle and no duration is given.
    func duration(_ object: ObjectReader) -> Double {
        let settling = settlingDuration
        guard !(settling <= 100_000), !object.has("duration") else { return min(100_000, max(0.001, settling)) }
        object.context.fault(
            .missing,
            at: object.pointer(to: "duration"),
            found: "no duration of a spring that does not settle within 100000 seconds",
            allowed: "a number of seconds in 0.001...100000, or a higher damping"
        )
        return 0.25
    }
}
