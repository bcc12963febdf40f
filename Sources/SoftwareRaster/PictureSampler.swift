internal import EffectModel
import Glibc

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
    /// How a pixel of the canvas is read.
    enum Reading {
        /// From the pixel that holds its middle.
        case nearest
        /// From the four pixels around its middle.
        case linear
        /// From several places all over it.
        case area(AreaPlaces)
        /// From the four pixels around its middle, and as many of the next smaller size, of which the weight is in 1/256.
        case trilinear(PictureLattice, UInt16)
    }

    /// Number of the size that is read.
    let index: Int
    let near: PictureLattice
    let reading: Reading

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
        let biased = level + sampling.minificationBias
        // In this order also for a bias that is not a number.
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
            // The width of what is read for a pixel is a power of 2, and of this one more than of a pixel of the size.
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

/// Places that are read for a pixel of the canvas, in as many rows as columns, so that their mean is nearly that of all of the
/// picture that lies below the pixel.
struct AreaPlaces {
    /// How many there are, across and down: 2 or 4.
    let count: Int
    /// Half of the way from one to the next, across and down the canvas, in 1/2³² pixel of the picture.
    let across: SIMD2<Int>
    let down: SIMD2<Int>

    /// Pixels of the canvas. What has fewer shows little more than edges; and it costs little to read it at four times as many places.
    static let smallArea = 324.0

    /// - Parameters:
    ///   - level: How many times the picture was halved.
    ///   - spread: Width of what is read, in pixels of the canvas.
    init(_ count: Int, on lattice: PictureLattice, level: Int, spread: Double) {
        self.count = count
        // A pixel of the picture at its own size has this share of one of this size.
        let finest = 1 / Double(1 << min(level, 30))
        /// Half a step, in 1/2048 of a step of the lattice.
        func half(_ step: SIMD2<Int>) -> Int {
            let (x, y) = (Double(step.x) / 4_294_967_296, Double(step.y) / 4_294_967_296)
            let width = (x * x + y * y) * spread * spread
            // To read between pixels blurs, and so does halving: by so much the places lie closer than the area is wide, so that the
            // variance of all is the area's.
            let blur = (3 - 2 * finest * finest) / width
            let share = (max(0, 1 - blur) / Double(count * count - 1)).squareRoot()
            return Int((share * spread * 1024).rounded())
        }
        // What is cut off is less than a millionth of a pixel.
        func way(_ step: SIMD2<Int>) -> SIMD2<Int> {
            let half = half(step)
            return SIMD2((step.x &>> 11) &* half, (step.y &>> 11) &* half)
        }
        across = way(lattice.across)
        down = way(lattice.down)
    }
}
