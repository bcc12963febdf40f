internal import EffectModel

/// A cell, ready to be asked where its particles are and what they look like. A class, because it is asked for every
/// particle of every frame, and copies of what it holds would cost more than the answers.
final class CellDynamics: Sendable {
    let cell: EmitterCell
    let kinetics: Kinetics
    let appearance: Appearance
    /// Whether behaviours change over time, so that each instant has an appearance of its own.
    let isAnimated: Bool
    /// What it draws; `nil` is nothing.
    let look: Look?
    /// What animations do to those that live; `nil` is nothing.
    let live: LiveTables?

    /// Sprites of a cell.
    struct Look: Sendable {
        /// Index of the first picture's sprite; those of a sheet follow. −1 for a cell that draws trails alone.
        let sprite: Int
        /// Pictures of a sheet; 1 is no sheet.
        let frames: SheetFrames
        /// Of a circle that holds the sprite at scale 1 and contents scale 1, in points.
        let radius: Double
        /// Points across the narrower side, likewise.
        let breadth: Double
        /// Multiplies the particle's colour.
        let tint: SIMD4<Double>
    }

    /// - Parameters:
    ///   - behaviors: All that act, at the start.
    ///   - stiffest: Of all springs at any time.
    ///   - rim: Of what touches walls; `nil` is a particle's middle.
    ///   - isFlipped: Whether y grows upwards.
    ///   - angularResistance: Share of the spin that is lost in a second, among walls.
    ///   - isBody: Whether its particles are rigid bodies.
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

    /// Where a particle is at `age`.
    func motion(of particle: Particle, atAge age: Double, _ trajectories: Trajectories) -> Motion {
        if kinetics.isBody { return trajectories.bodies.motion(of: particle, atAge: age) }
        return kinetics.isStepped
            ? trajectories.motion(of: particle, kinetics, atAge: age) : kinetics.motion(of: particle, atAge: age)
    }

    /// Which sprite a particle shows.
    func sprite(of particle: Particle, atAge age: Double) -> Int? {
        guard let look else { return nil }
        let frames = look.frames
        switch frames.mode {
        case .single: return look.sprite
        case .random: return look.sprite + min(frames.count - 1, Int(particle.frame * Double(frames.count)))
        case .sequential, .clamp, .autoReverse:
            return look.sprite + frames.number(atAge: age, from: particle.frame, rate: particle.frameRate)
        }
    }
}

/// The sprites in use, each once.
struct SpriteTable {
    private(set) var sprites: [Sprite] = []
    private var known: [String: [Int]] = [:]
    /// Of those that were asked for.
    private var rims: [Int: Rim] = [:]

    /// What `cell` draws, with its sprites added.
    mutating func look(of cell: EmitterCell, in spec: EffectSpec) -> CellDynamics.Look? {
        var frames = cell.frames
        guard let (name, asset) = spec.asset(of: cell) else {
            frames.mode = .single
            return cell.trail.map { _ in
                CellDynamics.Look(sprite: -1, frames: frames, radius: 0, breadth: 0, tint: .one)
            }
        }
        let isSheet = cell.frames.count > 1 && cell.frames.mode != .single
        let single = min(cell.frames.count - 1, Int(cell.frames.first))
        let shown = isSheet ? 0..<cell.frames.count : single..<single + 1
        let parts = shown.map { cell.frames.part($0, of: cell.contentsRect) }
        let made = parts.map { Sprite(name: name, asset: asset, part: $0, sampling: cell.sampling) }
        if !isSheet { frames.mode = .single }
        return CellDynamics.Look(
            sprite: add(made),
            frames: frames,
            radius: made[0].radius,
            breadth: made[0].size.min(),
            tint: asset.tint.components
        )
    }

    /// Where walls touch what a cell draws, whichever picture of a sheet that is.
    mutating func rim(of look: CellDynamics.Look) -> Rim? {
        guard look.sprite >= 0 else { return nil }
        let count = look.frames.mode == .single ? 1 : look.frames.count
        return Rim(
            around: (look.sprite..<look.sprite + count).map { index in
                if let rim = rims[index] { return rim }
                let rim = sprites[index].rim
                rims[index] = rim
                return rim
            }
        )
    }

    /// Index of the first of `made`, which lie side by side.
    mutating func add(_ made: [Sprite]) -> Int {
        let name = made[0].name
        if let place = known[name]?.first(where: { sprites[$0...].starts(with: made) }) { return place }
        known[name, default: []].append(sprites.count)
        sprites += made
        return sprites.count - made.count
    }
}

extension Sprite {
    /// How far what is drawn lies from its middle at the most, in sprite units across and down: within its box, but for
    /// a whole outline, which is not cut.
    var reach: SIMD2<Double> {
        guard case .outline(let outline) = contents, part == .whole, let box = outline.bounds else { return size / 2 }
        return pointwiseMax(box.low.magnitude, box.high.magnitude)
    }

    /// Of a circle around its middle that holds it, in sprite units.
    var radius: Double { reach.length }
}

extension SIMD2<Double> {
    fileprivate var magnitude: SIMD2<Double> { SIMD2(abs(x), abs(y)) }
}
