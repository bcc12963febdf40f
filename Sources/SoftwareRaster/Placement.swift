internal import EffectModel
import Foundation

/// Where a sprite lies on the canvas: a point s of it at `position + right·s.x + down·s.y`, in pixels.
struct Placement {
    let position: SIMD2<Double>
    /// One sprite unit to the right.
    let right: SIMD2<Double>
    /// One sprite unit down.
    let down: SIMD2<Double>

    /// Scaled, then sheared, then turned: see ``EffectModel/DrawList/Item``.
    init(position: SIMD2<Double>, scale: SIMD2<Double>, skew: Double, rotation: Double) {
        let (sine, cosine) = (sin(rotation), cos(rotation))
        self.position = position
        right = SIMD2(cosine, sine) * scale.x
        down = SIMD2(skew * cosine - sine, skew * sine + cosine) * scale.y
    }

    init(_ item: DrawList.Item) {
        self.init(position: item.position, scale: item.scale, skew: item.skew, rotation: item.rotation)
    }

    /// Pixels for each square sprite unit; below zero where the sprite is mirrored.
    var determinant: Double { right.x * down.y - right.y * down.x }

    func point(_ s: SIMD2<Double>) -> SIMD2<Double> { position + right * s.x + down * s.y }
}
