internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import WorkScheduling

extension Palette {
    /// A palette for all frames of an animation, chosen before the first frame is sent, so that frames can be sent as
    /// they are made.
    ///
    /// Colors are counted in a few frames spread over the animation. If these fit the palette without loss, the
    /// remaining frames are counted too, until there are too many colors. The palette is exact whenever all colors fit.
    ///
    /// - Parameters:
    ///   - only: Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    ///   - most: Maximum number of colors, 2...256.
    ///   - isGuess: Whether to choose colors from a few frames only.
    ///   - picture: Converts a drawn frame to the encoder's input.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    /// - Complexity: Draws each frame once at most.
    init(
        of simulation: Simulation,
        only: Double? = nil,
        most: Int,
        pool: WorkerPool,
        isGuess: Bool,
        _ watch: RenderContext,
        _ picture: @escaping @Sendable (Bitmap) -> FrameEncoder.Picture
    ) throws {
        let frameCount = simulation.spec.timing.frameCount
        let samples = Self.samples(of: frameCount)
        let time = simulation.spec.timing.time(ofFrame:)
        var histogram = ColorHistogram()
        try Self.count(
            only.map { [$0] } ?? samples.map(time),
            of: simulation,
            pool: pool,
            watch: watch,
            picture: picture
        ) { histogram.add($0) }
        // One entry is reserved for transparency.
        if !isGuess, only == nil, !histogram.exceeds(most - 1) {
            let rest = (0..<frameCount).filter { !samples.contains($0) }
            do {
                try Self.count(rest.map(time), of: simulation, pool: pool, watch: watch, picture: picture) {
                    histogram.add($0)
                    if histogram.exceeds(most - 1) { throw Enough() }
                }
            } catch is Enough {}
        }
        self.init(histogram, most: most)
    }

    /// Thrown when there are more colors than palette entries.
    private struct Enough: Error {}

    /// Number of frames always examined.
    private static let sampleCount = 16

    /// Evenly spaced frame numbers, including the first and the last.
    private static func samples(of frameCount: Int) -> [Int] {
        guard frameCount > sampleCount else { return Array(0..<frameCount) }
        return (0..<sampleCount).map { $0 * (frameCount - 1) / (sampleCount - 1) }
    }

    private static func count(
        _ times: [Double],
        of simulation: Simulation,
        pool: WorkerPool,
        watch: RenderContext,
        picture: @escaping @Sendable (Bitmap) -> FrameEncoder.Picture,
        consume: (ColorHistogram) throws -> Void
    ) throws {
        try pool.inOrder(times.count) {
            FramePainter(simulation)
        } produce: { painter, index in
            try watch.check()
            let bitmap = try painter.draw(simulation.drawList(at: times[index]), watch)
            return ColorHistogram(picture(bitmap))
        } consume: {
            try consume($0)
        }
    }
}

extension StillPNG.Colors {
    /// Stills are lossless unless a palette is requested.
    init(_ palette: Output.Palette) { self = palette.most.map { .atMost($0) } ?? .lossless }
}
