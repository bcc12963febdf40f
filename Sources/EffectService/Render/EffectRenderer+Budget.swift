internal import APNG
public import EffectModel

extension EffectRenderer {
    /// A picture that has no more bytes than it may, and what was given up for it.
    public struct Fitted: Sendable {
        /// The whole file.
        public let bytes: [UInt8]
        /// As ``Trade/text(of:)`` says it.
        public let traded: String
    }

    /// Renders `spec`, in the format that its output says, to at most `maximum` bytes: the first one on the ladder of ``Trade`` that fits.
    ///
    /// From a few frames of each, so few of them are made as a whole: files are taken to become smaller from rung to rung.
    ///
    /// - Throws: ``RenderError/budgetTooSmall(budget:smallest:)`` if none fits.
    public func renderAnimation(
        _ spec: EffectSpec,
        within maximum: Int,
        watch: RenderWatch = RenderWatch()
    ) throws -> Fitted {
        try fit(spec, isStill: spec.timing.frameCount == 1, maximum) { spec in
            try watch.check()
            let animation = try Animation(spec, pool: pool, isGuess: true, watch)
            return try estimate(animation, watch)
        } make: { spec in
            try whole(spec, watch)
        }
    }

    /// The same for a PNG that does not move.
    public func renderSnapshot(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        within maximum: Int,
        watch: RenderWatch = RenderWatch()
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

    private func whole(_ spec: EffectSpec, _ watch: RenderWatch) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try renderAnimation(spec, watch: watch) { bytes += $0 }
        return bytes
    }

    /// What the file will have, from a few of its frames.
    private func estimate(_ animation: Animation, _ watch: RenderWatch) throws -> Int {
        let count = animation.frameCount
        var (bytes, first) = (0, 0)
        // The first one is whole, and no measure for the others.
        try animation.make(0..<1, watch) { first = $0.count }
        let samples = min(Self.sampleCount, count - 1)
        let tools = Animation.Tools()
        for sample in 0..<samples {
            try watch.check()
            let frame = 1 + (2 * sample + 1) * (count - 1) / (2 * samples)
            let moving = moving(around: frame, (count - 1) / samples, in: animation)
            let repeated = Self.looks - moving.count
            bytes += repeated * (animation.coding.repeatedSize ?? 0)
            guard let drawn = moving.first else { continue }
            try animation.make(drawn..<drawn + 1, watch, with: tools) { bytes += moving.count * $0.count }
        }
        let others = samples == 0 ? 0 : bytes * (count - 1) / (samples * Self.looks)
        return animation.coding.start.count + first + others
    }

    /// Of some frames of a part of the animation, `frame` first, those that are not said shortly.
    private func moving(around frame: Int, _ length: Int, in animation: Animation) -> [Int] {
        let frames = [frame, frame - length / 3, frame + length / 3]
        return animation.coding.repeatedSize == nil ? frames : frames.filter { !animation.isRepeated($0) }
    }

    /// Frames that are looked at for each that is drawn.
    private static let looks = 3
    private static let sampleCount = 7

    /// What is tried. Of a still, everything is.
    private static func ladder(of spec: EffectSpec, isStill: Bool) -> (rungs: [Trade], isDear: Bool) {
        if isStill { return (Trade.everyRung(of: spec, isStill: true) { _ in true }, false) }
        let ladder = BudgetLadder(of: spec)
        return (ladder.trades, ladder.isDear)
    }

    /// - Parameter estimate: About the bytes of a spec's picture.
    private func fit(
        _ spec: EffectSpec,
        isStill: Bool,
        _ maximum: Int,
        estimate: (EffectSpec) throws -> Int,
        make: (EffectSpec) throws -> [UInt8]
    ) throws -> Fitted {
        let (rungs, isDear) = Self.ladder(of: spec, isStill: isStill)
        let room = Double(maximum) * Trade.room(isDear: isDear)
        let place = try Trade.first(of: rungs.count) { try Double(estimate(spec.after(rungs[$0]))) <= room }
        var smallest = Int.max
        for place in Trade.tries(from: place, of: rungs.count, isDear: isDear) {
            let bytes = try make(spec.after(rungs[place]))
            if bytes.count <= maximum { return Fitted(bytes: bytes, traded: rungs[place].text(of: spec)) }
            smallest = min(smallest, bytes.count)
        }
        throw RenderError.budgetTooSmall(budget: maximum, smallest: smallest)
    }
}
