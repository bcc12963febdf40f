internal import EffectModel

/// What particles bounce from.
struct Walls: Sendable {
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    private let elasticity: Double
    private let friction: Double

    /// The walls of a behaviour that has some.
    init?(_ behavior: Behavior) {
        switch behavior.kind {
        case .bounce:
            low = SIMD2(behavior.bounds.x, behavior.bounds.y)
            high = low + SIMD2(behavior.bounds.z, behavior.bounds.w)
        case .floor:
            low = SIMD2(-.infinity, -.infinity)
            high = SIMD2(.infinity, behavior.y)
        default: return nil
        }
        elasticity = behavior.elasticity
        friction = behavior.friction
    }

    /// Turns back what got through a wall in a step of `length` seconds, under an `acceleration`.
    func turnBack(_ motion: inout Motion, _ acceleration: SIMD3<Double>, _ length: Double) {
        for axis in 0..<2 {
            let position = motion.position[axis]
            let wall: Double
            let isOut: Bool
            if position > high[axis] {
                (wall, isOut) = (high[axis], motion.velocity[axis] > 0)
            } else if position < low[axis] {
                (wall, isOut) = (low[axis], motion.velocity[axis] < 0)
            } else {
                continue
            }
            motion.position[axis] = wall - (position - wall) * elasticity
            guard isOut else { continue }
            motion.velocity[axis] *= -elasticity
            motion.velocity[1 - axis] *= 1 - friction
            motion.velocity.z *= 1 - friction
            // What a force could give back in two steps is rest: otherwise pieces tremble on the floor for ever.
            if abs(motion.velocity[axis]) <= abs(acceleration[axis]) * length * 2 {
                motion.velocity[axis] = 0
                motion.position[axis] = wall
            }
        }
    }
}
