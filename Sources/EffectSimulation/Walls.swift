internal import EffectModel

/// What particles bounce from.
struct Walls: Sendable {
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    private let elasticity: Double
    private let friction: Double
    private let isDeadly: Bool

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
        isDeadly = behavior.diesOnCollision
    }

    /// How far something reaches from its middle to the four sides.
    struct Reach {
        /// `nil` for a point.
        private let shape: Footing.Shape?
        /// How much farther it may reach than one step before.
        let growth: Double

        init(of shape: Footing.Shape?, growth: Double) { (self.shape, self.growth) = (shape, growth) }

        /// Points along a unit vector.
        func along(_ direction: SIMD2<Double>) -> Double { shape?.reach(along: direction) ?? 0 }

        /// Points to the right, or down.
        fileprivate func up(_ axis: Int) -> Double {
            shape?.reach(along: axis == 0 ? SIMD2(1, 0) : SIMD2(0, 1)) ?? 0
        }

        /// Points to the left, or up.
        fileprivate func down(_ axis: Int) -> Double {
            shape?.reach(along: axis == 0 ? SIMD2(-1, 0) : SIMD2(0, -1)) ?? 0
        }
    }

    /// Whether something there that reaches so far at the most may touch one.
    func isReached(by motion: Motion, _ size: Double) -> Bool {
        let (x, y) = (motion.position.x, motion.position.y)
        return x + size > high.x || x - size < low.x || y + size > high.y || y - size < low.y
    }

    /// Turns back what got through a wall in a step.
    ///
    /// - Parameter reach: Of what touches the walls, around the motion's position.
    func turnBack(_ motion: inout Motion, _ reach: Reach, _ step: WallStep) -> Impact? {
        let (acceleration, length) = (step.acceleration, step.length)
        var impact: Impact?
        for axis in 0..<2 {
            // What does not fit in between lies in the middle.
            let room = (high[axis] - low[axis]) / 2
            let position = motion.position[axis]
            let side: Double
            let edge: Double
            let top = high[axis] - min(room, reach.up(axis))
            let bottom = low[axis] + min(room, reach.down(axis))
            if position > top {
                (side, edge) = (1, top)
            } else if position < bottom {
                (side, edge) = (-1, bottom)
            } else {
                continue
            }
            let speed = motion.velocity[axis] * side
            guard speed > 0 else {
                // What is on its way back in gets there by itself, but for what it has grown or turned beyond the wall.
                if speed == 0 || abs(position - edge) <= reach.growth { motion.position[axis] = edge }
                continue
            }
            if impact?.isHit != true {
                impact = self.impact(of: motion, reach, step, axis: axis, side: side, edge: edge)
            }
            motion.position[axis] = edge - (position - edge) * elasticity
            motion.velocity[axis] *= -elasticity
            motion.velocity[1 - axis] *= 1 - friction
            motion.velocity.z *= 1 - friction
            motion.spinLeft *= 1 - friction
            // What a force could give back in two steps is rest: otherwise pieces tremble on the floor for ever.
            if abs(motion.velocity[axis]) <= abs(acceleration[axis]) * length * 2 {
                motion.velocity[axis] = 0
                motion.position[axis] = edge
                motion.spinLeft = 0
            }
        }
        return impact
    }

    /// What comes upon one of the sides, before that turns it back.
    private func impact(
        of motion: Motion,
        _ reach: Reach,
        _ step: WallStep,
        axis: Int,
        side: Double,
        edge: Double
    ) -> Impact {
        let speed = motion.velocity[axis] * side
        let share = 1 - (motion.position[axis] - edge) * side / (speed * step.length)
        var normal = SIMD2<Double>(0, 0)
        normal[axis] = -side
        let part = min(1, max(0, share))
        var place = step.start + (motion.position - step.start) * part
        place[axis] = edge + side * reach.along(SIMD2(0, 0) - normal)
        return Impact(
            age: step.age + part * step.length,
            place: place,
            normal: normal,
            isDeath: isDeadly,
            isHit: !step.isRest(speed, along: normal)
        )
    }
}
