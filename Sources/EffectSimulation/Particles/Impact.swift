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
    /// Acceleration by forces, without drag, in points per second squared.
    let acceleration: SIMD3<Double>
    /// Change of the velocity per second, drag included, in points per second squared.
    let change: SIMD3<Double>
    /// Age of the particle at the beginning of the step, in seconds.
    let age: Double
    /// Length of the step, in seconds.
    let length: Double

    /// Whether a speed is so low that the acceleration could produce it within two steps.
    func isRest(_ speed: Double, along direction: SIMD2<Double>) -> Bool {
        abs(speed) <= abs(acceleration.x * direction.x + acceleration.y * direction.y) * length * 2
    }

    /// Motion from the contact with a surface to the end of the step.
    struct Rebound {
        /// Speed away from the surface just after the contact, in points per second.
        let speed: Double
        /// Speed away from it at the end of the step, in points per second.
        let speedAtEnd: Double
        /// Distance from it at the end of the step, in points.
        let height: Double
        /// Seconds from the contact to the end of the step.
        let time: Double
    }

    /// Returns the rebound of a particle that is behind a surface at the end of the step.
    ///
    /// Forces act after the contact, too. The speed that they add until the end of the step is not reflected: otherwise a
    /// lossless bounce would rise higher each time.
    ///
    /// - Parameters:
    ///   - speed: Positive speed toward the surface at the end of the step.
    ///   - depth: Distance behind the surface, in points.
    ///   - normal: Unit vector away from the surface.
    ///   - elasticity: Share of the speed that is left.
    func rebound(speed: Double, depth: Double, normal: SIMD2<Double>, elasticity: Double) -> Rebound {
        let gain = -(change.x * normal.x + change.y * normal.y)
        // A particle that has grown or turned into the surface is deeper than its speed explains: its speed at the contact
        // is then that at the start of the step.
        let earlier = max(0, speed - gain * length)
        let fallen = max(0, speed * speed - 2 * gain * depth).squareRoot()
        let contact = max(min(speed, earlier), min(fallen, max(speed, earlier)))
        let time = min(length, 2 * depth / (speed + contact))
        let away = contact * elasticity
        return Rebound(
            speed: away,
            speedAtEnd: away - gain * time,
            height: max(0, (away - gain * time / 2) * time),
            time: time
        )
    }
}
