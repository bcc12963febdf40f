internal import CKernels
internal import Memory

/// Some rows of an image, without gaps, to try transforms on.
final class ImageSample {
    /// Number of images like this one in the whole.
    private(set) var share = 1
    private var memory = OwnedMemory<UInt32>(repeating: 0, count: 2 * PixelPredictor.padding)
    private(set) var width = 0
    private(set) var height = 0

    /// Rows that follow each other.
    private static let stripHeight = 8
    /// Fewest rows from one such strip to the next.
    private static let stripDistance = 64
    /// Strips of a high image, whose rows are farther apart.
    private static let fewestStrips = 4

    /// Pixels of the sample.
    var pixels: MutableMemoryView<UInt32> { memory.view.suffix(from: PixelPredictor.padding) }

    /// Takes rows of an image: all if `isWhole`.
    func take(_ image: ImageWriter.Pixels, isWhole: Bool) {
        let distance = isWhole ? Self.stripHeight : max(Self.stripDistance, image.height / Self.fewestStrips)
        let strips = (image.height + distance - 1) / distance
        reserve(strips * Self.stripHeight * image.width)
        (width, height) = (image.width, 0)
        for y in stride(from: 0, to: image.height, by: distance) {
            // The middle of each part.
            let first = min(y + (distance - Self.stripHeight) / 2, max(y, image.height - Self.stripHeight))
            let count = min(Self.stripHeight, image.height - first)
            pixels.suffix(from: height * width).copy(image.start.suffix(from: first * width), count: count * width)
            height += count
        }
        share = max(1, image.height / height)
    }

    /// Runs `body` with the pixels as an image of one run.
    func with<Result>(_ pixels: MutableMemoryView<UInt32>, _ body: (ImageWriter.Pixels) -> Result) -> Result {
        let whole = [hanabi_span(low: 0, high: Int32(width * height))]
        return body(ImageWriter.Pixels(start: pixels.readOnly, width: width, height: height, runs: whole))
    }

    private func reserve(_ count: Int) {
        memory.grow(to: count + 2 * PixelPredictor.padding, keeping: 0, filling: 0)
    }
}
