/// Estimated costs of literals, lengths and distances in 1/16 bit, extra bits included.
struct SymbolCosts {
    /// Costs of literals, then of lengths, then of distance symbols.
    private(set) var costs: [UInt32]

    /// Index of the cost of length 0 and of the first distance symbol.
    static let lengthStart = 256
    static let distanceStart = lengthStart + DeflateSymbols.longestMatch + 1

    /// Typical costs.
    init() {
        costs = [UInt32](repeating: 16 * 7, count: Self.distanceStart)
        for length in 3...DeflateSymbols.longestMatch {
            costs[Self.lengthStart + length] = UInt32(16 * (4 + DeflateSymbols.parts(ofLength: length).extraBits))
        }
        costs += (0..<DeflateSymbols.distanceCount).map {
            UInt32(16 * (4 + DeflateSymbols.extraBits[DeflateSymbols.literalCount + $0]))
        }
    }

    /// Literal costs of a counted block; all others are typical.
    init(literals block: DeflateBlock) {
        self.init()
        for value in 0..<256 { costs[value] = block.cost(of: value) }
    }

    /// Costs of a counted block.
    init(_ block: DeflateBlock) {
        self.init()
        for value in 0..<256 { costs[value] = block.cost(of: value) }
        for length in 3...DeflateSymbols.longestMatch {
            let parts = DeflateSymbols.parts(ofLength: length)
            costs[Self.lengthStart + length] = block.cost(of: parts.symbol)
        }
        for symbol in 0..<DeflateSymbols.distanceCount {
            costs[Self.distanceStart + symbol] = block.cost(of: DeflateSymbols.literalCount + symbol)
        }
    }

    /// Costs of a sample that was searched for fewer matches: lengths and distances cost at most 28/16 bit more than
    /// typical, because the sample may lack them.
    init(like sample: DeflateBlock) {
        let common = SymbolCosts()
        self.init(sample)
        for place in Self.lengthStart..<costs.count { costs[place] = min(costs[place], common.costs[place] + 28) }
    }
}
