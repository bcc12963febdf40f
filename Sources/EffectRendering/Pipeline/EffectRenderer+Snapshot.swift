internal import APNG
import EffectCost
public import EffectModel
internal import EffectSimulation
internal import SoftwareRaster
internal import WorkScheduling

extension EffectRenderer {
    /// Renders a still image: a PNG, or for a single frame the spec's output format. Instants that coincide with a
    /// frame have the frame's pixels.
    ///
    /// - Parameters:
    ///   - progress: For the best frame, called after each examined frame with the number examined so far.
    ///   - watch: Deadline and cancellation.
    /// - Throws: ``RenderError``.
    /// - Complexity: The work of one frame for each instant; for the best frame, the work of all frames without
    ///   encoding.
    public func renderSnapshot(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        progress: (Int) -> Void = { _ in },
        watch: RenderContext = RenderContext()
    ) throws -> [UInt8] {
        try watch.check()
        let scenes: Scenes
        let times: [Double]
        var columns = Int.max
        switch snapshot {
        case .best: return try still(nil, of: spec, progress: progress, watch: watch)
        case .frame(let number): return try still(number, of: spec, progress: progress, watch: watch)
        case .times(let given) where given.count == 1 && spec.output.format?.encodesStills == true:
            let time = spec.timing.wrapped(given[0])
            return try still(atTime: time, of: Scenes(spec, at: [time], watch).simulation(at: time), watch: watch)
        case .sheet(let count):
            let simulation = try Simulation(spec, watch)
            scenes = Scenes(frames: simulation, beyond: simulation)
            times = (0..<spec.timing.frameCount).map(spec.timing.time)
            columns = count
        case .times(let given):
            times = given.map(spec.timing.wrapped)
            scenes = try Scenes(spec, at: times, watch)
        }
        columns = min(columns, times.count)
        let canvas = spec.canvas
        var sheet = try PictureSheet(
            width: canvas.pixelWidth * columns,
            rowHeight: canvas.pixelHeight,
            rowCount: (times.count + columns - 1) / columns
        )
        try pool.inOrder(times.count) {
            FramePainter(scenes.frames)
        } produce: { painter, number in
            try watch.check()
            watch.times.countFrame()
            // All moments of an image are from one simulation.
            let scene = scenes.simulation(at: times[number])
            let list = watch.times.measure(.simulation) { scene.drawList(at: times[number]) }
            return try painter.draw(list, watch) { scene.drawList(at: $0) }
        } consume: {
            try sheet.append(FrameEncoder.Picture($0))
        }
        try watch.check()
        return try watch.times.measure(.encoding) { try encoded(sheet, spec: spec, watch: watch) }
    }

    /// Replaces `.best` by the number of the best frame, so that a search looks for it once.
    func settled(_ snapshot: Snapshot, of spec: EffectSpec, _ watch: RenderContext) throws -> Snapshot {
        snapshot == .best ? .frame(try Simulation(spec, watch).bestFrame(pool, watch: watch)) : snapshot
    }

    /// - Parameter number: Frame number; `nil` for the best frame.
    private func still(_ number: Int?, of spec: EffectSpec, progress: (Int) -> Void, watch: RenderContext) throws
        -> [UInt8]
    {
        let simulation = try Simulation(spec, watch)
        let frame = min(
            try number ?? simulation.bestFrame(pool, watch: watch, progress: progress),
            spec.timing.frameCount - 1
        )
        guard spec.output.format?.encodesStills == true else {
            let bitmap = try FramePainter(simulation).draw(simulation.drawList(ofFrame: frame), watch)
            return try watch.times.measure(.encoding) { try encoded(bitmap, spec: spec, watch: watch) }
        }
        return try still(atTime: spec.timing.time(ofFrame: frame), of: simulation, watch: watch)
    }

    /// A file of an animation format with the image of one instant, which need not be that of a frame.
    private func still(atTime time: Double, of simulation: Simulation, watch: RenderContext) throws -> [UInt8] {
        try checked(AnimationRenderer(simulation, only: time, pool: pool, video: videoJob, watch).still(watch))
    }

    private func encoded(_ bitmap: Bitmap, spec: EffectSpec, watch: RenderContext) throws -> [UInt8] {
        let (effort, colors) = (APNG.Effort(spec.output.effort), StillPNG.Colors(spec.output.palette))
        let pictures = [FrameEncoder.Picture(bitmap)]
        let file = try watch.stopping {
            try StillPNG(pictures, effort: effort, colors: colors, unless: { watch.isOver })
        }
        return try checked(file.bytes)
    }

    private func encoded(_ sheet: PictureSheet, spec: EffectSpec, watch: RenderContext) throws -> [UInt8] {
        let (effort, colors) = (APNG.Effort(spec.output.effort), StillPNG.Colors(spec.output.palette))
        let file = try watch.stopping {
            try StillPNG(sheet, effort: effort, colors: colors, unless: { watch.isOver })
        }
        return try checked(file.bytes)
    }

    private func checked(_ bytes: [UInt8]) throws(RenderError) -> [UInt8] {
        guard bytes.count <= limits.maximumOutputBytes else {
            throw RenderError.outputTooLarge(limit: limits.maximumOutputBytes)
        }
        return bytes
    }
}

extension Simulation {
    /// Number of the most representative frame: the frame with the largest coverage, regardless of background, short
    /// flashes apart (``Poster``); of several, the first. An effect that is fullest at its start, as transitions are, is
    /// represented by the frame that differs most from both its first and its last frame. Seamless loops have no such start.
    ///
    /// - Parameter progress: Called after each examined frame with the number examined so far.
    /// - Complexity: Draws every frame once, and the first and last frame a second time.
    func bestFrame(_ pool: WorkerPool, watch: RenderContext, progress: (Int) -> Void = { _ in }) throws -> Int {
        let count = spec.timing.frameCount
        let hasEnds = spec.timing.loop != .seamless
        let ends = try hasEnds ? Ends(of: self, watch) : nil
        var coverages: [Double] = []
        var oddest = (frame: 0, contrast: 0)
        var done = 0
        try pool.inOrder(count) {
            FramePainter(self, isBare: true)
        } produce: { painter, frame in
            try watch.check()
            watch.times.countFrame()
            let list = watch.times.measure(.simulation) { drawList(ofFrame: frame) }
            let bitmap = try painter.draw(list, watch)
            let coverage = bitmap.coverage
            return (coverage, ends?.contrast(to: bitmap, coverage: coverage) ?? 0)
        } consume: { coverage, contrast in
            coverages.append(Double(coverage))
            if contrast > oddest.contrast { oddest = (done, contrast) }
            done += 1
            progress(done)
        }
        let fullest = Poster.frame(of: coverages, fps: spec.timing.fps, isLoop: !hasEnds)
        return fullest == 0 ? oddest.frame : fullest
    }

    /// The first and the last frame of an effect.
    private struct Ends: Sendable {
        private let first: Bitmap
        private let last: Bitmap
        /// Coverage of the first frame.
        private let coverage: Int

        init(of simulation: Simulation, _ watch: RenderContext) throws {
            let painter = FramePainter(simulation, isBare: true)
            first = try painter.draw(simulation.drawList(ofFrame: 0), watch)
            last = try painter.draw(simulation.drawList(ofFrame: simulation.spec.timing.frameCount - 1), watch)
            coverage = first.coverage
        }

        /// Difference of a frame from the nearer end; 0 for a frame with more coverage than the first one, since
        /// coverage decides then.
        func contrast(to frame: Bitmap, coverage: Int) -> Int {
            coverage > self.coverage ? 0 : min(frame.difference(from: first), frame.difference(from: last))
        }
    }
}

/// The simulation of an effect up to its last frame, whose pixels equal those of the animation, and a longer one for
/// instants beyond. If only one of the two is needed, it serves as both.
private struct Scenes: Sendable {
    let frames: Simulation
    let beyond: Simulation

    init(frames: Simulation, beyond: Simulation) { (self.frames, self.beyond) = (frames, beyond) }

    init(_ spec: EffectSpec, at times: [Double], _ watch: RenderContext) throws {
        let latest = times.max() ?? 0
        let own = times.contains { $0 <= spec.timing.duration } ? try Simulation(spec, watch) : nil
        let longer = latest > spec.timing.duration ? try Simulation(spec.lasting(latest), watch) : nil
        switch (own, longer) {
        case (let own?, let longer): self.init(frames: own, beyond: longer ?? own)
        case (nil, let longer):
            let only = try longer ?? Simulation(spec, watch)
            self.init(frames: only, beyond: only)
        }
    }

    /// The simulation of an instant, and of the moments until its shutter closes.
    func simulation(at time: Double) -> Simulation { time > frames.spec.timing.duration ? beyond : frames }
}

extension Timing {
    /// Maps `time` into the first period of a seamless loop, where frames are taken from.
    package func wrapped(_ time: Double) -> Double {
        loop == .seamless ? time.truncatingRemainder(dividingBy: period) : time
    }
}
