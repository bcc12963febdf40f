internal import EffectModel

/// One particle as it is born. Where it is at any later time is a closed form of this: no frame needs the one before.
struct Particle: Sendable {
    /// Seconds since its layer began.
    var birth: Double
    var lifetime: Double
    /// Index of its cell.
    var cell: Int
    /// Points.
    var position: SIMD3<Double>
    /// Points per second.
    var velocity: SIMD3<Double>
    var scale: Double
    var scaleSpeed: Double
    var rotation: Double
    var spin: Double
    /// Not clamped: alpha may start above 1.
    var color: SIMD4<Double>
}

extension Particle {
    /// Which draw of its stream each property takes. Part of what makes an effect the same tomorrow: never renumber.
    private enum Slot {
        static let position: UInt64 = 0  // and the next two
        static let azimuth: UInt64 = 3
        static let polar: UInt64 = 4
        static let velocity: UInt64 = 5
        static let lifetime: UInt64 = 6
        static let scale: UInt64 = 7
        static let spin: UInt64 = 8
        static let color: UInt64 = 9  // and the next three
        static let rotation: UInt64 = 13
    }

    /// A particle of `cell`, born at `birth`; `nil` if its lifetime comes out as nothing.
    init?(
        of cell: EmitterCell,
        index: Int,
        in emitter: Emitter,
        _ layer: Layer,
        at birth: Double,
        _ random: RandomStream
    ) {
        let share = emitter.rangeConvention == .full ? 1.0 : 0.5
        func draw(_ mean: Double, _ range: Double, _ slot: UInt64) -> Double {
            random.around(mean, range * share, slot)
        }
        func factor(_ keyPath: KeyframeAnimation.KeyPath, _ base: Double) -> Double {
            layer.value(of: keyPath, base: base, at: birth)
        }
        lifetime =
            factor(.lifetime, emitter.lifetime) * draw(cell.lifetime, cell.lifetimeRange, Slot.lifetime)
        guard lifetime > 0 else { return nil }
        self.birth = birth
        self.cell = index

        let draws = SIMD3(random.unit(Slot.position), random.unit(Slot.position + 1), random.unit(Slot.position + 2))
        let place = emitter.birthplace(draws)
        position = place.position
        let direction = cell.direction(
            from: place,
            azimuth: random.unit(Slot.azimuth),
            polar: random.unit(Slot.polar)
        )
        velocity =
            direction * (factor(.velocity, emitter.velocity) * draw(cell.velocity, cell.velocityRange, Slot.velocity))
        let layerScale = factor(.scale, emitter.scale)
        scale = layerScale * draw(cell.scale, cell.scaleRange, Slot.scale)
        scaleSpeed = layerScale * cell.scaleSpeed
        spin = factor(.spin, emitter.spin) * draw(cell.spin, cell.spinRange, Slot.spin)
        rotation = draw(cell.rotation, cell.rotationRange, Slot.rotation)
        color = cell.color.components
        for channel in 0..<4 {
            color[channel] = draw(color[channel], cell.colorRange[channel], Slot.color + UInt64(channel))
        }
    }
}
