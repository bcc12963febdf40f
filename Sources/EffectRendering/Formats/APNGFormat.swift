internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import WorkScheduling

/// Frames of an animated PNG.
struct APNGFormat: AnimationFormat {
    private let delay: Delay
    private let lastDelay: Delay
    private let frameCount: Int
    private let effort: APNG.Effort
    private let layering: Layering
    private let preceding: PrecedingFrames<Bitmap>
    private let palette: Palette?
    private let hasPoster: Bool
    let header: [UInt8]
    private let trailer: [UInt8]

    /// Chooses the palette if one is wanted, looks for static content, tries how frames are drawn over each other, and encodes
    /// the poster if there is one.
    ///
    /// - Parameter isGuess: Whether to choose colors from a few frames only.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ simulation: Simulation, pool: WorkerPool, isGuess: Bool, _ watch: RenderContext) throws {
        let (timing, canvas, output) = (simulation.spec.timing, simulation.spec.canvas, simulation.spec.output)
        frameCount = timing.frameCount
        delay = try Delay(framesPerSecond: timing.fps)
        lastDelay = timing.hold > 0 ? try Delay(seconds: delay.seconds + timing.hold) : delay
        effort = APNG.Effort(output.effort)
        palette = try output.palette.most.map { most in
            try Palette(of: simulation, most: most, pool: pool, isGuess: isGuess, watch) {
                FrameEncoder.Picture($0)
            }
        }
        preceding = PrecedingFrames(of: simulation, pool: pool)
        layering = try Layering(of: simulation, effort: effort, palette: palette, watch)
        trailer = try APNGHeader.end()
        let start = try APNGHeader(
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
            case .best: isGuess ? frameCount / 2 : try simulation.bestFrame(pool, watch: watch)
            }
        // Viewers without APNG support show the first frame anyway, so frame 0 needs no separate poster.
        hasPoster = number > 0
        guard hasPoster else {
            header = start
            return
        }
        let picture = FrameEncoder.Picture(
            try FramePainter(simulation).draw(simulation.drawList(ofFrame: number), watch)
        )
        let encoder = FrameEncoder(effort: effort, palette: palette)
        header = try start + watch.stopping { try encoder.poster(picture, unless: { watch.isOver }) }
    }

    func makeCoder() -> any FrameCoder {
        Coder(format: self, encoder: FrameEncoder(effort: effort, palette: palette, hasPoster: hasPoster))
    }

    var readsStraightColors: Bool { palette == nil }

    var comparesBitmaps: Bool { layering.isIncremental }

    func makeMuxer() -> any FrameMuxer {
        // Frames over an earlier one are not cleared to transparent, which ``RepeatedFrames`` requires.
        guard layering.isCleared else { return PassThroughMuxer(trailer: trailer) }
        return Muxer(RepeatedFrames(isIndexed: palette != nil), trailer)
    }

    var repeatedSize: Int? {
        // Over the one before, a repeated frame has a single pixel.
        layering.isCleared || layering.isIncremental ? RepeatedFrames.repeatedSize : nil
    }

    /// Writes repeated frames as extensions of their predecessors.
    private final class Muxer: FrameMuxer {
        private let frames: RepeatedFrames
        private let trailer: [UInt8]

        init(_ frames: RepeatedFrames, _ trailer: [UInt8]) { (self.frames, self.trailer) = (frames, trailer) }

        func take(_ frame: [UInt8], _ watch: RenderContext) throws -> [UInt8] { try frames.take(frame) }

        func finish(_ watch: RenderContext) throws -> [UInt8] { try frames.end() + trailer }
    }

    private final class Coder: FrameCoder {
        let format: APNGFormat
        let encoder: FrameEncoder
        private let preceding: PrecedingFrames<Bitmap>.Reader

        init(format: APNGFormat, encoder: FrameEncoder) {
            (self.format, self.encoder, preceding) = (format, encoder, format.preceding.makeReader { $0 })
        }

        func encode(_ bitmap: Bitmap, number: Int, _ watch: RenderContext) throws -> [UInt8] {
            let baseFrame: BaseFrame =
                switch format.layering {
                case .cleared: .nothing
                case .overFirst(let first): .first(first)
                case .incremental:
                    .previous(try preceding.value(before: number, keeping: bitmap, watch).map { EarlierFrame($0) })
                }
            return try watch.stopping {
                try encoder.encode(
                    FrameEncoder.Picture(bitmap),
                    number: number,
                    delay: number == format.frameCount - 1 ? format.lastDelay : format.delay,
                    over: baseFrame,
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
