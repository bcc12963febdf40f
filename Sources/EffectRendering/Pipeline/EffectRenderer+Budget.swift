internal import APNG
import EffectCost
public import EffectModel

extension EffectRenderer {
    /// An image within a byte budget, and the quality given up for it.
    public struct Fitted: Sendable {
        /// The whole file.
        public let bytes: [UInt8]
        /// The reductions, as written by ``QualityReduction/text(of:)``.
        public let reduced: String
    }

    /// Renders `spec` in its output format to at most `maximum` bytes: the least reduction on the ladder of
    /// ``QualityReduction`` that fits (``BudgetSearch``).
    ///
    /// Sizes are estimated from a few frames of each step, so that few steps are rendered as a whole. The search
    /// assumes that files get smaller from step to step.
    ///
    /// - Throws: ``RenderError/budgetTooSmall(budget:smallest:)`` if no step fits.
    public func renderAnimation(
        _ spec: EffectSpec,
        within maximum: Int,
        watch: RenderContext = RenderContext()
    ) throws -> Fitted {
        try fit(spec, isStill: spec.timing.frameCount == 1, maximum) { spec in
            try watch.check()
            let animation = try AnimationRenderer(spec, pool: pool, isGuess: true, video: videoJob, watch)
            return try estimate(animation, watch)
        } make: { spec in
            try whole(spec, watch)
        }
    }

    /// Renders a single-frame image or a strip to at most `maximum` bytes, by the same search.
    public func renderSnapshot(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        within maximum: Int,
        watch: RenderContext = RenderContext()
    ) throws -> Fitted {
        let snapshot = try settled(snapshot, of: spec, watch)
        func still(_ spec: EffectSpec) throws -> [UInt8] {
            try renderSnapshot(snapshot, of: spec, watch: watch)
        }
        return try fit(spec, isStill: true, maximum) {
            try still($0).count
        } make: {
            try still($0)
        }
    }

    private func whole(_ spec: EffectSpec, _ watch: RenderContext) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try renderAnimation(spec, watch: watch) { bytes += $0 }
        return bytes
    }

    /// Estimates the size of the file in bytes from a few of its frames.
    func estimate(_ animation: AnimationRenderer, _ watch: RenderContext) throws -> Int {
        if animation.format.isSequential { return try estimateOfSequence(animation, watch) }
        let count = animation.frameCount
        var (bytes, first) = (0, 0)
        // The first frame covers the whole canvas and is not representative.
        try animation.make(0..<1, watch) { first = $0.count }
        let samples = min(SequenceSamples.sampleCount, count - 1)
        let workers = FrameWorkers()
        for sample in 0..<samples {
            try watch.check()
            let frame = 1 + (2 * sample + 1) * (count - 1) / (2 * samples)
            let moving = moving(around: frame, (count - 1) / samples, in: animation)
            let repeated = SequenceSamples.looks - moving.count
            bytes += repeated * (animation.format.repeatedSize ?? 0)
            guard let drawn = moving.first else { continue }
            try animation.make(drawn..<drawn + 1, watch, with: workers) { bytes += moving.count * $0.count }
        }
        let others = samples == 0 ? 0 : bytes * (count - 1) / (samples * SequenceSamples.looks)
        return animation.format.header.count + first + others
    }

    /// Estimates the size of a file whose frames depend on those before, from runs of frames in two places, of large frames in
    /// one: a file of the first alone is subtracted from that of the run. Held frames are added as a multiple of a few of them.
    private func estimateOfSequence(_ animation: AnimationRenderer, _ watch: RenderContext) throws -> Int {
        let count = animation.frameCount
        let held = try estimateOfHold(animation, watch)
        func size(_ frames: Range<Int>) throws -> Int { try sizeOfFile(frames, of: animation, watch) }
        if count <= SequenceSamples.shortSequence { return try size(0..<count) + held }
        let length = min(SequenceSamples.runLength, count - 1)
        let first = try size(0..<1)
        var later = 0
        let runs = SequenceSamples.runs(of: animation.canvas)
        let starts = (1...runs).map { (count - 1 - length) * $0 / (runs + 1) }
        for start in starts {
            try watch.check()
            later += try max(0, size(start..<start + length + 1) - size(start..<start + 1))
        }
        return first + later * (count - 1) / (length * starts.count) + held
    }

    /// Estimates the bytes of the frames that repeat the last one: a file of it alone is subtracted from one with a few
    /// repeats.
    private func estimateOfHold(_ animation: AnimationRenderer, _ watch: RenderContext) throws -> Int {
        let held = animation.format.heldFrames
        guard held > 0 else { return 0 }
        let last = animation.frameCount - 1..<animation.frameCount
        let repeats = min(held, SequenceSamples.runLength)
        let alone = try sizeOfFile(last, of: animation, watch)
        let repeated = try sizeOfFile(last, repeats: repeats, of: animation, watch)
        return max(0, repeated - alone) * held / repeats
    }

    /// Size in bytes of a file of a few frames.
    ///
    /// - Parameter repeats: Number of further frames that repeat the last one.
    private func sizeOfFile(
        _ frames: Range<Int>,
        repeats: Int = 0,
        of animation: AnimationRenderer,
        _ watch: RenderContext
    ) throws -> Int {
        let muxer = animation.format.makeMuxer()
        var (bytes, last) = (0, [UInt8]())
        try animation.make(frames, watch) { frame in
            last = frame
            bytes += try watch.times.measure(.encoding) { try muxer.take(frame, watch).count }
        }
        return try watch.times.measure(.encoding) {
            for _ in 0..<repeats { bytes += try muxer.take(last, watch).count }
            return try bytes + muxer.finish(watch).count
        }
    }

    /// Sampled frames that are not encoded as repeats of their predecessors: `frame` itself, then one before and one
    /// after it.
    private func moving(around frame: Int, _ length: Int, in animation: AnimationRenderer) -> [Int] {
        let frames = [frame, frame - length / 3, frame + length / 3]
        return animation.format.repeatedSize == nil ? frames : frames.filter { !animation.isRepeated($0) }
    }

    /// - Parameter estimate: Estimated size in bytes of a spec's image.
    private func fit(
        _ spec: EffectSpec,
        isStill: Bool,
        _ maximum: Int,
        estimate: @escaping (EffectSpec) throws -> Int,
        make: @escaping (EffectSpec) throws -> [UInt8]
    ) throws -> Fitted {
        let (rungs, measured, renders) = Self.ladder(of: spec, isStill: isStill)
        var search = BudgetSearch(rungs, measured: measured, within: maximum, renders: renders) {
            try estimate(spec.after($0))
        } make: {
            try make(spec.after($0))
        }
        let (bytes, reduction) = try search.file()
        return Fitted(bytes: bytes, reduced: reduction.text(of: spec))
    }

    /// The steps to search, those whose sizes are estimated, and the number of files to make. Stills are cheap enough for every
    /// step.
    private static func ladder(of spec: EffectSpec, isStill: Bool)
        -> (rungs: [QualityReduction], measured: [Int]?, renders: Int)
    {
        if isStill {
            let rungs = QualityReduction.reductionSteps(of: spec, isStill: true) { _ in true }
            return (rungs, nil, BudgetLadder.mostRenders)
        }
        let ladder = BudgetLadder(of: spec)
        return (ladder.trades, ladder.measured, ladder.renders)
    }
}
