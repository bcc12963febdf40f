/// Palette entries that the pixels of one color take: one, or two that alternate by place, so that a ground with few entries shows
/// finer bands. The pattern depends on the place alone: it stays the same from frame to frame.
///
/// - Source: B. Bayer, An Optimum Method for Two-Level Rendition of Continuous-Tone Pictures, 1973.
package struct PaletteMix: Equatable {
    /// Share of the second entry in quarters in bits 24...31, the second entry in bits 16...23, the first + 1 below.
    let bits: UInt32

    /// A mix of one entry.
    package init(_ entry: Int) { bits = UInt32(truncatingIfNeeded: entry) &+ 1 }

    /// - Parameter quarters: Share of `second` in quarters, 1...3.
    init(_ first: Int, _ second: Int, quarters: Int) {
        bits = UInt32(truncatingIfNeeded: quarters &<< 24 | second &<< 16 | first &+ 1)
    }

    init(bits: UInt32) { self.bits = bits }

    private var first: UInt8 { UInt8(truncatingIfNeeded: bits &- 1) }
    private var second: UInt8 { UInt8(truncatingIfNeeded: bits &>> 16) }

    /// The lowest entry.
    var lowest: Int { Int(bits &>> 24 == 0 ? first : min(first, second)) }

    /// Entries of a row's pixels.
    package struct Row {
        package let even: UInt8
        package let odd: UInt8

        /// Returns the entry of the pixel at `x` of the image.
        @inline(__always)
        package func entry(at x: Int) -> UInt8 { x & 1 == 0 ? even : odd }
    }

    /// Returns the entries of row `y` of the image.
    @inline(__always)
    package func row(_ y: Int) -> Row {
        let quarters = bits &>> 24
        if quarters == 0 { return Row(even: first, odd: first) }
        // A pattern of 2 × 2 pixels is the least visible one, and costs the fewest bytes: 0 2 above 3 1.
        return y & 1 == 0
            ? Row(even: second, odd: quarters > 2 ? second : first)
            : Row(even: first, odd: quarters > 1 ? second : first)
    }
}
