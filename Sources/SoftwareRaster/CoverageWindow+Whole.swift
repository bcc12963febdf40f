internal import Memory

/// Edges of weight 1 within the window, added with the same result to the bit as by
/// ``CoverageWindow/addLine(from:to:weight:)``, but without a branch in each row on the number of pixels that the edge
/// crosses, which processors mispredict.
extension CoverageWindow {
    /// Adds a closed contour of `count` corners, which are all in the window, borders included.
    @inline(__always)
    func addWhole(_ corners: MemoryView<SIMD2<Int>>, count: Int) {
        guard count > 0 else { return }
        let origin = SIMD2(left &<< 8, top &<< 8)
        var from = corners[count &- 1] &- origin
        for index in 0..<count {
            let to = corners[index] &- origin
            addWhole(from, to)
            from = to
        }
    }

    /// Adds an edge in the window's coordinates.
    @inline(__always)
    private func addWhole(_ start: SIMD2<Int>, _ end: SIMD2<Int>) {
        let (startX, startY, endX, endY) = (start.x, start.y, end.x, end.y)
        if startY == endY { return }
        // Always downward, as in `addLine`.
        let isDown = startY < endY
        let (x, y) = (isDown ? startX : endX, isDown ? startY : endY)
        let (dx, dy) = ((isDown ? endX : startX) &- x, (isDown ? endY : startY) &- y)
        let sign = isDown ? 1 : -1
        if dx.magnitude <= 256, dy <= 256 {
            addShort(x, y: y, dx: dx, dy: dy, sign: sign)
        } else {
            addLong(Line(x: x, y: y, dx: dx, dy: dy, weight: sign))
        }
    }

    /// Adds an edge of more than a pixel. Separate functions keep the numbers of each loop in registers.
    @inline(never)
    private func addLong(_ line: Line) {
        if line.dx.magnitude > max(256, line.dy) { return addFlat(line) }
        let sign = line.weight
        var cell = cell(line.y &>> 8)
        addRows(line) {
            addSteep(cell, row: $0, x0: $1, x1: $2, height: $3, sign: sign)
            cell.advance(by: stride)
        }
    }

    @inline(never)
    private func addFlat(_ line: Line) {
        let sign = line.weight
        if line.dx.magnitude <= Self.longestRun {
            addRows(line) { addShallow($0, x0: $1, x1: $2, height: $3, sign: sign) }
        } else {
            addRows(line) { addRow($0, x0: $1, x1: $2, height: $3, weight: sign) }
        }
    }

    @inline(__always)
    private func cell(_ row: Int) -> MutableMemoryView<Int32> { cells.suffix(from: row &* stride) }

    /// Adds an edge of at most a pixel in each direction, in one row or in two.
    @inline(__always)
    private func addShort(_ x: Int, y: Int, dx: Int, dy: Int, sign: Int) {
        let row = y &>> 8
        let below = max(0, (y &+ dy) &- ((row &+ 1) &<< 8))
        let height = dy &- below
        // X at the crossing into the row below: ⌊height·dx/dy⌋, raised by 256 so that nothing is negative. The product
        // is at most 2¹⁷, see `reciprocals`.
        let product = UInt(truncatingIfNeeded: height &* dx &+ dy &<< 8)
        let quotient = (product &* UInt(truncatingIfNeeded: reciprocals[dy])) &>> UInt(Self.reciprocalBits)
        let middle = x &+ Int(truncatingIfNeeded: quotient) &- 256
        let cell = cell(row)
        addSteep(cell, row: row, x0: x, x1: middle, height: height, sign: sign)
        guard below > 0 else { return }
        addSteep(cell.suffix(from: stride), row: row &+ 1, x0: middle, x1: x &+ dx, height: below, sign: sign)
    }

    /// Adds the part of an edge within a row that moves by 256 at most, in one pixel or in two.
    ///
    /// - Parameter cell: First cell of the row.
    @inline(__always)
    private func addSteep(
        _ cell: MutableMemoryView<Int32>,
        row: Int,
        x0: Int,
        x1: Int,
        height: Int,
        sign: Int
    ) {
        let (low, high) = (min(x0, x1), max(x0, x1))
        let column = low &>> 8
        let border = (column &+ 1) &<< 8
        let beyond = max(0, high &- border)
        // ⌊(border − low)·height/run⌋: the part of the height to the left of the border, see `reciprocals`.
        let reciprocal = UInt(truncatingIfNeeded: reciprocals[high &- low])
        let product = UInt(truncatingIfNeeded: (border &- low) &* height) &* reciprocal
        let share = Int(truncatingIfNeeded: product &>> UInt(Self.reciprocalBits))
        let first = beyond > 0 ? share : height
        let rest = height &- first
        note(row, low: column, high: column &+ (beyond > 0 ? 2 : 1))
        let one = first &* sign
        let other = rest &* sign
        let oneLeft = one &* ((low &+ high &- beyond) &- (column &<< 9))
        let otherLeft = other &* beyond
        let cell = cell.suffix(from: column)
        cell[0] &+= Int32(truncatingIfNeeded: one &<< 9 &- oneLeft)
        cell[1] &+= Int32(truncatingIfNeeded: oneLeft &+ other &<< 9 &- otherLeft)
        cell[2] &+= Int32(truncatingIfNeeded: otherLeft)
    }

    /// Adds the part of an edge within a row, up to ``longestRun``: four pixels at a time in floating point, where all
    /// values except a quotient are integers below 2²⁴.
    @inline(__always)
    private func addShallow(_ row: Int, x0: Int, x1: Int, height: Int, sign: Int) {
        let (low, high) = (min(x0, x1), max(x0, x1))
        let column = low &>> 8
        let (from, to) = (low & 255, high &- column &<< 8)
        let columns = max(1, (to &+ 255) &>> 8)
        note(row, low: column, high: column &+ columns)
        let start = SIMD4<Float>(repeating: Float(Int32(truncatingIfNeeded: from)))
        let end = SIMD4<Float>(repeating: Float(Int32(truncatingIfNeeded: to)))
        // A vertical edge leaves all of its height in its first pixel, as if it moved a little.
        let reach = SIMD4<Float>(repeating: Float(Int32(truncatingIfNeeded: max(to, from &+ 1))))
        let run = reach - start
        let height = SIMD4<Float>(repeating: Float(Int32(truncatingIfNeeded: height)))
        let sign = SIMD4<Float>(repeating: Float(Int32(truncatingIfNeeded: sign)))
        var left = SIMD4<Float>(0, 256, 512, 768)
        var (passed, above) = (Float(0), Float(0))
        var cell = cells.suffix(from: row &* stride &+ column)
        var index = 0
        repeat {
            let right = left + 256
            let (near, far) = (Self.clamped(left, low: start, high: end), Self.clamped(right, low: start, high: end))
            let share = (right.replacing(with: reach, where: right .> reach) - start) * height / run
            let done = Self.floor(share)
            let part = (done - SIMD4(passed, done[0], done[1], done[2])) * sign
            passed = done[3]
            let leftOf = part * (near + far - (left + left))
            let change = part * 512 - leftOf + SIMD4(above, leftOf[0], leftOf[1], leftOf[2])
            above = leftOf[3]
            // One cell at a time: a vector load that overlaps several earlier stores would stall.
            let whole = Self.integers(change)
            cell[0] &+= whole[0]
            cell[1] &+= whole[1]
            cell[2] &+= whole[2]
            cell[3] &+= whole[3]
            cell.advance(by: 4)
            left += 1024
            index &+= 4
            // One cell more than pixels, for the remainder of the last pixel.
        } while index <= columns
    }

    @inline(__always)
    private static func clamped(_ v: SIMD4<Float>, low: SIMD4<Float>, high: SIMD4<Float>) -> SIMD4<Float> {
        let atLeast = v.replacing(with: low, where: v .< low)
        return atLeast.replacing(with: high, where: atLeast .> high)
    }

    /// Maximum run of `addShallow` within a row, in 1/256 pixel.
    @inline(__always)
    private static var longestRun: Int { 4096 }

    /// Floor of quotients in 0...256 with a divisor of at most ``longestRun``.
    ///
    /// A quotient that is not an integer is at least 2⁻¹² below the next one. Both the quotient and the difference
    /// computed here are rounded by at most 2⁻¹⁶, and slightly less than a half is subtracted. Adding 1.5 · 2²³ then
    /// rounds, since floats above 2²³ have no fraction (1.5, because the difference may be negative).
    @inline(__always)
    private static func floor(_ quotient: SIMD4<Float>) -> SIMD4<Float> {
        (quotient - (0.5 - 0x1p-13)) + 0x1.8p23 - 0x1.8p23
    }

    /// Integers below 2²² from floats: with 1.5 · 2²³ added, they are the last bits.
    @inline(__always)
    private static func integers(_ whole: SIMD4<Float>) -> SIMD4<Int32> {
        unsafeBitCast(whole + 0x1.8p23, to: SIMD4<Int32>.self) &- Int32(bitPattern: Float(0x1.8p23).bitPattern)
    }

    /// Number of fractional bits of ``reciprocals``.
    @inline(__always)
    static var reciprocalBits: Int { 25 }

    /// Reciprocals ⌈2²⁵/d⌉ by d, for d up to 256. For a up to 2¹⁷, ⌊a·⌈2²⁵/d⌉/2²⁵⌋ is ⌊a/d⌋: the factor is too large by
    /// less than 1, and the product by less than a, which is less than the 2²⁵/d by which a/d falls short of the next
    /// integer.
    static func makeReciprocals() -> [UInt32] {
        (0...256).map { (number: Int) in
            let divisor = max(number, 1)
            return UInt32(((1 << reciprocalBits) + divisor - 1) / divisor)
        }
    }
}
