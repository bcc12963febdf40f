/// All that acts on one property, in the animations' order. The last that acts counts, and what adds is added to what is
/// below it.
struct TrackStack: Sendable {
    /// The property without animations.
    let base: SIMD4<Double>
    /// What the property may be; everything that leads beyond is cut.
    let bounds: ValueRange
    var tracks: [AnimationTrack] = []

    /// The value at a time of the layer's, and what paths turn; `nil` where nothing acts.
    func sample(at time: Double) -> AnimationTrack.Sample? {
        var value = base
        var sum = SIMD4<Double>(0, 0, 0, 0)
        var turn = 0.0
        var acts = false
        // From the top down: what is covered is not worked out.
        var open = SIMDMask<SIMD4<Double>.MaskStorage>(repeating: true)
        for track in tracks.reversed() where any(open .& track.mask) {
            guard let sample = track.sample(at: time) else { continue }
            acts = true
            let mask = open .& track.mask
            turn += sample.turn
            if track.isAdditive {
                sum.replace(with: sum + sample.value, where: mask)
            } else {
                value.replace(with: sample.value, where: mask)
                open = open .& .!track.mask
            }
        }
        guard acts else { return nil }
        value = (value + sum).clamped(lowerBound: bounds.lower, upperBound: bounds.upper)
        return AnimationTrack.Sample(value: value, turn: turn)
    }

    /// Whether it runs straight between breaks, cuts at the bounds apart.
    var isStraight: Bool { tracks.allSatisfy(\.isStraight) }

    /// Of each track; `nil` if they are more than `limit`.
    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        var all: [Double] = []
        for track in tracks {
            guard let breaks = track.breaks(in: range, limit: limit - all.count) else { return nil }
            all += breaks
        }
        return all
    }

    /// A box around all values that it can ever have, the one without animations among them.
    var extent: ValueRange {
        combined { .within($0.extent, always: false) }
    }

    /// A box around the values in a stretch between two breaks; without `exact` ones, anywhere.
    func extent(within stretch: ClosedRange<Double>, exact: Bool) -> ValueRange {
        combined { $0.reach(within: stretch, exact: exact) }
    }

    private func combined(_ reach: (AnimationTrack) -> AnimationTrack.Reach) -> ValueRange {
        var range = ValueRange(base, base)
        for track in tracks {
            guard case .within(let own, let always) = reach(track) else { continue }
            var next = range
            let acted = track.isAdditive ? range + own : own
            next.lower.replace(with: acted.lower, where: track.mask)
            next.upper.replace(with: acted.upper, where: track.mask)
            range = always ? next : next.union(range)
        }
        return range.clamped(to: bounds)
    }

    /// What one value costs, in units of work.
    var price: Double { tracks.reduce(0) { $0 + $1.price } }
}

/// A property of `Root` with all that acts on it.
struct AnimatedSlot<Root: Sendable>: Sendable {
    let property: AnimatableProperty<Root>
    var stack: TrackStack

    /// Sets the property as it is at a time of the layer's.
    func apply(to root: inout Root, at time: Double) {
        guard let sample = stack.sample(at: time) else { return }
        property.set(&root, sample.value)
        if sample.turn != 0 { property.turn?(&root, sample.turn) }
    }
}
