/// Adds up the processor time that threads spend on something.
public protocol WorkClock: AnyObject, Sendable {
    /// Runs `work` on the calling thread, and adds the thread's processor time to the total.
    func spend<Result>(_ work: () -> Result) -> Result
}
