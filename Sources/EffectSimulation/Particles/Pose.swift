internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Orientation of a particle: turned on the canvas, or in space.
enum Pose {
    /// Rotation in radians, clockwise.
    case flat(Double)
    case inSpace(Turn)

    /// - Parameters:
    ///   - heading: Direction of motion; if zero, the direction at birth is used.
    ///   - angle: Rotation and accumulated spin, in radians.
    init(
        of particle: Particle,
        _ type: ParticleType,
        _ alignment: Appearance.Alignment?,
        heading: SIMD3<Double>,
        angle: Double
    ) {
        guard type != .point else {
            self = .flat(0)
            return
        }
        let heading = heading == .zero ? particle.direction : heading
        switch (type, alignment) {
        case (.plane, nil): self = .inSpace(Turn(axis: particle.axis, angle: angle))
        case (.plane, let alignment?) where alignment.isInSpace:
            let length = (heading * heading).sum().squareRoot()
            self = .inSpace(Turn(downAlong: heading / length, angle: angle + alignment.rotation))
        case (let type, let alignment?):
            let angle = angle + atan2(heading.y, heading.x) - .pi / 2 + alignment.rotation
            self = type == .plane ? .inSpace(Turn(axis: SIMD3(0, 0, 1), angle: angle)) : .flat(angle)
        case (_, nil): self = .flat(angle)
        }
    }
}

extension EmitterCell {
    /// Stretch of a particle along its motion; `nil` for none.
    func stretch(of motion: Motion) -> Linear? {
        guard stretchFactor > 0 else { return nil }
        let velocity = SIMD2(motion.velocity.x, motion.velocity.y)
        let speed = velocity.length
        let factor = stretch(atSpeed: speed)
        return factor > 1 ? Linear(stretchedBy: factor, along: velocity / speed) : nil
    }
}
