internal import Memory

extension StraightRow {
    /// Gives a run of translucent pixels the color of an adjacent pixel, where premultiplied values allow: first of the
    /// left one, as far as it fits, then of the right one.
    @inline(__always)
    func match(_ first: Int, _ end: Int) {
        if end &- first > 4 || !matchEdge(first, count: end &- first) { matchEach(first, end) }
    }

    /// Matches a run of at most four pixels, as most edges have, with SIMD: how many pixels each color fits is
    /// unpredictable.
    ///
    /// - Returns: Whether the two colors sufficed; otherwise nothing has changed.
    @inline(__always)
    private func matchEdge(_ first: Int, count: Int) -> Bool {
        let own = pixels.load(SIMD4<UInt32>.self, at: first)
        let (left, right) = (pixels[first &- 1], pixels[first &+ count])
        let leftCount = (~Self.bits(own, like: left)).trailingZeroBitCount
        let rightBits = Self.bits(own, like: right) &<< UInt64(truncatingIfNeeded: 64 &- count)
        guard leftCount &+ (~rightBits).leadingZeroBitCount >= count else { return false }
        let (isLeft, isOwn) = (lanes(below: leftCount), lanes(below: count))
        let color = SIMD4(repeating: left) & isLeft | SIMD4(repeating: right) & ~isLeft
        // Alpha and the pixels behind the run stay unchanged.
        let changed = isOwn & SIMD4(repeating: 0xFF_FFFF)
        let straight = own & ~changed | color & changed
        pixels.store(straight, at: first)
        return true
    }

    /// Bit mask of those of four pixels that have a neighbor's color; 0 if the neighbor is transparent.
    @inline(__always)
    private static func bits(_ pixels: SIMD4<UInt32>, like color: UInt32) -> UInt64 {
        let alphas = pixels &>> 24
        let weights = unsafeBitCast(alphas | alphas &<< 16, to: SIMD8<UInt16>.self)
        // Arithmetic of StraightAlpha.premultiplied(_:by:); in the alpha channel, 255 becomes alpha itself.
        @inline(__always)
        func scaled(_ channels: UInt32) -> SIMD4<UInt32> {
            let products =
                unsafeBitCast(SIMD4(repeating: channels), to: SIMD8<UInt16>.self) &* weights &+ SIMD8(repeating: 128)
            return unsafeBitCast((products &+ products &>> 8) &>> 8, to: SIMD4<UInt32>.self)
        }
        let outer = scaled(color & 0x00FF_00FF)
        let inner = scaled(color &>> 8 & 0xFF | 0x00FF_0000)
        let flags = unsafeBitCast(outer | inner &<< 8 .== pixels, to: SIMD4<UInt32>.self) & SIMD4(1, 2, 4, 8)
        let halves = unsafeBitCast(flags, to: SIMD2<UInt64>.self)
        let both = halves[0] | halves[1]
        return color == 0 ? 0 : (both | both &>> 32) & 0xF
    }

    private func matchEach(_ first: Int, _ end: Int) {
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
        // Leftward from the opaque pixel on the right, as far as its color fits.
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
        // In the remaining pixels, outward from the one with the highest alpha, whose color is known best.
        var strongest = first
        for x in first &+ 1..<high where pixels[x] &>> 24 > pixels[strongest] &>> 24 { strongest = x }
        let best = StraightAlpha.pixel(pixels[strongest], tables)
        var color = best
        for x in stride(from: strongest &+ 1, to: high, by: 1) {
            color = straight(pixels[x], like: color)
            pixels[x] = color
        }
        color = best
        for x in stride(from: strongest &- 1, to: first &- 1, by: -1) {
            color = straight(pixels[x], like: color)
            pixels[x] = color
        }
        pixels[strongest] = best
    }

    @inline(__always)
    private func straight(_ source: UInt32, like neighbor: UInt32) -> UInt32 {
        let alpha = source &>> 24
        if StraightAlpha.premultiplied(neighbor, by: alpha) == source { return neighbor & 0xFF_FFFF | alpha &<< 24 }
        return StraightAlpha.pixel(source, tables)
    }
}
