/// Encodes an animated AVIF frame by frame, or a still AVIF of one frame.
public final class AVIFEncoder {
    /// Compression effort.
    public enum Effort: Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// Durations of frames are in these parts of a second.
    public static let stepsPerSecond = AVIFFile.stepsPerSecond

    private let width: Int
    private let height: Int
    private let plays: Int
    private let color: AV1Stream
    private let alpha: AV1Stream?
    private var planes: ColorPlanes
    private var durations: [Int] = []
    private var colorSamples: [[UInt8]] = []
    private var alphaSamples: [[UInt8]] = []

    /// - Parameters:
    ///   - width: Width in pixels, 1...16,384.
    ///   - height: Height in pixels, 1...16,384.
    ///   - plays: Number of plays; 0 for endless.
    ///   - hasAlpha: Whether any pixel may be transparent.
    ///   - quality: Quality, 1...100; higher is better.
    /// - Throws: ``AVIFError``.
    public init(width: Int, height: Int, plays: Int, hasAlpha: Bool, quality: Int, effort: Effort) throws(AVIFError) {
        guard (1...16_384).contains(width), (1...16_384).contains(height) else {
            throw .size(width: width, height: height)
        }
        (self.width, self.height, self.plays) = (width, height, plays)
        planes = ColorPlanes(width: width, height: height)
        let speed =
            switch effort {
            case .fast: 9
            case .balanced: 7
            case .small: 6
            }
        func settings(_ quality: Int) -> AV1Stream.Settings {
            AV1Stream.Settings(quantizer: Self.quantizer(quality), speed: speed)
        }
        color = try AV1Stream(.color, width: width, height: height, settings: settings(quality))
        alpha =
            hasAlpha
            ? try AV1Stream(.alpha, width: width, height: height, settings: settings(quality + Self.alphaGain)) : nil
    }

    /// Edges of small particles are in alpha, where errors show most.
    private static let alphaGain = 5

    /// Quantizer of libaom for a quality: 30 for 75, at which soft light is no worse than in a WebP of quality 75.
    static func quantizer(_ quality: Int) -> Int {
        quality < 75 ? 30 + (75 - quality) * 33 / 74 : max(1, 30 - (quality - 75) * 29 / 25)
    }

    /// Encodes the next frame.
    ///
    /// - Parameters:
    ///   - pixels: Pixels, `width × height`, straight RGBA, R in the lowest byte.
    ///   - duration: Duration in parts of a second.
    ///   - isStopped: Polled before each plane; `true` ends the call with ``AVIFError/stopped``.
    /// - Throws: ``AVIFError``.
    public func append(
        _ pixels: Span<UInt32>,
        duration: Int,
        unless isStopped: () -> Bool = { false }
    ) throws(AVIFError) {
        guard pixels.count == width * height else {
            throw .wrongPixelCount(found: pixels.count, expected: width * height)
        }
        if isStopped() { throw .stopped }
        planes.load(pixels)
        colorSamples.append(
            try color.encode { plane, rows, stride in
                planes.write(plane, to: rows, stride: stride)
            }
        )
        if let alpha {
            if isStopped() { throw .stopped }
            alphaSamples.append(
                try alpha.encode { _, rows, stride in
                    planes.writeAlpha(to: rows, stride: stride)
                }
            )
        }
        durations.append(duration)
    }

    /// Encodes the next frame from an array.
    ///
    /// - Throws: ``AVIFError``.
    func append(_ pixels: [UInt32], duration: Int) throws(AVIFError) {
        try append(pixels.span, duration: duration)
    }

    /// Bytes of the file with all frames so far.
    ///
    /// - Throws: ``AVIFError/length``.
    public func file() throws(AVIFError) -> [UInt8] {
        try AVIFFile(
            width: width,
            height: height,
            plays: plays,
            durations: durations,
            color: AVIFFile.Track(samples: colorSamples),
            alpha: alpha.map { _ in AVIFFile.Track(samples: alphaSamples) }
        ).bytes()
    }
}
