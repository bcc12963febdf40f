internal import CKernels
internal import Memory

/// Replaces pixels by their differences from what their neighbors make expected, with a predictor for each tile.
///
/// - Source: RFC 9649 §4.1 (predictor transform).
final class PixelPredictor {
    private let kernels = PixelKernels()
    /// Residuals, one per pixel.
    var residuals: MutableMemoryView<UInt32> { memory.view }
    private var memory = OwnedMemory<UInt32>(unwritten: 64 + padding)
    /// Predictors of the tiles, as the pixels of an image that VP8L stores.
    private(set) var tiles: [UInt32] = []

    /// Binary logarithm of a tile's side.
    static let tileBits = 4
    /// Typical bits for a predictor other than that of the tile before.
    static let bitsPerChange: UInt64 = 8
    /// Predictors tried, by their number in the format.
    private let modes: [UInt32]
    /// Entries of memory behind the last pixel that may be read and written.
    static let padding = 32

    /// - Parameter isThorough: Whether to try more predictors.
    init(isThorough: Bool) { modes = isThorough ? [12, 11, 1, 2, 7, 13] : [12, 11, 1, 2] }

    /// Computes ``residuals`` and ``tiles``.
    ///
    /// - Parameter image: Pixels with ``padding`` more behind the last, and one before the first.
    func predict(_ image: ImageWriter.Pixels) {
        predict(image.start, width: image.width, height: image.height)
    }

    /// Computes ``residuals`` and ``tiles`` of an image whose transparent pixels take the color of the last pixel before
    /// them that is not: their own is never seen, and the pixels around a shape are predicted well then.
    func predictFilled(_ image: ImageWriter.Pixels) {
        let (width, height) = (image.width, image.height)
        guard hasTransparent(image) else { return predict(image) }
        predict(filled(image.start, count: width * height, runs: image.runs), width: width, height: height)
    }

    /// Whether an image has transparent pixels.
    func hasTransparent(_ image: ImageWriter.Pixels) -> Bool {
        // Runs may end with their rows.
        var end = 0
        for run in image.runs {
            guard Int(run.low) == end else { return true }
            end = Int(run.high)
            var least = UInt32.max
            for at in Int(run.low)..<end { least = min(least, image.start[at]) }
            if least <= 0xFF_FFFF { return true }
        }
        return end < image.width * image.height
    }

    private func filled(_ pixels: MemoryView<UInt32>, count: Int, runs: [hanabi_span]) -> MemoryView<UInt32> {
        if count + 2 * Self.padding > filledMemory.count {
            filledMemory = OwnedMemory(repeating: 0, count: count + 2 * Self.padding)
        }
        let filled = filledMemory.view.suffix(from: Self.padding)
        var (at, color) = (0, UInt32(0))
        for run in runs {
            let (low, high) = (Int(run.low), Int(run.high))
            filled.suffix(from: at).fill(color, count: low - at)
            at = low
            while at < high {
                let pixel = pixels[at]
                if pixel > 0xFF_FFFF {
                    color = pixel & 0xFF_FFFF
                    filled[at] = pixel
                } else {
                    filled[at] = color
                }
                at &+= 1
            }
        }
        filled.suffix(from: at).fill(color, count: count - at)
        return filled.readOnly
    }

    private var filledMemory = OwnedMemory<UInt32>(repeating: 0, count: 64 + 2 * padding)

    private func predict(_ pixels: MemoryView<UInt32>, width: Int, height: Int) {
        if width * height + Self.padding > memory.count {
            memory = OwnedMemory(unwritten: width * height + Self.padding)
        }
        let residuals = residuals
        let side = 1 << Self.tileBits
        tiles.removeAll(keepingCapacity: true)
        // The first row is predicted from the left.
        let first = PixelKernels.Tile(stride: width, width: width, height: 1)
        _ = kernels.predict(first, of: pixels, above: pixels, mode: 1, into: residuals)
        residuals[0] = Self.difference(pixels[0], 0xFF00_0000)
        for top in stride(from: 0, to: height, by: side) {
            let (low, high) = (max(1, top), min(height, top + side))
            var mode = modes[0]
            for left in stride(from: 0, to: width, by: side) {
                // The first column is predicted from above.
                let start = max(1, left)
                let tile = PixelKernels.Tile(
                    stride: width,
                    width: min(width, left + side) - start,
                    height: high - low
                )
                if tile.width > 0, tile.height > 0 {
                    let own = pixels.suffix(from: low * width + start)
                    mode = best(tile, of: own, before: mode)
                    let out = residuals.suffix(from: low * width + start)
                    _ = kernels.predict(tile, of: own, above: own.suffix(from: -width), mode: mode, into: out)
                }
                tiles.append(0xFF00_0000 | mode << 8)
            }
        }
        for y in 1..<max(1, height) {
            residuals[y * width] = Self.difference(pixels[y * width], pixels[(y - 1) * width])
        }
    }

    /// The predictor whose residuals take the fewest bits in a tile; between equal ones, that of the tile before.
    private func best(_ tile: PixelKernels.Tile, of pixels: MemoryView<UInt32>, before: UInt32) -> UInt32 {
        func bits(_ mode: UInt32) -> UInt64 {
            kernels.predict(tile, of: pixels, above: pixels.suffix(from: -tile.stride), mode: mode, into: nil)
        }
        var (best, least) = (before, bits(before))
        for mode in modes where mode != before && least > Self.bitsPerChange {
            let own = bits(mode) + Self.bitsPerChange
            if own < least { (best, least) = (mode, own) }
        }
        return best
    }

    /// The difference of two pixels, channel by channel.
    static func difference(_ pixel: UInt32, _ expected: UInt32) -> UInt32 {
        let outer = (pixel | 0x00FF_00FF) &- (expected & 0xFF00_FF00)
        let inner = (pixel | 0xFF00_FF00) &- (expected & 0x00FF_00FF)
        return outer & 0xFF00_FF00 | inner & 0x00FF_00FF
    }
}
