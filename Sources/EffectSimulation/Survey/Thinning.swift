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

    /// All of them.
    static let none = Thinning()

    private init() {}

    /// So few that they take about `work` to simulate. Each cell has an equal share of it, and what it does not need is for the others.
    ///
    /// - Parameter crowds: Sub-cells after their parents.
    init(_ crowds: [Crowd], work: Double) {
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
            let wanted = crowd.work / max(1, share) / before
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
