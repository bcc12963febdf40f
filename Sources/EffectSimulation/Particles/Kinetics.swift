internal import EffectModel

/// Position and velocity, with the rotation among walls.
struct Motion: Sendable, Equatable {
    // `SIMD4` takes no more memory than `SIMD3`, and many motions are stored.
    private var place: SIMD4<Double>
    private var change: SIMD4<Double>

    init(position: SIMD3<Double>, velocity: SIMD3<Double>) {
        place = SIMD4(position, 0)
        change = SIMD4(velocity, 1)
    }

    /// Position in points.
    var position: SIMD3<Double> {
        get { SIMD3(place.x, place.y, place.z) }
        set { place = SIMD4(newValue, place.w) }
    }
    /// Velocity in points per second of the particle's own time.
    var velocity: SIMD3<Double> {
        get { SIMD3(change.x, change.y, change.z) }
        set { change = SIMD4(newValue, change.w) }
    }
    /// Radians turned since birth; maintained only among walls (``Kinetics/hasWalls``).
    var turned: Double {
        get { place.w }
        set { place.w = newValue }
    }
    /// Share of the spin that walls have left; maintained only among walls.
    var spinLeft: Double {
        get { change.w }
        set { change.w = newValue }
    }
}

/// Motion of a cell's particles. Constant acceleration, drag, steady wind and drift have a closed form; anything else
/// is integrated in steps of fixed length from the particle's birth, so that neither frames nor other particles matter.
final class Kinetics: Sendable {
    /// Constant velocity added to the particle's own, in points per second.
    private let drift: SIMD3<Double>
    /// Sum of the drags per second, for a mass of 1.
    private let drag: Double
    /// Acceleration by steady winds, for a mass of 1.
    private let wind: SIMD3<Double>
    private let steady: Formula
    private let forces: ForceTable
    private let walls: [Walls]
    private let colliders: [Collider]
    /// Shape of particles against walls; `nil` for the particle's center alone.
    private let footing: Footing?
    /// Exponential decay rate of the spin per second, among walls.
    private let angularResistance: Double
    private let mass: LifeCurve?
    /// Curves of the velocity by axis, and of the position; empty if there are none.
    private let velocities: [LifeCurve?]
    private let positions: [LifeCurve?]
    /// Whether the motion has to be integrated in steps.
    let isStepped: Bool
    /// Acceleration that animations add during a particle's life; `nil` for none.
    private let live: RateTable?
    /// Length of a step, in seconds of the particle's own time.
    let step: Double

    /// Steps per second, unless stiff forces need more.
    static let stepsPerSecond = 120.0

    /// Whether particles bounce, so that their rotation has no closed form either; true for rigid bodies too.
    let hasWalls: Bool
    /// Whether particles are rigid bodies, which no other force here moves.
    let isBody: Bool
    /// Whether hits on walls cause births or deaths.
    let heedsImpacts: Bool

    init(
        _ cell: EmitterCell,
        _ behaviors: [Behavior],
        forces: ForceTable,
        stiffest: Double,
        live: LiveTables?,
        footing: Footing?,
        angularResistance: Double,
        isBody: Bool = false
    ) {
        self.isBody = isBody
        self.forces = forces
        self.footing = footing
        self.angularResistance = angularResistance
        self.live = live.flatMap { $0.accelerates ? $0.motion : nil }
        drift = cell.drift
        let isSteady = !forces.isAnimated
        drag = isSteady ? behaviors.reduce(0) { $0 + $1.totalDrag } : 0
        wind =
            isSteady
            ? behaviors.filter { $0.kind == .wind && $0.gust == 0 }.reduce(.zero) { $0 + $1.velocity * $1.drag } : .zero
        steady = Formula(drift: drift, drag: drag, wind: wind)
        walls = behaviors.compactMap { Walls($0) }
        colliders = behaviors.compactMap { Collider($0) }
        hasWalls = isBody || !walls.isEmpty || !colliders.isEmpty
        heedsImpacts =
            behaviors.contains { $0.isWall && $0.diesOnCollision } || cell.emitterCells.contains { $0.on == .collision }
        func curve(_ path: Behavior.LifePath) -> LifeCurve? {
            behaviors.last { $0.kind == .valueOverLife && $0.lifePath == path }.map { LifeCurve($0) }
        }
        mass = curve(.mass)
        func curves(_ paths: Behavior.LifePath...) -> [LifeCurve?] {
            let curves = paths.map(curve)
            return curves.contains { $0 != nil } ? curves : []
        }
        velocities = curves(.velocityX, .velocityY, .velocityZ)
        positions = curves(.positionX, .positionY, .positionZ)
        isStepped = !isBody && (!isSteady || behaviors.haveNoFormula(accelerating: live?.accelerates == true))
        step = 1 / (Self.stepsPerSecond * Double(behaviors.refinement(cell, stiffest: stiffest)))
    }

    // MARK: Closed form

    /// Closed-form motion under constant acceleration, drag, steady wind and drift.
    struct Formula: Sendable {
        /// Constant velocity added to the particle's own, in points per second.
        var drift = SIMD3<Double>(0, 0, 0)
        /// Drag per second, for a mass of 1.
        var drag = 0.0
        /// Acceleration by wind, for a mass of 1.
        var wind = SIMD3<Double>(0, 0, 0)
        private(set) var hasWind = false

        init() {}

        init(drift: SIMD3<Double>, drag: Double, wind: SIMD3<Double>) {
            (self.drift, self.drag, self.wind) = (drift, drag, wind)
            hasWind = wind != .zero
        }

        /// Motion at `age` of a particle that was at `start` at age 0.
        @inline(__always)
        func place(
            from start: SIMD3<Double>,
            _ velocity: SIMD3<Double>,
            _ acceleration: SIMD3<Double>,
            mass: Double,
            atAge age: Double
        ) -> Motion {
            let acceleration = hasWind ? acceleration + wind / mass : acceleration
            let rate = drag / mass
            if rate * age > 1e-6 {
                let lost = Decay.lost(rate * age)
                let along = lost / rate
                return Motion(
                    position: start + velocity * along + acceleration * ((age - along) / rate) + drift * age,
                    velocity: velocity * (1 - lost) + acceleration * along + drift
                )
            }
            return Motion(
                position: start + velocity * age + acceleration * (age * age / 2) + drift * age,
                velocity: velocity + acceleration * age + drift
            )
        }
    }

    /// Closed form of the motion, without live rates; `nil` if anything else moves the particles.
    var formula: Formula? {
        isBody || isStepped || !positions.isEmpty ? nil : steady
    }

    /// Motion of `particle` at `age`, valid if ``isStepped`` is false.
    func motion(of particle: Particle, atAge age: Double) -> Motion {
        var motion = steady.place(
            from: particle.position,
            particle.velocity,
            particle.acceleration,
            mass: particle.mass,
            atAge: age
        )
        if let live {
            let gathered = live.gathered(for: particle, atAge: age)
            motion.position += gathered.twice.acceleration
            motion.velocity += gathered.once.acceleration
        }
        return led(motion, share: age / particle.lifetime)
    }

    // MARK: Steps

    /// Advances `motion` from `age` by `length` seconds, at most ``step``. The velocity excludes drift and curves.
    ///
    /// Leapfrog integration: half a step ahead, a push, the other half. Exact for constant forces, of second order for
    /// others.
    ///
    /// - Returns: The hit on a wall, if there is one.
    @discardableResult
    func advance(_ motion: inout Motion, of particle: Particle, from age: Double, by length: Double) -> Impact? {
        let begin = motion
        let middle = age + length / 2
        let share = middle / particle.lifetime
        motion.position += (ledVelocity(motion.velocity, share) + drift) * (length / 2)
        let mass = mass.map { max(0.01, $0.applied(to: particle.mass, at: share)) } ?? particle.mass
        let time = particle.birth + middle / particle.speed
        let (push, slowing) = forces.push(at: ledPosition(motion.position, share), time)
        var acceleration = particle.acceleration + (push + wind) / mass
        if let live {
            // Mean over the step.
            let start = particle.birth + age / particle.speed
            let gathered = live.gathered(from: start, to: start + length / particle.speed)
            acceleration += gathered.once.acceleration * (particle.speed / length)
        }
        let rate = (drag + slowing) / mass
        if rate > 0 {
            let lost = Decay.lost(rate * length)
            motion.velocity += acceleration * (lost / rate) - motion.velocity * lost
        } else {
            motion.velocity += acceleration * length
        }
        motion.position += (ledVelocity(motion.velocity, share) + drift) * (length / 2)
        guard hasWalls else {
            motion.bound()
            return nil
        }
        let step = WallStep(
            start: begin.position,
            acceleration: acceleration,
            change: (motion.velocity - begin.velocity) / length,
            age: age,
            length: length
        )
        let impact = bounce(&motion, of: particle, step)
        motion.bound()
        return impact
    }

    /// Rotates `motion` through a step, and reflects it from the walls that it has reached.
    private func bounce(_ motion: inout Motion, of particle: Particle, _ step: WallStep) -> Impact? {
        let (age, length) = (step.age, step.length)
        let before = motion.turned
        let spin = footing?.spin(of: particle, atAge: age + length / 2) ?? particle.spin
        if angularResistance > 0 {
            let lost = Decay.lost(angularResistance * length)
            motion.turned += spin * motion.spinLeft * (lost / angularResistance)
            motion.spinLeft *= 1 - lost
        } else {
            motion.turned += spin * motion.spinLeft * length
        }
        let size = footing?.size(of: particle, motion, atAge: age + length) ?? 0
        func reach() -> Walls.Reach {
            let grown = size - (footing?.size(of: particle, motion, atAge: age) ?? 0)
            return Walls.Reach(
                of: footing?.shape(of: particle, motion, atAge: age + length),
                growth: max(0, grown) + size * abs(motion.turned - before)
            )
        }
        var impact: Impact?
        func note(_ next: Impact?) {
            guard let next, next.isDeath || next.isHit else { return }
            // An impact that ends the life takes precedence.
            if impact == nil || next.isDeath && impact?.isDeath == false { impact = next }
        }
        for wall in walls where wall.isReached(by: motion, size) {
            let reach = reach()
            note(wall.turnBack(&motion, reach: reach, step: step))
        }
        for collider in colliders where collider.isReached(from: step.start, by: motion, size) {
            let reach = reach()
            note(collider.turnBack(&motion, reach: reach, step: step))
        }
        return impact
    }

    /// Share of the walls and solids that `particle` may touch in the step after `motion`.
    func shareOfNearWalls(_ motion: Motion, of particle: Particle, atAge age: Double) -> Double {
        let count = walls.count + colliders.count
        guard count > 0 else { return 0 }
        let size = footing?.size(of: particle, motion, atAge: age) ?? 0
        var next = motion
        next.position += motion.velocity * step
        let near =
            walls.count { $0.isReached(by: next, size) }
            + colliders.count { $0.isReached(from: motion.position, by: next, size) }
        return Double(near) / Double(count)
    }

    /// Visible motion of a stepped one, with drift and curves.
    func shown(_ motion: Motion, share: Double) -> Motion {
        var shown = motion
        shown.velocity = ledVelocity(motion.velocity, share) + drift
        return led(shown, share: share)
    }

    private func led(_ motion: Motion, share: Double) -> Motion {
        var led = motion
        led.position = ledPosition(motion.position, share)
        return led
    }

    private func ledPosition(_ position: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
        Self.led(position, by: positions, share)
    }

    private func ledVelocity(_ velocity: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
        Self.led(velocity, by: velocities, share)
    }

    private static func led(_ vector: SIMD3<Double>, by curves: [LifeCurve?], _ share: Double) -> SIMD3<Double> {
        if curves.isEmpty { return vector }
        var vector = vector
        for (axis, curve) in curves.enumerated() {
            if let curve { vector[axis] = curve.applied(to: vector[axis], at: share) }
        }
        return vector
    }
}

extension Motion {
    /// Bound of positions and velocities, far outside any canvas: an unstable spring would otherwise reach infinity,
    /// then NaN.
    private static let farthest = 1e7

    fileprivate mutating func bound() {
        position = position.bounded(by: Self.farthest)
        velocity = velocity.bounded(by: Self.farthest)
    }
}

extension SIMD3<Double> {
    /// Vector with each component clamped to ±`limit`.
    fileprivate func bounded(by limit: Double) -> SIMD3<Double> {
        let low = SIMD3(repeating: -limit)
        let high = SIMD3(repeating: limit)
        return replacing(with: low, where: self .< low).replacing(with: high, where: self .> high)
    }
}

extension SIMD4<Double> {
    /// Vector with each component clamped to 0...1.
    var clamped: SIMD4<Double> {
        let low = SIMD4<Double>(repeating: 0)
        let high = SIMD4<Double>(repeating: 1)
        return replacing(with: low, where: self .< low).replacing(with: high, where: self .> high)
    }
}
