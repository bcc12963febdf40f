/// Measured seconds per unit of predicted work. Predictions are for one kind of machine and are upper estimates
/// (``PriceTable``), by a factor that differs between formats.
///
/// For each kind: the sum of seconds over the sum of units, with exponential decay by a factor of e for each ``window``
/// of units. Renders count in proportion to their work, since the meter estimates the whole backlog.
struct WorkMeter: Sendable {
    /// Units of work after which earlier measurements count e times less.
    private let window: Double
    private var sums: [RenderKind: (seconds: Double, work: Double)] = [:]
    /// Initial estimate of seconds per unit, with the weight of a tenth of a window.
    private let guess: Double

    /// Meter for renders. The median render takes a little over half a nanosecond per unit (`Benchmarks/README.md`).
    /// One of the largest renders fills a window, as do about a hundred typical ones.
    static let rendering = WorkMeter(guess: 0.55e-9, window: 20e9)
    /// Meter for parsing, where a unit is a byte. A preset's URL takes 0.1 to 0.5 ms, as does a spec of one kilobyte.
    static let reading = WorkMeter(guess: 100e-9, window: 4e6)

    init(guess: Double, window: Double) { (self.guess, self.window) = (guess, window) }

    /// Estimated seconds per unit.
    func secondsPerUnit(_ kind: RenderKind) -> Double {
        let sum = sums[kind] ?? (0, 0)
        let start = window / 10
        return (sum.seconds + guess * start) / (sum.work + start)
    }

    /// Estimated seconds of `work` units.
    func seconds(_ work: Double, _ kind: RenderKind) -> Double { work * secondsPerUnit(kind) }

    /// Adds a measurement.
    ///
    /// - Parameter isWhole: Whether the work was finished. An aborted job is only a lower bound.
    mutating func add(_ kind: RenderKind, work: Double, seconds: Double, isWhole: Bool) {
        guard work > 0, work.isFinite, seconds >= 0, seconds.isFinite else { return }
        guard isWhole || seconds > self.seconds(work, kind) else { return }
        let old = sums[kind] ?? (0, 0)
        // e^-x within 4% and never negative, which is accurate enough.
        let share = min(1, work / window)
        let rest = 1 - share + share * share / 2 - share * share * share / 6
        sums[kind] = (old.seconds * rest + seconds, old.work * rest + work)
    }
}
