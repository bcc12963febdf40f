internal import EffectModel
import Foundation

/// A sprite's picture, ready to be read; a sprite holds more, and copying it for each tile takes time.
struct PictureShape {
    /// Sprite units across and down: of the part that is drawn, and of all of the picture.
    let size: SIMD2<Double>
    fileprivate let whole: SIMD2<Double>
    fileprivate let part: UnitRectangle
    fileprivate let sampling: Sprite.Sampling
    let sizes: [PictureSize]
    /// The number of the picture's smallest size, whether the part has a share of it or not.
    fileprivate let smallest: Double

    /// `nil` if the sprite is no picture.
    init?(_ sprite: Sprite) {
        guard case .picture(let picture) = sprite.contents else { return nil }
        (size, whole, part, sampling) = (sprite.size, sprite.asset.size, sprite.part, sprite.sampling)
        sizes = PictureSize.all(picture, sprite)
        smallest = Double(picture.levels.count - 1)
    }

    fileprivate func lattice(_ index: Int, _ placement: Placement) -> PictureLattice {
        PictureLattice(sizes[index].count, part: part, size: whole, placement)
    }
}

/// Which of a picture's sizes are read, and how.
///
/// It follows from the area that a pixel of the canvas has in the picture, so that a picture that is squeezed one way does
/// not blur the other way.
struct PictureSampler {
    /// Number of the size that is read.
    let index: Int
    let near: PictureLattice
    /// The next smaller size and its weight in 1/256; `nil` where one size is enough.
    let far: (lattice: PictureLattice, weight: UInt16)?
    let isNearest: Bool

    /// - Returns: `nil` where the matrix leaves no area, or none that numbers can tell.
    init?(_ shape: PictureShape, at placement: Placement) {
        // Pixels of the picture for each pixel of the canvas.
        let count = shape.sizes[0].count
        let density = abs(Double(count.x) * Double(count.y) / (shape.whole.x * shape.whole.y * placement.area))
        guard density > 0, density.isFinite else { return nil }
        // Where it is not reduced, the logarithm does not matter.
        let level = density > 1 ? (0.5 * log2(density) * 256).rounded() / 256 : 0

        let sampling = shape.sampling
        let filter = level > 0 ? sampling.minification : sampling.magnification
        isNearest = filter == .nearest
        let biased = level + sampling.minificationBias
        // In this order also for a bias that is not a number.
        let wanted = level > 0 && filter != .nearest && biased > 0 ? min(shape.smallest, biased) : 0
        let reachable = min(wanted, Double(shape.sizes.count - 1))
        let (lower, rest) = (Int(reachable), reachable - Double(Int(reachable)))
        if filter == .trilinear, rest > 0 {
            index = lower
            far = (shape.lattice(lower + 1, placement), UInt16(rest * 256))
        } else {
            index = rest < 0.5 ? lower : lower + 1
            far = nil
        }
        near = shape.lattice(index, placement)
    }
}
