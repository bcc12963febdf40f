internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
import Synchronization

/// An animation in parts: its start, frames, its end. Any frames can be made, in any order of calls; what a thread needs for it
/// lives as long as a call.
struct Animation: Sendable {
    private let simulation: Simulation
    private let pool: RenderPool
    /// The format.
    let coding: any FrameCoding
    let frameCount: Int

    /// Decides who is born when, and what the format has to know before the first frame. The format is that of the spec's output.
    ///
    /// - Parameter isGuess: Whether a few frames are enough to choose the colours from.
    /// - Throws: ``RenderError``, when `watch` says so.
    init(_ spec: EffectSpec, pool: RenderPool, isGuess: Bool = false, _ watch: RenderWatch) throws {
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        try self.init(simulation, only: nil, pool: pool, isGuess: isGuess, watch)
    }

    /// - Parameter only: The one frame that the file has, if it has one only.
    init(
        _ simulation: Simulation,
        only: Int?,
        pool: RenderPool,
        isGuess: Bool = false,
        _ watch: RenderWatch
    ) throws {
        (self.simulation, self.pool) = (simulation, pool)
        frameCount = only == nil ? simulation.spec.timing.frameCount : 1
        switch simulation.spec.output.format {
        case .gif: coding = try GIFCoding(simulation, only: only, pool: pool, isGuess: isGuess, watch)
        case .webp: coding = try WebPCoding(simulation, only: only, pool: pool, isGuess: isGuess, watch)
        case .apng, .json, .ndjson, nil: coding = try APNGCoding(simulation, pool: pool, isGuess: isGuess, watch)
        }
    }

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
        _ = try make(from: frames.lowerBound, upTo: frames.upperBound, watch, with: tools) {
            try consume($0)
            return false
        }
    }

    /// The same of as many as are wanted.
    ///
    /// - Parameter isEnough: Takes a frame, and says whether more are to be begun; a few that already are, follow.
    /// - Returns: How many frames that were.
    func make(
        from first: Int,
        upTo end: Int,
        _ watch: RenderWatch,
        with tools: Tools,
        isEnough: ([UInt8]) throws -> Bool
    ) throws -> Int {
        try pool.inOrder(upTo: end - first) {
            tools.take() ?? Scratch(simulation, coding)
        } produce: { scratch, index in  // Frames don't know each other.
            try watch.check()
            let frame = first + index
            let list = watch.times.measure(.simulation) { simulation.drawList(ofFrame: frame) }
            let bitmap = try scratch.painter.draw(list, watch)
            watch.times.countFrame()
            return try watch.times.measure(.encoding) {
                try scratch.coder.encode(bitmap, number: frameCount == 1 ? 0 : frame, watch)
            }
        } reclaim: {
            tools.give($0)
        } isEnough: {
            try isEnough($0)
        }
    }

    /// Bytes of what a thread draws on.
    var canvasBytes: Int {
        let canvas = simulation.spec.canvas
        return canvas.pixelWidth * canvas.pixelHeight * (simulation.spec.sumsLight ? 12 : 4)
    }

    /// Whether a frame shows what the one before it shows, as far as that can be told without drawing them.
    ///
    /// - Parameter frame: From 1.
    func isRepeated(_ frame: Int) -> Bool {
        simulation.drawList(ofFrame: frame).looks(like: simulation.drawList(ofFrame: frame - 1))
    }

    /// What threads left behind.
    final class Tools: Sendable {
        private let idle = Mutex<[Scratch]>([])

        fileprivate func take() -> Scratch? { idle.withLock { $0.popLast() } }

        fileprivate func give(_ scratch: Scratch) { idle.withLock { $0.append(scratch) } }

        /// Lets go of what nobody uses.
        func clear() { idle.withLock { $0.removeAll() } }

        /// Threads that may take what another left.
        var count: Int { idle.withLock { $0.count } }
    }

    /// What a thread reuses from frame to frame. Used by one at a time, and handed on under a lock.
    fileprivate final class Scratch: @unchecked Sendable {
        let painter: FramePainter
        let coder: any FrameCoder

        init(_ simulation: Simulation, _ coding: any FrameCoding) {
            painter = FramePainter(simulation, keepsMarks: coding.readsMarks)
            coder = coding.coder()
        }
    }
}
