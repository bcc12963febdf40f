internal import EffectModel

/// An impact of a particle on a wall.
struct Impact: Sendable {
    /// Age of the particle, in seconds of its own time.
    var age: Double
    /// Point of contact with the wall, in points.
    var place: SIMD3<Double>
    /// Unit vector that points away from the wall.
    var normal: SIMD2<Double>
    /// Whether the impact ends the particle's life.
    var isDeath: Bool
    /// Whether the impact is more than the weight of a particle at rest.
    var isHit: Bool
}

/// A step of a motion, as input of wall tests.
struct WallStep {
    /// Position at the beginning of the step, in points.
    let start: SIMD3<Double>
    /// Acceleration in points per second squared.
    let acceleration: SIMD3<Double>
    /// Age of the particle at the beginning of the step, in seconds.
    let age: Double
    /// Length of the step, in seconds.
    let length: Double

    /// Whether a speed is so low that the acceleration could produce it within two steps.
    func isRest(_ speed: Double, along direction: SIMD2<Double>) -> Bool {
        abs(speed) <= abs(acceleration.x * direction.x + acceleration.y * direction.y) * length * 2
    }
}
