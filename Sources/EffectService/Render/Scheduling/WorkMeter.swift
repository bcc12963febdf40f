/// What a unit of predicted work takes in truth. Predictions are for one kind of machine, and a little more than renders take there
/// (``PriceTable``), and that differs from format to format: so it is measured.
///
/// For each kind, the sum of seconds over the sum of units, of which what is older counts less: after each ``window`` of units, a
/// third. Large renders count as much as their work, since it is the whole backlog that is to be known.
struct WorkMeter: Sendable {
    /// Units after which what was before counts e times less.
    private let window: Double
    private var sums: [RenderKind: (seconds: Double, work: Double)] = [:]
    /// Before anything is measured, and until that is worth a tenth of a window.
    private let guess: Double

    /// Of renders: half of them take little more than half a nanosecond a unit (`Benchmarks/README.md`). One of the largest renders
    /// makes a window, and a hundred of the usual ones do.
    static let rendering = WorkMeter(guess: 0.55e-9, window: 20e9)
    /// Of reading, where a unit is a byte. A preset's URL takes a tenth to half a millisecond, and so does a spec of a kilobyte.
    static let reading = WorkMeter(guess: 100e-9, window: 4e6)

    init(guess: Double, window: Double) { (self.guess, self.window) = (guess, window) }

    /// Seconds that one unit takes.
    func secondsPerUnit(_ kind: RenderKind) -> Double {
        let sum = sums[kind] ?? (0, 0)
        let start = window / 10
        return (sum.seconds + guess * start) / (sum.work + start)
    }

    /// Seconds that `work` takes.
    func seconds(_ work: Double, _ kind: RenderKind) -> Double { work * secondsPerUnit(kind) }

    /// Learns.
    ///
    /// - Parameter isWhole: Whether the work was done: what was broken off tells only that it takes no less.
    mutating func add(_ kind: RenderKind, work: Double, seconds: Double, isWhole: Bool) {
        guard work > 0, work.isFinite, seconds >= 0, seconds.isFinite else { return }
        guard isWhole || seconds > self.seconds(work, kind) else { return }
        let old = sums[kind] ?? (0, 0)
        // e^-x within 4% and never below 0, which is all that is asked of it.
        let share = min(1, work / window)
        let rest = 1 - share + share * share / 2 - share * share * share / 6
        sums[kind] = (old.seconds * rest + seconds, old.work * rest + work)
    }
}
