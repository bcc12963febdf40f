public import CKernels
public import Memory

/// Encodes images as VP8L, the lossless format of WebP. Reuses its memory: use one encoder per thread.
///
/// VP8L codes an image as tokens in prefix codes: pixels, whose four channels have a code each; entries of a cache of the
/// latest colors; and copies of earlier pixels, whose distances have short codes for neighbors in two dimensions. Before
/// that, pixels may be transformed. libwebp finds small files by trying. This encoder knows what it is given — a few
/// drawn shapes on a transparent canvas, or soft light — and decides from a sample:
///
/// - **Flat shapes** are left as they are. Most of their pixels equal the one on the left or above, and the others, on
///   the rims, have the color of a shape with one of 255 alphas: the cache knows many of them. The scan looks to the
///   left, above, to both sides above, and at the last place with the same two pixels. It never reads the
///   transparent pixels, because the caller says where the others are (``PixelScanner``).
/// - **Soft light**, in which hardly two pixels are alike, is predicted: green is subtracted from red and blue, and each
///   pixel from what its neighbors make expected, by one of three predictors for each tile (``PixelPredictor``).
/// - **Few colors**, at most 256, become indices of a table, and up to eight of at most 16 share a pixel
///   (``ColorTable``).
///
/// The sample is every eighth row, in strips of eight. Each form is scanned and counted as the whole image would be, and
/// the entropy of the counts estimates its size (``SymbolCounts``). Tokens say which of their pixels the cache knows, so
/// one scan tells the size with and without a cache.
///
/// An image depends on its own pixels alone, and all arithmetic is of integers: the bytes are the same on every
/// processor and for any number of threads.
///
/// - Source: RFC 9649 §3 (lossless bitstream).
public final class LosslessEncoder {
    private let writer = ImageWriter()
    private let predictor: PixelPredictor
    private let table = ColorTable()
    private let sample = ImageSample()
    private let effort: Effort
    /// Whether the image that is being encoded is opaque.
    private var isOpaque = false

    /// Compression effort. All levels are lossless.
    public enum Effort: Sendable, CaseIterable {
        /// Copies of neighboring pixels only.
        case fast
        /// Copies of pixels anywhere before.
        case balanced
        /// The whole image as a sample, more predictors for smaller tiles, and the smallest of ten results.
        case small
    }

    /// Transforms of an image.
    private enum Form {
        case flat, predicted, indexed
    }

    /// Most pixels on a side.
    public static let longestSide = 16_384
    /// Entries of memory before the first and behind the last pixel that may be read.
    public static let padding = PixelPredictor.padding

    /// An encoder for one thread.
    public init(effort: Effort = .balanced) {
        self.effort = effort
        predictor = PixelPredictor(isThorough: effort == .small)
    }

    /// Returns an image as VP8L, without a container.
    ///
    /// - Parameters:
    ///   - pixels: Pixels in straight alpha, `width × height`, A R G B from the highest byte down, with ``padding`` more
    ///     before and behind them. Changed, but not where they are 0.
    ///   - width: Width in pixels, 1...16,384.
    ///   - height: Height in pixels, 1...16,384.
    ///   - runs: Pixels, numbered across all rows, that may be other than 0, in order.
    ///   - isOpaque: Whether the image says that each of its pixels is opaque, which they must be.
    ///   - isStopped: Polled now and then; `true` ends the call with ``LosslessError/stopped``.
    /// - Throws: ``LosslessError``. The encoder stays usable.
    public func encode(
        _ pixels: MutableMemoryView<UInt32>,
        width: Int,
        height: Int,
        runs: [hanabi_span],
        isOpaque: Bool = false,
        unless isStopped: () -> Bool = { false }
    ) throws(LosslessError) -> [UInt8] {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height) else { throw .size(width: width, height: height) }
        let image = ImageWriter.Pixels(start: pixels.readOnly, width: width, height: height, runs: runs)
        self.isOpaque = isOpaque
        let form = form(of: image)
        guard !isStopped(), let bytes = encoded(image, pixels: pixels, form: form, unless: isStopped) else {
            throw .stopped
        }
        return bytes
    }

    // MARK: Choosing

    private func form(of image: ImageWriter.Pixels) -> Form {
        if image.runs.isEmpty { return .flat }
        let isIndexable = table.count(image)
        // Several indices in a pixel are hardly ever larger.
        if isIndexable, table.bundleBits > 0 { return .indexed }
        sample.take(image, isWhole: effort == .small)
        let share = sample.share
        var (best, least) = (Form.flat, sample.with(sample.pixels) { writer.estimatedBits(of: $0, share: share) })
        if isIndexable {
            _ = sample.with(sample.pixels) { table.pack($0) }
            let bits = sample.with(table.packed) { writer.estimatedBits(of: $0, share: share) }
            let whole = bits + table.colors.count * Self.bitsPerColor
            if whole < least { (best, least) = (.indexed, whole) }
        }
        PixelPredictor.subtractGreen(sample.pixels, count: sample.width * sample.height)
        predictor.predict(sample.pixels.readOnly, width: sample.width, height: sample.height)
        let predicted = sample.with(predictor.residuals) { writer.estimatedBits(of: $0, share: share) }
        // A sample shows fewer repetitions than the whole.
        return predicted * 100 < least * Self.percentOfOthers ? .predicted : best
    }

    /// Typical bits of a color in a table.
    private static let bitsPerColor = 20
    /// Size that predicted pixels of a sample may have, in percent of other forms.
    private static let percentOfOthers = 92

    // MARK: Writing

    /// - Returns: The smallest of all ways to write an image in a form; `nil` if stopped.
    private func encoded(
        _ image: ImageWriter.Pixels,
        pixels: MutableMemoryView<UInt32>,
        form: Form,
        unless isStopped: () -> Bool
    ) -> [UInt8]? {
        switch form {
        case .flat: return smallest(form, image, size: image, unless: isStopped)
        case .predicted:
            PixelPredictor.subtractGreen(pixels, count: image.width * image.height)
            predictor.predict(pixels.readOnly, width: image.width, height: image.height)
            var residuals = image
            residuals.start = predictor.residuals.readOnly
            residuals.runs = [hanabi_span(low: 0, high: Int32(image.width * image.height))]
            return smallest(form, residuals, size: image, unless: isStopped)
        case .indexed:
            let width = table.pack(image)
            let start = table.packed.readOnly
            let packed = ImageWriter.Pixels(start: start, width: width, height: image.height, runs: table.runs)
            return smallest(form, packed, size: image, unless: isStopped)
        }
    }

    private func smallest(
        _ form: Form,
        _ image: ImageWriter.Pixels,
        size: ImageWriter.Pixels,
        unless isStopped: () -> Bool
    ) -> [UInt8]? {
        var least: [UInt8]?
        for search in searches(form) {
            writeHeader(width: size.width, height: size.height)
            writeTransforms(form, width: size.width)
            guard writer.write(image, search, unless: isStopped) else { return nil }
            let count = writer.output.finish()
            if count < least?.count ?? .max { least = writer.output.bytes(count) }
        }
        return least
    }

    /// Ways to find tokens, of which the smallest result is taken.
    private func searches(_ form: Form) -> [ImageWriter.Search] {
        switch effort {
        case .fast: [ImageWriter.Search(isDistant: false)]
        // Residuals hardly ever recur together.
        case .balanced: [ImageWriter.Search(isDistant: form != .predicted)]
        case .small:
            [7, 8, 9, 10, 11].flatMap { bits in
                [true, false].map { ImageWriter.Search(isDistant: $0, cacheBits: bits) }
            }
        }
    }

    /// - Source: RFC 9649 §3.4.
    private func writeHeader(width: Int, height: Int) {
        let output = writer.output
        output.begin()
        output.put(0x2F, bits: 8)
        output.put(width - 1, bits: 14)
        output.put(height - 1, bits: 14)
        // A hint that alpha is used, and the version. Muxers compare the hint with the flag of the file.
        output.put(isOpaque ? 0 : 1, bits: 1)
        output.put(0, bits: 3)
    }

    /// Transforms, as their numbers in the format.
    private enum Transform: Int {
        case predictor, color, subtractGreen, colorIndexing
    }

    private func write(_ transform: Transform) {
        writer.output.put(1, bits: 1)
        writer.output.put(transform.rawValue, bits: 2)
    }

    /// - Source: RFC 9649 §4.
    private func writeTransforms(_ form: Form, width: Int) {
        switch form {
        case .flat: break
        case .predicted:
            write(.subtractGreen)
            write(.predictor)
            writer.output.put(predictor.tileBits - 2, bits: 3)
            let side = 1 << predictor.tileBits
            writer.writeSideImage(predictor.tiles, width: (width + side - 1) / side)
        case .indexed:
            write(.colorIndexing)
            writer.output.put(table.colors.count - 1, bits: 8)
            writer.writeSideImage(table.differences, width: table.colors.count)
        }
        // No further transform.
        writer.output.put(0, bits: 1)
    }
}
