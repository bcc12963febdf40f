import EffectCost
internal import EffectModel

/// Share of each cell's particles that is simulated, where a few are representative of all.
///
/// Each birth is kept or skipped by its number and its stream: the kept ones are a fair sample, and identical to the
/// last bit to the same particles among all others.
struct Thinning: Sendable {
    /// Strides by layer and cell: one birth in each stride is kept, of each kept parent.
    private var strides: [[Int]] = []
    /// Weights by layer and cell: the number of particles that a kept one represents.
    private var weights: [[Double]] = []

    /// Kept births per cell, and as few as they may be where more take over four times the work: with a stride of more than
    /// all births, a cell may have none, and none of its pixels are counted.
    private static let fewest = [12.0, 3, 1]

    /// Thinning that keeps all particles.
    static let none = Thinning()

    private init() {}

    /// Creates a thinning that takes about `work` to simulate. Each cell has an equal share of the work, and leaves
    /// what it does not need to the others.
    ///
    /// - Parameter crowds: Crowds of the cells, sub-cells after their parents.
    init(_ crowds: [Crowd], work: Double) {
        // A few particles of a small crowd are no fair sample, and more of them cost little.
        for fewest in Self.fewest {
            self.init(crowds, work: work, fewest: fewest)
            if self.work(of: crowds) <= 4 * work { return }
        }
        self.init(crowds, work: work, fewest: 0)
    }

    /// Work of the kept particles.
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

    /// Stride of a cell: one birth in each stride is kept.
    func stride(ofCell cell: Int, layer: Int) -> Int {
        strides.indices.contains(layer) && strides[layer].indices.contains(cell) ? strides[layer][cell] : 1
    }

    /// Number of particles that a kept one represents.
    func weight(ofCell cell: Int, layer: Int) -> Double {
        weights.indices.contains(layer) && weights[layer].indices.contains(cell) ? weights[layer][cell] : 1
    }

    /// Whether a numbered thing is kept: a random one of each `stride` consecutive things, so that no regular order
    /// hides some of them.
    ///
    /// - Parameters:
    ///   - number: Number of the thing, in 0..<`count`.
    ///   - stream: Stream of the layer.
    static func keeps(_ number: Int, of count: Int, oneOf stride: Int, _ stream: RandomStream) -> Bool {
        guard stride > 1 else { return true }
        let block = number / stride
        let kept = stream.substream(named: "kept").whole(UInt64(block), below: min(stride, count - block * stride))
        return number % stride == kept
    }

    /// Whether all particles are kept.
    var isWhole: Bool { strides.allSatisfy { $0.allSatisfy { $0 == 1 } } }
}
