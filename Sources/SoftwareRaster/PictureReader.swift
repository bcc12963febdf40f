internal import EffectModel
internal import Memory

/// Reads a placed image at the centers of canvas pixels, four neighbors of a row at a time.
protocol PictureReader {
    /// State of a walk along a row.
    associatedtype Walk
    /// Starts a walk at column `x` of row `y` of the canvas.
    func walk(_ x: Int, _ y: Int) -> Walk
    /// Reads four pixels, and advances past them.
    func next(_ walk: inout Walk) -> SIMD4<UInt32>
}

/// Four image positions in 1/2³² pixel, one for each of four neighbors on the canvas.
struct LatticeWalk {
    /// Coordinates of the first two positions, and of the other two.
    fileprivate var x: (SIMD2<Int>, SIMD2<Int>)
    fileprivate var y: (SIMD2<Int>, SIMD2<Int>)
    /// Minimum of the four coordinates, relative to the first pixel that may be read.
    fileprivate var left: Int
    fileprivate var top: Int
}

extension PictureSize {
    /// The level's memory without an array's checks at each access.
    struct Readable {
        let pixels: MemoryView<UInt32>
        let stride: Int
        /// Number of pixels in all rows.
        let count: Int
        let range: PixelRange
    }

    @inline(__always)
    func withReadable(_ body: (Readable) -> Void) {
        guard !pixels.isEmpty else { return }
        pixels.withMemory { body(Readable(pixels: $0, stride: stride, count: pixels.count, range: range)) }
    }
}

/// Common part of all readers of a lattice. Whatever the coordinates, even after they wrapped around, no pixel outside
/// of the image is read, and none outside of the range is shown.
private struct LatticeSteps {
    let pixels: MemoryView<UInt32>
    let width: Int
    let range: PixelRange
    private let origin: SIMD2<Int>
    private let across: SIMD2<Int>
    private let down: SIMD2<Int>
    private let step: SIMD2<Int>
    private let lanesX: (SIMD2<Int>, SIMD2<Int>)
    private let lanesY: (SIMD2<Int>, SIMD2<Int>)
    /// Offset from the first of four positions to their minimum, relative to the first pixel.
    private let corner: SIMD2<Int>
    /// Bounds of `left` and `top` as unsigned numbers, below which all four positions are inside.
    let insideX: UInt
    let insideY: UInt

    /// - Parameter reach: Distance beyond the last pixel's center, in 1/2³² pixel, within which positions are read
    ///   without clamping.
    /// - Parameter margin: Maximum distance of a position that is read from the position it is read for, in either
    ///   direction.
    @inline(__always)
    init(
        _ lattice: PictureLattice,
        _ size: PictureSize.Readable,
        offset: Int,
        reach: Int,
        margin: SIMD2<Int> = SIMD2(0, 0)
    ) {
        (pixels, width, range) = (size.pixels, size.stride, size.range)
        origin = lattice.origin &- offset
        (across, down) = (lattice.across, lattice.down)
        step = SIMD2(4 &* across.x, 4 &* across.y)
        lanesX = (SIMD2(0, across.x), SIMD2(2 &* across.x, 3 &* across.x))
        lanesY = (SIMD2(0, across.y), SIMD2(2 &* across.y, 3 &* across.y))
        corner = SIMD2(
            min(0, 3 &* across.x) &- range.first.x &<< 32 &- margin.x,
            min(0, 3 &* across.y) &- range.first.y &<< 32 &- margin.y
        )
        let range = size.range
        // With longer steps, the span of four neighbors could wrap around.
        let limit = 1 << 46
        @inline(__always)
        func inside(_ step: Int, margin: Int, first: Int, last: Int) -> UInt {
            step.magnitude < limit && margin.magnitude < limit
                ? UInt(
                    max(
                        0,
                        (last &- first) &<< 32 &+ reach &- 2 &* margin
                            &- Int(truncatingIfNeeded: 3 &* step.magnitude)
                    )
                ) : 0
        }
        insideX = inside(across.x, margin: margin.x, first: range.first.x, last: range.last.x)
        insideY = inside(across.y, margin: margin.y, first: range.first.y, last: range.last.y)
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

    /// Indices of four pixels that are inside; an image has fewer than 2³¹ pixels.
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
    static func clamped(_ v: SIMD4<Int32>, low: Int, high: Int) -> SIMD4<Int32> {
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

/// Reads the pixels that contain the centers of the canvas's pixels.
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
        let columns = LatticeSteps.clamped(LatticeSteps.words(walk.x).high, low: first.x, high: last.x)
        let lines = LatticeSteps.clamped(LatticeSteps.words(walk.y).high, low: first.y, high: last.y)
        steps.advance(&walk)
        return steps.gathered(steps.indices(columns, lines))
    }
}

/// Reads bilinear means of the four pixels around the centers of the canvas's pixels, with weights in 1/256.
struct LinearReader: PictureReader {
    private typealias Channels = PixelBlock.Channels

    fileprivate let steps: LatticeSteps
    /// Whether each position is the center of a pixel, and the next position the center of the next pixel.
    private let isCopy: Bool

    @inline(__always)
    init(_ lattice: PictureLattice, _ size: PictureSize.Readable) {
        // Integers are pixel centers here.
        let half = 1 << 31
        let parts = (lattice.origin &- half) & 0xFF00_0000 | lattice.down & 0xFFFF_FFFF
        isCopy = lattice.across == SIMD2(1 << 32, 0) && parts == SIMD2(0, 0)
        // Neighbors of weight 0 need not exist.
        steps = LatticeSteps(lattice, size, offset: half, reach: isCopy ? 1 << 32 : 0)
    }

    /// - Parameter margin: Maximum distance of positions that are read from the positions of a walk.
    @inline(__always)
    fileprivate init(_ lattice: PictureLattice, _ size: PictureSize.Readable, margin: SIMD2<Int>) {
        isCopy = false
        steps = LatticeSteps(lattice, size, offset: 1 << 31, reach: 0, margin: margin)
    }

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> LatticeWalk { steps.walk(x, y) }

    @inline(__always)
    func next(_ walk: inout LatticeWalk) -> SIMD4<UInt32> {
        let (x, y, isInside) = (walk.x, walk.y, steps.isInside(walk))
        steps.advance(&walk)
        guard isInside else { return mean(atBorder(x, y, isMirrored: false)).pixels }
        if isCopy {
            let corners = steps.indices(LatticeSteps.words(x).high, LatticeSteps.words(y).high)
            return steps.pixels.load(SIMD4<UInt32>.self, at: Int(corners[0]))
        }
        return mean(inside(x, y)).pixels
    }

    /// Means around four positions that are inside.
    @inline(__always)
    fileprivate func meanInside(_ x: (SIMD2<Int>, SIMD2<Int>), _ y: (SIMD2<Int>, SIMD2<Int>)) -> PixelBlock {
        mean(inside(x, y))
    }

    /// Means around any four positions; positions beyond the range's outer sides are mirrored there.
    @inline(__always)
    fileprivate func meanMirrored(_ x: (SIMD2<Int>, SIMD2<Int>), _ y: (SIMD2<Int>, SIMD2<Int>)) -> PixelBlock {
        mean(atBorder(x, y, isMirrored: true))
    }

    @inline(__always)
    private func inside(_ x: (SIMD2<Int>, SIMD2<Int>), _ y: (SIMD2<Int>, SIMD2<Int>)) -> Square {
        let (columns, lines) = (LatticeSteps.words(x), LatticeSteps.words(y))
        // The first eight bits of the fraction.
        return Square(
            steps.indices(columns.high, lines.high),
            right: columns.low &>> 24,
            bottom: lines.low &>> 24
        )
    }

    /// Four squares of 2 × 2 pixels: the indices of their upper left pixels, and the offsets of the positions to the
    /// right and down, in 1/256 and in both halves of a word.
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

    /// Squares around any four positions, which are clamped to the range or mirrored first.
    @inline(__always)
    private func atBorder(
        _ x: (SIMD2<Int>, SIMD2<Int>),
        _ y: (SIMD2<Int>, SIMD2<Int>),
        isMirrored: Bool
    ) -> Square {
        /// Pixel before a position, and the offset from there. The last pixel is reached from the pixel before it, by
        /// 256, so that its neighbor always exists.
        @inline(__always)
        func split(_ v: (SIMD2<Int>, SIMD2<Int>), first: Int, last: Int) -> (SIMD4<Int32>, SIMD4<Int32>) {
            let (low, high) = LatticeSteps.words(v)
            var place = (high &<< 8) | unsafeBitCast(low &>> 24, to: SIMD4<Int32>.self)
            if isMirrored {
                let start = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: first &<< 8 &- 128))
                let end = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: last &<< 8 &+ 128))
                place.replace(with: 2 &* start &- place, where: place .< start)
                place.replace(with: 2 &* end &- place, where: place .> end)
            }
            place = LatticeSteps.clamped(place, low: first &<< 8, high: last &<< 8)
            var corner = place &>> 8
            let highest = SIMD4(repeating: Int32(truncatingIfNeeded: max(0, last &- 1)))
            corner.replace(with: highest, where: corner .> highest)
            return (corner, place &- corner &<< 8)
        }
        let (columns, right) = split(x, first: steps.range.first.x, last: steps.range.last.x)
        let (lines, bottom) = split(y, first: steps.range.first.y, last: steps.range.last.y)
        return Square(
            steps.indices(columns, lines),
            right: unsafeBitCast(right, to: SIMD4<UInt32>.self),
            bottom: unsafeBitCast(bottom, to: SIMD4<UInt32>.self)
        )
    }

    /// Weighted means of four pixels each.
    ///
    /// The four weights add up to 256: pixels of one color give that color, and no channel exceeds alpha. If all
    /// weights but one are 0, the pixel is unchanged. Sums are at most 255 · 256 + 128, so 16 bits suffice.
    @inline(__always)
    private func mean(_ square: Square) -> PixelBlock {
        let above = steps.pixels
        let below = above.suffix(from: steps.width)
        @inline(__always)
        func pairs(_ memory: MemoryView<UInt32>) -> (left: PixelBlock, right: PixelBlock) {
            @inline(__always)
            func two(_ one: UInt32, _ other: UInt32) -> SIMD4<UInt32> {
                // Two pixels as a type that processors load into either half of a vector, without any arithmetic.
                let pairs = SIMD2(
                    memory.load(Double.self, at: Int(one)),
                    memory.load(Double.self, at: Int(other))
                )
                return unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
            }
            let corners = square.corners
            let all = SIMD8(lowHalf: two(corners[0], corners[1]), highHalf: two(corners[2], corners[3]))
            return (PixelBlock(all.evenHalf), PixelBlock(all.oddHalf))
        }
        let (one, other) = (pairs(above), pairs(below))
        let (right, bottom) = (square.right, square.bottom)
        // Rounded, and no larger than either factor. Only 256 · 256 wraps around, and then both have this bit.
        let both = ((right &* bottom &+ 128) &>> 8) | (right & bottom & 256)
        let rightAlone = right &- both
        let bottomAlone = bottom &- both
        let neither = 256 &- (right &+ bottomAlone)
        @inline(__always)
        func mean(_ a: Channels, b: Channels, c: Channels, d: Channels) -> Channels {
            (a &* neither &+ b &* rightAlone) &+ (c &* bottomAlone &+ d &* both) &+ 128
        }
        let redBlue = mean(one.left.redBlue, b: one.right.redBlue, c: other.left.redBlue, d: other.right.redBlue)
        let greenAlpha = mean(
            one.left.greenAlpha,
            b: one.right.greenAlpha,
            c: other.left.greenAlpha,
            d: other.right.greenAlpha
        )
        return PixelBlock(redBlue: redBlue &>> 8, greenAlpha: greenAlpha &>> 8)
    }
}

/// Reads several positions for each of the canvas's pixels, and averages them.
struct AreaReader: PictureReader {
    private let linear: LinearReader
    private let places: AreaPlaces

    @inline(__always)
    init(_ lattice: PictureLattice, size: PictureSize.Readable, places: AreaPlaces) {
        self.places = places
        @inline(__always)
        func margin(_ across: Int, _ down: Int) -> Int {
            let far = UInt(places.count &- 1) &* (across.magnitude &+ down.magnitude)
            return Int(truncatingIfNeeded: far)
        }
        linear = LinearReader(
            lattice,
            size,
            margin: SIMD2(margin(places.across.x, places.down.x), margin(places.across.y, places.down.y))
        )
    }

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> LatticeWalk { linear.walk(x, y) }

    @inline(__always)
    func next(_ walk: inout LatticeWalk) -> SIMD4<UInt32> {
        let (x, y, isInside) = (walk.x, walk.y, linear.steps.isInside(walk))
        linear.steps.advance(&walk)
        // Sums of sixteen bytes at most, which fit.
        var (redBlue, greenAlpha) = (PixelBlock.Channels(), PixelBlock.Channels())
        let last = places.count &- 1
        for below in 0...last {
            for right in 0...last {
                let (down, across) = (2 &* below &- last, 2 &* right &- last)
                let wayX = SIMD2(repeating: places.across.x &* across &+ places.down.x &* down)
                let wayY = SIMD2(repeating: places.across.y &* across &+ places.down.y &* down)
                let placeX = (x.0 &+ wayX, x.1 &+ wayX)
                let placeY = (y.0 &+ wayY, y.1 &+ wayY)
                let mean = isInside ? linear.meanInside(placeX, placeY) : linear.meanMirrored(placeX, placeY)
                redBlue &+= mean.redBlue
                greenAlpha &+= mean.greenAlpha
            }
        }
        let shift: UInt16 = last == 1 ? 2 : 4
        let half = PixelBlock.Channels(repeating: 1 &<< (shift &- 1))
        let shifts = PixelBlock.Channels(repeating: shift)
        return PixelBlock(redBlue: (redBlue &+ half) &>> shifts, greenAlpha: (greenAlpha &+ half) &>> shifts).pixels
    }
}

/// Reads two levels of an image, and interpolates between them.
struct TrilinearReader: PictureReader {
    let near: LinearReader
    let far: LinearReader
    /// Weight of the far level, in 1/256.
    let weight: UInt16

    @inline(__always)
    func walk(_ x: Int, _ y: Int) -> (LatticeWalk, LatticeWalk) { (near.walk(x, y), far.walk(x, y)) }

    @inline(__always)
    func next(_ walk: inout (LatticeWalk, LatticeWalk)) -> SIMD4<UInt32> {
        PixelBlock(near.next(&walk.0)).mean(PixelBlock(far.next(&walk.1)), weight).pixels
    }
}
