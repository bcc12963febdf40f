internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import WorkScheduling

/// Frames of an animated PNG.
struct APNGCoding: FrameCoding {
    private let delay: Delay
    private let lastDelay: Delay
    private let frameCount: Int
    private let effort: APNG.Effort
    private let baseFrame: BaseFrame
    private let palette: Palette?
    private let hasPoster: Bool
    let start: [UInt8]

    /// Looks for static content in the first frame, chooses the palette if one is wanted, and encodes the poster if
    /// there is one.
    ///
    /// - Parameter isGuess: Whether to choose colors from a few frames only.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ simulation: Simulation, pool: WorkerPool, isGuess: Bool, _ watch: RenderContext) throws {
        let (timing, canvas, output) = (simulation.spec.timing, simulation.spec.canvas, simulation.spec.output)
        frameCount = timing.frameCount
        delay = try Delay(framesPerSecond: timing.fps)
        lastDelay = timing.hold > 0 ? try Delay(seconds: delay.seconds + timing.hold) : delay
        effort = APNG.Effort(output.effort)
        baseFrame = try BaseFrame(simulation, watch)
        palette = try output.palette.most.map { most in
            try Palette(of: simulation, most: most, pool: pool, isGuess: isGuess, watch) {
                FrameEncoder.Picture($0)
            }
        }
        let header = try APNGHeader(
            width: canvas.pixelWidth,
            height: canvas.pixelHeight,
            frameCount: frameCount,
            plays: timing.plays,
            palette: palette
        ).bytes
        let number: Int =
            switch output.poster {
            case .first: 0
            case .time(let seconds): timing.frame(at: seconds)
            // For an estimate any frame will do: posters are of similar size.
            case .best: isGuess ? frameCount / 2 : try simulation.bestFrame(pool, watch)
            }
        // Viewers without APNG support show the first frame anyway, so frame 0 needs no separate poster.
        hasPoster = number > 0
        guard hasPoster else {
            start = header
            return
        }
        let picture = FrameEncoder.Picture(
            try FramePainter(simulation).draw(simulation.drawList(ofFrame: number), watch)
        )
        let encoder = FrameEncoder(effort: effort, palette: palette)
        start = try header + watch.stopping { try encoder.poster(picture, unless: { watch.isOver }) }
    }

    func coder() -> any FrameCoder {
        Coder(coding: self, encoder: FrameEncoder(effort: effort, palette: palette, hasPoster: hasPoster))
    }

    var readsMarks: Bool { palette == nil }

    func joiner() -> any FrameJoiner {
        repeatedSize == nil ? PlainJoiner() : Joiner(RepeatedFrames(isIndexed: palette != nil))
    }

    var repeatedSize: Int? {
        // Frames over a retained first frame are not cleared to transparent, which ``RepeatedFrames`` requires.
        if case .nothing = baseFrame { RepeatedFrames.repeatedSize } else { nil }
    }

    func end() throws -> [UInt8] { try APNGHeader.end() }

    private final class Joiner: FrameJoiner {
        private let frames: RepeatedFrames

        init(_ frames: RepeatedFrames) { self.frames = frames }

        func take(_ frame: [UInt8]) throws -> [UInt8] { try frames.take(frame) }

        func end() throws -> [UInt8] { try frames.end() }
    }

    private final class Coder: FrameCoder {
        let coding: APNGCoding
        let encoder: FrameEncoder

        init(coding: APNGCoding, encoder: FrameEncoder) { (self.coding, self.encoder) = (coding, encoder) }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            try watch.stopping {
                try encoder.encode(
                    FrameEncoder.Picture(bitmap),
                    number: number,
                    delay: number == coding.frameCount - 1 ? coding.lastDelay : coding.delay,
                    over: coding.baseFrame,
                    unless: { watch.isOver }
                )
            }
        }
    }
}

extension APNG.Effort {
    init(_ effort: Output.Effort) {
        switch effort {
        case .fast: self = .fast
        case .balanced: self = .balanced
        case .small: self = .small
        }
    }
}
