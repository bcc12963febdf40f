internal import EffectModel
import Foundation

/// Reads a placed picture at the middles of canvas pixels.
///
/// Which of the picture's sizes is read follows from the area that a pixel of the canvas has in it, so that a picture that
/// is squeezed one way does not blur the other way.
struct PictureSampler {
    private let near: PictureLattice
    /// The next smaller size and its weight in 1/256; `nil` where one size is enough.
    private let far: (lattice: PictureLattice, weight: UInt16)?
    private let isNearest: Bool
    private var spare: [UInt32] = []

    /// - Returns: `nil` where the matrix leaves no area, or none that numbers can tell.
    init?(_ picture: Picture, of sprite: Sprite, at placement: Placement) {
        let size = sprite.asset.size
        // Pixels of the picture for each pixel of the canvas.
        let density = Double(picture.width) * Double(picture.height) / (size.x * size.y * placement.area)
        let level = (0.5 * log2(abs(density)) * 256).rounded() / 256
        guard level.isFinite else { return nil }

        // Each size's pixels that belong to the part alone, as far as there are any.
        let sampling = sprite.sampling
        let filter = level > 0 ? sampling.minification : sampling.magnification
        let smallest = Double(picture.levels.count - 1)
        let biased = level + sampling.minificationBias
        // In this order also for a bias that is not a number.
        let wanted = level > 0 && filter != .nearest && biased > 0 ? min(smallest, biased) : 0
        var ranges = [PixelRange(sprite.part, of: picture.levels[0])]
        while Double(ranges.count - 1) < wanted {
            let old = ranges.count - 1
            let (from, to) = (picture.levels[old], picture.levels[old + 1])
            guard let next = ranges[old].smaller(from: from, to: to) else { break }
            ranges.append(next)
        }
        func lattice(_ level: Int) -> PictureLattice {
            PictureLattice(picture.levels[level], within: ranges[level], part: sprite.part, size: size, placement)
        }
        isNearest = filter == .nearest
        let reachable = min(wanted, Double(ranges.count - 1))
        let lower = reachable.rounded(.down)
        if filter == .trilinear, reachable > lower {
            near = lattice(Int(lower))
            far = (lattice(Int(lower) + 1), UInt16((reachable - lower) * 256))
        } else {
            near = lattice(Int(reachable.rounded()))
            far = nil
        }
    }

    /// Reads the pixels of row `y` from column `x` on into all of `row`.
    mutating func read(_ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int) {
        if isNearest { return near.readNearest(row, x: x, y: y) }
        near.readLinear(row, x: x, y: y)
        guard let far else { return }
        if spare.count < row.count { spare = Array(repeating: 0, count: row.count) }
        spare.withUnsafeMutableBufferPointer { other in
            far.lattice.readLinear(UnsafeMutableBufferPointer(rebasing: other[..<row.count]), x: x, y: y)
            var index = 0
            while index < row.count {
                let (one, two) = (PixelBlock(row.block(at: index)), PixelBlock(other.block(at: index)))
                row.setBlock(at: index, one.mean(two, far.weight).pixels)
                index += 4
            }
        }
    }
}
