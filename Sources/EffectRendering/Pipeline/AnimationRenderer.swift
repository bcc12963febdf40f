package import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
package import WorkScheduling

/// Renders an animation in parts: start, frames, end. Frames can be made in any order and in any number of calls;
/// per-thread state lives as long as one call, unless kept in ``FrameWorkers``.
package struct AnimationRenderer: Sendable {
    private let simulation: Simulation
    private let pool: WorkerPool
    /// Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    private let only: Double?
    /// Encoder of the output format.
    package let format: any AnimationFormat
    package let frameCount: Int

    /// Simulates births, and prepares everything that the format needs before the first frame. The spec's output names
    /// the format.
    ///
    /// - Parameters:
    ///   - isGuess: Whether to choose colors from a few frames only.
    ///   - video: What a video is made with.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    package init(
        _ spec: EffectSpec,
        pool: WorkerPool,
        isGuess: Bool = false,
        video: VideoJob = VideoJob(),
        _ watch: RenderContext
    ) throws {
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        try self.init(simulation, only: nil, pool: pool, isGuess: isGuess, video: video, watch)
    }

    /// Simulates births for frames that are delivered as bitmaps (``BitmapFormat``).
    ///
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    package init(bitmapsOf spec: EffectSpec, pool: WorkerPool, _ watch: RenderContext) throws {
        simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        self.pool = pool
        only = nil
        frameCount = spec.timing.frameCount
        format = BitmapFormat()
    }

    /// - Parameter only: Instant of the file's only frame, in seconds of the effect; `nil` for all frames.
    init(
        _ simulation: Simulation,
        only: Double?,
        pool: WorkerPool,
        isGuess: Bool = false,
        video: VideoJob = VideoJob(),
        _ watch: RenderContext
    ) throws {
        (self.simulation, self.pool, self.only) = (simulation, pool, only)
        frameCount = only == nil ? simulation.spec.timing.frameCount : 1
        switch simulation.spec.output.format {
        case .gif: format = try GIFFormat(simulation, only: only, pool: pool, isGuess: isGuess, watch)
        case .webp: format = try WebPFormat(simulation, only: only, pool: pool, isGuess: isGuess, watch)
        case .avif: format = AVIFFormat(simulation, only: only)
        case .mp4, .webm, .mov, .hevcMOV: format = try VideoFormat(simulation, only: only, isGuess: isGuess, video)
        case .apng, .svg, .lottie, .dotLottie, .tgs, .tracks, .json, .ndjson, nil:
            format = try APNGFormat(simulation, pool: pool, isGuess: isGuess, watch)
        }
    }

    /// Makes frames, several at a time where threads are free, and passes them to `consume` in order.
    ///
    /// - Parameter workers: Per-thread state reused between calls.
    /// - Throws: ``RenderError`` when `watch` cancels or times out, or the error of `consume`.
    package func make(
        _ frames: Range<Int>,
        _ watch: RenderContext,
        with workers: FrameWorkers = FrameWorkers(),
        consume: ([UInt8]) throws -> Void
    ) throws {
        _ = try make(from: frames.lowerBound, upTo: frames.upperBound, watch, with: workers) {
            try consume($0)
            return false
        }
    }

    /// Makes frames until `isEnough` returns true. Frames already started are still delivered.
    ///
    /// - Parameter isEnough: Consumes a frame, and returns whether to start no more.
    /// - Returns: Number of frames delivered.
    package func make(
        from first: Int,
        upTo end: Int,
        _ watch: RenderContext,
        with workers: FrameWorkers,
        isEnough: ([UInt8]) throws -> Bool
    ) throws -> Int {
        try pool.inOrder(upTo: end - first) {
            workers.take() ?? FrameWorker(simulation, format)
        } produce: { scratch, index in  // Frames are independent of each other.
            try watch.check()
            let frame = first + index
            let list = watch.times.measure(.simulation) { simulation.drawList(ofFrame: frame) }
            let bitmap = try scratch.painter.draw(list, watch)
            watch.times.countFrame()
            return try watch.times.measure(.encoding) {
                try scratch.coder.encode(bitmap, number: frame, watch)
            }
        } reclaim: {
            workers.give($0)
        } isEnough: {
            try isEnough($0)
        }
    }

    /// Canvas of the frames.
    var canvas: Canvas { simulation.spec.canvas }

    /// Makes the file of the only frame.
    ///
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    func still(_ watch: RenderContext) throws -> [UInt8] {
        let worker = FrameWorker(simulation, format)
        let list = watch.times.measure(.simulation) { simulation.drawList(at: only ?? 0) }
        let bitmap = try worker.painter.draw(list, watch)
        watch.times.countFrame()
        return try watch.times.measure(.encoding) {
            let muxer = format.makeMuxer()
            let frame = try worker.coder.encode(bitmap, number: 0, watch)
            return try format.header + muxer.take(frame, watch) + muxer.finish(watch)
        }
    }

    /// Bytes of one thread's canvases.
    package var canvasBytes: Int {
        let canvas = simulation.spec.canvas
        let exposure = simulation.spec.timing.shutter > 0 ? 16 : 0
        let drawn = (simulation.spec.sumsLight ? 12 : 4) + exposure
        // Two that take turns, one for frames that another thread has not finished, and the difference.
        let bytes = format.comparesBitmaps ? 3 * drawn + 4 : drawn
        return bytes * canvas.pixelWidth * canvas.pixelHeight
    }

    /// Whether a frame looks like its predecessor, as far as draw lists can tell without drawing: with a shutter, in all
    /// moments.
    ///
    /// - Parameter frame: Frame number, at least 1.
    func isRepeated(_ frame: Int) -> Bool {
        let (own, before) = (simulation.drawList(ofFrame: frame), simulation.drawList(ofFrame: frame - 1))
        guard own.looks(like: before) else { return false }
        let timing = simulation.spec.timing
        return zip(timing.furtherTimes(of: own.time), timing.furtherTimes(of: before.time)).allSatisfy {
            simulation.drawList(at: $0).looks(like: simulation.drawList(at: $1))
        }
    }
}
