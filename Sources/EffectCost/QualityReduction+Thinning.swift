import EffectModel

extension Emitter {
    /// Leaves a share of the particles. A cell with a single birth keeps the particle, which gives birth to fewer sub-cells:
    /// a rocket without sparks is no firework, and half a rocket is none.
    ///
    /// - Parameters:
    ///   - share: Share of the particles that is left, above 0 and at most 1.
    ///   - seconds: Duration of the animation.
    mutating func thin(to share: Double, within seconds: Double) {
        for index in emitterCells.indices { emitterCells[index].thin(to: share, within: seconds * birthRate) }
    }
}

extension EmitterCell {
    /// Leaves a share of the births. A cell with few births leaves a share of the births of its sub-cells instead.
    ///
    /// - Parameter seconds: Time in which the cell gives birth.
    fileprivate mutating func thin(to share: Double, within seconds: Double) {
        var isThinned = false
        let births = birthRate * seconds
        if births >= Self.fewestBirths {
            // A seamless loop has no birth of a rate below one in its duration.
            birthRate *= max(share, 1.01 / births)
            isThinned = true
        }
        if var fewer = burst, Double(fewer.count) >= Self.fewestBirths {
            fewer.count = max(1, Int((Double(fewer.count) * share).rounded()))
            burst = fewer
            isThinned = true
        }
        if isThinned { return }
        let life = lifetime + abs(lifetimeRange)
        for index in emitterCells.indices { emitterCells[index].thin(to: share, within: life) }
    }

    /// Births from which on some of them may be left out.
    private static let fewestBirths = 2.0
}
