internal import EffectModel

/// Reads a placed picture at the middles of canvas pixels, four neighbours of a row at a time.
protocol PictureReader {
    /// Where it is.
    associatedtype Walk
    /// Goes to column `x` of row `y` of the canvas.
    func walk(_ x: Int, _ y: Int) -> Walk
    /// Reads four pixels, and goes on behind them.
    func next(_ walk: inout Walk) -> SIMD4<UInt32>
}

/// Four places on a picture, one for each of four neighbours, in 1/2³² pixel.
struct LatticeWalk {
    /// Of the first two, and of the other two.
    fileprivate var x: (SIMD2<Int>, SIMD2<Int>)
    fileprivate var y: (SIMD2<Int>, SIMD2<Int>)
    /// The least of the four coordinates, from the first pixel that may be read.
    fileprivate var left: Int
    fileprivate var top: Int
}

extension PictureSize {
    /// Memory without the checks that an array makes at each step.
    struct Readable {
        let pixels: UnsafePointer<UInt32>
        let stride: Int
        /// Of all rows.
        let count: Int
        let range: PixelRange
    }

    @inline(__always)
    func withReadable(_ body: (Readable) -> Void) {
        pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            body(Readable(pixels: start, stride: stride, count: pixels.count, range: range))
        }
    }
}

/// What readers of a lattice share. Whatever the coordinates are, even after they wrapped around, no pixel outside of the
/// picture is read, and none outside of the range is shown.
private struct LatticeSteps {
    let pixels: UnsafePointer<UInt32>
    let width: Int
    let range: PixelRange
    private let origin: SIMD2<Int>
    private let across: SIMD2<Int>
    private let down: SIMD2<Int>
    private let step: SIMD2<Int>
    private let lanesX: (SIMD2<Int>, SIMD2<Int>)
    private let lanesY: (SIMD2<Int>, SIMD2<Int>)
    /// From the first place of four to the least one, and then from the first pixel.
    private let corner: SIMD2<Int>
    /// Where `left` and `top` are less, taken without their signs, all four are inside.
    let insideX: UInt
    let insideY: UInt

    /// - Parameter reach: From the first pixel's middle to the last one's, and so much further in 1/2³² pixel, a place may
    ///   be read without further ado.
    @inline(__always)
    init(_ lattice: PictureLattice, _ size: PictureSize.Readable, offset: Int, reach: Int) {
        (pixels, width, range) = (size.pixels, size.stride, size.range)
        origin = lattice.origin &- offset
        (across, down) = (lattice.across, lattice.down)
        step = SIMD2(4 &* across.x, 4 &* across.y)
        lanesX = (SIMD2(0, across.x), SIMD2(2 &* across.x, 3 &* across.x))
        lanesY = (SIMD2(0, across.y), SIMD2(2 &* across.y, 3 &* across.y))
        corner = SIMD2(
            min(0, 3 &* across.x) &- range.first.x &<< 32,
            min(0, 3 &* across.y) &- range.first.y &<< 32
        )
        let range = size.range
        // With longer steps, what four neighbours span could wrap around.
        let limit = 1 << 46
        @inline(__always)
        func inside(_ step: Int, _ first: Int, _ last: Int) -> UInt {
            step.magnitude < limit
                ? UInt(max(0, (last &- first) &<< 32 &+ reach &- Int(truncatingIfNeeded: 3 &* step.magnitude))) : 0
        }
        insideX = inside(across.x, range.first.x, range.last.x)
        insideY = inside(across.y, range.first.y, range.last.y)
    }

    @inline(__always)
    func walk(_ column: Int, _ line: Int) -> LatticeWalk {
        let x = origin.x &+ across.x &* column &+ down.x &* line
        let y = origin.y &+ across.y &* column &+ down.y &* line
        return LatticeWalk(
            x: (lanesX.0 &+ SIMD2(repeating: x), lanesX.1 &+ SIMD2(repeating: x)),
            y: (lanesY.0 &+ SIMD2(repeating: y), lanesY.1 &+ SIMD2(repeating: y)),
            left: x &+ corner.x,
            top: y &+ corner.y
        )
    }

    @inline(__always)
    func isInside(_ walk: LatticeWalk) -> Bool {
        UInt(bitPattern: walk.left) < insideX && UInt(bitPattern: walk.top) < insideY
    }

    @inline(__always)
    func advance(_ walk: inout LatticeWalk) {
        let (x, y) = (SIMD2(repeating: step.x), SIMD2(repeating: step.y))
        walk.x = (walk.x.0 &+ x, walk.x.1 &+ x)
        walk.y = (walk.y.0 &+ y, walk.y.1 &+ y)
        walk.left &+= step.x
        walk.top &+= step.y
    }

    /// The numbers of four pixels that are inside; a picture has fewer than 2³¹.
    @inline(__always)
    func indices(_ columns: SIMD4<Int32>, _ lines: SIMD4<Int32>) -> SIMD4<UInt32> {
        unsafeBitCast(lines &* Int32(truncatingIfNeeded: width) &+ columns, to: SIMD4<UInt32>.self)
    }

    /// Lower and upper halves of four numbers.
    @inline(__always)
    static func words(_ v: (SIMD2<Int>, SIMD2<Int>)) -> (low: SIMD4<UInt32>, high: SIMD4<Int32>) {
        let both = SIMD8(
            lowHalf: unsafeBitCast(v.0, to: SIMD4<UInt32>.self),
            highHalf: unsafeBitCast(v.1, to: SIMD4<UInt32>.self)
        )
        return (both.evenHalf, unsafeBitCast(both.oddHalf, to: SIMD4<Int32>.self))
    }

    @inline(__always)
    static func clamped(_ v: SIMD4<Int32>, _ low: Int, _ high: Int) -> SIMD4<Int32> {
        let low = SIMD4(repeating: Int32(truncatingIfNeeded: low))
        let high = SIMD4(repeating: Int32(truncatingIfNeeded: high))
        let atLeast = v.replacing(with: low, where: v .< low)
        return atLeast.replacing(with: high, where: atLeast .> high)
    }

    @inline(__always)
    func gathered(_ indices: SIMD4<UInt32>) -> SIMD4<UInt32> {
        SIMD4(
            pixels[Int(indices[0])],
            pixels[Int(indices[1])],
            pixels[Int(indices[2])],
            pixels[Int(indices[3])]
        )
    }
}

/// Reads the pixels that hold the middles of the canvas's pixels.
struct NearestReader: PictureReader {
    private let steps: LatticeSteps

    @inline(__always)
    init(_ lattice: PictureLattice, _ size: PictureSize.Readable) {
        steps = LatticeSteps(lattice, size, offset: 0, reach: 0)
    }

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> LatticeWalk { steps.walk(x, y) }

    @inline(__always)
    func next(_ walk: inout LatticeWalk) -> SIMD4<UInt32> {
        let (first, last) = (steps.range.first, steps.range.last)
        let columns = LatticeSteps.clamped(LatticeSteps.words(walk.x).high, first.x, last.x)
        let lines = LatticeSteps.clamped(LatticeSteps.words(walk.y).high, first.y, last.y)
        steps.advance(&walk)
        return steps.gathered(steps.indices(columns, lines))
    }
}

/// Reads the means of the four pixels around the middles of the canvas's pixels, weighted in 1/256.
struct LinearReader: PictureReader {
    private typealias Channels = PixelBlock.Channels

    private let steps: LatticeSteps
    /// Whether each place is the middle of a pixel, and the next pixel's that of the next one.
    private let isCopy: Bool

    @inline(__always)
    init(_ lattice: PictureLattice, _ size: PictureSize.Readable) {
        // Whole numbers are middles of pixels here.
        let half = 1 << 31
        let parts = (lattice.origin &- half) & 0xFF00_0000 | lattice.down & 0xFFFF_FFFF
        isCopy = lattice.across == SIMD2(1 << 32, 0) && parts == SIMD2(0, 0)
        // Neighbours that weigh nothing need not be there.
        steps = LatticeSteps(lattice, size, offset: half, reach: isCopy ? 1 << 32 : 0)
    }

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> LatticeWalk { steps.walk(x, y) }

    @inline(__always)
    func next(_ walk: inout LatticeWalk) -> SIMD4<UInt32> {
        let (x, y, isInside) = (walk.x, walk.y, steps.isInside(walk))
        steps.advance(&walk)
        let square: Square
        if isInside {
            let (columns, lines) = (LatticeSteps.words(x), LatticeSteps.words(y))
            let corners = steps.indices(columns.high, lines.high)
            if isCopy {
                return UnsafeRawPointer(steps.pixels + Int(corners[0])).loadUnaligned(as: SIMD4<UInt32>.self)
            }
            // The first eight digits behind the point.
            square = Square(corners, right: columns.low &>> 24, bottom: lines.low &>> 24)
        } else {
            square = atBorder(x, y)
        }
        return mean(square)
    }

    /// Four times four pixels: the numbers of those above and left, and how far the places are to the right and below
    /// of them, in 1/256 and in both halves.
    private struct Square {
        let corners: SIMD4<UInt32>
        let right: Channels
        let bottom: Channels

        @inline(__always)
        init(_ corners: SIMD4<UInt32>, right: SIMD4<UInt32>, bottom: SIMD4<UInt32>) {
            self.corners = corners
            self.right = unsafeBitCast(right | (right &<< 16), to: Channels.self)
            self.bottom = unsafeBitCast(bottom | (bottom &<< 16), to: Channels.self)
        }
    }

    /// Places beyond the range are moved to its border.
    @inline(__always)
    private func atBorder(_ x: (SIMD2<Int>, SIMD2<Int>), _ y: (SIMD2<Int>, SIMD2<Int>)) -> Square {
        /// The pixel before a place, and how far it is from there. The last pixel is reached from the one before it, by
        /// 256: so its neighbour is there whatever place it has.
        @inline(__always)
        func split(_ v: (SIMD2<Int>, SIMD2<Int>), _ first: Int, _ last: Int) -> (SIMD4<Int32>, SIMD4<Int32>) {
            let (low, high) = LatticeSteps.words(v)
            let place = LatticeSteps.clamped(
                (high &<< 8) | unsafeBitCast(low &>> 24, to: SIMD4<Int32>.self),
                first &<< 8,
                last &<< 8
            )
            var corner = place &>> 8
            let highest = SIMD4(repeating: Int32(truncatingIfNeeded: max(0, last &- 1)))
            corner.replace(with: highest, where: corner .> highest)
            return (corner, place &- corner &<< 8)
        }
        let (columns, right) = split(x, steps.range.first.x, steps.range.last.x)
        let (lines, bottom) = split(y, steps.range.first.y, steps.range.last.y)
        return Square(
            steps.indices(columns, lines),
            right: unsafeBitCast(right, to: SIMD4<UInt32>.self),
            bottom: unsafeBitCast(bottom, to: SIMD4<UInt32>.self)
        )
    }

    /// The weighted means of four pixels each.
    ///
    /// The weights of each four come to 256: pixels of one colour give that colour, and no channel ends above alpha. Where
    /// all but one are 0, a pixel comes out as it is. Sums are at most 255 · 256 + 128, so 16 bits suffice.
    @inline(__always)
    private func mean(_ square: Square) -> SIMD4<UInt32> {
        let above = UnsafeRawPointer(steps.pixels)
        let below = above + 4 &* steps.width
        @inline(__always)
        func pairs(_ memory: UnsafeRawPointer) -> (left: PixelBlock, right: PixelBlock) {
            @inline(__always)
            func two(_ one: UInt32, _ other: UInt32) -> SIMD4<UInt32> {
                // Two pixels as what a processor loads into either half of a vector; nothing is calculated with it.
                let pairs = SIMD2(
                    memory.loadUnaligned(fromByteOffset: Int(one) &* 4, as: Double.self),
                    memory.loadUnaligned(fromByteOffset: Int(other) &* 4, as: Double.self)
                )
                return unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
            }
            let corners = square.corners
            let all = SIMD8(lowHalf: two(corners[0], corners[1]), highHalf: two(corners[2], corners[3]))
            return (PixelBlock(all.evenHalf), PixelBlock(all.oddHalf))
        }
        let (one, other) = (pairs(above), pairs(below))
        let (right, bottom) = (square.right, square.bottom)
        // Rounded, and no larger than either. Only 256 · 256 wraps around, and then both have this bit.
        let both = ((right &* bottom &+ 128) &>> 8) | (right & bottom & 256)
        let rightAlone = right &- both
        let bottomAlone = bottom &- both
        let neither = 256 &- (right &+ bottomAlone)
        @inline(__always)
        func mean(_ a: Channels, _ b: Channels, _ c: Channels, _ d: Channels) -> Channels {
            (a &* neither &+ b &* rightAlone) &+ (c &* bottomAlone &+ d &* both) &+ 128
        }
        let redBlue = mean(one.left.redBlue, one.right.redBlue, other.left.redBlue, other.right.redBlue)
        let greenAlpha = mean(
            one.left.greenAlpha,
            one.right.greenAlpha,
            other.left.greenAlpha,
            other.right.greenAlpha
        )
        return unsafeBitCast((redBlue &>> 8) | (greenAlpha & 0xFF00), to: SIMD4<UInt32>.self)
    }
}

/// Reads two sizes of a picture and gives their mean.
struct TrilinearReader: PictureReader {
    let near: LinearReader
    let far: LinearReader
    /// The far one's weight in 1/256.
    let weight: UInt16

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> (LatticeWalk, LatticeWalk) { (near.walk(x, y), far.walk(x, y)) }

    @inline(__always)
    func next(_ walk: inout (LatticeWalk, LatticeWalk)) -> SIMD4<UInt32> {
        PixelBlock(near.next(&walk.0)).mean(PixelBlock(far.next(&walk.1)), weight).pixels
    }
}
