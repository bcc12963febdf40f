/// Contents of a particle, with their share among others.
public struct WeightedContents: Sendable, Equatable {
    /// Asset, or its name.
    public var contents = Contents.named("circle")
    /// Share among the weights of all contents, 0...1000.
    public var weight = 1.0

    /// Creates a value with the defaults.
    public init() {}
}

extension EmitterCell {
    /// Index among ``choices`` that a draw in 0..<1 picks; 0 without any.
    package func choice(ofDraw draw: Double) -> Int {
        let sum = choices.reduce(0) { $0 + $1.weight }
        var rest = draw * sum
        for (index, choice) in choices.enumerated() where choice.weight > 0 {
            rest -= choice.weight
            if rest < 0 { return index }
        }
        return choices.lastIndex { $0.weight > 0 } ?? 0
    }
}
