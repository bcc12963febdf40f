internal import EffectModel

/// A hit of a particle on a wall.
struct Impact: Sendable {
    /// Seconds of the particle's own time.
    var age: Double
    /// Points: where it touches the wall.
    var place: SIMD3<Double>
    /// Away from the wall; a unit vector.
    var normal: SIMD2<Double>
    /// Whether the particle is gone with it.
    var isDeath: Bool
    /// Whether it is more than the weight of what lies there.
    var isHit: Bool
}

/// A step of a motion, as walls see it.
struct WallStep {
    /// Where the particle was at the step's beginning.
    let start: SIMD3<Double>
    /// Points a second, squared.
    let acceleration: SIMD3<Double>
    /// The particle's age at the step's beginning.
    let age: Double
    /// Seconds.
    let length: Double

    /// Whether a speed is so low that the acceleration could give it within two steps.
    func isRest(_ speed: Double, along direction: SIMD2<Double>) -> Bool {
        abs(speed) <= abs(acceleration.x * direction.x + acceleration.y * direction.y) * length * 2
    }
}
