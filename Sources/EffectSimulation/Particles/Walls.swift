internal import EffectModel

/// Walls of a box, or a floor, that particles bounce from.
struct Walls: Sendable {
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    private let elasticity: Double
    private let friction: Double
    private let isDeadly: Bool

    /// Creates the walls of a bounce or floor behavior; returns `nil` for other behaviors.
    init?(_ behavior: Behavior) {
        switch behavior.kind {
        case .bounce:
            low = SIMD2(behavior.bounds.x, behavior.bounds.y)
            high = low + SIMD2(behavior.bounds.z, behavior.bounds.w)
        case .floor:
            low = SIMD2(-.infinity, -.infinity)
            high = SIMD2(.infinity, behavior.y)
        case .wave, .drag, .alignToMotion, .valueOverLife, .colorOverLife, .light, .attractor, .simpleAttractor,
            .turbulence, .vortex, .wind, .collider, .flicker:
            return nil
        }
        elasticity = behavior.elasticity
        friction = behavior.friction
        isDeadly = behavior.diesOnCollision
    }

    /// Reach of a particle from its center to the four sides.
    struct Reach {
        /// Shape of the particle; `nil` for a point.
        private let shape: Footing.Shape?
        /// Upper bound of the reach's increase since one step before, in points.
        let growth: Double

        init(of shape: Footing.Shape?, growth: Double) { (self.shape, self.growth) = (shape, growth) }

        /// Corners of a shape that tips over onto a side, in points from the center; empty for any other.
        var corners: [SIMD2<Double>] { shape?.corners ?? [] }

        /// Reach along a unit vector, in points.
        func along(_ direction: SIMD2<Double>) -> Double { shape?.reach(along: direction) ?? 0 }

        /// Reach to the right, or down, in points.
        fileprivate func up(_ axis: Int) -> Double {
            shape?.reach(along: axis == 0 ? SIMD2(1, 0) : SIMD2(0, 1)) ?? 0
        }

        /// Reach to the left, or up, in points.
        fileprivate func down(_ axis: Int) -> Double {
            shape?.reach(along: axis == 0 ? SIMD2(-1, 0) : SIMD2(0, -1)) ?? 0
        }
    }

    /// Whether a particle that reaches at most `size` points may touch a wall.
    func isReached(by motion: Motion, _ size: Double) -> Bool {
        let (x, y) = (motion.position.x, motion.position.y)
        return x + size > high.x || x - size < low.x || y + size > high.y || y - size < low.y
    }

    /// Reflects a particle that passed a wall in a step.
    ///
    /// - Parameter reach: Reach of the particle around the motion's position.
    /// - Returns: The impact; `nil` if nothing touched.
    func turnBack(_ motion: inout Motion, reach: Reach, step: WallStep) -> Impact? {
        let (acceleration, length) = (step.acceleration, step.length)
        var impact: Impact?
        for axis in 0..<2 {
            // A particle that does not fit in between is centered.
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
                // A particle on its way back in returns by itself, except for its growth or turn beyond the wall.
                if speed == 0 || abs(position - edge) <= reach.growth { motion.position[axis] = edge }
                continue
            }
            var normal = SIMD2<Double>(0, 0)
            normal[axis] = -side
            let rebound = step.rebound(
                speed: speed,
                depth: (position - edge) * side,
                normal: normal,
                elasticity: elasticity
            )
            if impact?.isHit != true {
                impact = self.impact(
                    of: motion,
                    reach,
                    step,
                    axis: axis,
                    normal: normal,
                    edge: edge,
                    part: 1 - rebound.time / step.length
                )
            }
            motion.position[axis] = edge - side * rebound.height
            motion.velocity[axis] = -side * rebound.speedAtEnd
            motion.velocity[1 - axis] *= 1 - friction
            motion.velocity.z *= 1 - friction
            motion.spinLeft *= 1 - friction
            // A speed that a force could restore in two steps is rest: otherwise pieces tremble on the floor forever.
            if step.isRest(rebound.speed, along: normal) {
                motion.velocity[axis] = 0
                motion.position[axis] = edge
                motion.spinLeft = 0
                let push = acceleration[axis] * side
                guard push > 0, reach.up(axis) + reach.down(axis) < 2 * room else { continue }
                tip(&motion, reach, axis: axis, side: side, push: push, length: length)
            }
        }
        return impact
    }

    /// Tips a particle at rest over onto its side, through one step.
    private func tip(
        _ motion: inout Motion,
        _ reach: Reach,
        axis: Int,
        side: Double,
        push: Double,
        length: Double
    ) {
        var down = SIMD2<Double>(0, 0)
        down[axis] = side
        guard var lie = Lie(reach.corners, down: down) else { return }
        let turn = lie.tip(for: length, push: push)
        motion.turned += turn.angle
        motion.position.x += turn.shift.x
        motion.position.y += turn.shift.y
        motion.position[axis] = (side > 0 ? high : low)[axis] - side * lie.depth
    }

    /// Impact on one of the sides, before the reflection.
    ///
    /// - Parameter part: Share of the step until the contact.
    private func impact(
        of motion: Motion,
        _ reach: Reach,
        _ step: WallStep,
        axis: Int,
        normal: SIMD2<Double>,
        edge: Double,
        part: Double
    ) -> Impact {
        let speed = -motion.velocity[axis] * normal[axis]
        var place = step.start + (motion.position - step.start) * part
        place[axis] = edge - normal[axis] * reach.along(SIMD2(0, 0) - normal)
        return Impact(
            age: step.age + part * step.length,
            place: place,
            normal: normal,
            isDeath: isDeadly,
            isHit: !step.isRest(speed, along: normal)
        )
    }
}
