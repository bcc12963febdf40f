internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A sprite's image, prepared for reading. A sprite holds more, and copying it for each tile takes time.
struct PictureShape {
    /// Width and height in sprite units: of the drawn part, and of the whole image.
    let size: SIMD2<Double>
    fileprivate let whole: SIMD2<Double>
    fileprivate let part: UnitRectangle
    fileprivate let sampling: Sprite.Sampling
    let sizes: [PictureSize]
    /// Index of the image's smallest level, whether or not the part has pixels in it.
    fileprivate let smallest: Double

    /// Creates the shape of a sprite with an image; returns `nil` for other sprites.
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

/// Selection of an image's levels to read, and of the filter.
///
/// Depends on the area of a canvas pixel in the image, so that an image squeezed in one direction is not blurred in the
/// other.
struct PictureSampler {
    /// Filters for reading a pixel of the canvas.
    enum Reading {
        /// The image pixel that contains the center.
        case nearest
        /// Bilinear mean of the four pixels around the center.
        case linear
        /// Mean of several positions all over the canvas pixel.
        case area(AreaPlaces)
        /// Bilinear means around the center, on this level and on the next smaller one, whose weight is in 1/256.
        case trilinear(PictureLattice, UInt16)
    }

    /// Index of the level that is read.
    let index: Int
    let near: PictureLattice
    let reading: Reading

    /// - Returns: `nil` if the matrix leaves no area, or none that is representable.
    init?(_ shape: PictureShape, at placement: Placement) {
        // Image pixels per canvas pixel.
        let count = shape.sizes[0].count
        let density = abs(Double(count.x) * Double(count.y) / (shape.whole.x * shape.whole.y * placement.area))
        guard density > 0, density.isFinite else { return nil }
        // Without a reduction, the logarithm does not matter.
        let level = density > 1 ? (0.5 * log2(density) * 256).rounded() / 256 : 0

        let sampling = shape.sampling
        let filter = level > 0 ? sampling.minification : sampling.magnification
        let biased = level + sampling.minificationBias
        // In this order also for a bias that is NaN.
        let isReduced = level > 0 && biased > 0 && filter != .nearest
        let smallest = shape.sizes.count - 1
        switch filter {
        case .trilinear where isReduced:
            let wanted = min(shape.smallest, biased, Double(smallest))
            index = Int(wanted)
            near = shape.lattice(index, placement)
            let rest = wanted - Double(index)
            reading = rest > 0 ? .trilinear(shape.lattice(index + 1, placement), UInt16(rest * 256)) : .linear
        case .linear where isReduced:
            let drawn = abs(shape.size.x * shape.size.y * placement.area)
            let isSmall = level > 1 && drawn < AreaPlaces.smallArea
            // The area read for a pixel is 2^`wanted` image pixels wide, `fineness` powers of two above the level's
            // pixels.
            let fineness = isSmall ? 2 : 1
            let wanted = min(shape.smallest + Double(fineness), biased)
            index = max(0, min(smallest, Int(wanted) - fineness))
            near = shape.lattice(index, placement)
            reading = .area(AreaPlaces(1 << fineness, on: near, level: index, spread: exp2(wanted - level)))
        default:
            index = 0
            near = shape.lattice(0, placement)
            reading = filter == .nearest ? .nearest : .linear
        }
    }
}

/// Positions read for a canvas pixel, in as many rows as columns, whose mean is close to the mean of the whole image
/// area below the pixel.
struct AreaPlaces {
    /// Number of positions across and down: 2 or 4.
    let count: Int
    /// Half of the step between positions, across and down the canvas, in 1/2³² pixel of the image.
    let across: SIMD2<Int>
    let down: SIMD2<Int>

    /// Area in canvas pixels below which four times as many positions are read: a small image shows little more than
    /// edges, and costs little.
    static let smallArea = 324.0

    /// - Parameters:
    ///   - level: Number of times that the image was halved.
    ///   - spread: Width of the area read, in pixels of the canvas.
    init(_ count: Int, on lattice: PictureLattice, level: Int, spread: Double) {
        self.count = count
        // Size of a pixel of the full image, relative to a pixel of this level.
        let finest = 1 / Double(1 << min(level, 30))
        /// Half of a step, in 1/2048 of a step of the lattice.
        func half(_ step: SIMD2<Int>) -> Int {
            let (x, y) = (Double(step.x) / 4_294_967_296, Double(step.y) / 4_294_967_296)
            let width = (x * x + y * y) * spread * spread
            // Interpolation blurs, and so does halving. Positions are closer together than the area is wide, so that
            // the variance of the result is the area's.
            let blur = (3 - 2 * finest * finest) / width
            let share = (max(0, 1 - blur) / Double(count * count - 1)).squareRoot()
            return Int((share * spread * 1024).rounded())
        }
        // The truncated part is less than a millionth of a pixel.
        func way(_ step: SIMD2<Int>) -> SIMD2<Int> {
            let half = half(step)
            return SIMD2((step.x &>> 11) &* half, (step.y &>> 11) &* half)
        }
        across = way(lattice.across)
        down = way(lattice.down)
    }
}
