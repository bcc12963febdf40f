/// Birth, motion and appearance of one kind of particle. Names and meanings follow CAEmitterCell. Angles are in
/// radians, clockwise on screen; speeds are rates per second.
///
/// - Source: CAEmitterCell.
public struct EmitterCell: Sendable, Equatable {
    /// Name of the cell, part of its random streams: renaming changes the random numbers, reordering does not.
    public var name: String?
    /// Whether the cell emits.
    public var enabled = true
    /// Name of the asset that is drawn; `nil` draws nothing.
    public var contents: String?
    /// Inline asset, in place of ``contents``.
    public var ownAsset: Asset?
    /// Contents of which each particle shows one, in place of ``contents`` and ``ownAsset``; empty for none.
    public var choices: [WeightedContents] = []
    /// Divisor of the drawn size.
    public var contentsScale = 1.0
    /// Part of the asset that is drawn, as fractions of its width and height.
    public var contentsRect = UnitRectangle.whole
    /// Sampling of images.
    public var sampling = Sprite.Sampling()
    /// Sprite-sheet frames within ``contentsRect``.
    public var frames = SheetFrames()
    /// Orientation of particles in space.
    public var particleType = ParticleType.sprite

    /// Births per second.
    public var birthRate = 0.0
    /// Time of the first birth as a fraction of the birth interval, 0..<1; `nil` draws it from the seed.
    public var birthPhase: Double?
    /// Lifetime in seconds.
    public var lifetime = 0.0
    /// Range of ``lifetime`` in seconds.
    public var lifetimeRange = 0.0

    /// Elevation of the direction toward the viewer, in radians.
    public var emissionLatitude = 0.0
    /// Angle in radians added to the shape's natural direction.
    public var emissionLongitude = 0.0
    /// Full opening angle of the emission cone in radians.
    public var emissionRange = 0.0
    /// Distribution of directions: a cone in space, or an angle in the plane.
    public var emissionSpace = EmissionSpace.cone

    /// Initial speed in points per second along the direction; negative values reverse it.
    public var velocity = 0.0
    /// Range of ``velocity`` in points per second.
    public var velocityRange = 0.0
    /// Additional constant velocity in points per second.
    public var drift = SIMD3<Double>(0, 0, 0)
    /// Mass, which divides the forces of behaviors.
    public var mass = 1.0
    /// Range of ``mass``.
    public var massRange = 0.0
    /// Acceleration in points/s².
    public var acceleration = SIMD3<Double>(0, 0, 0)

    /// Scale factor at birth.
    public var scale = 1.0
    /// Range of ``scale``.
    public var scaleRange = 0.0
    /// Change of the scale factor per second.
    public var scaleSpeed = 0.0
    /// Appearance of particles with a negative scale.
    public var negativeScale = NegativeScale.mirror

    /// Rotation at birth in radians.
    public var rotation = 0.0
    /// Range of ``rotation`` in radians.
    public var rotationRange = 0.0
    /// Angular velocity in radians per second.
    public var spin = 0.0
    /// Range of ``spin`` in radians per second.
    public var spinRange = 0.0

    /// Elevation of a plane's rotation axis in radians.
    public var orientationLatitude = 0.0
    /// Azimuth of a plane's rotation axis in radians.
    public var orientationLongitude = 0.0
    /// Full opening angle in radians of the cone of rotation axes.
    public var orientationRange = 0.0
    /// Color of a plane's back; `nil` uses the front's color.
    public var back: Color?
    /// Elongation along the motion per point/s of speed: the drawn length is multiplied by speed × factor, at least 1.
    public var stretchFactor = 0.0
    /// Trail; `nil` for none.
    public var trail: Trail?
    /// Behaviors that act on the cell's particles, in addition to the emitter's.
    public var emitterBehaviors: [Behavior] = []
    /// Categories of behaviors that act on the cell's particles: those whose ``Behavior/categoryBitMask`` shares a bit
    /// with it.
    ///
    /// - Source: SKEmitterNode.
    public var fieldBitMask = BitMask.all

    /// Start of emission in seconds of the parent's time: the layer's time, or for a sub-cell the parent particle's
    /// age.
    public var beginTime = 0.0
    /// Speed factor of the cell's clock, 0...1000. It applies to births and to the aging and motion of particles.
    public var speed = 1.0
    /// Offset of the cell's clock in seconds.
    public var timeOffset = 0.0
    /// Duration of emission in seconds of cell time; infinite by default.
    public var duration = Double.infinity
    /// Number of repetitions of the duration. If ``repeatDuration`` is longer, it takes precedence.
    public var repeatCount = 1.0
    /// Total duration of all repetitions in seconds of cell time, including idle times.
    public var repeatDuration = 0.0
    /// Whether each run is followed by a second run as part of the same repetition; both emit alike.
    public var autoreverses = false
    /// Pause between repetitions in seconds of cell time, without births.
    public var idleDuration = 0.0
    /// Exact births in addition to the birth rate.
    public var burst: Burst?
    /// Sub-cells, emitted by each particle.
    public var emitterCells: [EmitterCell] = []
    /// Event in the parent's life that starts a sub-cell's clock, and its place of emission.
    public var on = Trigger.update

    /// Color that multiplies the contents.
    public var color = Color.white
    /// Colors of which each particle gets one, which multiplies ``color``; empty for none.
    public var colors: [WeightedColor] = []
    /// Inheritance of a sub-cell's particles from their parent.
    public var inherit = Inheritance()
    /// Ranges of red, green, blue and alpha.
    public var colorRange = SIMD4<Double>(0, 0, 0, 0)
    /// Changes of red, green, blue and alpha per second.
    public var colorSpeed = SIMD4<Double>(0, 0, 0, 0)

    /// Creates a cell with Core Animation's defaults, which emits nothing.
    public init() {}

    /// Seconds of cell time of emission per repetition.
    package var run: Double { autoreverses ? 2 * duration : duration }

    /// Seconds of cell time until emission ends.
    package var activeDuration: Double {
        let counted = run * max(1, repeatCount)
        guard run.isFinite, idleDuration > 0 else { return max(counted, repeatDuration) }
        return max(counted + ((counted / run).rounded(.up) - 1) * idleDuration, repeatDuration)
    }

    /// Upper bound of the elongation factor.
    package static let largestStretch = 100.0

    /// Maximum number of a particle's collisions that trigger sub-cells.
    package static let mostImpacts = 8

    /// Maximum number of collisions of one particle that trigger sub-cells; 0 without walls.
    ///
    /// - Parameter behaviors: Behaviors that act on the particle.
    package func impacts(under behaviors: [Behavior]) -> Int {
        let walls = behaviors.filter { $0.isWall && $0.enabled }
        return walls.isEmpty ? 0 : walls.allSatisfy(\.diesOnCollision) ? 1 : Self.mostImpacts
    }

    /// Elongation factor along the motion at `speed` points per second.
    package func stretch(atSpeed speed: Double) -> Double {
        stretchFactor > 0 ? min(Self.largestStretch, max(1, stretchFactor * speed)) : 1
    }
}

/// A color with its share among others.
public struct WeightedColor: Sendable, Equatable {
    /// Color.
    public var color = Color.white
    /// Share among the weights of all colors, 0...1000.
    public var weight = 1.0

    /// Creates a value with the defaults.
    public init() {}
}

/// Inheritance of a sub-cell's particles from their parent.
public struct Inheritance: Sendable, Equatable {
    /// Whether the parent's color multiplies the particle's.
    public var color = true
    /// Whether the parent's scale multiplies the particle's.
    public var scale = true

    /// Creates a value with the defaults.
    public init() {}
}

extension EmitterCell {
    /// The color among ``colors`` that a draw in 0..<1 picks; white without any.
    package func color(ofDraw draw: Double) -> Color {
        let sum = colors.reduce(0) { $0 + $1.weight }
        var rest = draw * sum
        for color in colors where color.weight > 0 {
            rest -= color.weight
            if rest < 0 { return color.color }
        }
        return colors.last { $0.weight > 0 }?.color ?? .white
    }
}

/// Event that starts a sub-cell.
public enum Trigger: String, Sendable, CaseIterable {
    /// The parent's life: emits while it lives, at its current position.
    case update
    /// The parent's birth: emits from its birthplace on, even after its death.
    case birth
    /// The parent's death: emits from its place of death.
    case death
    /// Each collision of the parent with a wall: emits from the point of contact, away from the wall.
    case collision
}

/// Orientation of a particle in space.
public enum ParticleType: String, Sendable, CaseIterable {
    /// Faces the viewer and rotates about the line of sight.
    case sprite
    /// Flat piece that rotates about an axis in space.
    case plane
    /// Faces the viewer and never rotates.
    case point
}

/// Distribution of directions within `emissionRange`.
public enum EmissionSpace: String, Sendable, CaseIterable {
    /// Uniform over a cone in space, then projected.
    case cone
    /// Uniform over an angle in the canvas plane.
    case planar
}

/// Appearance of particles with a negative scale.
public enum NegativeScale: String, Sendable, CaseIterable {
    /// Drawn with the scale's magnitude, rotated by half a turn.
    case mirror
    case hide
}

/// Meaning of a `…Range` around its mean.
public enum RangeConvention: String, Sendable, CaseIterable {
    /// Uniform in mean ± range, as published articles say.
    case full
    /// Uniform in mean ± range/2, as Core Animation does.
    case half
}
