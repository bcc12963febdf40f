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
        let y: Int
        /// Pixels that may be covered; never empty.
        let columns: Range<Int>
        /// Those of them that are covered wholly; may be empty.
        fileprivate let solid: Range<Int>
        /// Coverage by column, 0...255, of those that are not.
        fileprivate let weights: UnsafeMutableBufferPointer<UInt32>

        /// Multiplies the pixels of these columns by their coverage.
        @inline(__always)
        func weigh(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
            let left = columns.lowerBound
            for x in left..<solid.lowerBound { pixels[x - left] = Pixel.scaled(pixels[x - left], by: weights[x]) }
            for x in solid.upperBound..<columns.upperBound {
                pixels[x - left] = Pixel.scaled(pixels[x - left], by: weights[x])
            }
        }
    }

    /// An edge, downwards. A box cut by the canvas has at most eight.
    private struct Edge {
        /// 1/256 pixel, as all that follows.
        let top: Int
        let bottom: Int
        let x: Int
        /// Change of x for 1/256 pixel down, times 2³². Coordinates are at most 2²³ (see `begin`), so that products with a
        /// height along the edge stay below 2⁵⁶.
        let slope: Int
        /// Change of y for 1/256 pixel to either side, times 2³²; 0 where there is none.
        let rise: Int
        let sign: Int32

        /// Between the edge's ends: the slope was rounded towards zero.
        @inline(__always)
        func x(at y: Int) -> Int { x &+ (slope &* (y &- top)) >> 32 }
    }

    private var width = 0
    private var rows = 0..<0
    private var edges: [Edge] = []
    private var corners: [SIMD2<Double>] = []
    private var cut: [SIMD2<Double>] = []
    /// Twice the area in 1/256² pixel by which coverage changes from each column to the next; column −1 first, up to
    /// `width` + 1, and one for what an edge there hands on. Zero between rows. 32 bits are plenty: an edge adds at most
    /// 2¹⁷ to a column.
    private var sums: [Int32] = []
    private var weights: [UInt32] = []

    /// Starts on a box of `size` around the middle of what is placed, cut at a canvas of at most 2¹⁴ pixels each way.
    ///
    /// Its corners may be anything, even infinite or not numbers: cutting leaves what lies on the canvas, or nothing.
    ///
    /// - Returns: Whether any of it may be seen.
    mutating func begin(_ placement: Placement, size: SIMD2<Double>, width: Int, height: Int) -> Bool {
        if self.width != width {
            self.width = width
            sums = Array(repeating: 0, count: width + 4)
            weights = Array(repeating: 0, count: width)
        }
        edges.removeAll(keepingCapacity: true)
        corners.removeAll(keepingCapacity: true)
        let half = size / 2
        corners.append(placement.place(-half))
        corners.append(placement.place(SIMD2(half.x, -half.y)))
        corners.append(placement.place(half))
        corners.append(placement.place(SIMD2(-half.x, half.y)))
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
        let (dx, dy) = (lower.x - upper.x, lower.y - upper.y)
        let edge = Edge(
            top: upper.y,
            bottom: lower.y,
            x: upper.x,
            slope: (dx << 32) / dy,
            rise: dx == 0 ? 0 : (dy << 32) / Swift.abs(dx),
            sign: sign
        )
        edges.append(edge)
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

    /// Hands out the rows that are covered, from top to bottom.
    mutating func forEachRow(_ body: (Row) -> Void) {
        let (rows, width) = (rows, width)
        edges.withUnsafeBufferPointer { edges in
            sums.withUnsafeMutableBufferPointer { sums in
                weights.withUnsafeMutableBufferPointer { weights in
                    let line = Line(edges: edges, sums: sums, weights: weights, width: width)
                    for y in rows {
                        if let row = line.row(y) { body(row) }
                    }
                }
            }
        }
    }

    /// What it takes to add up a row, without the checks of arrays. Columns of edges are within −1...`width` + 1, since
    /// corners are; debug builds check every index.
    private struct Line {
        let edges: UnsafeBufferPointer<Edge>
        let sums: UnsafeMutableBufferPointer<Int32>
        let weights: UnsafeMutableBufferPointer<UInt32>
        let width: Int

        @inline(__always)
        func row(_ y: Int) -> Row? {
            let (above, below) = (y << 8, (y &+ 1) << 8)
            // Columns that each direction's edges pass.
            var (falling, rising) = (Span(), Span())
            for edge in edges where edge.top < below && edge.bottom > above {
                let (from, to) = (max(edge.top, above), min(edge.bottom, below))
                let passed = add(edge.x(at: from), edge.x(at: to), height: to &- from, edge)
                if edge.sign > 0 { falling.join(passed) } else { rising.join(passed) }
            }
            guard falling.low != Int.max, rising.low != Int.max else { return nil }
            let (left, right) = falling.low < rising.low ? (falling, rising) : (rising, falling)
            let end = max(left.end, right.end)
            var area: Int32 = 0
            var solid = 0..<0
            if left.end < right.low {
                // Between the edges coverage is the same throughout.
                sweep(left.low, left.end, &area)
                sweep(left.end, left.end &+ 1, &area)
                let seen = (left.end..<right.low).clamped(to: 0..<width)
                let coverage = Self.coverage(area)
                if coverage == 255 { solid = seen } else { for x in seen { weights[x] = coverage } }
                sweep(right.low, end, &area)
            } else {
                sweep(left.low, end, &area)
            }
            sums[end &+ 1] = 0
            let columns = (left.low..<end).clamped(to: 0..<width)
            if columns.isEmpty { return nil }
            if solid.isEmpty { solid = columns.lowerBound..<columns.lowerBound }
            return Row(y: y, columns: columns, solid: solid, weights: weights)
        }

        /// Columns; empty where an edge lies between two of them.
        struct Span {
            var low = Int.max
            var end = Int.min

            @inline(__always)
            mutating func join(_ other: Span) {
                low = min(low, other.low)
                end = max(end, other.end)
            }
        }

        /// Adds the part of an edge within one row; returns the columns that it passes.
        @inline(__always)
        func add(_ x0: Int, _ x1: Int, height: Int, _ edge: Edge) -> Span {
            let (low, high) = (min(x0, x1), max(x0, x1))
            if low >> 8 == high >> 8 {
                add(low >> 8, height, edge.sign, (low & 255) &+ (high & 255))
            } else {
                var (x, done) = (low, 0)
                while x < high {
                    let next = min(high, (x | 255) &+ 1)
                    // Shares are differences of one running value, so that they add up to the whole height.
                    // Below 2⁵⁵: what the edge rises in this row, and in another 1/256 pixel.
                    let risen = (edge.rise &* (next &- low)) >> 32
                    let reached = next == high ? height : min(height, risen)
                    let base = x & ~255
                    add(x >> 8, reached &- done, edge.sign, x &- base &+ next &- base)
                    (x, done) = (next, reached)
                }
            }
            return Span(low: low >> 8, end: (high &+ 255) >> 8)
        }

        /// Adds the part of an edge within one pixel: `ends` are the distances of its ends from the pixel's left side.
        @inline(__always)
        private func add(_ column: Int, _ height: Int, _ sign: Int32, _ ends: Int) {
            let height = Int32(truncatingIfNeeded: height) &* sign
            let area = height &* Int32(truncatingIfNeeded: ends)  // at most 2⁸ × 2⁹
            sums[column &+ 1] &+= height &* 512 &- area
            sums[column &+ 2] &+= area
        }

        @inline(__always)
        private func sweep(_ low: Int, _ end: Int, _ area: inout Int32) {
            var x = low
            while x < end {
                area &+= sums[x &+ 1]
                sums[x &+ 1] = 0
                if x >= 0, x < width { weights[x] = Self.coverage(area) }
                x &+= 1
            }
        }

        /// A whole pixel is 2¹⁷ → 0...255, rounded to nearest. Which way around the box goes does not matter.
        @inline(__always)
        private static func coverage(_ area: Int32) -> UInt32 {
            (min(area.magnitude, 0x2_0000) &* 255 &+ 0x1_0000) >> 17
        }
    }
}
