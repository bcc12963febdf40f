/// What it costs to find what has no more bytes than it may.
extension RenderCost {
    /// The most work that a search takes, wherever on the ladder it ends.
    static func workOfSearch(in spec: EffectSpec, _ pictures: Int?) -> Double {
        let isStill = pictures != nil || spec.timing.frameCount == 1
        let rungs = Trade.ladder(of: spec, isStill: isStill)
        let isDear = Trade.isDear(spec, isStill: isStill)
        let costs = rungs.map { RenderCost(ofOne: spec.after($0), pictures) }
        // Pictures of a strip are made as a whole to know their bytes.
        let guesses = costs.map { cost in
            pictures == nil ? cost.work * min(1, Double(Trade.framesOfGuess) / Double(max(1, cost.frames))) : cost.work
        }
        return rungs.indices.reduce(0) { most, place in
            var work = Trade.tries(from: place, of: rungs.count, isDear: isDear).reduce(0) { $0 + costs[$1].work }
            _ = Trade.first(of: rungs.count) { rung in
                work += guesses[rung]
                return rung >= place
            }
            return max(most, work)
        }
    }
}
