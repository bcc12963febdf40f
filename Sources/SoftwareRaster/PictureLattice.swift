internal import EffectModel

/// One size of a picture, and where the canvas lies on it.
///
/// Coordinates on the picture are whole numbers of 1/2³² pixel. They are kept to the part that is drawn pixel by pixel,
/// so that whatever they are, even after they wrapped around, no pixel outside of it is read.
struct PictureLattice {
    private let level: Picture.Level
    /// The placed sprite's middle, in pixels of the canvas and of the picture.
    private let position: SIMD2<Double>
    private let middle: SIMD2<Double>
    /// Pixels of the picture for one pixel of the canvas to the right, and down.
    private let across: SIMD2<Double>
    private let down: SIMD2<Double>
    /// Which pixels may be read.
    private let first: SIMD2<Int>
    private let last: SIMD2<Int>

    /// - Parameter size: Of all of the picture, in sprite units.
    init(
        _ level: Picture.Level,
        within range: PixelRange,
        part: UnitRectangle,
        size: SIMD2<Double>,
        _ placement: Placement
    ) {
        self.level = level
        (first, last) = (range.first, range.last)
        let pixels = SIMD2(Double(level.width), Double(level.height))
        position = placement.position
        middle = (part.origin + part.size / 2) * pixels
        let unit = pixels / size / placement.determinant
        across = SIMD2(placement.down.y, -placement.right.y) * unit
        down = SIMD2(-placement.down.x, placement.right.x) * unit
    }

    /// In 1/2³² pixel; what is too far, or no number, becomes as far as a row of steps may start.
    private static func fixed(_ value: Double) -> Int {
        let limit = 1_073_741_824.0
        return Int((value > -limit ? (value < limit ? value : limit) : -limit) * 4_294_967_296)
    }

    /// Where the middle of canvas pixel (x, y) lies on the picture, and 1/512 pixel further: a place that rounding has
    /// moved a little before a border counts as on it.
    private func start(_ x: Int, _ y: Int, _ offset: Double) -> (x: Int, y: Int) {
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - position
        let here = middle + across * place.x + down * place.y + (offset + 1.0 / 512)
        return (Self.fixed(here.x), Self.fixed(here.y))
    }

    /// Reads the pixels that hold the middles of the canvas's pixels.
    func readNearest(_ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int) {
        var (u, v) = start(x, y, 0)
        let (stepU, stepV) = (Self.fixed(across.x), Self.fixed(across.y))
        level.pixels.withUnsafeBufferPointer { pixels in
            for index in row.indices {
                let column = min(max(u >> 32, first.x), last.x)
                let line = min(max(v >> 32, first.y), last.y)
                row[index] = pixels[line * level.width + column]
                u &+= stepU
                v &+= stepV
            }
        }
    }

    /// Reads the means of the four pixels around the middles of the canvas's pixels, weighted in 1/256.
    func readLinear(_ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int) {
        // From here on, whole numbers are middles of pixels.
        var (u, v) = start(x, y, -0.5)
        let (stepU, stepV) = (Self.fixed(across.x), Self.fixed(across.y))
        let (low, high) = (first &<< 8, last &<< 8)
        let width = level.width
        level.pixels.withUnsafeBufferPointer { pixels in
            for index in row.indices {
                let column = min(max(u >> 24, low.x), high.x)
                let line = min(max(v >> 24, low.y), high.y)
                // The last pixels' weights are whole: their neighbours are not needed.
                let right = column < high.x ? 1 : 0
                let below = line < high.y ? width : 0
                let corner = (line >> 8) * width + column >> 8
                row[index] = Self.mean(
                    pixels[corner],
                    pixels[corner + right],
                    pixels[corner + below],
                    pixels[corner + below + right],
                    UInt16(truncatingIfNeeded: column & 255),
                    UInt16(truncatingIfNeeded: line & 255)
                )
                u &+= stepU
                v &+= stepV
            }
        }
    }

    /// The mean of a square of pixels at `right`/256 and `down`/256 from its first one.
    ///
    /// Sixteen bits a channel suffice: 255 × 256 after the first step; the second one takes a share of that away on the
    /// left, rounded down, and adds one on the right, rounded down: at most 1 more. Both are at most 1/256 off, both
    /// are monotonous, so no channel ends above alpha; and where weights are whole, a pixel comes out as it is.
    @inline(__always)
    private static func mean(
        _ topLeft: UInt32,
        _ topRight: UInt32,
        _ bottomLeft: UInt32,
        _ bottomRight: UInt32,
        _ right: UInt16,
        _ down: UInt16
    ) -> UInt32 {
        let column = pair(topLeft, topRight) &* (256 &- down) &+ pair(bottomLeft, bottomRight) &* down
        let products = SIMD8<UInt32>(truncatingIfNeeded: column) &* SIMD8(repeating: UInt32(right) &<< 8)
        let moved = SIMD8<UInt16>(truncatingIfNeeded: products &>> 16)
        let sum = (column.lowHalf &- moved.lowHalf &+ moved.highHalf &+ 128) &>> 8
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: sum), to: UInt32.self)
    }

    /// The channels of two pixels.
    @inline(__always)
    private static func pair(_ a: UInt32, _ b: UInt32) -> SIMD8<UInt16> {
        SIMD8(truncatingIfNeeded: unsafeBitCast(UInt64(a) | UInt64(b) << 32, to: SIMD8<UInt8>.self))
    }
}
