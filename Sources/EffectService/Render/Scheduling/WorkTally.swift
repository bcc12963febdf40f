import Synchronization

/// What an answer that is made piece by piece has taken so far.
///
/// Its pieces are not alike: the first has the simulation and the choice of colours in it. So nothing is learnt from one that ends
/// before its end, and nobody can teach the meter by asking for beginnings.
public final class WorkTally: Sendable {
    /// Predicted units of all of it.
    let work: Double
    private let done = Mutex((work: 0.0, seconds: 0.0, isTold: false))

    init(_ work: Double) { self.work = work }

    /// Adds a piece.
    ///
    /// - Returns: Once, when all work is done: the seconds that all pieces have taken.
    func add(_ work: Double, seconds: Double) -> Double? {
        done.withLock { done in
            done.work += work
            done.seconds += seconds
            // Shares of it were added up, with their rounding.
            guard !done.isTold, done.work >= self.work * (1 - 1e-6) else { return nil }
            done.isTold = true
            return done.seconds
        }
    }
}
