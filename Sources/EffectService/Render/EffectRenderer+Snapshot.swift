internal import APNG
public import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

extension EffectRenderer {
    /// Renders a PNG that does not move. Instants that are those of frames have the pixels of the frames.
    ///
    /// - Parameters:
    ///   - progress: For the best frame, called after each one that was looked at with their number.
    ///   - deadline: When to give up; `nil` is never.
    ///   - isCancelled: Asked before each picture, and within it.
    /// - Throws: ``RenderError``.
    /// - Complexity: The work of one frame for each instant; for the best one, that of all frames, without encoding them.
    public func renderSnapshot(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        progress: (Int) -> Void = { _ in },
        deadline: ContinuousClock.Instant? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [UInt8] {
        let watch = RenderWatch(deadline: deadline, isCancelled: isCancelled)
        try watch.check()
        let simulation = Simulation(spec)
        let times =
            switch snapshot {
            case .best: [spec.timing.time(ofFrame: try bestFrame(of: simulation, watch, progress))]
            case .times(let times): times.map(spec.timing.wrapped)
            }
        // As frames up to its end show it, whatever else is asked for.
        let latest = times.max() ?? 0
        let longer = latest > spec.timing.duration ? Simulation(spec.lasting(latest)) : simulation
        var pictures: [FrameEncoder.Picture] = []
        try pool.inOrder(times.count) {
            FramePainter(simulation)
        } produce: { painter, number in
            try watch.check()
            let time = times[number]
            let isLate = time > spec.timing.duration
            return try painter.draw((isLate ? longer : simulation).drawList(at: time), watch)
        } consume: {
            pictures.append(FrameEncoder.Picture($0))
        }
        try watch.check()
        let bytes = try StillPNG(pictures).bytes
        guard bytes.count <= limits.maximumOutputBytes else {
            throw RenderError.outputTooLarge(limit: limits.maximumOutputBytes)
        }
        return bytes
    }

    private func bestFrame(of simulation: Simulation, _ watch: RenderWatch, _ progress: (Int) -> Void) throws -> Int {
        var best = (frame: 0, coverage: -1)
        var done = 0
        try pool.inOrder(simulation.spec.timing.frameCount) {
            FramePainter(simulation)
        } produce: { painter, frame in
            try watch.check()
            return try painter.draw(simulation.drawList(ofFrame: frame), watch).coverage
        } consume: { coverage in
            if coverage > best.coverage { best = (done, coverage) }
            done += 1
            progress(done)
        }
        return best.frame
    }
}

extension Timing {
    /// The instant that looks as `time` does, among those that frames are taken from: a seamless loop has but one round.
    fileprivate func wrapped(_ time: Double) -> Double {
        loop == .seamless ? time.truncatingRemainder(dividingBy: period) : time
    }
}
