internal import EffectModel

/// One layer of an effect as a function of time.
protocol LayerSimulation: Sendable {
    /// Things that it ever gives an id to.
    var count: Int { get }
    /// Where its groups stand in the drawing order, relative to the layer's z.
    var depths: [Double] { get }
    /// Whether groups that follow each other are finished together where the layer fades, is masked or blended.
    var isOneWhole: Bool { get }
    /// One group for each of ``depths``, `nil` where nothing is seen.
    ///
    /// - Parameters:
    ///   - time: Seconds since the scene's start.
    ///   - births: Of the whole effect: what tells rounds of a loop apart.
    func groups(at time: Double, of births: Int) -> [DrawList.Group?]
    /// By cell, what became of its particles; empty where they are as many, and live as long, as the spec says.
    var lives: [Lives] { get }
}

extension LayerSimulation {
    var isOneWhole: Bool { true }

    var lives: [Lives] { [] }
}
