internal import CKernels

/// Some rows of an image, without gaps, to try transforms on.
final class ImageSample {
    /// Number of images like this one in the whole.
    private(set) var share = 1
    private var pixels: UnsafeMutablePointer<UInt32>
    private var capacity = 0
    private(set) var width = 0
    private(set) var height = 0

    /// Rows that follow each other.
    private static let stripHeight = 8
    /// Fewest rows from one such strip to the next.
    private static let stripDistance = 64
    /// Strips of a high image, whose rows are farther apart.
    private static let fewestStrips = 4

    init() { pixels = .allocate(capacity: 2 * PixelPredictor.padding) }

    deinit { pixels.deallocate() }

    /// Pixels of the sample; may be changed.
    var start: UnsafeMutablePointer<UInt32> { pixels + PixelPredictor.padding }

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
            (start + height * width).update(from: image.start + first * width, count: count * width)
            height += count
        }
        share = max(1, image.height / height)
    }

    /// Runs `body` with the pixels as an image of one run.
    func with<Result>(_ pixels: UnsafePointer<UInt32>, _ body: (ImageWriter.Pixels) -> Result) -> Result {
        let whole = [hanabi_span(low: 0, high: Int32(width * height))]
        return whole.withUnsafeBufferPointer { runs in
            body(ImageWriter.Pixels(start: pixels, width: width, height: height, runs: runs))
        }
    }

    private func reserve(_ count: Int) {
        guard count > capacity else { return }
        pixels.deallocate()
        capacity = count
        pixels = .allocate(capacity: count + 2 * PixelPredictor.padding)
        pixels.initialize(repeating: 0, count: count + 2 * PixelPredictor.padding)
    }
}
