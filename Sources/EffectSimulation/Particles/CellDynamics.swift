internal import EffectModel

/// A cell, ready to compute motion and appearance of its particles. A class, because it is used for every particle of
/// every frame, where copying its contents would cost more than the computation.
final class CellDynamics: Sendable {
    let cell: EmitterCell
    let kinetics: Kinetics
    let appearance: Appearance
    /// Whether behaviors change over time, so that each instant needs an appearance of its own.
    let isAnimated: Bool
    /// Sprites that the cell draws; `nil` for none.
    let look: Look?
    /// Rates that animations add to living particles; `nil` for none.
    let live: LiveTables?

    /// Sprites of a cell.
    struct Look: Sendable {
        /// Index of the first image's sprite; the other images of a sheet follow. −1 for a cell that draws only trails.
        let sprite: Int
        /// Frames of a sprite sheet; a count of 1 means no sheet.
        let frames: SheetFrames
        /// Radius of a circle that contains the sprite at scale 1 and contents scale 1, in points.
        let radius: Double
        /// Width of the narrower side at scale 1 and contents scale 1, in points.
        let breadth: Double
        /// Factor for the particle's color.
        let tint: SIMD4<Double>
        /// Factors for colors by image, where each particle has one of several; empty for a single image or a sheet.
        var tints: [SIMD4<Double>] = []
    }

    /// - Parameters:
    ///   - behaviors: Behaviors that act on the cell at the start.
    ///   - stiffest: Largest spring stiffness at any time.
    ///   - rim: Rim that touches walls; `nil` for the particle's center alone.
    ///   - isFlipped: Whether y points up.
    ///   - angularResistance: Exponential decay rate of the spin per second, among walls.
    ///   - isBody: Whether the particles are rigid bodies.
    init(
        _ cell: EmitterCell,
        _ behaviors: [Behavior],
        forces: ForceTable,
        stiffest: Double,
        isAnimated: Bool,
        look: Look?,
        live: LiveTables? = nil,
        rim: Rim? = nil,
        isFlipped: Bool = false,
        angularResistance: Double = 0,
        isBody: Bool = false
    ) {
        self.cell = cell
        self.isAnimated = isAnimated
        let appearance = Appearance(cell, behaviors, live: live)
        self.appearance = appearance
        kinetics = Kinetics(
            cell,
            behaviors,
            forces: forces,
            stiffest: stiffest,
            live: live,
            footing: rim.map { Footing(cell, rim: $0, appearance, isFlipped: isFlipped) },
            angularResistance: angularResistance,
            isBody: isBody
        )
        self.live = live
        self.look = look
    }

    /// Position and velocity of a particle at `age`.
    func motion(of particle: Particle, atAge age: Double, _ trajectories: Trajectories) -> Motion {
        if kinetics.isBody { return trajectories.bodies.motion(of: particle, atAge: age) }
        return kinetics.isStepped
            ? trajectories.motion(of: particle, kinetics, atAge: age) : kinetics.motion(of: particle, atAge: age)
    }

    /// Factor for the color of a particle.
    func tint(of particle: Particle) -> SIMD4<Double> {
        guard let look else { return SIMD4(repeating: 1) }
        return look.tints.isEmpty ? look.tint : look.tints[cell.choice(ofDraw: particle.frame)]
    }

    /// Index of the sprite that a particle shows at `age`; `nil` if the cell draws nothing.
    func sprite(of particle: Particle, atAge age: Double) -> Int? {
        guard let look else { return nil }
        if !look.tints.isEmpty { return look.sprite + cell.choice(ofDraw: particle.frame) }
        let frames = look.frames
        switch frames.mode {
        case .single: return look.sprite
        case .random: return look.sprite + min(frames.count - 1, Int(particle.frame * Double(frames.count)))
        case .sequential, .clamp, .autoReverse:
            return look.sprite + frames.number(atAge: age, from: particle.frame, rate: particle.frameRate)
        }
    }
}

extension Sprite {
    /// Largest distance of drawn content from the sprite's center, across and down, in sprite units: half of its box,
    /// or the bounds of a whole outline, which is not clipped to the box.
    var reach: SIMD2<Double> {
        guard case .outline(let outline) = contents, part == .whole, let box = outline.bounds else { return size / 2 }
        return pointwiseMax(box.low.magnitude, box.high.magnitude)
    }

    /// Radius of a circle around the center that contains the sprite, in sprite units.
    var radius: Double { reach.length }
}

extension SIMD2<Double> {
    fileprivate var magnitude: SIMD2<Double> { SIMD2(abs(x), abs(y)) }
}
