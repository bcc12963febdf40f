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
        let density = Double(picture.width) * Double(picture.height) / (size.x * size.y * placement.determinant)
        let level = (0.5 * log2(abs(density)) * 256).rounded() / 256
        guard level.isFinite else { return nil }

        func lattice(_ level: Int) -> PictureLattice? {
            PictureLattice(picture.levels[level], part: sprite.part, size: size, placement, isWhole: level == 0)
        }
        guard let first = lattice(0) else { return nil }
        let sampling = sprite.sampling
        let filter = level > 0 ? sampling.minification : sampling.magnification
        isNearest = filter == .nearest
        let wanted = level + sampling.minificationBias
        guard level > 0, !isNearest, wanted > 0 else {
            (near, far) = (first, nil)
            return
        }
        // Small sizes may have no pixel that belongs to the part alone: then the last that has one serves.
        func best(_ level: Int) -> (Int, PictureLattice) {
            for level in stride(from: level, to: 0, by: -1) {
                if let found = lattice(level) { return (level, found) }
            }
            return (0, first)
        }
        let smallest = Double(picture.levels.count - 1)
        switch filter {
        case .linear, .nearest:
            (near, far) = (best(Int(min(smallest, wanted).rounded())).1, nil)
        case .trilinear:
            let lower = min(smallest, wanted).rounded(.down)
            let share = UInt16((min(smallest, wanted) - lower) * 256)
            let (found, lattice) = best(Int(lower))
            near = lattice
            if share > 0, found == Int(lower) {
                let (next, lattice) = best(found + 1)
                far = next == found ? nil : (lattice, share)
            } else {
                far = nil
            }
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
            for index in row.indices { row[index] = Self.mean(row[index], other[index], far.weight) }
        }
    }

    /// Both pixels, the second with `weight`/256. Below 2¹⁶ on the way.
    private static func mean(_ a: UInt32, _ b: UInt32, _ weight: UInt16) -> UInt32 {
        let a = SIMD4<UInt16>(truncatingIfNeeded: unsafeBitCast(a, to: SIMD4<UInt8>.self))
        let b = SIMD4<UInt16>(truncatingIfNeeded: unsafeBitCast(b, to: SIMD4<UInt8>.self))
        let sum = (a &* (256 &- weight) &+ b &* weight &+ 128) &>> 8
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: sum), to: UInt32.self)
    }
}
