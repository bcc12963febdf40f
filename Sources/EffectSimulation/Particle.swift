internal import EffectModel

/// One particle as it is born. Where it is at any later time is a closed form of this: no frame needs the one before.
struct Particle: Sendable {
    /// Seconds of the layer's time.
    var birth: Double
    /// Seconds of its own time.
    var lifetime: Double
    /// Its own time for each second of the layer's.
    var speed: Double
    /// Index of its cell among ``Emitter/allCells``.
    var cell: Int
    /// Points.
    var position: SIMD3<Double>
    /// A unit vector, which tells where a particle at rest is heading.
    var direction: SIMD3<Double>
    /// Points per second of its own time.
    var velocity: SIMD3<Double>
    /// Points per second of its own time, squared.
    var acceleration: SIMD3<Double>
    /// Divides the drawn size.
    var contentsScale: Double
    var scale: Double
    var scaleSpeed: Double
    var rotation: Double
    var spin: Double
    /// Not clamped: alpha may start above 1.
    var color: SIMD4<Double>
    var colorSpeed: SIMD4<Double>

    /// When it dies, in the layer's time.
    var death: Double { birth + lifetime / speed }

    /// Seconds of its own time at `time` of the layer's.
    func age(at time: Double) -> Double { (time - birth) * speed }

    /// Where it is, in points.
    func position(atAge age: Double) -> SIMD3<Double> {
        position + velocity * age + acceleration * (age * age / 2)
    }

    /// Points per second of its own time.
    func velocity(atAge age: Double) -> SIMD3<Double> { velocity + acceleration * age }

    func scale(atAge age: Double) -> Double { scale + scaleSpeed * age }

    func color(atAge age: Double) -> SIMD4<Double> { color + colorSpeed * age }
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
        spin = emitter.spin * draw(cell.spin, cell.spinRange, Slot.spin)
        rotation = draw(cell.rotation, cell.rotationRange, Slot.rotation)
        color = cell.color.components
        for channel in 0..<4 {
            color[channel] = draw(color[channel], cell.colorRange[channel], Slot.color + UInt64(channel))
        }
        color *= origin.color
        colorSpeed = cell.colorSpeed
    }
}
