internal import APNG
public import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

extension EffectRenderer {
    /// Renders a picture that does not move: a PNG, or of one frame what the spec's output says. Instants that are those of
    /// frames have the pixels of the frames.
    ///
    /// - Parameters:
    ///   - progress: For the best frame, called after each one that was looked at with their number.
    ///   - watch: When to give up.
    /// - Throws: ``RenderError``.
    /// - Complexity: The work of one frame for each instant; for the best one, that of all frames, without encoding them.
    public func renderSnapshot(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        progress: (Int) -> Void = { _ in },
        watch: RenderWatch = RenderWatch()
    ) throws -> [UInt8] {
        try watch.check()
        let scenes: Scenes
        let times: [Double]
        var columns = Int.max
        switch snapshot {
        case .best: return try still(nil, of: spec, progress, watch)
        case .frame(let number): return try still(number, of: spec, progress, watch)
        case .sheet(let count):
            let simulation = try Simulation(spec, watch)
            scenes = Scenes(frames: simulation, beyond: simulation)
            times = (0..<spec.timing.frameCount).map(spec.timing.time)
            columns = count
        case .times(let given):
            times = given.map(spec.timing.wrapped)
            scenes = try Scenes(spec, at: times, watch)
        }
        var pictures: [FrameEncoder.Picture] = []
        try pool.inOrder(times.count) {
            FramePainter(scenes.frames)
        } produce: { painter, number in
            try watch.check()
            watch.times.countFrame()
            let list = watch.times.measure(.simulation) { scenes.drawList(at: times[number]) }
            return try painter.draw(list, watch)
        } consume: {
            pictures.append(FrameEncoder.Picture($0))
        }
        try watch.check()
        return try watch.times.measure(.encoding) { try whole(pictures, columns: columns, spec, watch) }
    }

    /// The best frame that is to be found once, whatever is tried with it.
    func settled(_ snapshot: Snapshot, of spec: EffectSpec, _ watch: RenderWatch) throws -> Snapshot {
        snapshot == .best ? .frame(try Simulation(spec, watch).bestFrame(pool, watch)) : snapshot
    }

    /// - Parameter number: `nil` for the best one.
    private func still(_ number: Int?, of spec: EffectSpec, _ progress: (Int) -> Void, _ watch: RenderWatch) throws
        -> [UInt8]
    {
        let simulation = try Simulation(spec, watch)
        let frame = min(try number ?? simulation.bestFrame(pool, watch, progress), spec.timing.frameCount - 1)
        guard [.gif, .webp].contains(spec.output.format) else {
            let bitmap = try FramePainter(simulation).draw(simulation.drawList(ofFrame: frame), watch)
            return try watch.times.measure(.encoding) { try whole([FrameEncoder.Picture(bitmap)], spec, watch) }
        }
        // A file of a format for what moves, with one frame.
        let animation = try Animation(simulation, only: frame, pool: pool, watch)
        var frames: [[UInt8]] = []
        try animation.make(frame..<frame + 1, watch) { frames.append($0) }
        return try checked(animation.coding.file(of: frames))
    }

    private func whole(
        _ pictures: [FrameEncoder.Picture],
        columns: Int = .max,
        _ spec: EffectSpec,
        _ watch: RenderWatch
    ) throws -> [UInt8] {
        let file = try watch.stopping {
            try StillPNG(
                pictures,
                columns: columns,
                effort: APNG.Effort(spec.output.effort),
                colours: StillPNG.Colours(spec.output.palette),
                unless: { watch.isOver }
            )
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
    /// The frame that shows the effect best: the one on which most is to be seen, whatever the background; of several, the
    /// first. An effect that begins with a full picture and takes it away, as transitions do, is seen in between: where that
    /// differs most from its first frame and from its last one. A seamless loop has no beginning.
    ///
    /// - Parameter progress: Called after each frame that was looked at with their number.
    /// - Complexity: All frames are drawn, and the two at its ends once more.
    func bestFrame(_ pool: RenderPool, _ watch: RenderWatch, _ progress: (Int) -> Void = { _ in }) throws -> Int {
        let count = spec.timing.frameCount
        let hasEnds = spec.timing.loop != .seamless
        let ends = try hasEnds ? Ends(of: self, watch) : nil
        var fullest = (frame: 0, coverage: -1)
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
            if coverage > fullest.coverage { fullest = (done, coverage) }
            if contrast > oddest.contrast { oddest = (done, contrast) }
            done += 1
            progress(done)
        }
        return fullest.frame == 0 ? oddest.frame : fullest.frame
    }

    /// An effect's first frame and its last one.
    private struct Ends: Sendable {
        private let first: Bitmap
        private let last: Bitmap
        /// Of the first one.
        private let coverage: Int

        init(of simulation: Simulation, _ watch: RenderWatch) throws {
            let painter = FramePainter(simulation, isBare: true)
            first = try painter.draw(simulation.drawList(ofFrame: 0), watch)
            last = try painter.draw(simulation.drawList(ofFrame: simulation.spec.timing.frameCount - 1), watch)
            coverage = first.coverage
        }

        /// How much a frame differs from both. 0 where more is to be seen than on the first one: then that is what counts.
        func contrast(to frame: Bitmap, coverage: Int) -> Int {
            coverage > self.coverage ? 0 : min(frame.difference(from: first), frame.difference(from: last))
        }
    }
}

/// An effect up to its last frame, as frames show it whatever else is asked for, and beyond. Where only one of the two is
/// needed, it stands for both.
private struct Scenes: Sendable {
    let frames: Simulation
    let beyond: Simulation

    init(frames: Simulation, beyond: Simulation) { (self.frames, self.beyond) = (frames, beyond) }

    init(_ spec: EffectSpec, at times: [Double], _ watch: RenderWatch) throws {
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

    func drawList(at time: Double) -> DrawList {
        (time > frames.spec.timing.duration ? beyond : frames).drawList(at: time)
    }
}

extension Timing {
    /// The instant that looks as `time` does, among those that frames are taken from: a seamless loop has but one round.
    func wrapped(_ time: Double) -> Double {
        loop == .seamless ? time.truncatingRemainder(dividingBy: period) : time
    }
}
