/// An animation's value as a function of its parent's time, before groups and the property below are applied.
protocol AnimationCourse: Sendable {
    /// The value and turn at parent time `time`, in seconds; `nil` when the animation is not active.
    func sample(at time: Double) -> AnimationTrack.Sample?

    /// Whether the value is held at the start or end by the fill mode; `nil` when the animation is not active.
    func isHeld(at time: Double) -> Bool?

    /// Whether the value is linear between breaks.
    var isStraight: Bool { get }

    /// Whether each component is monotonic between breaks.
    var isCalm: Bool { get }

    /// The times in `range` at which the value may bend or jump, unsorted, possibly with a few outside `range`. `nil`
    /// if there are more than `limit`.
    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]?

    /// Bounding box of all possible values.
    var extent: ValueRange { get }

    /// Cost of one sample, in units of work (``RenderCost/work``).
    var price: Double { get }
}
