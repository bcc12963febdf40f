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
    /// Pixels per sprite unit, and components of the color, as straight lines between points (age, value) from birth to death;
    /// empty where ``scale`` and ``color`` change evenly.
    package var scaleLine: [SIMD2<Double>] = []
    package var colorLines: [[SIMD2<Double>]] = []
    /// Whether the particle, which lives for less than a round of a seamless loop, goes on from the loop's start when the loop
    /// ends: its place in the drawing order does not matter.
    package var wraps = false
    /// Factor of the clamped color.
    package var tint: SIMD4<Double>
    /// Color of a plane's back, if it differs from the front's.
    package var back: SIMD3<Double>?

    /// Points (age, value) between which the scale is a straight line.
    package var scales: [SIMD2<Double>] {
        scaleLine.isEmpty ? [SIMD2(0, scale), SIMD2(span, scale + scaleSpeed * span)] : scaleLine
    }

    /// Points (age, value) between which a component of the color is a straight line, before it is clamped.
    package func colors(_ index: Int) -> [SIMD2<Double>] {
        colorLines.isEmpty
            ? [SIMD2(0, color[index]), SIMD2(span, color[index] + colorSpeed[index] * span)] : colorLines[index]
    }

    /// Scale at an age within the life.
    package func scale(atAge age: Double) -> Double {
        scaleLine.isEmpty ? scale + scaleSpeed * age : Self.value(of: scaleLine, atAge: age)
    }

    /// A component of the color at an age within the life, before it is clamped.
    package func color(_ index: Int, atAge age: Double) -> Double {
        colorLines.isEmpty ? color[index] + colorSpeed[index] * age : Self.value(of: colorLines[index], atAge: age)
    }

    /// Value of straight lines between points (age, value) at an age; the ends hold.
    package static func value(of points: [SIMD2<Double>], atAge age: Double) -> Double {
        guard let next = points.firstIndex(where: { $0.x > age }) else { return points[points.count - 1].y }
        guard next > 0 else { return points[0].y }
        let (from, to) = (points[next - 1], points[next])
        return from.y + (to.y - from.y) * (age - from.x) / (to.x - from.x)
    }

    /// Position at an age.
    package func position(atAge age: Double) -> SIMD2<Double> {
        guard drag > 0 else { return position + (velocity + drift) * age + acceleration * (age * age / 2) }
        let along = -expm1(-drag * age) / drag
        return position + velocity * along + acceleration * ((age - along) / drag) + drift * age
    }
}
