/// Codes rows as they are: for pieces of one colour, where a pixel is mostly that on its left or that above it.
enum FlatCoder {
    /// Bytes that its matches look back: within a gap, to the pixel on the left, to the pixel above if it is near enough.
    static func distances(stride: Int) -> [Int] { stride <= 32_768 ? [1, 4, stride] : [1, 4] }

    /// A row, its filter type first.
    ///
    /// - Parameters:
    ///   - above: `nil` if there is none, or none within reach.
    ///   - pending: Zeros that have not been said yet; afterwards, those behind the last span.
    @inline(__always)
    static func code(
        _ row: StraightRow,
        above: UnsafePointer<UInt32>?,
        width: Int,
        pending: inout Int,
        to sink: inout some DeflateSink
    ) {
        pending &+= 1
        var x = 0
        for index in 0..<row.spanCount {
            let span = row.spans[index]
            let (low, high) = (Int(span.low), Int(span.high))
            sink.zeros(pending &+ (low &- x) &* 4)
            pending = 0
            if let above {
                code(row.pixels, above, low, high, to: &sink)
            } else {
                code(row.pixels, low, high, to: &sink)
            }
            x = high
        }
        pending &+= (width &- x) &* 4
    }

    /// Pixels below others.
    @inline(__always)
    private static func code(
        _ row: UnsafePointer<UInt32>,
        _ above: UnsafePointer<UInt32>,
        _ low: Int,
        _ high: Int,
        to sink: inout some DeflateSink
    ) {
        var x = low
        // What lies before a span is transparent, as nothing within it is.
        var left: UInt32 = 0
        while x < high {
            let pixel = row[x]
            let up = above[x]
            if pixel == left {
                let count = equal(row + x, row + (x &- 1), high &- x)
                sink.match(1, length: count &* 4)
                x &+= count
            } else if pixel == up {
                let count = equal(row + x, above + x, high &- x)
                sink.match(2, length: count &* 4)
                x &+= count
                left = row[x &- 1]
            } else {
                if (pixel ^ left) & 0xFF_FFFF == 0, left != 0 {
                    sink.colour(1, alpha: pixel &>> 24)
                } else if (pixel ^ up) & 0xFF_FFFF == 0, up != 0 {
                    sink.colour(2, alpha: pixel &>> 24)
                } else {
                    sink.pixel(pixel)
                }
                left = pixel
                x &+= 1
            }
        }
    }

    /// Pixels with nothing above them.
    @inline(__always)
    private static func code(
        _ row: UnsafePointer<UInt32>,
        _ low: Int,
        _ high: Int,
        to sink: inout some DeflateSink
    ) {
        var x = low
        var left: UInt32 = 0
        while x < high {
            let pixel = row[x]
            if pixel == left {
                let count = equal(row + x, row + (x &- 1), high &- x)
                sink.match(1, length: count &* 4)
                x &+= count
                continue
            }
            if (pixel ^ left) & 0xFF_FFFF == 0, left != 0 {
                sink.colour(1, alpha: pixel &>> 24)
            } else {
                sink.pixel(pixel)
            }
            left = pixel
            x &+= 1
        }
    }

    /// How many pixels from the first on are the same, at most `limit` and at most as many as a match holds.
    @inline(__always)
    private static func equal(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ limit: Int) -> Int {
        let limit = min(limit, DeflateSymbols.longestMatch / 4)
        let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        var count = 0
        while count &+ 2 <= limit {
            let at = count &* 4
            let both =
                UInt64(littleEndian: a.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                ^ UInt64(littleEndian: b.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            if both != 0 { return count &+ (both & 0xFFFF_FFFF == 0 ? 1 : 0) }
            count &+= 2
        }
        if count < limit {
            let at = count &* 4
            if a.loadUnaligned(fromByteOffset: at, as: UInt32.self)
                == b.loadUnaligned(fromByteOffset: at, as: UInt32.self)
            {
                count &+= 1
            }
        }
        return count
    }
}
