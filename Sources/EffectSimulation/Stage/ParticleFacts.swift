/// Facts of a particle that its draw-list items do not show, for outputs that describe motion by formulas.
package struct ParticleFacts: Sendable {
    /// Age at death in seconds, on the clock of ``DrawList/Item/age``.
    package let end: Double
    /// Rate per second of age at which drag takes velocity away; 0 for none, and for motion without a formula.
    package let drag: Double
    /// Free rotation of a plane in space; `nil` for other particles. Forces and walls may turn the plane otherwise.
    package let plane: Plane?

    /// Color over the life; `nil` where it is no straight lines.
    package var looks: Looks?
    /// Points (age, value) between which the scale, but for a factor, is a straight line; empty where it follows no curve.
    package var scale: [SIMD2<Double>] = []

    /// Color over a life, whatever the motion.
    package struct Looks: Sendable {
        /// Points (age, value) of each component before it is clamped, between which it is a straight line.
        package let color: [[SIMD2<Double>]]
        /// Factor of the clamped color.
        package let tint: SIMD4<Double>
    }

    /// Free rotation of a plane.
    package struct Plane: Sendable {
        /// Rotation axis, a unit vector.
        package let axis: SIMD3<Double>
        /// Radians at birth.
        let rotation: Double
        /// Radians per second of age.
        let spin: Double
        /// Color of the back, if it differs from the front's.
        package let back: SIMD3<Double>?

        /// Angle in radians at an age.
        package func angle(atAge age: Double) -> Double { rotation + spin * age }

        /// Directions of one step right and one step down, as seen from the front, at an age.
        package func projection(atAge age: Double) -> (right: SIMD2<Double>, down: SIMD2<Double>) {
            let seen = Turn(axis: axis, angle: angle(atAge: age)).projection
            return (seen.right, seen.down)
        }
    }
}
