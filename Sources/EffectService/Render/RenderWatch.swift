/// Until when a render goes on.
struct RenderWatch: Sendable {
    /// `nil` is for ever.
    let deadline: ContinuousClock.Instant?
    let isCancelled: @Sendable () -> Bool

    /// Whether ``check()`` would throw.
    var isOver: Bool { (try? check()) == nil }

    /// - Throws: ``RenderError/cancelled`` or ``RenderError/outOfTime`` when it is to end.
    func check() throws(RenderError) {
        if isCancelled() { throw .cancelled }
        if let deadline, ContinuousClock.now > deadline { throw .outOfTime }
    }
}
