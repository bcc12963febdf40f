/// One row of a picture with straight alpha, and where anything is in it.
///
/// What a translucent pixel's colour was is lost when it is premultiplied with 8 bits: several colours give the same
/// result. Of these one is taken that its neighbours have too, or that is predicted best: the picture looks the same to
/// the last bit, and takes a fifth less bytes.
final class StraightRow {
    /// Pixels that something is in, from left to right: `low..<high`.
    struct Span {
        var low: Int32
        var high: Int32
    }

    /// R G B A in memory; ``padding`` transparent ones before and after them.
    let pixels: UnsafeMutablePointer<UInt32>
    let spans: UnsafeMutablePointer<Span>

    private let start: UnsafeMutablePointer<UInt32>
    /// A bit for each pixel, from the lowest one up: whether it is not transparent, and whether it is translucent.
    private let present: UnsafeMutablePointer<UInt64>
    private let soft: UnsafeMutablePointer<UInt64>
    private let width: Int
    private let wordCount: Int
    /// In memory of its own, as a row is read and written in the innermost loops.
    private let state: UnsafeMutablePointer<State>

    private struct State {
        var spanCount = 0
        var hasSoft = false
    }

    var spanCount: Int { state.pointee.spanCount }

    /// Pixels before the first one and after the last one that may be read.
    static let padding = 16

    init(width: Int) {
        start = .allocate(capacity: width + 2 * Self.padding)
        start.initialize(repeating: 0, count: width + 2 * Self.padding)
        pixels = start + Self.padding
        spans = .allocate(capacity: width / 2 + 1)
        self.width = width
        wordCount = width / 64 + 2
        present = .allocate(capacity: wordCount)
        present.initialize(repeating: 0, count: wordCount)
        soft = .allocate(capacity: wordCount)
        soft.initialize(repeating: 0, count: wordCount)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        start.deallocate()
        spans.deallocate()
        present.deallocate()
        soft.deallocate()
        state.deallocate()
    }

    /// Transparent again.
    func clear() {
        guard spanCount > 0 else { return }
        for index in 0..<spanCount {
            let span = spans[index]
            (pixels + Int(span.low)).update(repeating: 0, count: Int(span.high - span.low))
        }
        present.update(repeating: 0, count: wordCount)
        soft.update(repeating: 0, count: wordCount)
        state.pointee = State()
    }

    /// Takes in the pixels of `range`; ``finish(_:)`` is to follow.
    ///
    /// - Parameters:
    ///   - source: Of the whole row.
    ///   - base: Likewise: pixels that are the same here count as transparent.
    @inline(__always)
    func add(_ source: UnsafePointer<UInt32>, without base: UnsafePointer<UInt32>?, _ range: Range<Int>) {
        if let base { return add(source, range, without: base) }
        var x = range.lowerBound
        while x &+ 16 <= range.upperBound {
            add16(UnsafeRawPointer(source + x), x)
            x &+= 16
        }
        if x < range.upperBound { add(x..<range.upperBound) { source[$0] } }
    }

    private func add(_ source: UnsafePointer<UInt32>, _ range: Range<Int>, without base: UnsafePointer<UInt32>) {
        for x in stride(from: range.lowerBound, to: range.upperBound, by: 16) {
            add(x..<min(x &+ 16, range.upperBound)) { source[$0] == base[$0] ? 0 : source[$0] }
        }
    }

    /// At most 16 pixels.
    @inline(__always)
    private func add(_ range: Range<Int>, _ pixel: (Int) -> UInt32) {
        var (here, translucent) = (UInt64(0), UInt64(0))
        for x in range {
            let pixel = pixel(x)
            let bit = UInt64(truncatingIfNeeded: x &- range.lowerBound)
            pixels[x] = pixel
            here |= (pixel &>> 24 == 0 ? 0 : 1) &<< bit
            translucent |= (pixel &>> 24 &- 1 < 254 ? 1 : 0) &<< bit
        }
        mark(range.lowerBound, here, translucent)
    }

    /// Two pixels in a word, four words at a time. What is said of them is gathered in four lanes of 16 bits: of pixels
    /// with even places that they are there, and that they are translucent; of odd ones the same.
    @inline(__always)
    private func add16(_ source: UnsafeRawPointer, _ x: Int) {
        let target = UnsafeMutableRawPointer(pixels + x)
        let low = source.loadUnaligned(as: SIMD4<UInt64>.self)
        let high = source.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt64>.self)
        target.storeBytes(of: low, as: SIMD4<UInt64>.self)
        target.storeBytes(of: high, toByteOffset: 32, as: SIMD4<UInt64>.self)
        let both = Self.presence(low) | Self.presence(high) &<< 4
        var lanes = both[0] | both[1] &<< 1 | both[2] &<< 2 | both[3] &<< 3
        guard lanes != 0 else { return }
        // Between two bits of each lane, room for one.
        lanes = (lanes | lanes &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
        lanes = (lanes | lanes &<< 2) & 0x3333_3333_3333_3333
        lanes = (lanes | lanes &<< 1) & 0x5555_5555_5555_5555
        lanes |= lanes &>> 31
        mark(x, lanes & 0xFFFF, lanes &>> 16 & 0xFFFF)
    }

    /// Of each pixel, in the lowest bit of its half whether its alpha is not 0, and 16 bits above whether it is not 255 either.
    @inline(__always)
    private static func presence(_ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
        let ones = SIMD4<UInt64>(repeating: 0x0000_0001_0000_0001)
        let alphas = words &>> 24 & SIMD4(repeating: 0x0000_00FF_0000_00FF)
        let here = (alphas &+ SIMD4(repeating: 0x0000_00FF_0000_00FF)) &>> 8 & ones
        let opaque = (alphas &+ ones) &>> 8
        return here | (here & ~opaque) &<< 16
    }

    @inline(__always)
    private func mark(_ x: Int, _ here: UInt64, _ translucent: UInt64) {
        guard here != 0 else { return }
        let (word, shift) = (x &>> 6, UInt64(truncatingIfNeeded: x & 63))
        present[word] |= here &<< shift
        soft[word] |= translucent &<< shift
        if shift > 48 {
            present[word &+ 1] |= here &>> (64 &- shift)
            soft[word &+ 1] |= translucent &>> (64 &- shift)
        }
        if translucent != 0 { state.pointee.hasSoft = true }
    }

    /// What becomes of the colours of translucent pixels.
    enum Colours {
        /// They are straight already.
        case given
        /// Those of their neighbours, where that may be.
        case matched
        /// Those nearest to Paeth's prediction, given the row above.
        case predicted(StraightRow)
    }

    /// Finds the spans, and makes all straight.
    func finish(_ colours: Colours) {
        var count = 0
        eachRun(in: present) { low, high in
            spans[count] = Span(low: Int32(truncatingIfNeeded: low), high: Int32(truncatingIfNeeded: high))
            count &+= 1
        }
        state.pointee.spanCount = count
        switch colours {
        case .given: clearColours()
        case .matched where state.pointee.hasSoft: eachRun(in: soft) { match($0, $1) }
        case .predicted(let above) where state.pointee.hasSoft:
            StraightAlpha.bounds.withUnsafeBufferPointer { table in
                guard let table = table.baseAddress else { return }
                eachRun(in: soft) { predict($0, $1, above: above.pixels, table) }
            }
        case .matched, .predicted: break
        }
    }

    /// Transparent pixels may have had a colour.
    private func clearColours() {
        var x = 0
        for index in 0...spanCount {
            let low = index < spanCount ? Int(spans[index].low) : width
            (pixels + x).update(repeating: 0, count: low - x)
            x = index < spanCount ? Int(spans[index].high) : width
        }
    }

    /// Runs of bits, from left to right.
    @inline(__always)
    private func eachRun(in bits: UnsafePointer<UInt64>, _ body: (Int, Int) -> Void) {
        var open = -1
        for index in 0..<wordCount {
            let word = bits[index]
            let first = index &* 64
            if open >= 0 {
                if word == ~0 { continue }
                let end = (~word).trailingZeroBitCount
                body(open, first &+ end)
                open = -1
                // What the run took is gone; nothing, if it ended with the last word.
                var rest = word & (~0 &<< UInt64(truncatingIfNeeded: end))
                open = Self.runs(in: &rest, first, body)
            } else if word != 0 {
                var rest = word
                open = Self.runs(in: &rest, first, body)
            }
        }
    }

    /// - Returns: Where one begins that goes on in the next word, or -1.
    @inline(__always)
    private static func runs(in word: inout UInt64, _ first: Int, _ body: (Int, Int) -> Void) -> Int {
        while word != 0 {
            let low = word.trailingZeroBitCount
            // With the lowest bit added, the run carries on to the bit behind it.
            let carried = word &+ (word & (0 &- word))
            guard carried != 0 else { return first &+ low }
            let high = carried.trailingZeroBitCount
            body(first &+ low, first &+ high)
            word &= ~0 &<< UInt64(truncatingIfNeeded: high)
        }
        return -1
    }
}

// MARK: Pieces of one colour

extension StraightRow {
    /// The run of translucent pixels gets the colour of what it touches, where that may be.
    @inline(__always)
    private func match(_ first: Int, _ end: Int) {
        var x = first
        let left = pixels[first &- 1]
        if left != 0 {
            while x < end, StraightAlpha.premultiplied(left, by: pixels[x] &>> 24) == pixels[x] {
                pixels[x] = left & 0xFF_FFFF | pixels[x] & 0xFF00_0000
                x &+= 1
            }
        }
        if x < end { matchRight(x, end) }
    }

    private func matchRight(_ first: Int, _ end: Int) {
        // From the opaque pixel on the right, as far as its colour goes.
        var high = end
        let right = pixels[end]
        if right != 0 {
            while high > first {
                let pixel = pixels[high &- 1]
                guard StraightAlpha.premultiplied(right, by: pixel &>> 24) == pixel else { break }
                high &-= 1
                pixels[high] = right & 0xFF_FFFF | pixel & 0xFF00_0000
            }
            if high == first { return }
        }
        // Before that, from the one whose own colour is known best.
        var strongest = first
        for x in first &+ 1..<high where pixels[x] &>> 24 > pixels[strongest] &>> 24 { strongest = x }
        let best = StraightAlpha.pixel(pixels[strongest])
        var colour = best
        for x in stride(from: strongest &+ 1, to: high, by: 1) {
            colour = straight(pixels[x], like: colour)
            pixels[x] = colour
        }
        colour = best
        for x in stride(from: strongest &- 1, to: first &- 1, by: -1) {
            colour = straight(pixels[x], like: colour)
            pixels[x] = colour
        }
        pixels[strongest] = best
    }

    @inline(__always)
    private func straight(_ source: UInt32, like neighbour: UInt32) -> UInt32 {
        let alpha = source &>> 24
        if StraightAlpha.premultiplied(neighbour, by: alpha) == source { return neighbour & 0xFF_FFFF | alpha &<< 24 }
        return StraightAlpha.pixel(source)
    }
}
