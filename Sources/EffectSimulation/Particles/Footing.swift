internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Shape of a cell's particles against walls: the rim of their sprites, with the size and orientation of the particle.
///
/// If animations change the behaviors over time, their inputs at the start count.
///
/// A class, because a step uses it several times and a cell is large: copies would take a fifth of the time of the steps.
final class Footing: Sendable {
    private let cell: EmitterCell
    private let rim: Rim
    private let appearance: Appearance
    /// Whether y points up; images stay upright in either case.
    private let isFlipped: Bool

    init(_ cell: EmitterCell, rim: Rim, _ appearance: Appearance, isFlipped: Bool) {
        (self.cell, self.rim, self.appearance, self.isFlipped) = (cell, rim, appearance, isFlipped)
    }

    /// Spin in radians per second, before walls reduce it.
    func spin(of particle: Particle, atAge age: Double) -> Double { appearance.spin(of: particle, atAge: age) }

    /// Upper bound of a particle's reach in any direction at `age`, in points.
    func size(of particle: Particle, _ motion: Motion, atAge age: Double) -> Double {
        let stretch =
            cell.stretchFactor > 0 ? cell.stretch(atSpeed: SIMD2(motion.velocity.x, motion.velocity.y).length) : 1
        return rim.largest * abs(scale(of: particle, atAge: age)) * max(1, stretch)
    }

    /// Shape that touches walls at `age`.
    func shape(of particle: Particle, _ motion: Motion, atAge age: Double) -> Shape {
        let scale = scale(of: particle, atAge: age)
        let lying = lie(of: particle, motion, atAge: age, isMirrored: scale < 0)
        return Shape(rim, Linear(right: lying.right * abs(scale), down: lying.down * abs(scale)), tips: tips)
    }

    /// Whether particles tip over onto a side: those that turn on the canvas, by their spin alone.
    private var tips: Bool {
        cell.particleType == .sprite && cell.stretchFactor == 0 && appearance.turnsBySpin && !rim.corners.isEmpty
    }

    /// Points per sprite unit.
    private func scale(of particle: Particle, atAge age: Double) -> Double {
        let scale = appearance.scale(of: particle, atAge: age)
        return scale < 0 && cell.negativeScale == .hide ? 0 : scale / particle.contentsScale
    }

    /// Map from sprite units to points of the layer, without the scale.
    private func lie(of particle: Particle, _ motion: Motion, atAge age: Double, isMirrored: Bool) -> Linear {
        let angle = appearance.rotation(of: particle, atAge: age, turned: motion.turned) + (isMirrored ? .pi : 0)
        let pose = Pose(of: particle, cell.particleType, appearance.alignment, heading: motion.velocity, angle: angle)
        let lying =
            switch pose {
            case .flat(let angle): Linear(scaled: SIMD2(1, 1), thenTurned: angle)
            case .inSpace(let turn): turn.projection
            }
        let shape = cell.stretch(of: motion)?.after(lying) ?? lying
        return isFlipped ? Linear(right: shape.right, down: SIMD2(0, 0) - shape.down) : shape
    }

    /// A rim, scaled and turned.
    struct Shape {
        private let rim: Rim
        /// Map from units of the rim to points.
        private let linear: Linear
        /// Whether the shape tips over onto a side.
        private let tips: Bool

        fileprivate init(_ rim: Rim, _ linear: Linear, tips: Bool) {
            (self.rim, self.linear, self.tips) = (rim, linear, tips)
        }

        /// Corners of the hull in points from the center, if the shape tips over onto a side; else empty.
        var corners: [SIMD2<Double>] { tips ? rim.corners.map { linear.applied(to: $0) } : [] }

        /// Reach from the center along a unit vector, in points.
        func reach(along direction: SIMD2<Double>) -> Double {
            let turned = SIMD2((linear.right * direction).sum(), (linear.down * direction).sum())
            // A last-bit difference between two C libraries would grow from step to step.
            return max(0, rim.reach(along: turned).rounded(to: 0x1p24))
        }
    }
}
