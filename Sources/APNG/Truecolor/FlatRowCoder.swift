internal import CKernels
internal import Deflate
internal import Memory

/// Codes unfiltered rows: for areas of one color, where most pixels equal their left or upper neighbor.
///
/// Each step takes the option with the fewest bits per covered pixel.
struct FlatRowCoder {
    private let row: MemoryView<UInt32>
    /// The row above if it is within DEFLATE's window, otherwise an empty row.
    private let above: MemoryView<UInt32>
    private let toLeft: MatchOffset
    private let toUp: MatchOffset

    /// Estimated costs in bits.
    private enum Cost {
        static let pixel = HANABI_LITERAL_PIXEL_COST
        static let left = HANABI_LEFT_MATCH_COST
        static let leftColor = 11
        static let up = HANABI_UP_MATCH_COST
        static let upColor = 21
        /// Cost of a distant match without the extra bits of its distance.
        static let far = 13

        /// Cost of a match that is emitted in parts of 64 pixels each.
        @inline(__always)
        static func run(_ cost: Int, _ count: Int) -> Int { cost &* (1 &+ count &>> 6) }
    }

    /// Encodes a row like ``encode(_:of:lookup:pending:to:)`` without a lookup, with a kernel of its own.
    @inline(__always)
    static func write(_ y: Int, of ring: RowRing, pending: inout Int, to sink: inout DeflateBlock.CodeSink) {
        let isNear = ring.stride <= DeflateSymbols.longestDistance
        let (row, above) = (ring[y], isNear ? ring[y - 1] : ring.empty)
        let pixels = DeflateBlock.PixelRow(
            pixels: row.pixels.readOnly,
            above: above.pixels.readOnly,
            spans: row.spans,
            spanCount: row.spanCount,
            width: ring.width
        )
        sink.row(pixels, pending: &pending)
    }

    /// Encodes a row, filter type first.
    ///
    /// - Parameters:
    ///   - lookup: Index of earlier pixels to search; `nil` restricts matches to the left and upper neighbors.
    ///   - pending: Zeros not emitted yet; on return, the zeros behind the last span.
    @inline(__always)
    static func encode<Sink: SymbolSink>(
        _ y: Int,
        of ring: RowRing,
        lookup: PixelLookup?,
        pending: inout Int,
        to sink: inout Sink
    ) {
        let row = ring[y]
        let isNear = ring.stride <= DeflateSymbols.longestDistance
        let coder = FlatRowCoder(
            row: row.pixels.readOnly,
            above: (isNear ? ring[y - 1] : ring.empty).pixels.readOnly,
            toLeft: MatchOffset(4, common: .pixel),
            toUp: MatchOffset(isNear ? ring.stride : 1, common: .row)
        )
        // Local copies, which nothing else can modify, stay in registers.
        var local = sink
        var x = 0
        var waiting = pending &+ 1
        let spans = row.spans
        for index in 0..<row.spanCount {
            let span = spans[index]
            local.zeros(waiting &+ (Int(span.low) &- x) &* 4)
            waiting = 0
            x = Int(span.high)
            if let lookup {
                coder.encode(Int(span.low), x, with: lookup, to: &local)
            } else {
                coder.encodeLocal(Int(span.low), x, to: &local)
            }
        }
        pending = waiting &+ (ring.width &- x) &* 4
        sink = local
    }

    /// Encodes a span without a lookup. The pixel before a span is transparent, and no pixel within it is.
    @inline(__always)
    private func encodeLocal<Sink: SymbolSink>(_ low: Int, _ high: Int, to sink: inout Sink) {
        // Local copies, which nothing else can modify, stay in registers.
        let (row, above, toLeft, toUp) = (row, above, toLeft, toUp)
        var local = sink
        var x = low
        var left: UInt32 = 0
        while x < high {
            let pixel = row[x]
            if pixel == left {
                let count = Self.equalPixels(row.suffix(from: x), row.suffix(from: x &- 1), limit: high &- x)
                local.match(toLeft, length: count &* 4)
                x &+= count
            } else if pixel == above[x] {
                let count = countAbove(x, high)
                local.match(toUp, length: count &* 4)
                x &+= count
                left = row[x &- 1]
            } else {
                emit(pixel, left: left, up: above[x], to: &local)
                left = pixel
                x &+= 1
            }
        }
        sink = local
    }

    @inline(__always)
    private func encode<Sink: SymbolSink>(_ low: Int, _ high: Int, with lookup: PixelLookup, to sink: inout Sink) {
        var x = low
        var left: UInt32 = 0
        while x < high {
            let (pixel, up) = (row[x], above[x])
            var (distance, count) = (toLeft, 0)
            var cost = Cost.left
            if pixel == left {
                count = Self.equalPixels(row.suffix(from: x), row.suffix(from: x &- 1), limit: high &- x)
            } else {
                cost = self.cost(of: pixel, left, up)
            }
            if count < 4 {
                if pixel == up {
                    let upCount = countAbove(x, high)
                    let upCost = Cost.run(Cost.up, upCount)
                    if upCost &* max(1, count) < cost &* upCount { (distance, count, cost) = (toUp, upCount, upCost) }
                }
                if lookup.shouldSearch {
                    let (farDistance, farCount) = lookup.find(row, x, limit: high &- x)
                    if farCount >= max(1, count) {
                        let extraBits = max(0, 62 &- farDistance.leadingZeroBitCount)
                        let farCost = Cost.run(Cost.far &+ extraBits, farCount)
                        if farCost &* max(1, count) < cost &* farCount {
                            let localCost = costWithoutSearch(x, x &+ farCount, left: left, limit: 2 &* farCost)
                            if localCost > farCost, !isRun(x, high, count: farCount) {
                                (distance, count) = (MatchOffset(farDistance), farCount)
                                lookup.record(saved: localCost &- farCost)
                            }
                        }
                    }
                }
            }
            if count > 0 {
                sink.match(distance, length: count &* 4)
                x &+= count
                if count > 1 { lookup.record(row, x &- 1) }
                left = row[x &- 1]
            } else {
                emit(pixel, left: left, up: up, to: &sink)
                left = pixel
                x &+= 1
            }
        }
    }

    /// Returns the number of pixels equal to those above; 1 where a run of one color costs less. A long match is split
    /// into parts that each repeat the distance.
    @inline(__always)
    private func countAbove(_ x: Int, _ high: Int) -> Int {
        let count = Self.equalPixels(row.suffix(from: x), above.suffix(from: x), limit: high &- x)
        return isRun(x, high, count: count) ? 1 : count
    }

    /// Whether a cheaper run of one color begins within a match of `count` pixels.
    @inline(__always)
    private func isRun(_ x: Int, _ high: Int, count: Int) -> Bool {
        guard count > 16, row[x &+ 1] == row[x] else { return false }
        let run = Self.equalPixels(row.suffix(from: x &+ 1), row.suffix(from: x), limit: high &- x &- 1) &+ 1
        return Cost.run(Cost.up, count) &* run > (Cost.pixel &+ Cost.run(Cost.left, run &>> 1)) &* count
    }

    @inline(__always)
    private func cost(of pixel: UInt32, _ left: UInt32, _ up: UInt32) -> Int {
        if (pixel ^ left) & 0xFF_FFFF == 0, left != 0 { return Cost.leftColor }
        return (pixel ^ up) & 0xFF_FFFF == 0 && up != 0 ? Cost.upColor : Cost.pixel
    }

    @inline(__always)
    private func emit<Sink: SymbolSink>(_ pixel: UInt32, left: UInt32, up: UInt32, to sink: inout Sink) {
        if (pixel ^ left) & 0xFF_FFFF == 0, left != 0 {
            sink.color(toLeft, alpha: UInt8(truncatingIfNeeded: pixel &>> 24))
        } else if (pixel ^ up) & 0xFF_FFFF == 0, up != 0 {
            sink.color(toUp, alpha: UInt8(truncatingIfNeeded: pixel &>> 24))
        } else {
            sink.pixel(pixel)
        }
    }

    /// Cost of the pixels in bits without distant matches; the count stops once it exceeds `limit`.
    @inline(__always)
    private func costWithoutSearch(_ first: Int, _ end: Int, left: UInt32, limit: Int) -> Int {
        var (x, cost, left) = (first, 0, left)
        while x < end, cost <= limit {
            let (pixel, up) = (row[x], above[x])
            if pixel == left {
                cost &+= Cost.left
                x &+= Self.equalPixels(row.suffix(from: x), row.suffix(from: x &- 1), limit: end &- x)
            } else if pixel == up {
                cost &+= Cost.up
                x &+= Self.equalPixels(row.suffix(from: x), above.suffix(from: x), limit: end &- x)
            } else {
                cost &+= self.cost(of: pixel, left, up)
                x &+= 1
            }
            left = row[x &- 1]
        }
        return cost
    }

    /// Number of equal leading pixels, at most `limit`.
    @inline(__always)
    static func equalPixels(_ a: MemoryView<UInt32>, _ b: MemoryView<UInt32>, limit: Int) -> Int {
        var count = 0
        while count &+ 2 <= limit {
            let both =
                UInt64(littleEndian: a.load(UInt64.self, at: count))
                ^ UInt64(littleEndian: b.load(UInt64.self, at: count))
            if both != 0 { return count &+ (both & 0xFFFF_FFFF == 0 ? 1 : 0) }
            count &+= 2
        }
        if count < limit, a[count] == b[count] { count &+= 1 }
        return count
    }
}
