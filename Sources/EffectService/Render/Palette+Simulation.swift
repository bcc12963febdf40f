internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

extension Palette {
    /// The colours for all frames of an animation, known before the first frame goes out, so that frames can be sent as they
    /// are made.
    ///
    /// They are chosen from a few frames, spread over the animation. If these have so few colours that all have room,
    /// all others are looked at too, until there are more: as long as there is room for all, the palette is exact.
    ///
    /// - Parameters:
    ///   - only: The one frame that the file has, if it has one only.
    ///   - most: 2...256.
    ///   - isGuess: Whether a few frames are enough.
    ///   - picture: What is made of a drawn frame.
    /// - Throws: ``RenderError``, when `watch` says so.
    /// - Complexity: At the most, all frames are drawn.
    init(
        of simulation: Simulation,
        only: Int? = nil,
        most: Int,
        pool: RenderPool,
        isGuess: Bool,
        _ watch: RenderWatch,
        _ picture: @escaping @Sendable (Bitmap) -> FrameEncoder.Picture
    ) throws {
        let frameCount = simulation.spec.timing.frameCount
        let samples = only.map { [$0] } ?? Self.samples(of: frameCount)
        var count = ColourCount()
        try Self.count(samples, of: simulation, pool, watch, picture) { count.add($0) }
        // One of them is for what is transparent.
        if !isGuess, only == nil, !count.exceeds(most - 1) {
            let rest = (0..<frameCount).filter { !samples.contains($0) }
            do {
                try Self.count(rest, of: simulation, pool, watch, picture) {
                    count.add($0)
                    if count.exceeds(most - 1) { throw Enough() }
                }
            } catch is Enough {}
        }
        self.init(count, most: most)
    }

    /// There are more colours than have room.
    private struct Enough: Error {}

    /// Frames that are looked at whatever is in them.
    private static let sampleCount = 16

    /// The first and the last, and those between in even steps.
    private static func samples(of frameCount: Int) -> [Int] {
        guard frameCount > sampleCount else { return Array(0..<frameCount) }
        return (0..<sampleCount).map { $0 * (frameCount - 1) / (sampleCount - 1) }
    }

    private static func count(
        _ frames: [Int],
        of simulation: Simulation,
        _ pool: RenderPool,
        _ watch: RenderWatch,
        _ picture: @escaping @Sendable (Bitmap) -> FrameEncoder.Picture,
        _ consume: (ColourCount) throws -> Void
    ) throws {
        try pool.inOrder(frames.count) {
            FramePainter(simulation)
        } produce: { painter, index in
            try watch.check()
            let bitmap = try painter.draw(simulation.drawList(ofFrame: frames[index]), watch)
            return ColourCount(picture(bitmap))
        } consume: {
            try consume($0)
        }
    }
}

extension StillPNG.Colours {
    /// A picture at hand loses nothing, unless it is asked to.
    init(_ palette: Output.Palette) { self = palette.most.map { .atMost($0) } ?? .lossless }
}
