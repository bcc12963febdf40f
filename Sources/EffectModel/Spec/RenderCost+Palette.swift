/// What it costs to choose the colours of an animation before its first frame goes out.
extension RenderCost {
    /// Adds what it takes to draw frames, all of them if their colours are few, and to count these. Pictures of a strip are at
    /// hand when their colours are chosen.
    mutating func addPalette(_ output: Output) {
        // A GIF has one in any case, a WebP only where it loses nothing else.
        let takesOne = output.format != .webp || output.quality == .lossless
        guard output.format == .gif || (output.palette != .off && takesOne) else { return }
        if !isOfAnyMoments { work *= 2 }
        work += pixels * Self.workPerCountedPixel + min(covered, pixels) * Self.workPerFoundPixel + Self.workPerPalette
    }

    private static let workPerCountedPixel = 3.0
    /// To find the nearest colour, where each pixel has another one, as in noise.
    private static let workPerFoundPixel = 100.0
    /// To choose the colours, once they are counted: 7 to 10 ms, rounded up.
    private static let workPerPalette = 2e7
}
