internal import EffectModel

/// One particle as it is born. What it is at any later time is a function of this: no frame needs the one before.
struct Particle: Sendable {
    /// Seconds of the layer's time.
    var birth: Double
    /// Seconds of its own time.
    var lifetime: Double
    /// Its own time for each second of the layer's.
    var speed: Double
    /// Points.
    var position: SIMD3<Double>
    /// Points per second of its own time.
    var velocity: SIMD3<Double>
    /// Points per second, squared, of its own time.
    var acceleration: SIMD3<Double>
    /// Not clamped: alpha may start above 1.
    var color: SIMD4<Double>
    /// Change a second of its own time.
    var colorSpeed: SIMD4<Double>
    /// Divides the drawn size.
    var contentsScale: Double
    var scale: Double
    var scaleSpeed: Double
    /// Of its layer and of what it inherits: multiplies what comes to ``scaleSpeed`` later.
    var scaleFactor: Double
    var rotation: Double
    var spin: Double
    /// Divides forces.
    var mass: Double
    /// Index of its cell among ``Emitter/allCells``.
    var cell: Int
    /// Where its stepped motion is kept; −1 for one that has a formula.
    var trajectory = -1
    /// Where that ends.
    var trajectoryEnd = -1
    /// Where it was heading at birth, even at rest; a unit vector.
    var direction: SIMD3<Double>
    /// What a plane turns around; a unit vector.
    var axis: SIMD3<Double>
    /// Which picture of a sheet it shows: drawn by lot, in 0..<1 of them, else the number of the one at birth.
    var frame: Double
    /// Pictures of a sheet that it shows in a second of its own time, where it shows one after the other.
    var frameRate = 0.0
    /// Of noise that is its own.
    var noise: UInt64
    /// Seconds of its own time after which something outside ends its life.
    var cut = Double.infinity

    /// Seconds of its own time that it lives. Behaviors over life go by ``lifetime`` all the same.
    var end: Double { min(lifetime, cut) }

    /// When it dies, in the layer's time.
    var death: Double { birth + end / speed }

    /// Seconds of its own time at `time` of the layer's.
    func age(at time: Double) -> Double { (time - birth) * speed }

    /// Where it is heading while it moves like `motion`; need not be of length 1. Where it stands still, as at the top of
    /// its way, that is where it was heading at birth.
    func heading(in motion: Motion) -> SIMD3<Double> {
        // What is left of the launch there is the rounding of a difference, and its direction is none.
        let (left, launch) = ((motion.velocity * motion.velocity).sum(), (velocity * velocity).sum())
        if left > 1e-12 * launch { return motion.velocity }
        return velocity == .zero ? direction : velocity
    }
}

/// Where and from what a particle is born.
struct Origin {
    /// Place and natural direction.
    var place: Birthplace
    /// What it inherits; 1 for a cell of the layer.
    var scale = 1.0
    var color = SIMD4<Double>.one
    /// Layer's seconds → the parent's.
    var speed = 1.0
}

extension Particle {
    /// Which draw of its stream each property takes. Part of what makes an effect the same tomorrow: never renumber.
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
    }

    /// The draws that decide a birthplace.
    static func placeDraws(_ random: RandomStream) -> SIMD3<Double> {
        SIMD3(random.unit(0), random.unit(1), random.unit(2))
    }

    /// A particle born at `birth`, of `cell` in `emitter` as both are then; `nil` if its lifetime comes out as nothing.
    init?(
        of cell: EmitterCell,
        index: Int,
        from origin: Origin,
        in emitter: Emitter,
        at birth: Double,
        _ random: RandomStream
    ) {
        let share = emitter.rangeConvention == .full ? 1.0 : 0.5
        func draw(_ mean: Double, _ range: Double, _ slot: UInt64) -> Double {
            random.around(mean, range * share, slot)
        }
        lifetime = emitter.lifetime * draw(cell.lifetime, cell.lifetimeRange, Slot.lifetime)
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
        velocity = direction * (emitter.velocity * draw(cell.velocity, cell.velocityRange, Slot.velocity))
        acceleration = cell.acceleration
        contentsScale = cell.contentsScale
        let layerScale = emitter.scale * origin.scale
        scale = layerScale * draw(cell.scale, cell.scaleRange, Slot.scale)
        scaleSpeed = layerScale * cell.scaleSpeed
        scaleFactor = layerScale
        spin = emitter.spin * draw(cell.spin, cell.spinRange, Slot.spin)
        rotation = draw(cell.rotation, cell.rotationRange, Slot.rotation)
        color = cell.color.components
        for channel in 0..<4 {
            color[channel] = draw(color[channel], cell.colorRange[channel], Slot.color + UInt64(channel))
        }
        color *= origin.color
        colorSpeed = cell.colorSpeed
        mass = max(0.01, draw(cell.mass, cell.massRange, Slot.mass))
        axis =
            cell.particleType == .plane
            ? Cone(
                azimuth: cell.orientationLongitude,
                elevation: cell.orientationLatitude,
                range: cell.orientationRange
            )
            .direction(random.unit(Slot.orientation), random.unit(Slot.orientation + 1)) : .zero
        frame =
            switch cell.frames.mode {
            case .single: 0
            case .random: random.unit(Slot.frame)
            case .sequential, .clamp, .autoReverse: draw(cell.frames.first, cell.frames.firstRange, Slot.frame)
            }
        frameRate = draw(cell.frames.perSecond, cell.frames.perSecondRange, Slot.frameRate)
        noise = random.key
    }
}
