/// What it costs to find what has no more bytes than it may.
extension RenderCost {
    /// The most work that a search takes, wherever on the ladder it ends.
    static func workOfSearch(in spec: EffectSpec, _ pictures: Int?) -> Double {
        let isStill = pictures != nil || spec.timing.frameCount == 1
        return workOfSearch(rungs(of: spec, isStill: isStill, pictures), isStill: isStill)
    }

    /// What may be given up, and what it costs then to make it, and to guess its bytes.
    struct Rung {
        let trade: Trade
        let cost: RenderCost
        let guess: Double

        /// - Parameter isWhole: Whether it is made as a whole to know its bytes, as pictures of a strip are.
        init(trade: Trade, cost: RenderCost, _ output: Output, isWhole: Bool) {
            (self.trade, self.cost) = (trade, cost)
            guess = isWhole ? cost.work : min(cost.work, cost.work(ofFrames: Trade.framesOfGuess, output))
        }
    }

    /// What is asked for, and what may be given up of it, with its cost.
    ///
    /// Of an animation, as long as it might take too much work to find the right rung, the one between the first and the last that
    /// takes most is left out.
    static func rungs(of spec: EffectSpec, isStill: Bool, _ pictures: Int?) -> [Rung] {
        var rungs = Trade.everyRung(of: spec, isStill: isStill).map { trade in
            let traded = spec.after(trade)
            return Rung(
                trade: trade,
                cost: RenderCost(ofOne: traded, pictures),
                traded.output,
                isWhole: pictures != nil
            )
        }
        while !isStill, rungs.count > 2, workOfSearch(rungs, isStill: false) > mostWorkOfSearch {
            // The first is what was asked for; if nothing fits, it is the last one that says how far it is.
            let between = rungs.indices.dropFirst().dropLast()
            guard let dearest = between.max(by: { rungs[$0].cost.work < rungs[$1].cost.work }) else { break }
            rungs.remove(at: dearest)
        }
        return rungs
    }

    /// - Parameter rungs: The first is what was asked for.
    private static func workOfSearch(_ rungs: [Rung], isStill: Bool) -> Double {
        let isDear = !isStill && Trade.isDear(rungs[0].cost)
        return rungs.indices.reduce(0) { most, place in
            var work = Trade.tries(from: place, of: rungs.count, isDear: isDear).reduce(0) { $0 + rungs[$1].cost.work }
            _ = Trade.first(of: rungs.count) { rung in
                work += rungs[rung].guess
                return rung >= place
            }
            return max(most, work)
        }
    }

    /// Less than a service allows by default: a budget of bytes is hardly a reason to refuse what it would make without one.
    private static let mostWorkOfSearch = 2e10
}
