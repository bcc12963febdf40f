internal import EffectCost

/// Stepped motions, stored at regular ages. Any other age is a few steps after a stored one.
struct Trajectories: Sendable {
    /// Tracks of particles that are rigid bodies.
    var bodies = BodyTracks()
    private var kept: [Motion] = []
    /// Steps from one stored motion to the next.
    private let stride: Int

    /// Maximum number of stored motions of an effect: 64 MB.
    private static let capacity = 1_000_000.0

    /// - Parameter steps: Upper bound of the steps of all particles together.
    init(steps: Double) {
        stride = Int(max(RenderCost.stepsOfReplay, min(1e9, (steps / Self.capacity).rounded(.up))))
    }

    /// Steps `particle` through its life, or to `limit` seconds of it, and stores motions on the way.
    ///
    /// - Parameter goesOn: Callback for each hit on a wall, if ``Kinetics/heedsImpacts``; returning false ends the
    ///   motion.
    /// - Returns: Indices of the first and the last stored motion.
    mutating func add(
        _ particle: Particle,
        kinetics: Kinetics,
        until limit: Double,
        goesOn: (Impact) -> Bool = { _ in true }
    ) -> (first: Int, last: Int) {
        let place = kept.count
        let whole = Int(min(particle.lifetime, limit) / kinetics.step)
        let count = max(0, whole / stride)
        var motion = Motion(position: particle.position, velocity: particle.velocity)
        kept.append(motion)
        for number in 0..<count {
            for step in 0..<stride {
                let age = Double(number * stride + step) * kinetics.step
                let impact = kinetics.advance(&motion, of: particle, from: age, by: kinetics.step)
                if let impact, !goesOn(impact) { return (place, kept.count - 1) }
            }
            kept.append(motion)
        }
        guard kinetics.heedsImpacts, count * stride < whole else { return (place, kept.count - 1) }
        for step in count * stride..<whole {
            let age = Double(step) * kinetics.step
            let impact = kinetics.advance(&motion, of: particle, from: age, by: kinetics.step)
            if let impact, !goesOn(impact) { break }
        }
        return (place, kept.count - 1)
    }

    /// Mean share of the walls and solids that are near `particle`, over its stored motions.
    func shareNearWalls(of particle: Particle, _ kinetics: Kinetics) -> Double {
        guard kinetics.isStepped, kinetics.hasWalls, particle.trajectory <= particle.trajectoryEnd else { return 0 }
        let range = particle.trajectory...particle.trajectoryEnd
        let sum = range.reduce(0) { sum, place in
            let age = Double((place - particle.trajectory) * stride) * kinetics.step
            return sum + kinetics.shareOfNearWalls(kept[place], of: particle, atAge: age)
        }
        return sum / Double(range.count)
    }

    /// Motion of `particle` at `age`, which must be within the stored range.
    func motion(of particle: Particle, _ kinetics: Kinetics, atAge age: Double) -> Motion {
        let whole = Int(age / kinetics.step)
        let number = min(whole / stride, particle.trajectoryEnd - particle.trajectory)
        var motion = kept[particle.trajectory + number]
        for step in number * stride..<whole {
            kinetics.advance(&motion, of: particle, from: Double(step) * kinetics.step, by: kinetics.step)
        }
        let rest = age - Double(whole) * kinetics.step
        if rest > 0 {
            kinetics.advance(&motion, of: particle, from: Double(whole) * kinetics.step, by: rest)
        }
        return kinetics.shown(motion, share: age / particle.lifetime)
    }
}
