/// A keyframe curve driven by a clock, once or repeatedly.
struct KeyedCourse: AnimationCourse {
    private let clock: AnimationClock
    private let curve: KeyframeCurve
    /// Change added per completed repetition.
    private let step: SIMD4<Double>
    /// Offset in radians added to the curve's heading; `nil` if the animation turns nothing.
    private let turnOffset: Double?

    /// - Parameter curve: The animation's curve for the given property.
    init(_ animation: Animation, _ curve: KeyframeCurve) {
        self.curve = curve
        if case .keyframe(let keyframes) = animation.content {
            turnOffset = keyframes.rotationMode.map { $0 == .auto ? 0 : .pi }
        } else {
            turnOffset = nil
        }
        clock = AnimationClock(animation)
        // A repetition that runs forwards and backwards ends at its start value.
        let end = clock.timing.autoreverses ? curve.value(at: 0) : curve.value(at: 1)
        step = animation.cumulative ? end : SIMD4(0, 0, 0, 0)
    }

    func sample(at time: Double) -> AnimationTrack.Sample? {
        guard case .during(let moment) = clock.timing.phase(at: time) else { return nil }
        let progress = clock.easing.progress(at: moment.fraction)
        let turn = turnOffset.map { $0 + curve.heading(at: progress) } ?? 0
        return AnimationTrack.Sample(value: curve.value(at: progress) + step * moment.cycle, turn: turn)
    }

    func isHeld(at time: Double) -> Bool? {
        guard case .during(let moment) = clock.timing.phase(at: time) else { return nil }
        return moment.isHeld
    }

    var isStraight: Bool { curve.isStraight && clock.easing.isLinear }

    var isCalm: Bool { curve.isCalm && clock.easing.rises }

    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        clock.instants(of: curve.keys, in: range, limit: limit)
    }

    var extent: ValueRange {
        let first = curve.extent(for: clock.easing.reach)
        let last = step * clock.timing.maximumCycles
        return first.union(ValueRange(first.lower + last, first.upper + last))
    }

    /// Measured: most of the time is spent solving easings.
    var price: Double { 100 + 500 * Double((clock.easing.isLinear ? 0 : 1) + curve.easingCount) }
}
