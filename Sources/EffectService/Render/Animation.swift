internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
import Synchronization

/// Renders an animation in parts: start, frames, end. Frames can be made in any order and in any number of calls;
/// per-thread state lives as long as one call, unless kept in ``Tools``.
struct Animation: Sendable {
    private let simulation: Simulation
    private let pool: RenderPool
    /// Encoder of the output format.
    let coding: any FrameCoding
    let frameCount: Int

    /// Simulates births, and prepares everything that the format needs before the first frame. The spec's output names
    /// the format.
    ///
    /// - Parameter isGuess: Whether to choose colors from a few frames only.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ spec: EffectSpec, pool: RenderPool, isGuess: Bool = false, _ watch: RenderWatch) throws {
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        try self.init(simulation, only: nil, pool: pool, isGuess: isGuess, watch)
    }

    /// - Parameter only: Number of the file's only frame; `nil` for all frames.
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

    /// Makes frames, several at a time where threads are free, and passes them to `consume` in order.
    ///
    /// - Parameter tools: Per-thread state reused between calls.
    /// - Throws: ``RenderError`` when `watch` cancels or times out, or the error of `consume`.
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

    /// Makes frames until `isEnough` returns true. Frames already started are still delivered.
    ///
    /// - Parameter isEnough: Consumes a frame, and returns whether to start no more.
    /// - Returns: Number of frames delivered.
    func make(
        from first: Int,
        upTo end: Int,
        _ watch: RenderWatch,
        with tools: Tools,
        isEnough: ([UInt8]) throws -> Bool
    ) throws -> Int {
        try pool.inOrder(upTo: end - first) {
            tools.take() ?? Scratch(simulation, coding)
        } produce: { scratch, index in  // Frames are independent of each other.
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

    /// Bytes of one thread's canvas.
    var canvasBytes: Int {
        let canvas = simulation.spec.canvas
        return canvas.pixelWidth * canvas.pixelHeight * (simulation.spec.sumsLight ? 12 : 4)
    }

    /// Whether a frame looks like its predecessor, as far as draw lists can tell without drawing.
    ///
    /// - Parameter frame: Frame number, at least 1.
    func isRepeated(_ frame: Int) -> Bool {
        simulation.drawList(ofFrame: frame).looks(like: simulation.drawList(ofFrame: frame - 1))
    }

    /// Idle per-thread state, for reuse by later calls.
    final class Tools: Sendable {
        private let idle = Mutex<[Scratch]>([])

        fileprivate func take() -> Scratch? { idle.withLock { $0.popLast() } }

        fileprivate func give(_ scratch: Scratch) { idle.withLock { $0.append(scratch) } }

        /// Releases all idle state.
        func clear() { idle.withLock { $0.removeAll() } }

        /// Number of idle states.
        var count: Int { idle.withLock { $0.count } }
    }

    /// Per-thread state reused from frame to frame. Used by one thread at a time, and handed over under a lock.
    fileprivate final class Scratch: @unchecked Sendable {
        let painter: FramePainter
        let coder: any FrameCoder

        init(_ simulation: Simulation, _ coding: any FrameCoding) {
            painter = FramePainter(simulation, keepsMarks: coding.readsMarks)
            coder = coding.coder()
        }
    }
}
