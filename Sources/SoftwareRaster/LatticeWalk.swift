/// Four neighbours of a row at a time, each the mean of the four pixels around a place of a picture, as
/// ``PictureLattice`` has them one by one, to the bit.
struct LatticeWalk {
    private typealias Channels = PixelBlock.Channels

    /// Places in 1/2³² pixel: of the first two, and of the other two.
    private var x: (SIMD2<Int>, SIMD2<Int>)
    private var y: (SIMD2<Int>, SIMD2<Int>)
    /// From one place to the one four further.
    private let stepX: SIMD2<Int>
    private let stepY: SIMD2<Int>

    @inline(__always)
    init(x: Int, y: Int, step: SIMD2<Int>) {
        self.x = (SIMD2(x, x &+ step.x), SIMD2(x &+ 2 &* step.x, x &+ 3 &* step.x))
        self.y = (SIMD2(y, y &+ step.y), SIMD2(y &+ 2 &* step.y, y &+ 3 &* step.y))
        (stepX, stepY) = (SIMD2(repeating: 4 &* step.x), SIMD2(repeating: 4 &* step.y))
    }

    /// The next four pixels. All that are read must be in `pixels`, a picture `width` pixels across.
    @inline(__always)
    mutating func next(_ pixels: UnsafeRawPointer, width: Int32) -> SIMD4<UInt32> {
        let columns = Self.words(x)
        let lines = Self.words(y)
        x = (x.0 &+ stepX, x.1 &+ stepX)
        y = (y.0 &+ stepY, y.1 &+ stepY)
        // A picture has fewer than 2³¹ pixels.
        let corners =
            unsafeBitCast(lines.high, to: SIMD4<Int32>.self) &* width
            &+ unsafeBitCast(columns.high, to: SIMD4<Int32>.self)
        let above = Self.pairs(pixels, corners)
        let below = Self.pairs(pixels + 4 &* Int(width), corners)
        // The first eight digits behind the point, in both halves.
        let across = Self.twice(columns.low &>> 24)
        let down = Self.twice(lines.low &>> 24)
        let left = Self.lerp(above.left, below.left, down)
        let right = Self.lerp(above.right, below.right, down)
        return PixelBlock(
            redBlue: Self.mean(left.redBlue, right.redBlue, across),
            greenAlpha: Self.mean(left.greenAlpha, right.greenAlpha, across)
        ).pixels
    }

    /// Lower and upper halves of four numbers.
    @inline(__always)
    private static func words(_ v: (SIMD2<Int>, SIMD2<Int>)) -> (low: SIMD4<UInt32>, high: SIMD4<UInt32>) {
        let both = SIMD8(
            lowHalf: unsafeBitCast(v.0, to: SIMD4<UInt32>.self),
            highHalf: unsafeBitCast(v.1, to: SIMD4<UInt32>.self)
        )
        return (both.evenHalf, both.oddHalf)
    }

    @inline(__always)
    private static func twice(_ v: SIMD4<UInt32>) -> Channels { unsafeBitCast(v | (v &<< 16), to: Channels.self) }

    /// The pixels at four places, and those right of them.
    @inline(__always)
    private static func pairs(
        _ pixels: UnsafeRawPointer,
        _ corners: SIMD4<Int32>
    ) -> (left: PixelBlock, right: PixelBlock) {
        @inline(__always)
        func pair(_ lane: Int) -> UInt64 {
            pixels.loadUnaligned(fromByteOffset: 4 &* Int(corners[lane]), as: UInt64.self)
        }
        let all = unsafeBitCast(SIMD4(pair(0), pair(1), pair(2), pair(3)), to: SIMD8<UInt32>.self)
        return (PixelBlock(all.evenHalf), PixelBlock(all.oddHalf))
    }

    /// 256 times what lies between the two: 16 bits suffice in the end, and what wraps on the way comes back.
    @inline(__always)
    private static func lerp(_ above: PixelBlock, _ below: PixelBlock, _ down: Channels) -> PixelBlock {
        PixelBlock(
            redBlue: above.redBlue &<< 8 &+ (below.redBlue &- above.redBlue) &* down,
            greenAlpha: above.greenAlpha &<< 8 &+ (below.greenAlpha &- above.greenAlpha) &* down
        )
    }

    /// See `PictureLattice.mean`.
    @inline(__always)
    private static func mean(_ left: Channels, _ right: Channels, _ across: Channels) -> Channels {
        let moved = PixelBlock.share(right, across) &- PixelBlock.share(left, across)
        return (left &+ moved &+ 128) &>> 8
    }
}
