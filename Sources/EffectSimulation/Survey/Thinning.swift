internal import EffectModel

/// Which share of each cell's particles is simulated, where a few tell what all of them are like.
///
/// Each birth is kept or left out by its number and its stream: those that are kept are a fair sample, and are to the last bit what they
/// are among all others.
struct Thinning: Sendable {
    /// By layer and cell: one birth of so many is kept, of each parent that is.
    private var strides: [[Int]] = []
    /// By layer and cell: so many particles each one stands for.
    private var weights: [[Double]] = []

    /// Births of each cell that are kept, where that takes no more than four times the work.
    private static let fewest = 12.0

    /// All of them.
    static let none = Thinning()

    private init() {}

    /// So few that they take about `work` to simulate. Each cell has an equal share of it, and what it does not need is for the others.
    ///
    /// - Parameter crowds: Sub-cells after their parents.
    init(_ crowds: [Crowd], work: Double) {
        // A few of a small crowd would be no fair sample, where more can be had for little.
        self.init(crowds, work: work, fewest: Self.fewest)
        if self.work(of: crowds) > 4 * work { self.init(crowds, work: work, fewest: 0) }
    }

    /// Work of those that are kept.
    func work(of crowds: [Crowd]) -> Double {
        crowds.reduce(0) { $0 + $1.work / weight(ofCell: $1.cell, layer: $1.layer) }
    }

    private init(_ crowds: [Crowd], work: Double, fewest: Double) {
        var (left, rest) = (work, crowds.count)
        var share = Double.infinity
        for need in crowds.map(\.work).sorted() {
            guard need <= left / Double(rest) else {
                share = left / Double(rest)
                break
            }
            (left, rest) = (left - need, rest - 1)
        }
        for crowd in crowds {
            while strides.count <= crowd.layer {
                strides.append([])
                weights.append([])
            }
            while strides[crowd.layer].count <= crowd.cell {
                strides[crowd.layer].append(1)
                weights[crowd.layer].append(1)
            }
            let before = crowd.parent.map { weight(ofCell: $0, layer: crowd.layer) } ?? 1
            let most = fewest > 0 ? max(1, crowd.births / before / fewest) : .infinity
            let wanted = min(crowd.work / max(1, share) / before, most)
            let stride = wanted > 1.5 ? Int(min(1e9, wanted.rounded(.up))) : 1
            strides[crowd.layer][crowd.cell] = stride
            weights[crowd.layer][crowd.cell] = before * Double(stride)
        }
    }

    /// One birth of so many is kept.
    func stride(ofCell cell: Int, layer: Int) -> Int {
        strides.indices.contains(layer) && strides[layer].indices.contains(cell) ? strides[layer][cell] : 1
    }

    /// So many particles each one stands for.
    func weight(ofCell cell: Int, layer: Int) -> Double {
        weights.indices.contains(layer) && weights[layer].indices.contains(cell) ? weights[layer][cell] : 1
    }

    /// Whether a numbered thing is kept: one of each `stride` in a row, by chance, so that no order of things hides some of them.
    ///
    /// - Parameters:
    ///   - number: Its own, of `count`.
    ///   - stream: The layer's.
    static func keeps(_ number: Int, of count: Int, oneOf stride: Int, _ stream: RandomStream) -> Bool {
        guard stride > 1 else { return true }
        let block = number / stride
        let kept = stream.substream(named: "kept").whole(UInt64(block), below: min(stride, count - block * stride))
        return number % stride == kept
    }

    /// Whether nobody is left out.
    var isWhole: Bool { strides.allSatisfy { $0.allSatisfy { $0 == 1 } } }
}

/// What became of a cell's particles: those that were simulated.
struct Lives: Equatable {
    var births = 0.0
    /// Instants of the layer's time at which one is alive, or its trail, added up: seconds.
    var seconds = 0.0
    /// Of their own time: what is stepped through.
    var ages = 0.0
}
