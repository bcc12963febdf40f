/// Codes rows as they are: for pieces of one colour, where a pixel is mostly that on its left or that above it.
enum FlatCoder {
    /// A row, its filter type first.
    ///
    /// - Parameters:
    ///   - above: The row above, if it is near enough; otherwise an empty one.
    ///   - lookup: Where else to look, if at all.
    ///   - pending: Zeros that have not been said yet; afterwards, those behind the last span.
    @inline(__always)
    static func code(
        _ row: StraightRow,
        above: UnsafePointer<UInt32>,
        width: Int,
        lookup: PixelLookup?,
        pending: inout Int,
        to sink: inout SequenceSink
    ) {
        pending &+= 1
        var x = 0
        for index in 0..<row.spanCount {
            let span = row.spans[index]
            let (low, high) = (Int(span.low), Int(span.high))
            sink.zeros(pending &+ (low &- x) &* 4)
            pending = 0
            code(row.pixels, above, low..<high, stride: width &* 4 &+ 1, lookup, to: &sink)
            x = high
        }
        pending &+= (width &- x) &* 4
    }

    @inline(__always)
    private static func code(
        _ row: UnsafePointer<UInt32>,
        _ above: UnsafePointer<UInt32>,
        _ span: Range<Int>,
        stride: Int,
        _ lookup: PixelLookup?,
        to sink: inout SequenceSink
    ) {
        var x = span.lowerBound
        let high = span.upperBound
        // What lies before a span is transparent, as nothing within it is.
        var left: UInt32 = 0
        while x < high {
            let pixel = row[x]
            let up = above[x]
            if pixel == left {
                let count = equal(row + x, row + (x &- 1), high &- x)
                sink.match(distance: 4, length: count &* 4)
                x &+= count
                continue
            }
            if pixel == up {
                let count = equal(row + x, above + x, high &- x)
                sink.match(distance: stride, length: count &* 4)
                x &+= count
                left = row[x &- 1]
                continue
            }
            if let lookup, x &+ 1 < high {
                let (distance, count) = lookup.find(row, x, limit: high &- x)
                if count > 0 {
                    sink.match(distance: distance, length: count &* 4)
                    x &+= count
                    left = row[x &- 1]
                    continue
                }
            }
            if (pixel ^ left) & 0xFF_FFFF == 0, left != 0 {
                sink.match(distance: 4, length: 3)
                sink.literal(UInt8(truncatingIfNeeded: pixel &>> 24))
            } else if (pixel ^ up) & 0xFF_FFFF == 0, up != 0 {
                sink.match(distance: stride, length: 3)
                sink.literal(UInt8(truncatingIfNeeded: pixel &>> 24))
            } else {
                sink.pixel(pixel)
            }
            left = pixel
            x &+= 1
        }
    }

    /// How many pixels from the first on are the same, at most `limit`.
    @inline(__always)
    static func equal(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ limit: Int) -> Int {
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
