/// One row of a picture with straight alpha, and where anything is in it.
///
/// What a translucent pixel's colour was is lost when it is premultiplied with 8 bits: several colours give the same
/// result. Of these, its neighbour's is taken where it is among them, since pieces are of one colour and their soft
/// edges then are too: the picture looks the same to the last bit, and takes a fifth less bytes.
final class StraightRow {
    /// Pixels that something is in, from left to right: `low..<high`.
    struct Span {
        var low: Int32
        var high: Int32
    }

    /// R G B A in memory; ``padding`` transparent ones before and after them.
    let pixels: UnsafeMutablePointer<UInt32>
    private(set) var spanCount = 0
    let spans: UnsafeMutablePointer<Span>

    private let start: UnsafeMutablePointer<UInt32>

    /// Pixels before the first one and after the last one that may be read.
    static let padding = 8

    init(width: Int) {
        start = .allocate(capacity: width + 2 * Self.padding)
        start.initialize(repeating: 0, count: width + 2 * Self.padding)
        pixels = start + Self.padding
        spans = .allocate(capacity: width / 2 + 1)
    }

    deinit {
        start.deallocate()
        spans.deallocate()
    }

    /// Transparent again.
    func clear() {
        for index in 0..<spanCount {
            let span = spans[index]
            (pixels + Int(span.low)).update(repeating: 0, count: Int(span.high - span.low))
        }
        spanCount = 0
    }

    /// Takes in the premultiplied pixels of `range`, which lies to the right of all that was taken before.
    ///
    /// - Parameter source: Of the whole row.
    func add(_ source: UnsafePointer<UInt32>, _ range: Range<Int>) {
        let (pixels, end) = (pixels, range.upperBound)
        var x = range.lowerBound
        while x < end {
            if source[x] == 0 {
                x &+= 1
                continue
            }
            let low = x
            var left: UInt32 = 0
            while x < end {
                let pixel = source[x]
                if pixel >= Self.opaque {
                    pixels[x] = pixel
                    left = pixel
                    x &+= 1
                } else if pixel == 0 {
                    break
                } else if left != 0, StraightAlpha.premultiplied(left, by: pixel &>> 24) == pixel {
                    pixels[x] = left & 0xFF_FFFF | pixel & 0xFF00_0000
                    x &+= 1
                } else {
                    x = addSoft(source, x, end)
                    left = 0
                }
            }
            append(low, x)
        }
    }

    private static let opaque: UInt32 = 0xFF00_0000

    private func append(_ low: Int, _ high: Int) {
        if spanCount > 0, Int(spans[spanCount - 1].high) == low {
            spans[spanCount - 1].high = Int32(truncatingIfNeeded: high)
        } else {
            spans[spanCount] = Span(low: Int32(truncatingIfNeeded: low), high: Int32(truncatingIfNeeded: high))
            spanCount += 1
        }
    }

    /// The run of translucent pixels from `first` on, which have not the colour of what lies on their left.
    ///
    /// - Returns: Where it ends.
    private func addSoft(_ source: UnsafePointer<UInt32>, _ first: Int, _ limit: Int) -> Int {
        var end = first &+ 1
        while end < limit, source[end] &- 1 < Self.opaque &- 1 { end &+= 1 }
        // From the opaque pixel on the right, as far as its colour goes.
        var high = end
        if end < limit, source[end] != 0 {
            let right = source[end]
            while high > first {
                let pixel = source[high &- 1]
                guard StraightAlpha.premultiplied(right, by: pixel &>> 24) == pixel else { break }
                high &-= 1
                pixels[high] = right & 0xFF_FFFF | pixel & Self.opaque
            }
            if high == first { return end }
        }
        // Before that, from the one whose own colour is known best.
        var strongest = first
        for x in first &+ 1..<high where source[x] &>> 24 > source[strongest] &>> 24 { strongest = x }
        var colour = StraightAlpha.pixel(source[strongest])
        pixels[strongest] = colour
        for x in stride(from: strongest &+ 1, to: high, by: 1) {
            colour = straight(source[x], like: colour)
            pixels[x] = colour
        }
        colour = pixels[strongest]
        for x in stride(from: strongest &- 1, to: first &- 1, by: -1) {
            colour = straight(source[x], like: colour)
            pixels[x] = colour
        }
        return end
    }

    @inline(__always)
    private func straight(_ source: UInt32, like neighbour: UInt32) -> UInt32 {
        let alpha = source &>> 24
        if StraightAlpha.premultiplied(neighbour, by: alpha) == source { return neighbour & 0xFF_FFFF | alpha &<< 24 }
        return StraightAlpha.pixel(source)
    }
}
