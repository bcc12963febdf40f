internal import EffectModel

/// Where something is, and how it moves.
struct Motion: Sendable, Equatable {
    // Four numbers each: many are kept, and three take as much memory.
    private var place: SIMD4<Double>
    private var change: SIMD4<Double>

    init(position: SIMD3<Double>, velocity: SIMD3<Double>) {
        place = SIMD4(position, 0)
        change = SIMD4(velocity, 1)
    }

    /// Points.
    var position: SIMD3<Double> {
        get { SIMD3(place.x, place.y, place.z) }
        set { place = SIMD4(newValue, place.w) }
    }
    /// Points per second of the particle's own time.
    var velocity: SIMD3<Double> {
        get { SIMD3(change.x, change.y, change.z) }
        set { change = SIMD4(newValue, change.w) }
    }
    /// Radians that it has turned since its birth; only kept up among walls (``Kinetics/hasWalls``).
    var turned: Double {
        get { place.w }
        set { place.w = newValue }
    }
    /// The share of its spin that walls have left, likewise.
    var spinLeft: Double {
        get { change.w }
        set { change.w = newValue }
    }
}

/// How the particles of a cell move. With nothing but constant acceleration, drag, steady wind and drift, that is a
/// formula; anything else is added up in steps of fixed length from the particle's own birth, so that neither frames nor
/// other particles play a part.
final class Kinetics: Sendable {
    /// Points a second, whatever the velocity.
    private let drift: SIMD3<Double>
    /// Sum of the drags, for a mass of 1.
    private let drag: Double
    /// What steady winds give, for a mass of 1.
    private let wind: SIMD3<Double>
    private let steady: Formula
    private let forces: ForceTable
    private let walls: [Walls]
    private let colliders: [Collider]
    /// What touches them; `nil` is a particle's middle alone.
    private let footing: Footing?
    /// Share of the spin that is lost in a second, among walls.
    private let angularResistance: Double
    private let mass: LifeCurve?
    /// By axis; empty if there are none.
    private let velocities: [LifeCurve?]
    private let positions: [LifeCurve?]
    /// Whether it has to be added up.
    let isStepped: Bool
    /// What animations add to its acceleration while it lives; `nil` is nothing.
    private let live: RateTable?
    /// Length of a step, in seconds of the particle's own time.
    let step: Double

    /// Steps a second, unless something stiff asks for more.
    static let stepsPerSecond = 120.0

    /// Whether something bounces, and with that, how it turns has no formula either.
    let hasWalls: Bool
    /// Whether particles are rigid bodies: nothing of the rest moves them.
    let isBody: Bool
    /// Whether hits on walls make a difference to what is born, or dies.
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

    /// What moves by a formula: constant acceleration, drag, steady wind and drift.
    struct Formula: Sendable {
        /// Points a second, whatever the velocity.
        var drift = SIMD3<Double>(0, 0, 0)
        /// For a mass of 1.
        var drag = 0.0
        /// For a mass of 1.
        var wind = SIMD3<Double>(0, 0, 0)
        private(set) var hasWind = false

        init() {}

        init(drift: SIMD3<Double>, drag: Double, wind: SIMD3<Double>) {
            (self.drift, self.drag, self.wind) = (drift, drag, wind)
            hasWind = wind != .zero
        }

        /// Place and velocity of what was at `start` when its age was 0.
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

    /// What moves particles, live rates apart; `nil` where there is something else, too.
    var formula: Formula? {
        isBody || isStepped || !positions.isEmpty ? nil : steady
    }

    /// Where `particle` is at `age`, if ``isStepped`` is false.
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

    /// Takes `motion` from `age` on by `length` seconds, at most ``step``. Velocity is without drift and curves.
    ///
    /// Half a step ahead, a push, the other half: exact for what is constant, and of second order for what is not.
    ///
    /// - Returns: Its hit on a wall, if there is one.
    @discardableResult
    func advance(_ motion: inout Motion, of particle: Particle, from age: Double, by length: Double) -> Impact? {
        let begin = motion.position
        let middle = age + length / 2
        let share = middle / particle.lifetime
        motion.position += (ledVelocity(motion.velocity, share) + drift) * (length / 2)
        let mass = mass.map { max(0.01, $0.applied(to: particle.mass, at: share)) } ?? particle.mass
        let time = particle.birth + middle / particle.speed
        let (push, slowing) = forces.push(at: ledPosition(motion.position, share), time)
        var acceleration = particle.acceleration + (push + wind) / mass
        if let live {
            // The mean over the step.
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
        let step = WallStep(start: begin, acceleration: acceleration, age: age, length: length)
        let impact = bounce(&motion, of: particle, step)
        motion.bound()
        return impact
    }

    /// Turns `motion` through a step, and back from the walls that it has reached.
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
            // What ends a life comes before what does not.
            if impact == nil || next.isDeath && impact?.isDeath == false { impact = next }
        }
        for wall in walls where wall.isReached(by: motion, size) {
            let reach = reach()
            note(wall.turnBack(&motion, reach, step))
        }
        for collider in colliders where collider.isReached(from: step.start, by: motion, size) {
            let reach = reach()
            note(collider.turnBack(&motion, reach, step))
        }
        return impact
    }

    /// What is seen of a stepped motion: with drift and curves.
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
    /// Far enough from any canvas; beyond, an unstable spring would reach infinity, and then nothing is a number.
    private static let farthest = 1e7

    fileprivate mutating func bound() {
        position = position.bounded(by: Self.farthest)
        velocity = velocity.bounded(by: Self.farthest)
    }
}

extension SIMD3<Double> {
    /// Each part within ±`limit`.
    fileprivate func bounded(by limit: Double) -> SIMD3<Double> {
        let low = SIMD3(repeating: -limit)
        let high = SIMD3(repeating: limit)
        return replacing(with: low, where: self .< low).replacing(with: high, where: self .> high)
    }
}

extension SIMD4<Double> {
    /// Each part within 0...1.
    var clamped: SIMD4<Double> {
        let low = SIMD4<Double>(repeating: 0)
        let high = SIMD4<Double>(repeating: 1)
        return replacing(with: low, where: self .< low).replacing(with: high, where: self .> high)
    }
}
