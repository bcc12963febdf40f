internal import EffectModel

/// A particle at birth. Its state at any later time is a function of these values: no frame needs the previous one.
struct Particle: Sendable {
    /// Birth in seconds of the layer's time.
    var birth: Double
    /// Lifetime in seconds of the particle's own time.
    var lifetime: Double
    /// Seconds of own time per second of the layer's.
    var speed: Double
    /// Position at birth, in points.
    var position: SIMD3<Double>
    /// Velocity at birth, in points per second of own time.
    var velocity: SIMD3<Double>
    /// Acceleration in points per second squared of own time.
    var acceleration: SIMD3<Double>
    /// Color at birth, unpremultiplied and not clamped: alpha may start above 1.
    var color: SIMD4<Double>
    /// Color change per second of own time.
    var colorSpeed: SIMD4<Double>
    /// Divisor of the drawn size.
    var contentsScale: Double
    var scale: Double
    var scaleSpeed: Double
    /// Scale of the layer and of the parent, a factor for later additions to ``scaleSpeed``.
    var scaleFactor: Double
    var rotation: Double
    var spin: Double
    /// Divisor of forces.
    var mass: Double
    /// Index of the particle's cell in ``Emitter/allCells``.
    var cell: Int
    /// Index of the first stored motion, or of the rigid body's track; −1 for a motion in closed form.
    var trajectory = -1
    /// Index of the last stored motion; −1 for none.
    var trajectoryEnd = -1
    /// Direction at birth, even at rest; a unit vector.
    var direction: SIMD3<Double>
    /// Rotation axis of a plane; a unit vector.
    var axis: SIMD3<Double>
    /// Image of a sheet: a draw in 0..<1 in random mode, else the number of the image at birth.
    var frame: Double
    /// Frames of a sheet per second of own time, in modes that advance.
    var frameRate = 0.0
    /// Key of the particle's own noise.
    var noise: UInt64
    /// Seconds of own time after which an impact ends the life; infinite for none.
    var cut = Double.infinity

    /// Seconds of own time that the particle lives. Behaviors over life still use ``lifetime``.
    var end: Double { min(lifetime, cut) }

    /// Time of death, in seconds of the layer's time.
    var death: Double { birth + end / speed }

    /// Age in seconds of own time, at `time` of the layer's.
    func age(at time: Double) -> Double { (time - birth) * speed }

    /// Heading during `motion`, not of unit length. At rest, as at the top of a trajectory, the heading at birth.
    func heading(in motion: Motion) -> SIMD3<Double> {
        // At rest, only a rounding error of the launch velocity remains, whose direction is meaningless.
        let (left, launch) = ((motion.velocity * motion.velocity).sum(), (velocity * velocity).sum())
        if left > 1e-12 * launch { return motion.velocity }
        return velocity == .zero ? direction : velocity
    }
}

/// Origin of a birth: position and inherited values.
struct Origin {
    /// Position and natural direction.
    var place: Birthplace
    /// Scale and color inherited from the parent; 1 for a cell of the layer.
    var scale = 1.0
    var color = SIMD4<Double>.one
    /// Seconds of the parent's own time per second of the layer's.
    var speed = 1.0
}

extension Particle {
    /// Random slots of a particle's properties. They make effects reproducible: never renumber.
    private enum Slot {
        static let azimuth: UInt64 = 3  // 0, 1 and 2 are the birthplace's.
        static let polar: UInt64 = 4
        static let velocity: UInt64 = 5
        static let lifetime: UInt64 = 6
        static let scale: UInt64 = 7
        static let spin: UInt64 = 8
        static let color: UInt64 = 9  // and the next three
        static let rotation: UInt64 = 13
        static let orientation: UInt64 = 14  // and the next one
        static let mass: UInt64 = 16
        static let frame: UInt64 = 17
        static let frameRate: UInt64 = 18
        static let choice: UInt64 = 19
    }

    /// Draws that determine a birthplace.
    static func placeDraws(_ random: RandomStream) -> SIMD3<Double> {
        SIMD3(random.unit(0), random.unit(1), random.unit(2))
    }

    /// Creates a particle of `cell` in `emitter`, both as they are at `birth`; returns `nil` if its lifetime is not
    /// positive.
    init?(
        of cell: EmitterCell,
        index: Int,
        from origin: Origin,
        in emitter: Emitter,
        at birth: Double,
        _ random: RandomStream
    ) {
        let share = emitter.rangeConvention == .full ? 1.0 : 0.5
        func draw(_ mean: Double, range: Double, slot: UInt64) -> Double {
            random.around(mean, deviation: range * share, slot: slot)
        }
        lifetime = emitter.lifetime * draw(cell.lifetime, range: cell.lifetimeRange, slot: Slot.lifetime)
        guard lifetime > 0 else { return nil }
        self.birth = birth
        self.cell = index
        speed = cell.speed * origin.speed

        position = origin.place.position
        direction = cell.direction(
            from: origin.place,
            azimuth: random.unit(Slot.azimuth),
            polar: random.unit(Slot.polar)
        )
        velocity = direction * (emitter.velocity * draw(cell.velocity, range: cell.velocityRange, slot: Slot.velocity))
        acceleration = cell.acceleration
        contentsScale = cell.contentsScale
        let layerScale = emitter.scale * origin.scale
        scale = layerScale * draw(cell.scale, range: cell.scaleRange, slot: Slot.scale)
        scaleSpeed = layerScale * cell.scaleSpeed
        scaleFactor = layerScale
        spin = emitter.spin * draw(cell.spin, range: cell.spinRange, slot: Slot.spin)
        rotation = draw(cell.rotation, range: cell.rotationRange, slot: Slot.rotation)
        color = cell.color.components
        if !cell.colors.isEmpty { color *= cell.color(ofDraw: random.unit(Slot.choice)).components }
        for channel in 0..<4 {
            color[channel] = draw(color[channel], range: cell.colorRange[channel], slot: Slot.color + UInt64(channel))
        }
        color *= origin.color
        colorSpeed = cell.colorSpeed
        mass = max(0.01, draw(cell.mass, range: cell.massRange, slot: Slot.mass))
        axis =
            cell.particleType == .plane
            ? Cone(
                azimuth: cell.orientationLongitude,
                elevation: cell.orientationLatitude,
                range: cell.orientationRange
            )
            .direction(random.unit(Slot.orientation), random.unit(Slot.orientation + 1)) : .zero
        // Of a list of contents, each particle shows one at random.
        let mode = cell.choices.isEmpty ? cell.frames.mode : .random
        frame =
            switch mode {
            case .single: 0
            case .random: random.unit(Slot.frame)
            case .sequential, .clamp, .autoReverse:
                draw(cell.frames.first, range: cell.frames.firstRange, slot: Slot.frame)
            }
        frameRate = draw(cell.frames.perSecond, range: cell.frames.perSecondRange, slot: Slot.frameRate)
        noise = random.key
    }
}
