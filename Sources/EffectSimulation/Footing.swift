internal import EffectModel
import Glibc

/// What of a cell's particles touches walls: the rim of what they show, as large as they are and as they lie.
///
/// Of the width and the height that behaviours and animations change over time, those at the start count.
struct Footing: Sendable {
    private let cell: EmitterCell
    private let rim: Rim
    private let appearance: Appearance
    /// Whether y grows upwards, where pictures stand upright all the same.
    private let isFlipped: Bool

    init(_ cell: EmitterCell, rim: Rim, _ appearance: Appearance, isFlipped: Bool) {
        (self.cell, self.rim, self.appearance, self.isFlipped) = (cell, rim, appearance, isFlipped)
    }

    /// Radians a second, before walls take any of it.
    func spin(of particle: Particle, atAge age: Double) -> Double { appearance.spin(of: particle, atAge: age) }

    /// How far a particle reaches at `age` to any side, at the most.
    func size(of particle: Particle, _ motion: Motion, atAge age: Double) -> Double {
        let stretch =
            cell.stretchFactor > 0 ? cell.stretch(atSpeed: SIMD2(motion.velocity.x, motion.velocity.y).length) : 1
        return rim.largest * abs(scale(of: particle, atAge: age)) * max(1, stretch)
    }

    /// What touches walls at `age`.
    func shape(of particle: Particle, _ motion: Motion, atAge age: Double) -> Shape {
        let scale = scale(of: particle, atAge: age)
        let lying = lie(of: particle, motion, atAge: age, isMirrored: scale < 0)
        return Shape(rim, Linear(right: lying.right * abs(scale), down: lying.down * abs(scale)))
    }

    /// Points for each unit of what it shows.
    private func scale(of particle: Particle, atAge age: Double) -> Double {
        let scale = appearance.scale(of: particle, atAge: age)
        return scale < 0 && cell.negativeScale == .hide ? 0 : scale / particle.contentsScale
    }

    /// From points of what it shows to points of the layer, its size apart.
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
        /// From units of the rim to points.
        private let linear: Linear

        fileprivate init(_ rim: Rim, _ linear: Linear) { (self.rim, self.linear) = (rim, linear) }

        /// Points from its middle to where it ends, along a unit vector.
        func reach(along direction: SIMD2<Double>) -> Double {
            let turned = SIMD2((linear.right * direction).sum(), (linear.down * direction).sum())
            // A last bit that differs between two C libraries would grow from step to step.
            return max(0, rim.reach(along: turned).rounded(to: 0x1p24))
        }
    }
}
