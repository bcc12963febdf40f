/// How much of each pixel a placed box covers, exactly: one row at a time, so that it stays in the fastest cache.
///
/// Corners are rounded to 1/256 pixel, as those of outlines are, and all else is integers: a picture has the edges that
/// a rectangle drawn as a shape has, and two boxes that share an edge fill its pixels between them.
///
/// - Source: signed areas added up along a row, as in font-rs (Raph Levien, "Inside the fastest font renderer in the
///   world").
struct BoxCoverage {
    /// A part of a row.
    struct Row {
        /// Pixels that may be covered; never empty.
        let columns: Range<Int>
        /// Those of them that are covered wholly and need no ``BoxCoverage/weights``.
        let solid: Range<Int>
    }

    /// An edge, downwards. A box cut by the canvas has at most eight.
    private struct Edge {
        /// 1/256 pixel.
        let top: Int
        let bottom: Int
        let x: Int
        /// Change of x for 1/256 pixel down, times 2³². With |x| and |y| at most 2²³ (see `begin`), products with a
        /// height along the edge stay below 2⁵⁷.
        let slope: Int
        let sign: Int32

        func x(at y: Int) -> Int { x + (slope * (y - top)) >> 32 }
    }

    /// Rows that may be covered.
    private(set) var rows = 0..<0
    /// Coverage of the last row's pixels, 0...255, by column. Only those of its columns that are not solid are valid.
    private(set) var weights: [UInt8]

    private let width: Int
    private let height: Int
    private var edges: [Edge] = []
    private var corners: [SIMD2<Double>] = []
    private var cut: [SIMD2<Double>] = []
    /// Twice the area in 1/256² pixel by which coverage changes from each column to the next; column −1 first. Zero
    /// between rows. 32 bits are plenty: an edge adds at most 2¹⁷ to a column.
    private var sums: [Int32]

    /// For a canvas of this size: at most 2¹⁴ pixels each way.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        weights = Array(repeating: 0, count: width)
        sums = Array(repeating: 0, count: width + 4)  // columns −1...width + 1, and one for what an edge hands on
    }

    /// Starts on a box of `size` around the middle of what is placed, cut at the canvas.
    ///
    /// Its corners may be anything, even infinite or not numbers: cutting leaves what lies on the canvas, or nothing.
    ///
    /// - Returns: Whether any of it may be seen.
    mutating func begin(_ placement: Placement, size: SIMD2<Double>) -> Bool {
        edges.removeAll(keepingCapacity: true)
        rows = 0..<0
        corners.removeAll(keepingCapacity: true)
        let half = size / 2
        corners.append(placement.point(-half))
        corners.append(placement.point(SIMD2(half.x, -half.y)))
        corners.append(placement.point(half))
        corners.append(placement.point(SIMD2(-half.x, half.y)))
        // One pixel beyond the canvas, so that no cut is seen.
        let limit = SIMD2(Double(width + 1), Double(height + 1))
        cutCorners(SIMD2(1, 0), -1)
        cutCorners(SIMD2(-1, 0), -limit.x)
        cutCorners(SIMD2(0, 1), -1)
        cutCorners(SIMD2(0, -1), -limit.y)
        guard corners.count >= 3 else { return false }
        for corner in corners {
            // Not a number, or not where a cut leaves it: nothing that could be drawn.
            guard corner.x >= -1, corner.y >= -1, corner.x <= limit.x, corner.y <= limit.y else { return false }
        }
        var (top, bottom) = (Int.max, Int.min)
        var last = Self.fixed(corners[corners.count - 1])
        for corner in corners {
            let next = Self.fixed(corner)
            add(from: last, to: next)
            (top, bottom) = (min(top, next.y), max(bottom, next.y))
            last = next
        }
        let (first, end) = (max(0, top >> 8), min(height, (bottom + 255) >> 8))
        guard first < end, !edges.isEmpty else { return false }
        rows = first..<end
        return true
    }

    private static func fixed(_ corner: SIMD2<Double>) -> SIMD2<Int> {
        SIMD2(Int((corner.x * 256).rounded()), Int((corner.y * 256).rounded()))
    }

    private mutating func add(from a: SIMD2<Int>, to b: SIMD2<Int>) {
        guard a.y != b.y else { return }
        // Always downwards: boxes that share an edge, each in its own direction, cross every row at the same place.
        let (upper, lower, sign): (SIMD2<Int>, SIMD2<Int>, Int32) = a.y < b.y ? (a, b, 1) : (b, a, -1)
        let slope = ((lower.x - upper.x) << 32) / (lower.y - upper.y)
        edges.append(Edge(top: upper.y, bottom: lower.y, x: upper.x, slope: slope, sign: sign))
    }

    /// Keeps what lies where `direction · p ≥ bound`.
    private mutating func cutCorners(_ direction: SIMD2<Double>, _ bound: Double) {
        func depth(_ p: SIMD2<Double>) -> Double { (p * direction).sum() - bound }
        guard !corners.allSatisfy({ depth($0) >= 0 }) else { return }
        cut.removeAll(keepingCapacity: true)
        for index in corners.indices {
            let (a, b) = (corners[index], corners[index + 1 == corners.count ? 0 : index + 1])
            let (here, there) = (depth(a), depth(b))
            if here >= 0 { cut.append(a) }
            guard (here >= 0) != (there >= 0) else { continue }
            // Always from the inside: boxes that share an edge cut it at the same place.
            let (inside, outside, share) = here >= 0 ? (a, b, here / (here - there)) : (b, a, there / (there - here))
            var point = inside + (outside - inside) * share
            if direction.x != 0 { point.x = bound * direction.x } else { point.y = bound * direction.y }
            cut.append(point)
        }
        swap(&corners, &cut)
    }

    /// The coverage of row `y`; `nil` if there is none. Rows may come in any order.
    mutating func row(_ y: Int) -> Row? {
        let (above, below) = (y << 8, (y + 1) << 8)
        // Columns that each direction's edges pass.
        var (falling, rising) = (Int.max..<Int.max, Int.max..<Int.max)
        for edge in edges where edge.top < below && edge.bottom > above {
            let (from, to) = (max(edge.top, above), min(edge.bottom, below))
            let passed = add(
                edge.x(at: from),
                edge.x(at: to),
                height: Int32(truncatingIfNeeded: to - from) &* edge.sign
            )
            if edge.sign > 0 { falling = Self.union(falling, passed) } else { rising = Self.union(rising, passed) }
        }
        guard falling.lowerBound != Int.max, rising.lowerBound != Int.max else { return nil }
        let (left, right) = falling.lowerBound < rising.lowerBound ? (falling, rising) : (rising, falling)
        let end = max(left.upperBound, right.upperBound)
        // Between the edges coverage is the same throughout.
        let run = left.upperBound < right.lowerBound ? left.upperBound..<right.lowerBound : end..<end

        var area: Int32 = 0
        sweep(left.lowerBound..<run.lowerBound, &area)
        var solid = 0..<0
        if !run.isEmpty {
            let seen = onCanvas(run)
            sweep(run.lowerBound..<(run.lowerBound + 1), &area)
            let coverage = Self.coverage(area)
            if coverage == 255 { solid = seen } else { for x in seen { weights[x] = coverage } }
            sweep(run.upperBound..<end, &area)
        }
        sums[end + 1] = 0
        let columns = onCanvas(left.lowerBound..<end)
        return columns.isEmpty ? nil : Row(columns: columns, solid: solid)
    }

    /// Multiplies the pixels of a row's columns by their coverage.
    func weigh(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ row: Row) {
        let left = row.columns.lowerBound
        let solid = row.solid.isEmpty ? left..<left : row.solid
        for x in left..<solid.lowerBound { pixels[x - left] = Pixel.scaled(pixels[x - left], by: UInt32(weights[x])) }
        for x in solid.upperBound..<row.columns.upperBound {
            pixels[x - left] = Pixel.scaled(pixels[x - left], by: UInt32(weights[x]))
        }
    }

    private func onCanvas(_ columns: Range<Int>) -> Range<Int> { columns.clamped(to: 0..<width) }

    private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        a.lowerBound == Int.max ? b : min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    /// Adds the part of an edge within one row; returns the columns that it passes, none if it lies between two.
    private mutating func add(_ x0: Int, _ x1: Int, height: Int32) -> Range<Int> {
        let (low, high) = (min(x0, x1), max(x0, x1))
        if low >> 8 == high >> 8 {
            add(low >> 8, height, (low & 255) + (high & 255))
        } else {
            let share = (Int(height) << 32) / (high - low)
            var (x, done) = (low, 0)
            while x < high {
                let next = min(high, (x | 255) + 1)
                // Shares are differences of one running value, so that they add up to the whole height.
                let reached = next == high ? Int(height) : (share * (next - low)) >> 32
                let base = x & ~255
                add(x >> 8, Int32(truncatingIfNeeded: reached - done), x - base + next - base)
                (x, done) = (next, reached)
            }
        }
        return low >> 8..<(high + 255) >> 8
    }

    /// Adds the part of an edge within one pixel: `ends` are the distances of its ends from the pixel's left side.
    private mutating func add(_ column: Int, _ height: Int32, _ ends: Int) {
        let area = height &* Int32(truncatingIfNeeded: ends)  // at most 2⁸ × 2⁹
        sums[column + 1] &+= height &* 512 &- area
        sums[column + 2] &+= area
    }

    private mutating func sweep(_ columns: Range<Int>, _ area: inout Int32) {
        for x in columns {
            area &+= sums[x + 1]
            sums[x + 1] = 0
            if x >= 0, x < width { weights[x] = Self.coverage(area) }
        }
    }

    /// A whole pixel is 2¹⁷ → 0...255, rounded to nearest. Which way around the box goes does not matter.
    private static func coverage(_ area: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: (min(area.magnitude, 0x2_0000) &* 255 &+ 0x1_0000) >> 17)
    }
}
