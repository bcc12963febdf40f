internal import EffectModel

/// The rungs on which what has no more bytes than it may is looked for, and what that takes.
///
/// It depends on the spec alone, and on no limit: a service that allows more gives the same bytes.
struct BudgetLadder {
    private struct Rung {
        let trade: Trade
        let work: Double
        let guess: Double
    }

    /// Nothing given up first, then one thing after another. Of an animation that is much work, the rungs between the first and the last
    /// that take most may be left out.
    var trades: [Trade] { rungs.map(\.trade) }
    /// Whether it takes so much work, as it is asked for, that it is not made several times. Stills never do.
    let isDear: Bool
    private let rungs: [Rung]
    private let before: Double
    /// Without a budget.
    private let whole: Double

    /// - Parameter spec: What moves, unless it has one frame.
    init(of spec: EffectSpec) { self.init(Pricing(spec, .animation)) }

    init(_ pricing: Pricing) {
        let spec = pricing.spec
        let isStill = pricing.job != .animation || spec.timing.frameCount == 1
        func rung(_ trade: Trade) -> Rung {
            let work = pricing.work(after: trade, isSettled: true)
            return Rung(trade: trade, work: work, guess: pricing.workOfGuess(after: trade, whole: work))
        }
        let trades = Trade.everyRung(of: spec, isStill: isStill) {
            isStill || pricing.work(after: $0) <= Self.mostWorkOfSmall
        }
        var rungs = trades.map(rung)
        let isDear = !isStill && rungs[0].work > Self.mostWork
        while !isStill, rungs.count > 2, Self.works(rungs, isDear: isDear).max() ?? 0 > Self.mostWorkOfSearch {
            // The first is what was asked for; if nothing fits, it is the last one that says how far it is.
            let between = rungs.indices.dropFirst().dropLast()
            guard let dearest = between.max(by: { rungs[$0].work < rungs[$1].work }) else { break }
            rungs.remove(at: dearest)
        }
        (self.rungs, self.isDear) = (rungs, isDear)
        // Which frame is best is found once.
        whole = pricing.work()
        before = pricing.job == .best ? whole : 0
    }

    /// Nanoseconds of the search: halfway from the mean of all rungs on which it may end to the one that takes most.
    var work: Double {
        let works = Self.works(rungs, isDear: isDear)
        let mean = works.reduce(0, +) / Double(max(1, works.count))
        // Without a budget, it is made once.
        return max(whole, before + (mean + (works.max() ?? 0)) / 2)
    }

    /// Nanoseconds of a search that ends on each of the rungs.
    private static func works(_ rungs: [Rung], isDear: Bool) -> [Double] {
        rungs.indices.map { place in
            var work = rungs[place].work
            // Mostly the first that seems to fit does; now and then it is the next.
            if place + 1 < rungs.count, !isDear { work += rungs[place + 1].work / 2 }
            _ = Trade.first(of: rungs.count) { rung in
                work += rungs[rung].guess
                return rung >= place
            }
            return work
        }
    }

    /// More than so much is not spent on an animation several times.
    private static let mostWork = 5e8
    /// More than so much is not spent on the effort `small`.
    private static let mostWorkOfSmall = 3e9
    /// Less than a service allows by default: a budget of bytes is hardly a reason to refuse what it would make without one.
    private static let mostWorkOfSearch = 1e10
}
