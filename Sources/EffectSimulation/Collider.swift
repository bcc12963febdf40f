internal import EffectModel
import Glibc

/// A solid that particles bounce from: half of the plane, a disc, a box, or all but one of the latter.
///
/// What is born within one gets out freely. What is fast does not tunnel: its way through a step is followed.
struct Collider: Sendable {
    private enum Form: Sendable {
        case plane
        case circle(Double)
        case box(SIMD2<Double>)
    }

    private let form: Form
    private let middle: SIMD2<Double>
    /// Of a box's width, or along a plane; a unit vector.
    private let axis: SIMD2<Double>
    private let isInverse: Bool
    private let elasticity: Double
    private let friction: Double
    private let isDeadly: Bool

    /// As deep as this, something touches.
    private static let touch = 1e-3
    /// Parts in which a way is followed, at the most.
    private static let mostParts = 24

    /// The solid of a behaviour that is one.
    init?(_ behavior: Behavior) {
        guard behavior.kind == .collider else { return nil }
        switch behavior.solidShape {
        case .plane: form = .plane
        case .circle: form = .circle(behavior.radius)
        case .box: form = .box(behavior.solidSize / 2)
        }
        middle = behavior.position
        // A last bit that differs between two C libraries would grow from step to step.
        axis = SIMD2(cos(behavior.angle).rounded(to: 0x1p40), sin(behavior.angle).rounded(to: 0x1p40))
        isInverse = behavior.inverse && behavior.solidShape != .plane
        elasticity = behavior.elasticity
        friction = behavior.friction
        isDeadly = behavior.diesOnCollision
    }

    /// Points from the surface, below 0 within the solid, and the direction that leads away from it.
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

    /// Whether something that reaches so far at the most, and was at `start` before, may touch it.
    func isReached(from start: SIMD3<Double>, by motion: Motion, _ size: Double) -> Bool {
        let (before, after) = (SIMD2(start.x, start.y), SIMD2(motion.position.x, motion.position.y))
        let way = after - before
        return distance(to: before).distance <= size + (way * way).sum().squareRoot() + Self.touch
    }

    /// Turns back what came upon it in a step.
    ///
    /// - Parameter reach: Of what touches it, around the motion's position.
    func turnBack(_ motion: inout Motion, _ reach: Walls.Reach, _ step: WallStep) -> Impact? {
        func gap(at point: SIMD2<Double>) -> (distance: Double, normal: SIMD2<Double>) {
            let found = distance(to: point)
            return (found.distance - reach.along(SIMD2(0, 0) - found.normal), found.normal)
        }
        let start = SIMD2(step.start.x, step.start.y)
        let end = SIMD2(motion.position.x, motion.position.y)
        let way = end - start
        let length = (way * way).sum().squareRoot()
        // What was within before was born there.
        guard gap(at: start).distance >= -(reach.growth + Self.touch) else { return nil }
        guard let share = share(of: way, length, from: start, gap) else { return nil }
        let contact = start + way * share
        let (_, normal) = gap(at: contact)
        let velocity = SIMD2(motion.velocity.x, motion.velocity.y)
        let speed = -(velocity * normal).sum()
        var place = end
        let left = (end - contact) * normal
        if left.sum() < 0 { place -= normal * (left.sum() * (1 + elasticity)) }
        let surface = contact - normal * reach.along(SIMD2(0, 0) - normal)
        let impact = Impact(
            age: step.age + share * step.length,
            place: SIMD3(surface.x, surface.y, motion.position.z),
            normal: normal,
            isDeath: isDeadly && speed > 0,
            isHit: speed > 0 && !step.isRest(speed, along: normal)
        )
        if speed > 0 {
            let along = velocity + normal * speed
            let isResting = step.isRest(speed * elasticity, along: normal)
            let next = along * (1 - friction) + (isResting ? .zero : normal * (speed * elasticity))
            motion.velocity = SIMD3(next.x, next.y, motion.velocity.z * (1 - friction))
            motion.spinLeft = isResting ? 0 : motion.spinLeft * (1 - friction)
            if isResting { place = end - normal * min(0, left.sum()) }
        }
        // On what is round, the way along the surface leads off it; in a corner, to another side.
        for _ in 0..<3 {
            let (depth, out) = gap(at: place)
            if depth >= 0 { break }
            place -= out * depth
        }
        motion.position = SIMD3(place.x, place.y, motion.position.z)
        return impact
    }

    /// The share of a way after which something touches; `nil` if it never does.
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
                // Nothing is nearer than the gap is wide; and what is convex lies behind the plane that touches it.
                let toward = -(way * normal).sum() / length
                if !isInverse, toward <= 0 { break }
                share += max(isInverse ? distance : distance / toward, Self.touch / 2) / length
                if share >= 1 { break }
            }
        }
        return gap(start + way).distance < 0 ? 1 : nil
    }
}
