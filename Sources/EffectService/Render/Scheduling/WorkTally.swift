import Synchronization

/// Accumulated cost of an answer rendered piece by piece.
///
/// Pieces differ in cost: the first includes the simulation and the choice of colors. Only completed answers are
/// reported to the meter, so a client that aborts early cannot skew the estimate.
public final class WorkTally: Sendable {
    /// Predicted units of work of the whole answer.
    let work: Double
    private let done = Mutex((work: 0.0, seconds: 0.0, isTold: false))

    init(_ work: Double) { self.work = work }

    /// Adds a piece.
    ///
    /// - Returns: The total seconds of all pieces, once, when all work is done.
    func add(_ work: Double, seconds: Double) -> Double? {
        done.withLock { done in
            done.work += work
            done.seconds += seconds
            // The tolerance covers rounding in the sum of the shares.
            guard !done.isTold, done.work >= self.work * (1 - 1e-6) else { return nil }
            done.isTold = true
            return done.seconds
        }
    }
}
