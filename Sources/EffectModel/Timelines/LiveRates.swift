/// Animated changes of a cell's accelerations and speeds that also affect living particles
/// (``Emitter/AnimatedRates/live``). Rates are grouped in fours.
public struct LiveRates: Sendable {
    /// Groups of four rates.
    enum Kind: CaseIterable {
        /// Acceleration along x, y and z, and the scale speed.
        case motion
        /// Speeds of red, green, blue and alpha.
        case color

        /// Names of the four properties.
        var names: [String] {
            switch self {
            case .motion: ["xAcceleration", "yAcceleration", "zAcceleration", "scaleSpeed"]
            case .color: ["redSpeed", "greenSpeed", "blueSpeed", "alphaSpeed"]
            }
        }
    }

    /// Animations with the index of their rate among the four.
    private let stacks: [(place: Int, stack: TrackStack)]

    /// Returns `nil` if none of the four rates is animated.
    init?(_ slots: [AnimatedSlot<EmitterCell>], _ kind: Kind) {
        stacks = slots.compactMap { slot in
            kind.names.firstIndex(of: slot.property.name).map { ($0, slot.stack) }
        }
        if stacks.isEmpty { return nil }
    }

    /// Slots of properties that are not live rates.
    static func others(_ slots: [AnimatedSlot<EmitterCell>]) -> [AnimatedSlot<EmitterCell>] {
        slots.filter { slot in !Kind.allCases.contains { $0.names.contains(slot.property.name) } }
    }

    /// Whether any of the first three rates is animated.
    fileprivate var hasFirstThree: Bool { stacks.contains { $0.place < 3 } }

    /// Whether the fourth rate is animated.
    fileprivate var hasFourth: Bool { stacks.contains { $0.place == 3 } }

    /// Offsets to add to the cell's rates at layer time `time`, in seconds.
    public func added(at time: Double) -> SIMD4<Double> {
        var added = SIMD4<Double>(0, 0, 0, 0)
        for (place, stack) in stacks {
            if let sample = stack.sample(at: time) { added[place] = sample.value.x - stack.base.x }
        }
        return added
    }

    /// Whether the rates are linear between breaks, apart from clamping.
    public var isStraight: Bool { stacks.allSatisfy(\.stack.isStraight) }

    /// The times in `range` at which a rate may bend or jump, ascending, possibly with some outside `range`. `nil` if
    /// there are more than `limit`.
    public func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        var all: [Double] = []
        for (_, stack) in stacks {
            guard let breaks = stack.breaks(in: range, limit: limit - all.count) else { return nil }
            all += breaks
        }
        return all.sorted()
    }

    /// Cost of one sample, in units of work.
    fileprivate var price: Double { stacks.reduce(0) { $0 + $1.stack.price } }
}

/// All live rates of one cell.
public struct LiveCell: Sendable {
    /// Acceleration along x, y and z, and the scale speed.
    public let motion: LiveRates?
    /// Speeds of red, green, blue and alpha.
    public let color: LiveRates?

    /// Whether an animation accelerates particles.
    public var accelerates: Bool { motion?.hasFirstThree == true }

    /// Whether the scale speed is animated.
    public var growsOrShrinks: Bool { motion?.hasFourth == true }

    /// Cost of one sample of all, in units of work.
    package var price: Double { (motion?.price ?? 0) + (color?.price ?? 0) }
}

extension LayerTimeline {
    /// Live rates of a cell; `nil` if none of its rates is animated.
    public func liveRates(ofCell index: Int) -> LiveCell? {
        guard emitter.animatedRates == .live, let slots = cellSlots[index] else { return nil }
        let live = LiveCell(motion: LiveRates(slots, .motion), color: LiveRates(slots, .color))
        return live.motion == nil && live.color == nil ? nil : live
    }

    /// Maximum number of steps for each integral of one cell's live rates, so that an effect's total is bounded.
    ///
    /// - Parameter layers: Number of layers of the effect.
    public func liveSteps(layers: Int) -> Int {
        let cells = cellSlots.keys.count { liveRates(ofCell: $0) != nil }
        return max(16, min(16_384, 131_072 / max(1, cells * layers)))
    }
}
