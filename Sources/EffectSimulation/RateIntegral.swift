internal import EffectModel

/// The running integral A(t) of a birth rate, and its inverse: when the k-th unit of it is complete.
///
/// Between the instants where the rate bends or jumps, a grid of at most 1/240 s with Simpson's rule; a constant rate
/// is one exact step. Frames play no part, so births don't depend on the frame rate.
struct RateIntegral: Sendable {
    private struct Node {
        /// Where the step begins.
        var time: Double
        /// The integral up to there.
        var total: Double
        /// The rate just inside the step's two ends.
        var startRate: Double
        var endRate: Double
        var length: Double
    }

    private var nodes: [Node] = []
    /// A at the end.
    private(set) var total = 0.0

    static let gridStep = 1.0 / 240

    /// Integrates `rate` from 0 to `end`; between two of `breaks` the rate must be smooth.
    init(from rate: (Double) -> Double, isConstant: Bool, breaks: [Double], to end: Double) {
        guard end > 0 else { return }
        if isConstant {
            add(from: 0, to: end, rate)
            return
        }
        let edges = [0] + breaks.filter { $0 > 0 && $0 < end } + [end]
        for (start, stop) in zip(edges, edges.dropFirst()) where stop > start {
            let steps = max(1, Int(((stop - start) / Self.gridStep).rounded(.up)))
            let width = (stop - start) / Double(steps)
            for step in 0..<steps {
                let a = start + Double(step) * width
                add(from: a, to: step == steps - 1 ? stop : a + width, rate)
            }
        }
    }

    private mutating func add(from start: Double, to stop: Double, _ rate: (Double) -> Double) {
        let length = stop - start
        // Just inside: at a jump, each side belongs to its own step. A rate below zero gives no births.
        let inset = length * 1e-6
        let startRate = max(0, rate(start + inset))
        let middleRate = max(0, rate(start + length / 2))
        let endRate = max(0, rate(stop - inset))
        nodes.append(Node(time: start, total: total, startRate: startRate, endRate: endRate, length: length))
        total += length * (startRate + 4 * middleRate + endRate) / 6
    }

    /// The first instant with A(t) = `value`, for 0 < `value` ≤ ``total``.
    ///
    /// - Complexity: O(log steps).
    func time(at value: Double) -> Double {
        var low = 0
        var high = nodes.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if nodes[middle].total < value { low = middle } else { high = middle }
        }
        let node = nodes[low]
        let whole = (low + 1 < nodes.count ? nodes[low + 1].total : total) - node.total
        // Within a step the rate runs straight from one end to the other, scaled so that the step's integral is right.
        let straight = (node.startRate + node.endRate) / 2 * node.length
        guard whole > 0, straight > 0 else { return node.time + node.length }
        let wanted = (value - node.total) * straight / whole
        let slope = (node.endRate - node.startRate) / node.length
        let root = max(0, node.startRate * node.startRate + 2 * slope * wanted).squareRoot()
        return node.time + min(node.length, 2 * wanted / (node.startRate + root))
    }
}
