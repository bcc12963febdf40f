import EffectCost
internal import EffectModel

/// The steps searched for a file within a byte budget, and the predicted cost of the search.
///
/// The steps depend on the spec alone, not on limits, so that a service with higher limits produces the same bytes.
struct BudgetLadder {
    private struct Step {
        let trade: QualityReduction
        let work: Double
        let guess: Double
    }

    /// The reductions in order: nothing given up first, then one more reduction per step. For a costly animation, the
    /// most expensive steps between the first and the last may be left out.
    var trades: [QualityReduction] { rungs.map(\.trade) }
    /// Number of files that the search may make: fewer of an animation that takes much work. Where none of them fits, up to
    /// two more follow (``BudgetSearch``).
    let renders: Int
    private let rungs: [Step]
    private let before: Double
    /// Nanoseconds of a render without a budget.
    private let whole: Double

    /// - Parameter spec: An animation, or a still if the spec has one frame.
    init(of spec: EffectSpec) { self.init(Pricing(spec, .animation)) }

    init(_ pricing: Pricing) {
        let spec = pricing.spec
        let isStill = pricing.job != .animation || spec.timing.frameCount == 1
        func rung(_ trade: QualityReduction) -> Step {
            let work = pricing.work(after: trade, isSettled: true)
            return Step(trade: trade, work: work, guess: pricing.workOfGuess(after: trade, whole: work))
        }
        let trades = QualityReduction.reductionSteps(of: spec, isStill: isStill) {
            isStill || pricing.work(after: $0) <= Self.mostWorkOfSmall
        }
        var rungs = trades.map(rung)
        let renders = isStill ? Self.mostRenders : Self.renders(of: rungs[0].work)
        while !isStill, rungs.count > 2, Self.works(rungs, renders: renders).max() ?? 0 > Self.mostWorkOfSearch {
            // The first step is the request itself, and the last tells how far off the budget is if nothing fits.
            let between = rungs.indices.dropFirst().dropLast()
            guard let dearest = between.max(by: { rungs[$0].work < rungs[$1].work }) else { break }
            rungs.remove(at: dearest)
        }
        (self.rungs, self.renders) = (rungs, renders)
        // The search for the best frame is made once.
        whole = pricing.work()
        before = pricing.job == .best ? whole : 0
    }

    /// Predicted nanoseconds of the search: between the mean over all steps it may end on and the most expensive one,
    /// nearer to the mean. A search none of whose files fits takes more, and refuses the budget or ends with the smallest.
    var work: Double {
        let works = Self.works(rungs, renders: renders)
        let mean = works.reduce(0, +) / Double(max(1, works.count))
        // At least one render without reductions is made.
        return max(whole, before + (3 * mean + (works.max() ?? 0)) / 4)
    }

    /// Nanoseconds of a search that ends on each of the steps.
    private static func works(_ rungs: [Step], renders: Int) -> [Double] {
        rungs.indices.map { place in
            // Usually the first file fits and uses the budget; now and then further ones are needed.
            var work = rungs[place].work * (1 + 0.25 * Double(min(4, renders)))
            // The two steps around the file, and those on the way to them.
            if place > 0 { work += rungs[0].guess + rungs[place - 1].guess }
            _ = QualityReduction.first(of: rungs.count) { rung in
                work += rungs[rung].guess
                return rung >= place
            }
            return work
        }
    }

    /// Number of files that may be made of an animation before one that leaves room.
    ///
    /// - Parameter work: Nanoseconds of the animation as requested.
    private static func renders(of work: Double) -> Int {
        if work <= mostWork { return mostRenders }
        return work <= 3 * mostWork ? 4 : work <= 8 * mostWork ? 2 : 1
    }

    /// Number of files that may be made of an animation or a still that takes little work.
    static let mostRenders = 6
    /// Nanoseconds up to which an animation may be rendered ``mostRenders`` times.
    private static let mostWork = 5e8
    /// Nanoseconds up to which the effort `small` is tried.
    private static let mostWorkOfSmall = 3e9
    /// Nanoseconds of the longest search. Lower than the default limit of a service, so that a byte budget is rarely
    /// the reason to refuse a render.
    private static let mostWorkOfSearch = 1e10
}
