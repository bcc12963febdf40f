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
    /// `across` in 1/2³² pixel, and how many of them make one of these.
    private let step: SIMD2<Int>
    private let inverse: SIMD2<Double>
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
        let unit = pixels / size / placement.area
        across = SIMD2(placement.down.y, -placement.right.y) * unit
        down = SIMD2(-placement.down.x, placement.right.x) * unit
        step = SIMD2(Self.fixed(across.x), Self.fixed(across.y))
        inverse = 1 / SIMD2(Double(step.x), Double(step.y))
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
        level.pixels.withUnsafeBufferPointer { pixels in
            for index in row.indices {
                let column = min(max(u >> 32, first.x), last.x)
                let line = min(max(v >> 32, first.y), last.y)
                row[index] = pixels[line &* level.width &+ column]
                u &+= step.x
                v &+= step.y
            }
        }
    }

    /// Reads the means of the four pixels around the middles of the canvas's pixels, weighted in 1/256.
    func readLinear(_ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int) {
        // From here on, whole numbers are middles of pixels.
        let (u, v) = start(x, y, -0.5)
        let inner = inner(u, v, count: row.count)
        level.pixels.withUnsafeBufferPointer { pixels in
            readBorder(row, 0..<inner.lowerBound, u, v, pixels)
            readInner(row, inner, u, v, pixels)
            readBorder(row, inner.upperBound..<row.count, u, v, pixels)
        }
    }

    /// The steps of a row for which all four pixels around are within the range; not always all of them.
    private func inner(_ u: Int, _ v: Int, count: Int) -> Range<Int> {
        // Then k steps from anywhere, at most 2¹⁴, stay below 2⁶³.
        let limit = 1 << 46
        guard count <= 1 << 14, Swift.abs(step.x) < limit, Swift.abs(step.y) < limit else { return 0..<0 }
        var (low, high) = (0.0, Double(count))
        @inline(__always)
        func bound(_ start: Int, _ step: Int, _ inverse: Double, _ first: Int, _ last: Int) {
            if step == 0 {
                if start < first << 32 || start >= last << 32 { high = -1 }
                return
            }
            let ends = (Double((first << 32) &- start) * inverse, Double((last << 32) &- start) * inverse)
            // A little less than there is, so that rounding adds nothing.
            low = max(low, min(ends.0, ends.1) + 0.01)
            high = min(high, max(ends.0, ends.1) - 0.01)
        }
        bound(u, step.x, inverse.x, first.x, last.x)
        bound(v, step.y, inverse.y, first.y, last.y)
        guard low <= high else { return 0..<0 }
        // Both are 0 or more; `rounded` would be a call.
        let cut = Int(low)
        let start = Double(cut) < low ? cut &+ 1 : cut
        let range = start..<max(start, Int(high))
        // What holds at both ends holds between them. Rounding far out may have erred; then there is nothing inside.
        func isInside(_ index: Int) -> Bool {
            let (u, v) = (u + index * step.x, v + index * step.y)
            return u >= first.x << 32 && u < last.x << 32 && v >= first.y << 32 && v < last.y << 32
        }
        return range.isEmpty || isInside(range.lowerBound) && isInside(range.upperBound - 1) ? range : 0..<0
    }

    /// What ``readLinear(_:x:y:)`` reads where the range ends: pixels beyond are those at its border.
    private func readBorder(
        _ row: UnsafeMutableBufferPointer<UInt32>,
        _ indices: Range<Int>,
        _ u: Int,
        _ v: Int,
        _ pixels: UnsafeBufferPointer<UInt32>
    ) {
        var (u, v) = (u &+ indices.lowerBound &* step.x, v &+ indices.lowerBound &* step.y)
        let (low, high) = (first &<< 8, last &<< 8)
        for index in indices {
            let column = min(max(u >> 24, low.x), high.x)
            let line = min(max(v >> 24, low.y), high.y)
            // The last pixels' weights are whole: their neighbours are not needed.
            let right = column < high.x ? 1 : 0
            let corner = (line >> 8) &* level.width &+ column >> 8
            let below = corner &+ (line < high.y ? level.width : 0)
            row[index] = Self.mean(
                UInt64(pixels[corner]) | UInt64(pixels[corner &+ right]) << 32,
                UInt64(pixels[below]) | UInt64(pixels[below &+ right]) << 32,
                column,
                line
            )
            u &+= step.x
            v &+= step.y
        }
    }

    /// The same for steps that ``inner(_:_:count:)`` has found: neighbours are there, and are read two at a time.
    private func readInner(
        _ row: UnsafeMutableBufferPointer<UInt32>,
        _ indices: Range<Int>,
        _ u: Int,
        _ v: Int,
        _ pixels: UnsafeBufferPointer<UInt32>
    ) {
        guard !indices.isEmpty, let memory = UnsafeRawPointer(pixels.baseAddress) else { return }
        let (u, v) = (u &+ indices.lowerBound &* step.x, v &+ indices.lowerBound &* step.y)
        let width = level.width
        if step == SIMD2(1 << 32, 0), (u >> 24) & 255 == 0, (v >> 24) & 255 == 0 {
            // Pixel on pixel.
            let start = (v >> 32) &* width &+ u >> 32
            for index in indices { row[index] = pixels[start &+ index &- indices.lowerBound] }
            return
        }
        // Four at a time.
        let end = indices.upperBound
        var index = indices.lowerBound
        if index &+ 4 <= end {
            var walk = LatticeWalk(x: u, y: v, step: step)
            let width = Int32(truncatingIfNeeded: width)
            repeat {
                row.setBlock(at: index, walk.next(memory, width: width))
                index &+= 4
            } while index &+ 4 <= end
        }
        if index == end { return }
        if indices.count >= 4 {
            // The last four, some of them once more.
            let (x, y) = (u &+ (indices.count &- 4) &* step.x, v &+ (indices.count &- 4) &* step.y)
            var walk = LatticeWalk(x: x, y: y, step: step)
            row.setBlock(at: end &- 4, walk.next(memory, width: Int32(truncatingIfNeeded: width)))
        } else {
            readBorder(row, index..<end, u &- indices.lowerBound &* step.x, v &- indices.lowerBound &* step.y, pixels)
        }
    }

    /// The mean of a square of pixels, two above and two below, at a place in 1/256 of a pixel.
    ///
    /// Sixteen bits a channel suffice: 255 × 256 after the first step; the second one takes a share of that away on the
    /// left, rounded down, and adds one on the right, rounded down: at most 1 more. Both are at most 1/256 off, both
    /// are monotonous, so no channel ends above alpha; and where weights are whole, a pixel comes out as it is.
    @inline(__always)
    private static func mean(_ above: UInt64, _ below: UInt64, _ column: Int, _ line: Int) -> UInt32 {
        let down = UInt16(truncatingIfNeeded: line & 255)
        let pair = Self.channels(above) &* (256 &- down) &+ Self.channels(below) &* down
        let moved = PixelBlock.share(pair, SIMD8(repeating: UInt16(truncatingIfNeeded: column & 255)))
        let sum = (pair.lowHalf &- moved.lowHalf &+ moved.highHalf &+ 128) &>> 8
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: sum), to: UInt32.self)
    }

    /// The channels of two pixels.
    @inline(__always)
    private static func channels(_ pair: UInt64) -> SIMD8<UInt16> {
        SIMD8(truncatingIfNeeded: unsafeBitCast(pair, to: SIMD8<UInt8>.self))
    }
}
