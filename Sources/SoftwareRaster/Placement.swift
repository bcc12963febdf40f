internal import EffectModel
import Glibc

/// Where an item's sprite lies on the canvas.
struct Placement {
    /// Where the sprite's middle lies, in pixels.
    let position: SIMD2<Double>
    /// Where one sprite unit to the right leads.
    let right: SIMD2<Double>
    /// Where one sprite unit downwards leads.
    let down: SIMD2<Double>
    /// The most pixels that one sprite unit becomes, in any direction.
    let stretch: Double

    /// The columns of R·K·S: scaled, sheared, turned.
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
            // The larger singular value of K·S, from the sum of its squares and its determinant.
            let lean = item.skew * scale.y
            let squares = scale.x * scale.x + scale.y * scale.y + lean * lean
            let twice = 2 * Swift.abs(scale.x * scale.y)
            stretch = ((squares + twice).squareRoot() + max(0, squares - twice).squareRoot()) / 2
        }
    }

    /// Where `point` of the sprite lies on the canvas.
    @inline(__always)
    func place(_ point: SIMD2<Double>) -> SIMD2<Double> { position + right * point.x + down * point.y }

    /// No place of a sprite whose points are within `extent` of 0 is farther from 0, in x or y; not a number, if one of
    /// these is none.
    func bound(for extent: Double) -> Double {
        func largest(_ pair: SIMD2<Double>) -> Double { Swift.abs(pair.x) + Swift.abs(pair.y) }
        return largest(position) + (largest(right) + largest(down)) * extent
    }

    /// Whether all of it are numbers to go on with.
    var isFinite: Bool {
        let sum = position + right + down
        return (sum.x + sum.y).isFinite
    }
}
