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
/// - **Soft light**, in which hardly two pixels are alike, is predicted: what its neighbors make expected is subtracted
///   from each pixel, by one of four predictors for each tile (``PixelPredictor``), and what green makes expected from the
///   rest's red and blue (``ColorTransform``).
/// - **Few colors**, at most 256, become indices of a table, and up to eight of at most 16 share a pixel
///   (``ColorTable``).
///
/// The sample is every eighth row, in strips of eight. Each form is scanned and counted as the whole image would be, and
/// the entropy of the counts estimates its size (``SymbolCounts``). Tokens say which of their pixels the cache knows, so
/// one scan tells the size with and without a cache. A sample shows fewer repetitions than the whole. Where many images
/// are alike, one of them is written both ways to learn how far off its sample is (``Experience``).
///
/// An image depends on its own pixels and the experience alone, and all arithmetic is of integers: the bytes are the same
/// on every processor and for any number of threads.
///
/// - Source: RFC 9649 §3 (lossless bitstream).
public final class LosslessEncoder {
    private let writer = ImageWriter()
    private let predictor: PixelPredictor
    private let colorTransform = ColorTransform()
    private let table = ColorTable()
    private let sample = ImageSample()
    private let effort: Effort
    private let experience: Experience
    /// Whether the image that is being encoded is opaque.
    private var isOpaque = false

    /// Compression effort. All levels are lossless.
    public enum Effort: Sendable, CaseIterable {
        /// Copies of neighboring pixels only.
        case fast
        /// Copies of pixels anywhere before.
        case balanced
        /// The whole image as a sample, more predictors, and the smallest of ten or twenty results.
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

    /// Findings on one image, for others like it.
    public struct Experience: Sendable {
        /// Size that predicted pixels of a sample may have beside other forms, as a fraction of ``one``. The default is a
        /// little less than one: a sample shows fewer repetitions than the whole.
        fileprivate var share = one * 49 / 50
        fileprivate static let one = 1 << 20
        /// Whether transparent pixels take a color before pixels are predicted.
        fileprivate var fillsTransparent = true

        /// Findings on nothing.
        public init() {}
    }

    /// An encoder for one thread.
    public init(effort: Effort = .balanced, experience: Experience = Experience()) {
        (self.effort, self.experience) = (effort, experience)
        predictor = PixelPredictor(isThorough: effort == .small)
    }

    /// Returns an image as VP8L, without a container.
    ///
    /// - Parameters:
    ///   - pixels: Pixels in straight alpha, `width × height`, A R G B from the highest byte down, with ``padding`` more
    ///     before and behind them. The colors of those that are transparent may come back as others.
    ///   - width: Width in pixels, 1...16,384.
    ///   - height: Height in pixels, 1...16,384.
    ///   - runs: Pixels, numbered across all rows, that may be other than 0, in order.
    ///   - isOpaque: Whether the image says that each of its pixels is opaque, which they must be.
    ///   - isAlone: Whether there are no images like it, so that it is written in several forms where its sample is in
    ///     doubt.
    ///   - isStopped: Polled now and then; `true` ends the call with ``LosslessError/stopped``.
    /// - Throws: ``LosslessError``. The encoder stays usable.
    public func encode(
        _ pixels: MemoryView<UInt32>,
        width: Int,
        height: Int,
        runs: [hanabi_span],
        isOpaque: Bool = false,
        isAlone: Bool = false,
        unless isStopped: () -> Bool = { false }
    ) throws(LosslessError) -> [UInt8] {
        let image = try image(pixels, width: width, height: height, runs: runs)
        self.isOpaque = isOpaque
        let estimate = estimate(image, experience)
        var least: [UInt8]?
        for form in isAlone || effort == .small ? estimate.forms : [estimate.form(experience)] {
            guard !isStopped(), let bytes = encoded(image, form: form, experience, unless: isStopped) else {
                throw .stopped
            }
            if bytes.count < least?.count ?? .max { least = bytes }
        }
        return least ?? []
    }

    /// Writes an image in the forms that ``encode(_:width:height:runs:isOpaque:unless:)`` would choose from, unless one is
    /// far larger by its sample, and returns what that tells about images like it.
    ///
    /// - Parameter size: Bytes of the image as an encoder of this effort without experience writes it.
    /// - Throws: ``LosslessError``. The encoder stays usable.
    public func examine(
        _ pixels: MemoryView<UInt32>,
        width: Int,
        height: Int,
        runs: [hanabi_span],
        size: Int,
        unless isStopped: () -> Bool = { false }
    ) throws(LosslessError) -> Experience {
        let image = try image(pixels, width: width, height: height, runs: runs)
        var experience = Experience()
        func bytes(of form: Form) throws(LosslessError) -> Int {
            guard !isStopped(), let written = encoded(image, form: form, experience, unless: isStopped) else {
                throw .stopped
            }
            return written.count
        }
        let first = estimate(image, experience)
        guard let bits = first.predicted, bits < first.bits * Self.farOff else { return experience }
        let isPredicted = first.form(experience) == .predicted
        let filled = isPredicted ? size : try bytes(of: .predicted)
        var (predicted, estimated) = (filled, bits)
        if predictor.hasTransparent(image) {
            experience.fillsTransparent = false
            let unfilled = try bytes(of: .predicted)
            experience.fillsTransparent = filled <= unfilled
            if unfilled < filled { (predicted, estimated) = (unfilled, estimate(image, experience).predicted ?? bits) }
        }
        guard first.bits < bits * Self.farOff else { return experience }
        let other = isPredicted ? try bytes(of: first.other) : size
        // Both estimates as they should have been.
        experience.share =
            Experience.one * other / predicted * (Experience.one * estimated / first.bits) / Experience.one
        // Quotients were rounded down.
        if predicted < other { experience.share += Self.roundedOff }
        // Other images are not the same.
        experience.share = min(max(experience.share, Self.leastShare), Self.mostShare)
        return experience
    }

    /// Bounds of what one image may say about others.
    private static let (leastShare, mostShare) = (Experience.one * 6 / 10, Experience.one * 11 / 10)
    /// Ratio of two estimates from which on there is no doubt.
    private static let farOff = 2
    /// More than two quotients lose when they are rounded.
    private static let roundedOff = 4

    private func image(
        _ pixels: MemoryView<UInt32>,
        width: Int,
        height: Int,
        runs: [hanabi_span]
    ) throws(LosslessError) -> ImageWriter.Pixels {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height) else { throw .size(width: width, height: height) }
        return ImageWriter.Pixels(start: pixels, width: width, height: height, runs: runs)
    }

    // MARK: Choosing

    /// Estimated sizes of an image.
    private struct Estimate {
        /// The best form but predicted.
        var other: Form
        var bits = 0
        /// Bits of predicted pixels; `nil` where these are not worth a look.
        var predicted: Int?

        /// Forms of which any may be the smallest.
        var forms: [Form] {
            guard let predicted, predicted * 2 < bits * 3 else { return [other] }
            return bits * 2 < predicted * 3 ? [other, .predicted] : [.predicted]
        }

        func form(_ experience: Experience) -> Form {
            guard let predicted, predicted * Experience.one < bits * experience.share else { return other }
            return .predicted
        }
    }

    private func estimate(_ image: ImageWriter.Pixels, _ experience: Experience) -> Estimate {
        if image.runs.isEmpty { return Estimate(other: .flat) }
        let isIndexable = table.count(image)
        // Several indices in a pixel are hardly ever larger.
        if isIndexable, table.bundleBits > 0 { return Estimate(other: .indexed) }
        sample.take(image, isWhole: effort == .small)
        let share = sample.share
        let flat = sample.with(sample.pixels) { writer.estimatedBits(of: $0, share: share) }
        var estimate = Estimate(other: .flat, bits: flat)
        if isIndexable {
            _ = sample.with(sample.pixels) { table.pack($0) }
            let bits = sample.with(table.packed) { writer.estimatedBits(of: $0, share: share) }
            let whole = bits + table.colors.count * Self.bitsPerColor
            if whole < flat { (estimate.other, estimate.bits) = (.indexed, whole) }
        }
        sample.with(sample.pixels) { predict($0, experience) }
        let residuals = sample.with(predictor.residuals) {
            writer.estimatedBits(of: $0, groups: .size, share: share)
        }
        let tiles =
            Self.bits(predictor.tiles, perChange: Int(PixelPredictor.bitsPerChange))
            + Self.bits(colorTransform.tiles, perChange: Self.bitsPerFactors)
        estimate.predicted = residuals + tiles * share
        return estimate
    }

    /// Estimated bits of what a transform says for each tile.
    private static func bits(_ tiles: [UInt32], perChange bits: Int) -> Int {
        zip(tiles, tiles.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : bits) }
    }

    /// Computes the predictor's residuals, and transforms their colors.
    private func predict(_ image: ImageWriter.Pixels, _ experience: Experience) {
        if experience.fillsTransparent { predictor.predictFilled(image) } else { predictor.predict(image) }
        colorTransform.transform(predictor.residuals, width: image.width, height: image.height)
    }

    /// Typical bits of a color in a table.
    private static let bitsPerColor = 20
    /// Bits of factors other than those of the tile before, with what they cost the codes of a small image.
    private static let bitsPerFactors = 22

    // MARK: Writing

    /// - Returns: The smallest of all ways to write an image in a form; `nil` if stopped.
    private func encoded(
        _ image: ImageWriter.Pixels,
        form: Form,
        _ experience: Experience,
        unless isStopped: () -> Bool
    ) -> [UInt8]? {
        switch form {
        case .flat: return smallest(form, image, size: image, unless: isStopped)
        case .predicted:
            predict(image, experience)
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
        let groups = form == .predicted ? CodeGroups.Kind.size : .color
        return switch effort {
        case .fast: [ImageWriter.Search(isDistant: false, groups: groups)]
        // Residuals hardly ever recur together.
        case .balanced: [ImageWriter.Search(isDistant: form != .predicted, groups: groups)]
        case .small:
            [7, 8, 9, 10, 11].flatMap { bits in
                [true, false].map { ImageWriter.Search(isDistant: $0, cacheBits: bits, groups: groups) }
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

    /// Writes what a transform says for each tile.
    private func write(_ tileBits: Int, tiles: [UInt32], width: Int) {
        writer.output.put(tileBits - 2, bits: 3)
        let side = 1 << tileBits
        writer.writeSideImage(tiles, width: (width + side - 1) / side)
    }

    /// - Source: RFC 9649 §4.
    private func writeTransforms(_ form: Form, width: Int) {
        switch form {
        case .flat: break
        case .predicted:
            write(.predictor)
            write(PixelPredictor.tileBits, tiles: predictor.tiles, width: width)
            write(.color)
            write(ColorTransform.tileBits, tiles: colorTransform.tiles, width: width)
        case .indexed:
            write(.colorIndexing)
            writer.output.put(table.colors.count - 1, bits: 8)
            writer.writeSideImage(table.differences, width: table.colors.count)
        }
        // No further transform.
        writer.output.put(0, bits: 1)
    }
}
