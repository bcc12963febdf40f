/// What animations add to accelerations and speeds of a cell over its layer's time, where what lives feels it too
/// (``Emitter/AnimatedRates/live``). Four rates go together.
public struct LiveRates: Sendable {
    /// What goes together.
    enum Kind: CaseIterable {
        /// Acceleration along x, y and z, and the speed of the scale.
        case motion
        /// The speeds of red, green, blue and alpha.
        case color

        /// Of the four properties.
        var names: [String] {
            switch self {
            case .motion: ["xAcceleration", "yAcceleration", "zAcceleration", "scaleSpeed"]
            case .color: ["redSpeed", "greenSpeed", "blueSpeed", "alphaSpeed"]
            }
        }
    }

    /// Each with its place among the four.
    private let stacks: [(place: Int, stack: TrackStack)]

    /// `nil` if nothing acts on any of them.
    init?(_ slots: [AnimatedSlot<EmitterCell>], _ kind: Kind) {
        stacks = slots.compactMap { slot in
            kind.names.firstIndex(of: slot.property.name).map { ($0, slot.stack) }
        }
        if stacks.isEmpty { return nil }
    }

    /// Those of `slots` that are something else.
    static func others(_ slots: [AnimatedSlot<EmitterCell>]) -> [AnimatedSlot<EmitterCell>] {
        slots.filter { slot in !Kind.allCases.contains { $0.names.contains(slot.property.name) } }
    }

    /// Whether any of the first three is among it.
    fileprivate var hasFirstThree: Bool { stacks.contains { $0.place < 3 } }

    /// Whether the fourth is.
    fileprivate var hasFourth: Bool { stacks.contains { $0.place == 3 } }

    /// What comes to the cell's own values at `time`, in seconds of the layer's own.
    public func added(at time: Double) -> SIMD4<Double> {
        var added = SIMD4<Double>(0, 0, 0, 0)
        for (place, stack) in stacks {
            if let sample = stack.sample(at: time) { added[place] = sample.value.x - stack.base.x }
        }
        return added
    }

    /// Whether it runs straight between its breaks, cuts at bounds apart.
    public var isStraight: Bool { stacks.allSatisfy(\.stack.isStraight) }

    /// The instants in `range` at which it may bend or jump, ascending, with some outside; `nil` if they are more than
    /// `limit`.
    public func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        var all: [Double] = []
        for (_, stack) in stacks {
            guard let breaks = stack.breaks(in: range, limit: limit - all.count) else { return nil }
            all += breaks
        }
        return all.sorted()
    }

    /// Units of work for one value.
    fileprivate var price: Double { stacks.reduce(0) { $0 + $1.stack.price } }
}

/// All of a cell's.
public struct LiveCell: Sendable {
    /// Acceleration along x, y and z, and the speed of the scale.
    public let motion: LiveRates?
    /// The speeds of red, green, blue and alpha.
    public let color: LiveRates?

    /// Whether any of it moves particles.
    public var accelerates: Bool { motion?.hasFirstThree == true }

    /// Whether the speed of the scale is among it.
    public var growsOrShrinks: Bool { motion?.hasFourth == true }

    fileprivate var price: Double { (motion?.price ?? 0) + (color?.price ?? 0) }
}

extension LayerTimeline {
    /// What animations do to the particles of a cell that live; `nil` if that is nothing.
    public func liveRates(ofCell index: Int) -> LiveCell? {
        guard emitter.animatedRates == .live, let slots = cellSlots[index] else { return nil }
        let live = LiveCell(motion: LiveRates(slots, .motion), color: LiveRates(slots, .color))
        return live.motion == nil && live.color == nil ? nil : live
    }

    /// Steps that each integral of one cell's live rates may have, so that all of an effect's together are bounded.
    public func liveSteps(in spec: EffectSpec) -> Int {
        let cells = cellSlots.keys.count { liveRates(ofCell: $0) != nil }
        return max(16, min(16_384, 131_072 / max(1, cells * spec.layers.count)))
    }

    /// Units of work to integrate a cell's live rates over so many seconds.
    func livePrice(ofCell index: Int, span: Double, in spec: EffectSpec) -> Double {
        guard let rates = liveRates(ofCell: index) else { return 0 }
        // Twice the steps that were allowed, as two of a stretch are the least; three values each, and five to see
        // whether it runs straight.
        let most = Double(liveSteps(in: spec))
        return (rates.price * 8 + 800) * (min(most * 2, span * 120 + most) + 1)
    }
}
