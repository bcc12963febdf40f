internal import EffectModel

/// A picture's size, and the pixels of it that a sprite may show.
struct PictureSize {
    /// Pixels across and down.
    let count: SIMD2<Int>
    /// Rows top to bottom, ``stride`` pixels each. At least two by two, so that every pixel has neighbours to be read with
    /// it, if only to weigh nothing: of a row or a column that is the only one, there is another.
    let pixels: [UInt32]
    let stride: Int
    /// Which pixels may be seen.
    let range: PixelRange

    init(_ level: Picture.Level, _ range: PixelRange) {
        count = SIMD2(level.width, level.height)
        self.range = range
        stride = max(2, level.width)
        guard level.width < 2 || level.height < 2 else {
            pixels = level.pixels
            return
        }
        let (width, last) = (level.width, level.height - 1)
        pixels = (0..<max(2, level.height)).flatMap { line in
            (0..<max(2, width)).map { level.pixels[min(line, last) * width + min($0, width - 1)] }
        }
    }

    /// The sizes of a sprite's picture, the largest first, as far as there are pixels that belong to its part alone.
    static func all(_ picture: Picture, _ sprite: Sprite) -> [PictureSize] {
        let levels = picture.levels
        var sizes = [PictureSize(levels[0], PixelRange(sprite.part, of: levels[0]))]
        for (larger, smaller) in zip(levels, levels.dropFirst()) {
            guard let range = sizes[sizes.count - 1].range.smaller(from: larger, to: smaller) else { break }
            sizes.append(PictureSize(smaller, range))
        }
        return sizes
    }
}

/// Where the canvas lies on one size of a picture.
///
/// Coordinates on the picture are whole numbers of 1/2³² pixel: a multiple of the column and one of the row, so that they
/// are the same wherever a row is begun.
struct PictureLattice {
    /// Where the middle of the canvas's first pixel lies; what is far away wraps around, and comes back.
    let origin: SIMD2<Int>
    /// From there to the pixel on the right, and to the one below.
    let across: SIMD2<Int>
    let down: SIMD2<Int>

    /// - Parameters:
    ///   - count: Pixels of the picture, across and down.
    ///   - size: Of all of the picture, in sprite units.
    init(_ count: SIMD2<Int>, part: UnitRectangle, size: SIMD2<Double>, _ placement: Placement) {
        let pixels = SIMD2(Double(count.x), Double(count.y))
        let unit = pixels / size / placement.area
        let right = SIMD2(placement.down.y, -placement.right.y) * unit
        let below = SIMD2(-placement.down.x, placement.right.x) * unit
        across = SIMD2(Self.fixed(right.x), Self.fixed(right.y))
        down = SIMD2(Self.fixed(below.x), Self.fixed(below.y))
        // Measured from the sprite's middle, where rounded steps have not added up yet. 1/512 pixel further: a place that
        // rounding has moved a little before a border counts as on it.
        let anchor = SIMD2(Self.near(placement.position.x), Self.near(placement.position.y))
        let way = SIMD2(Double(anchor.x) + 0.5, Double(anchor.y) + 0.5) - placement.position
        let middle = (part.origin + part.size / 2) * pixels
        let here = middle + right * way.x + below * way.y + 1.0 / 512
        origin = SIMD2(
            Self.fixed(here.x) &- across.x &* anchor.x &- down.x &* anchor.y,
            Self.fixed(here.y) &- across.y &* anchor.x &- down.y &* anchor.y
        )
    }

    /// In 1/2³² pixel; what is too far, or no number, becomes as far as can be.
    @inline(__always)
    private static func fixed(_ value: Double) -> Int {
        let limit = 1_073_741_824.0
        return Int((value > -limit ? (value < limit ? value : limit) : -limit) * 4_294_967_296)
    }

    /// The whole number before a place on the canvas, or the one that is as far as any canvas goes.
    @inline(__always)
    private static func near(_ value: Double) -> Int {
        let limit = FixedPoint.farthest
        return Int(value > -limit ? (value < limit ? value : limit) : -limit)
    }
}
