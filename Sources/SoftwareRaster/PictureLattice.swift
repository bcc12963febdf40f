internal import EffectModel

/// A mipmap level of an image, and its pixels that a sprite may show.
struct PictureSize {
    /// Width and height in pixels.
    let count: SIMD2<Int>
    /// Rows from top to bottom, ``stride`` pixels each. At least two by two, so that every pixel has neighbors to
    /// interpolate with, even at weight 0: a single row or column is duplicated.
    let pixels: [UInt32]
    let stride: Int
    /// Pixels that may be visible.
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

    /// Levels of a sprite's image, the largest first, as long as they have pixels that belong to the sprite's part
    /// alone.
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

/// Position of the canvas on a mipmap level of an image.
///
/// Image coordinates are integers in 1/2³² pixel: a multiple of the column and one of the row, so that they are the
/// same wherever a row is begun.
struct PictureLattice {
    /// Image position of the center of the canvas's first pixel; distant positions wrap around consistently.
    let origin: SIMD2<Int>
    /// Image steps to the pixel on the right, and to the pixel below.
    let across: SIMD2<Int>
    let down: SIMD2<Int>

    /// - Parameters:
    ///   - count: Width and height of the image, in pixels.
    ///   - size: Size of the whole image, in sprite units.
    init(_ count: SIMD2<Int>, part: UnitRectangle, size: SIMD2<Double>, _ placement: Placement) {
        let pixels = SIMD2(Double(count.x), Double(count.y))
        let unit = pixels / size / placement.area
        let right = SIMD2(placement.down.y, -placement.right.y) * unit
        let below = SIMD2(-placement.down.x, placement.right.x) * unit
        across = SIMD2(Self.fixed(right.x), Self.fixed(right.y))
        down = SIMD2(Self.fixed(below.x), Self.fixed(below.y))
        // Measured from the sprite's center, where rounding errors of steps have not accumulated yet. 1/512 pixel is
        // added, so that a position which rounding has moved just before a border counts as on it.
        let anchor = SIMD2(Self.near(placement.position.x), Self.near(placement.position.y))
        let way = SIMD2(Double(anchor.x) + 0.5, Double(anchor.y) + 0.5) - placement.position
        let middle = (part.origin + part.size / 2) * pixels
        let here = middle + right * way.x + below * way.y + 1.0 / 512
        origin = SIMD2(
            Self.fixed(here.x) &- across.x &* anchor.x &- down.x &* anchor.y,
            Self.fixed(here.y) &- across.y &* anchor.x &- down.y &* anchor.y
        )
    }

    /// Number in 1/2³² pixel, clamped to the representable range; NaN becomes the lower limit.
    @inline(__always)
    private static func fixed(_ value: Double) -> Int {
        let limit = 1_073_741_824.0
        return Int((value > -limit ? (value < limit ? value : limit) : -limit) * 4_294_967_296)
    }

    /// Integer part of a canvas coordinate, clamped to ``FixedPoint/farthest``.
    @inline(__always)
    private static func near(_ value: Double) -> Int {
        let limit = FixedPoint.farthest
        return Int(value > -limit ? (value < limit ? value : limit) : -limit)
    }
}
