internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Position and transform of an item's sprite on the canvas.
struct Placement {
    /// Position of the sprite's center, in pixels.
    let position: SIMD2<Double>
    /// Canvas vector of one sprite unit to the right.
    let right: SIMD2<Double>
    /// Canvas vector of one sprite unit downward.
    let down: SIMD2<Double>
    /// Maximum pixels per sprite unit, in any direction.
    let stretch: Double

    /// Creates the columns of R·K·S: scaled, sheared, rotated.
    init(_ item: DrawList.Item) {
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        let scale = item.scale
        position = item.position
        right = SIMD2(cosine, sine) * scale.x
        if item.skew == 0 {
            down = SIMD2(-sine, cosine) * scale.y
            stretch = max(Swift.abs(scale.x), Swift.abs(scale.y))
        } else {
            down = SIMD2(-sine, cosine) * scale.y + SIMD2(cosine, sine) * (item.skew * scale.y)
            // The larger singular value of K·S, from the sum of its squared entries and its determinant.
            let lean = item.skew * scale.y
            let squares = scale.x * scale.x + scale.y * scale.y + lean * lean
            let twice = 2 * Swift.abs(scale.x * scale.y)
            stretch = ((squares + twice).squareRoot() + max(0, squares - twice).squareRoot()) / 2
        }
    }

    /// Canvas position of `point` of the sprite.
    @inline(__always)
    func place(_ point: SIMD2<Double>) -> SIMD2<Double> { position + right * point.x + down * point.y }

    /// Upper bound of the absolute coordinates of all points of a sprite within `extent` of 0; NaN if any input is.
    func bound(for extent: Double) -> Double {
        func largest(_ pair: SIMD2<Double>) -> Double { Swift.abs(pair.x) + Swift.abs(pair.y) }
        return largest(position) + (largest(right) + largest(down)) * extent
    }

    /// Whether all values are finite.
    var isFinite: Bool {
        let sum = position + right + down
        return (sum.x + sum.y).isFinite
    }
}
