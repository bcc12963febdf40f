/// What it costs to find what has no more bytes than it may.
extension RenderCost {
    /// The most work that a search takes, wherever on the ladder it ends.
    static func workOfSearch(in spec: EffectSpec, _ pictures: Int?) -> Double {
        let isStill = pictures != nil || spec.timing.frameCount == 1
        let rungs = Trade.ladder(of: spec, isStill: isStill)
        return workOfSearch(rungs.map { RenderCost(ofOne: spec.after($0), pictures) }, in: spec, pictures)
    }

    /// - Parameter costs: Of each rung.
    private static func workOfSearch(_ costs: [RenderCost], in spec: EffectSpec, _ pictures: Int?) -> Double {
        let isDear = Trade.isDear(spec, isStill: pictures != nil || spec.timing.frameCount == 1)
        // Pictures of a strip are made as a whole to know their bytes.
        let guesses = costs.map { cost in
            pictures == nil ? cost.work * min(1, Double(Trade.framesOfGuess) / Double(max(1, cost.frames))) : cost.work
        }
        return costs.indices.reduce(0) { most, place in
            var work = Trade.tries(from: place, of: costs.count, isDear: isDear).reduce(0) { $0 + costs[$1].work }
            _ = Trade.first(of: costs.count) { rung in
                work += guesses[rung]
                return rung >= place
            }
            return max(most, work)
        }
    }

    /// Those of an animation's rungs that are tried: as long as it might take too much work to find the right one, that which
    /// takes most is left out. The first one, which is what was asked for, only if it takes twice as much as any other.
    static func affordable(_ rungs: [Trade], of spec: EffectSpec) -> [Trade] {
        var left = rungs.enumerated().map { (place: $0, trade: $1, cost: RenderCost(ofOne: spec.after($1), nil)) }
        while left.count > 1, workOfSearch(left.map(\.cost), in: spec, nil) > mostWorkOfSearch {
            func weight(_ place: Int) -> Double { left[place].cost.work / (left[place].place == 0 ? 2 : 1) }
            // If nothing fits, it is the last one that says how far it is.
            guard let dearest = left.indices.dropLast().max(by: { weight($0) < weight($1) }) else { break }
            left.remove(at: dearest)
        }
        return left.map(\.trade)
    }

    /// Less than a service allows by default: a budget of bytes is no reason to refuse what it would make without one.
    private static let mostWorkOfSearch = 2e10
}
