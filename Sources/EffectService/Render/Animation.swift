internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
import Synchronization

/// An animated PNG in parts: its start, frames, its end. Any frames can be made, in any order of calls; what a thread
/// needs for it lives as long as a call.
struct Animation: Sendable {
    private let simulation: Simulation
    private let pool: RenderPool
    private let delay: Delay
    private let lastDelay: Delay
    private let effort: APNG.Effort
    private let underlay: Underlay
    private let palette: Palette?
    /// All before the first frame.
    let start: [UInt8]
    let frameCount: Int

    /// Decides who is born when, looks whether anything stays as it is in the first frame, and chooses the colours if there
    /// is to be a palette.
    ///
    /// - Parameter isGuess: Whether a few frames are enough to choose the colours from.
    /// - Throws: ``RenderError``, when `watch` says so.
    init(_ spec: EffectSpec, pool: RenderPool, isGuess: Bool = false, _ watch: RenderWatch) throws {
        let (timing, canvas) = (spec.timing, spec.canvas)
        self.pool = pool
        frameCount = timing.frameCount
        delay = try Delay(framesPerSecond: timing.fps)
        lastDelay = timing.hold > 0 ? try Delay(seconds: delay.seconds + timing.hold) : delay
        effort = APNG.Effort(spec.output.effort)
        simulation = Simulation(spec)
        underlay = try Underlay(simulation, watch)
        palette = try Palette(of: simulation, pool: pool, isGuess: isGuess, watch)
        start = try APNGHeader(
            width: canvas.pixelWidth,
            height: canvas.pixelHeight,
            frameCount: frameCount,
            plays: timing.plays,
            palette: palette
        ).bytes
    }

    /// All behind the last frame.
    static func end() throws -> [UInt8] { try APNGHeader.end() }

    /// Hands frames to `consume` in their order, several being made at a time where threads are free.
    ///
    /// - Parameter tools: What threads reuse from call to call, too.
    /// - Throws: ``RenderError``, when `watch` says so, or what `consume` throws.
    func make(
        _ frames: Range<Int>,
        _ watch: RenderWatch,
        with tools: Tools = Tools(),
        consume: ([UInt8]) throws -> Void
    ) throws {
        try pool.inOrder(frames.count) {
            tools.take() ?? Scratch(simulation, effort, palette)
        } produce: { scratch, index in  // Frames don't know each other.
            try watch.check()
            let frame = frames.lowerBound + index
            let bitmap = try scratch.painter.draw(simulation.drawList(ofFrame: frame), watch)
            return try scratch.encoder.encode(
                FrameEncoder.Picture(bitmap),
                number: frame,
                delay: frame == frameCount - 1 ? lastDelay : delay,
                upon: underlay
            )
        } reclaim: {
            tools.give($0)
        } consume: { bytes in
            try consume(bytes)
        }
    }

    /// What threads left behind.
    final class Tools: Sendable {
        private let idle = Mutex<[Scratch]>([])

        fileprivate func take() -> Scratch? { idle.withLock { $0.popLast() } }

        fileprivate func give(_ scratch: Scratch) { idle.withLock { $0.append(scratch) } }
    }

    /// What a thread reuses from frame to frame. Used by one at a time, and handed on under a lock.
    fileprivate final class Scratch: @unchecked Sendable {
        let painter: FramePainter
        let encoder: FrameEncoder

        init(_ simulation: Simulation, _ effort: APNG.Effort, _ palette: Palette?) {
            painter = FramePainter(simulation)
            encoder = FrameEncoder(effort: effort, palette: palette)
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

extension Timing {
    /// The format's number of plays: 0 is for ever.
    fileprivate var plays: Int {
        switch loop {
        case .forever, .seamless: 0
        case .times(let count): count
        }
    }
}
