internal import EffectModel
internal import Memory

/// Alpha above which something blurred is opaque, with an edge of about a pixel: shapes that come near each other flow
/// together, as metaballs do.
///
/// The slope of a blurred edge sets the width: in its middle, alpha changes by 0.4 divided by the standard deviation from one pixel
/// to the next, and by less above and below. All numbers are integers, so the result is the same on any machine.
struct AlphaThreshold {
    /// Alpha up to which a pixel is empty.
    private let low: UInt64
    /// Difference from there to the alpha from which on it is opaque.
    private let span: UInt64

    /// Change of alpha over the width of an edge, times the standard deviation in pixels, where alpha is a half.
    private static let slope = 0.45

    /// - Parameters:
    ///   - threshold: Alpha in the middle of the edge, 0...1.
    ///   - deviation: Standard deviation of the blur in pixels.
    init(_ threshold: Double, deviation: Double) {
        // Near the slope of a Gaussian's integral, to a twentieth.
        let steep = (4 * threshold * (1 - threshold)).squareRoot()
        let slope = Self.slope * (steep * steep.squareRoot())
        let half = min(slope / 2 / max(deviation, 0.5), threshold, 1 - threshold)
        low = UInt64(((threshold - half) * 65_535).rounded())
        span = max(1, UInt64((2 * half * 65_535).rounded()))
    }

    /// Replaces the alpha of wide pixels, and keeps their color.
    func apply(to pixels: MutableMemoryView<UInt64>, _ range: Range<Int>) {
        for index in range {
            let alpha = pixels[index] >> 48
            guard alpha > low else {
                if alpha > 0 { pixels[index] = 0 }
                continue
            }
            let own = min(65_535, (alpha - low) * 65_535 / span)
            let factor = (own << 16) / alpha
            var changed = own << 48
            for channel in stride(from: UInt64(0), to: 48, by: 16) {
                let value = (pixels[index] >> channel) & 0xFFFF
                changed |= min(own, (value * factor) >> 16) << channel
            }
            pixels[index] = changed
        }
    }
}
