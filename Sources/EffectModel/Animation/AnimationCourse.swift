/// What an animation makes of its parent's time, apart from the groups around it and the property below it.
protocol AnimationCourse: Sendable {
    /// The value at a time of its parent's, and what it turns; `nil` where it does not act.
    func sample(at time: Double) -> AnimationTrack.Sample?

    /// Whether it stands still at its beginning or its end; `nil` where it does not act.
    func isHeld(at time: Double) -> Bool?

    /// Whether it runs straight between its breaks.
    var isStraight: Bool { get }

    /// Whether each component runs one way only between two breaks.
    var isCalm: Bool { get }

    /// The instants in `range` at which the value may bend or jump; in no order, and with a few outside. `nil` if they
    /// are more than `limit`.
    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]?

    /// A box around all values that it can ever take.
    var extent: ValueRange { get }

    /// What one value costs, in units of work (``RenderCost/work``).
    var price: Double { get }
}
