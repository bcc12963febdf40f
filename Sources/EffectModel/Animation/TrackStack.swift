/// All animations of one property, in document order. The last active one wins; additive ones are added to the value
/// below them.
struct TrackStack: Sendable {
    /// Value without animations.
    let base: SIMD4<Double>
    /// Bounds of the property; results are clamped.
    let bounds: ValueRange
    var tracks: [AnimationTrack] = []

    /// The value and the turn at layer time `time`, in seconds; `nil` if no animation is active.
    func sample(at time: Double) -> AnimationTrack.Sample? {
        var value = base
        var sum = SIMD4<Double>(0, 0, 0, 0)
        var turn = 0.0
        var acts = false
        // From last to first, so that covered animations are not evaluated.
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

    /// Whether the value is linear between breaks, apart from clamping.
    var isStraight: Bool { tracks.allSatisfy(\.isStraight) }

    /// The breaks of all tracks in `range`; `nil` if there are more than `limit`.
    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        var all: [Double] = []
        for track in tracks {
            guard let breaks = track.breaks(in: range, limit: limit - all.count) else { return nil }
            all += breaks
        }
        return all
    }

    /// Bounding box of all possible values, including the value without animations.
    var extent: ValueRange {
        combined { .within($0.extent, always: false) }
    }

    /// Bounding box of the values between two breaks; without `exact` breaks, of all possible values.
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

    /// Cost of one sample, in units of work.
    var price: Double { tracks.reduce(0) { $0 + $1.price } }
}

/// An animated property of `Root` with its animations.
struct AnimatedSlot<Root: Sendable>: Sendable {
    let property: AnimatableProperty<Root>
    var stack: TrackStack

    /// Sets the property to its value at layer time `time`, in seconds.
    func apply(to root: inout Root, at time: Double) {
        guard let sample = stack.sample(at: time) else { return }
        property.set(&root, sample.value)
        if sample.turn != 0 { property.turn?(&root, sample.turn) }
    }
}
