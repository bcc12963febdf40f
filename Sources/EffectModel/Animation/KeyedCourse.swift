/// A curve that is run through once, or again and again, as a clock says.
struct KeyedCourse: AnimationCourse {
    private let clock: AnimationClock
    private let curve: KeyframeCurve
    /// What each complete repetition adds.
    private let step: SIMD4<Double>
    /// Added to the curve's heading; `nil` if nothing is turned.
    private let turnOffset: Double?

    /// - Parameter curve: The animation's, on the property in question.
    init(_ animation: Animation, _ curve: KeyframeCurve) {
        self.curve = curve
        if case .keyframe(let keyframes) = animation.content {
            turnOffset = keyframes.rotationMode.map { $0 == .auto ? 0 : .pi }
        } else {
            turnOffset = nil
        }
        clock = AnimationClock(animation)
        // A repetition that goes there and back ends where it began.
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

    /// Measured: most of it is solving the easings.
    var price: Double { 100 + 500 * Double((clock.easing.isLinear ? 0 : 1) + curve.easingCount) }
}
