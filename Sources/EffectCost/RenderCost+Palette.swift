import EffectModel

/// Costs of choosing an animation's palette before its first frame is sent.
extension RenderCost {
    /// Adds the cost of drawing frames to count their colors: all frames if there are few colors. Images of a strip are
    /// already drawn at this point.
    mutating func addPalette(_ output: Output) {
        // A GIF always has a palette, a WebP only if lossless, an AVIF or video never.
        let takesOne = output.format == .gif || !output.isLossy
        guard output.format == .gif || (output.palette != .off && takesOne) else { return }
        if !isOfAnyMoments { work *= 2 }
        work += pixels * Self.workPerCountedPixel + min(covered, pixels) * Self.workPerFoundPixel + Self.workPerPalette
    }

    private static let workPerCountedPixel = 3.0
    /// Work per pixel to find the nearest color, if every pixel has a different one, as in noise.
    private static let workPerFoundPixel = 100.0
    /// Work to choose the palette from the counted colors: 7 to 10 ms, rounded up.
    private static let workPerPalette = 2e7
}
