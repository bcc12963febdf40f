internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A solid that particles bounce from: a half-plane, a disc, a box, or everything outside a disc or a box.
///
/// A particle born inside leaves freely. Fast particles do not tunnel, because the path through a step is traced.
struct Collider: Sendable {
    private enum Form: Sendable {
        case plane
        case circle(Double)
        case box(SIMD2<Double>)
    }

    private let form: Form
    private let middle: SIMD2<Double>
    /// Direction of a box's width, or along a plane; a unit vector.
    private let axis: SIMD2<Double>
    private let isInverse: Bool
    private let elasticity: Double
    private let friction: Double
    private let isDeadly: Bool

    /// Distance in points below which a particle touches the surface.
    private static let touch = 1e-3
    /// Maximum number of parts in which a path is traced.
    private static let mostParts = 24

    /// Creates the solid of a collider behavior; returns `nil` for other behaviors.
    init?(_ behavior: Behavior) {
        guard behavior.kind == .collider else { return nil }
        switch behavior.solidShape {
        case .plane: form = .plane
        case .circle: form = .circle(behavior.radius)
        case .box: form = .box(behavior.solidSize / 2)
        }
        middle = behavior.position
        // A last-bit difference between two C libraries would grow from step to step.
        axis = SIMD2(cos(behavior.angle).rounded(to: 0x1p40), sin(behavior.angle).rounded(to: 0x1p40))
        isInverse = behavior.inverse && behavior.solidShape != .plane
        elasticity = behavior.elasticity
        friction = behavior.friction
        isDeadly = behavior.diesOnCollision
    }

    /// Signed distance from the surface in points, negative inside the solid, and the unit vector that leads away from
    /// it.
    private func distance(to point: SIMD2<Double>) -> (distance: Double, normal: SIMD2<Double>) {
        let way = point - middle
        var found: (distance: Double, normal: SIMD2<Double>)
        switch form {
        case .plane:
            let normal = SIMD2(axis.y, -axis.x)
            found = ((way * normal).sum(), normal)
        case .circle(let radius):
            let length = (way * way).sum().squareRoot()
            found = (length - radius, length > 1e-9 ? way / length : SIMD2(0, -1))
        case .box(let half):
            let across = SIMD2(-axis.y, axis.x)
            let own = SIMD2((way * axis).sum(), (way * across).sum())
            let beyond = SIMD2(abs(own.x), abs(own.y)) - half
            let signs = SIMD2(own.x < 0 ? -1.0 : 1, own.y < 0 ? -1.0 : 1)
            var normal: SIMD2<Double>
            if beyond.x > 0, beyond.y > 0 {
                let length = (beyond * beyond).sum().squareRoot()
                normal = beyond / length * signs
                found.distance = length
            } else {
                normal = beyond.x > beyond.y ? SIMD2(signs.x, 0) : SIMD2(0, signs.y)
                found.distance = beyond.max()
            }
            found.normal = axis * normal.x + across * normal.y
        }
        return isInverse ? (-found.distance, SIMD2(0, 0) - found.normal) : found
    }

    /// Whether a particle that reaches at most `size` points and moved from `start` may touch the solid.
    func isReached(from start: SIMD3<Double>, by motion: Motion, _ size: Double) -> Bool {
        let (before, after) = (SIMD2(start.x, start.y), SIMD2(motion.position.x, motion.position.y))
        let way = after - before
        return distance(to: before).distance <= size + (way * way).sum().squareRoot() + Self.touch
    }

    /// Reflects a particle that hit the solid during a step.
    ///
    /// - Parameter reach: Extent of the particle around the motion's position.
    /// - Returns: The impact; `nil` if nothing touched.
    func turnBack(_ motion: inout Motion, reach: Walls.Reach, step: WallStep) -> Impact? {
        func gap(at point: SIMD2<Double>) -> (distance: Double, normal: SIMD2<Double>) {
            let found = distance(to: point)
            return (found.distance - reach.along(SIMD2(0, 0) - found.normal), found.normal)
        }
        let start = SIMD2(step.start.x, step.start.y)
        let end = SIMD2(motion.position.x, motion.position.y)
        let way = end - start
        let length = (way * way).sum().squareRoot()
        // A particle that started inside was born there.
        guard gap(at: start).distance >= -(reach.growth + Self.touch) else { return nil }
        guard let share = share(of: way, length, from: start, gap) else { return nil }
        let contact = start + way * share
        let (_, normal) = gap(at: contact)
        let velocity = SIMD2(motion.velocity.x, motion.velocity.y)
        let speed = -(velocity * normal).sum()
        let depth = max(0, -((end - contact) * normal).sum())
        let surface = contact - normal * reach.along(SIMD2(0, 0) - normal)
        let impact = Impact(
            age: step.age + share * step.length,
            place: SIMD3(surface.x, surface.y, motion.position.z),
            normal: normal,
            isDeath: isDeadly && speed > 0,
            isHit: speed > 0 && !step.isRest(speed, along: normal)
        )
        var place = end + normal * depth
        var isResting = false
        if speed > 0 {
            let rebound = step.rebound(speed: speed, depth: depth, normal: normal, elasticity: elasticity)
            isResting = step.isRest(rebound.speed, along: normal)
            if !isResting { place += normal * rebound.height }
            let next = (velocity + normal * speed) * (1 - friction) + (isResting ? .zero : normal * rebound.speedAtEnd)
            motion.velocity = SIMD3(next.x, next.y, motion.velocity.z * (1 - friction))
            motion.spinLeft = isResting ? 0 : motion.spinLeft * (1 - friction)
        }
        // Sliding may penetrate again: into a curved surface, or in a corner into another side.
        for _ in 0..<3 {
            let (depth, out) = gap(at: place)
            if depth >= 0 { break }
            place -= out * depth
        }
        if isResting, isFlat(along: normal) { tip(&motion, at: &place, reach: reach, normal: normal, step: step) }
        motion.position = SIMD3(place.x, place.y, motion.position.z)
        return impact
    }

    /// Whether the surface that faces a direction is flat.
    private func isFlat(along normal: SIMD2<Double>) -> Bool {
        switch form {
        case .plane: true
        case .circle: false
        // A corner of the box faces other directions than its sides.
        case .box: abs(abs((normal * axis).sum()) - 0.5) > 0.499_999
        }
    }

    /// Tips a particle at rest over onto its side, through one step.
    private func tip(
        _ motion: inout Motion,
        at place: inout SIMD2<Double>,
        reach: Walls.Reach,
        normal: SIMD2<Double>,
        step: WallStep
    ) {
        let push = -(step.acceleration.x * normal.x + step.acceleration.y * normal.y)
        guard push > 0, var lie = Lie(reach.corners, down: SIMD2(0, 0) - normal) else { return }
        let turn = lie.tip(for: step.length, push: push)
        motion.turned += turn.angle
        place += turn.shift
        place += normal * (lie.depth - distance(to: place).distance)
    }

    /// Fraction of a path after which the particle touches; `nil` if it never does.
    private func share(
        of way: SIMD2<Double>,
        _ length: Double,
        from start: SIMD2<Double>,
        _ gap: (SIMD2<Double>) -> (distance: Double, normal: SIMD2<Double>)
    ) -> Double? {
        var share = 0.0
        if length > 0 {
            for _ in 0..<Self.mostParts {
                let (distance, normal) = gap(start + way * share)
                if distance <= Self.touch, (way * normal).sum() < 0 { return share }
                // No point of the solid is nearer than the gap, and a convex solid is behind its tangent plane.
                let toward = -(way * normal).sum() / length
                if !isInverse, toward <= 0 { break }
                share += max(isInverse ? distance : distance / toward, Self.touch / 2) / length
                if share >= 1 { break }
            }
        }
        return gap(start + way).distance < 0 ? 1 : nil
    }
}
