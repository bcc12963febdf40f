/// Palette entries that the pixels of one color take: one, or two that alternate by place, so that a ground with few entries shows no
/// bands. The pattern depends on the place alone: it stays the same from frame to frame.
///
/// - Source: B. Bayer, An Optimum Method for Two-Level Rendition of Continuous-Tone Pictures, 1973.
package struct PaletteMix: Equatable {
    /// Share of the second entry in quarters in bits 24...31, the second entry in bits 16...23, the first + 1 below.
    let bits: UInt32

    /// All pixels take `entry`.
    package init(_ entry: Int) { bits = UInt32(truncatingIfNeeded: entry) &+ 1 }

    /// - Parameter quarters: Share of `second` in quarters, 0...4.
    init(_ first: Int, _ second: Int, quarters: Int) {
        bits = UInt32(truncatingIfNeeded: quarters &<< 24 | second &<< 16 | first &+ 1)
    }

    init(bits: UInt32) { self.bits = bits }

    private var first: UInt8 { UInt8(truncatingIfNeeded: bits &- 1) }
    private var second: UInt8 { UInt8(truncatingIfNeeded: bits &>> 16) }

    /// Entries of a row's pixels.
    package struct Row {
        /// The entry at even places in the lower byte, the one at odd places in the upper.
        private let bits: UInt32

        @inline(__always)
        fileprivate init(even: UInt8, odd: UInt8) { bits = UInt32(even) | UInt32(odd) &<< 8 }

        /// Returns the entry of the pixel at `x` of the image.
        @inline(__always)
        package func entry(at x: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits &>> UInt32(x &<< 3 & 8)) }
    }

    /// Returns the entries of row `y` of the image.
    @inline(__always)
    package func row(_ y: Int) -> Row {
        let quarters = bits &>> 24
        if quarters == 0 { return Row(even: first, odd: first) }
        // A pattern of 2 × 2 pixels is the least visible one, and costs the fewest bytes: 0 2 above 3 1.
        return y & 1 == 0
            ? Row(even: quarters > 0 ? second : first, odd: quarters > 2 ? second : first)
            : Row(even: quarters > 3 ? second : first, odd: quarters > 1 ? second : first)
    }
}
