#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A particle that moves, turns, grows and fades in closed form: the formulas' own coefficients, in pixels of the canvas and
/// seconds of the effect. Ages are seconds since the birth.
package struct FormulaLife: Sendable {
    /// Index of the sprite.
    package var sprite: Int
    /// Birth in seconds of the effect.
    package var birth: Double
    /// Age at death.
    package var span: Double
    /// Position at birth.
    package var position: SIMD2<Double>
    /// Velocity at birth that drag takes away, and the constant one on top of it.
    package var velocity: SIMD2<Double>
    package var drift: SIMD2<Double>
    package var acceleration: SIMD2<Double>
    /// Rate at which drag takes velocity away; 0 for none.
    package var drag: Double
    /// Pixels per sprite unit at birth, and their change. While they are not above 0, the particle is not seen.
    package var scale: Double
    package var scaleSpeed: Double
    /// Radians at birth, clockwise, and their change; about ``axis`` for a plane.
    package var rotation: Double
    package var spin: Double
    /// Rotation axis of a plane, a unit vector; `nil` for a particle that turns in the canvas' plane, or does not turn.
    package var axis: SIMD3<Double>?
    /// Color at birth and its change, straight and not clamped: alpha may start above 1.
    package var color: SIMD4<Double>
    package var colorSpeed: SIMD4<Double>
    /// Factor of the clamped color.
    package var tint: SIMD4<Double>
    /// Color of a plane's back, if it differs from the front's.
    package var back: SIMD3<Double>?

    /// Position at an age.
    package func position(atAge age: Double) -> SIMD2<Double> {
        guard drag > 0 else { return position + (velocity + drift) * age + acceleration * (age * age / 2) }
        let along = -expm1(-drag * age) / drag
        return position + velocity * along + acceleration * ((age - along) / drag) + drift * age
    }
}
