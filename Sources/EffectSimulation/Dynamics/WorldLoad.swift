internal import CBox2D
internal import EffectCost
internal import EffectModel

/// Work of simulating a world of rigid bodies, from counts of each step.
///
/// A survey simulates a coarser world: fewer bodies, each as heavy and as large as those it stands for together, fill
/// and pile up as the others would.
struct WorldLoad: Sendable {
    /// Sums over all steps, extrapolated to the full world.
    struct Counts: Sendable, Equatable {
        var steps = 0.0
        var items = 0.0
        var awake = 0.0
        var pairs = 0.0
        var touchingPairs = 0.0
        /// Pairs of an item and a line, beyond the few lines of a floor or a corner.
        var linePairs = 0.0
        var touchingLinePairs = 0.0
        var rejectedPairs = 0.0
        var attachments = 0.0
        /// Stops of items at lines.
        var stops = 0.0
        /// Pairs that are searched for the next stop.
        var searchedPairs = 0.0
    }

    private(set) var counts = Counts()
    /// Work of forces per item and step.
    private let workPerForce: Double
    /// Number of bodies that each simulated one stands for.
    private let weight: Double
    /// Width of a body of the full world, in points.
    private let size: Double
    /// Whether bodies start side by side, in a grid.
    private let isGrid: Bool
    /// Lines close to a body of the full world, relative to a simulated one.
    private let lineShare: Double
    /// Pairs of simulated bodies, and all that there could be, over all steps.
    private var touched = 0.0
    private var possible = 0.0

    init(_ dynamics: Dynamics, weight: Double, size: Double, isGrid: Bool) {
        workPerForce = dynamics.workPerForce
        (self.weight, self.size, self.isGrid) = (weight, size, isGrid)
        lineShare = weight > 1 ? dynamics.lineShare(ofSize: size, relativeTo: size * weight.squareRoot()) : 1
    }

    /// Adds the latest step of a world.
    mutating func add(_ step: hanabi_counts) {
        counts.steps += 1
        counts.items += Double(step.items) * weight
        counts.awake += Double(step.awake) * weight
        counts.attachments += Double(step.attachments) * weight
        // Measured: large bodies have fewer neighbors in a heap, since more of them lie at its edge.
        let inner = isGrid ? 1 : hanabi_power(weight, 0.1)
        let usual = Dynamics.usualLines * Double(step.awake)
        let lines = max(0, Double(step.line_pairs) - usual)
        let touchingLines = max(0, Double(step.touching_line_pairs) - usual)
        counts.linePairs += lines * weight * lineShare
        counts.touchingLinePairs += touchingLines * weight * lineShare
        counts.touchingPairs += (Double(step.touching_pairs) - touchingLines) * weight * hanabi_power(inner, 1.7)
        // Box2D looks for pairs within a margin that does not grow with the bodies, and along their next four steps.
        let margin = isGrid ? 0 : 6.4
        func reach(_ size: Double) -> Double { 1 + (margin + 4 * RigidWorld.step * step.speed) / size }
        let growth = reach(size) / reach(size * weight.squareRoot())
        let ratio = inner * growth * growth
        let close = (Double(step.pairs) - lines) * weight * ratio
        let most = Double(RigidWorld.contactsPerItem * Int(step.items)) * weight + RigidWorld.contactsOfWorld
        let pairs = min(close, most)
        counts.pairs += pairs
        // Where nearly every body is close to every other, a few bodies have too few neighbors to tell.
        touched += Double(step.pairs) - lines + (lines > 0 ? 0 : Double(step.rejected_pairs))
        possible += Double(step.awake) * Double(step.items) / 2
        counts.rejectedPairs += close - pairs + Double(step.rejected_pairs) * weight * ratio
        let stops = Double(step.stops) * weight
        counts.stops += stops
        counts.searchedPairs += stops * (pairs + lines * weight * lineShare)
    }

    /// Accounts for bodies of a coarse world coming to rest earlier than those of the full one.
    ///
    /// - Parameter most: Number of steps that the full world has at most.
    mutating func finish(outOf most: Double) {
        guard weight > 1, counts.steps > 0.6 / RigidWorld.step, counts.steps < most else { return }
        let lasting = min(1.6, most / counts.steps)
        counts = Counts(
            steps: counts.steps * lasting,
            items: counts.items * lasting,
            awake: counts.awake * lasting,
            pairs: counts.pairs * lasting,
            touchingPairs: counts.touchingPairs * lasting,
            linePairs: counts.linePairs * lasting,
            touchingLinePairs: counts.touchingLinePairs * lasting,
            rejectedPairs: counts.rejectedPairs * lasting,
            attachments: counts.attachments * lasting,
            stops: counts.stops * lasting,
            searchedPairs: counts.searchedPairs * lasting
        )
    }

    /// Whether the coarse world says nothing about the full one.
    var isSaturated: Bool { weight > 1 && touched > 0.4 * possible && touched > 12 * counts.awake / weight }

    /// Nanoseconds, fitted to 470 measured worlds: by their own counts, nine of ten are priced at 0.62 to 1.54 times
    /// their measured time.
    var work: Double {
        let base = 16_000 * counts.steps + (133 + workPerForce / 2) * counts.items + 256 * counts.awake
        let pairs = counts.pairs + counts.linePairs
        let touching = counts.touchingPairs + counts.touchingLinePairs
        let contacts = 304 * pairs + 665 * touching + 1100 * counts.rejectedPairs
        // An item that touches many lines is looked at as many times for each stop.
        let looks = 1 + counts.touchingLinePairs / max(1, counts.awake) / 8
        let stops = 11_000 * counts.stops / looks + 1.2 * counts.searchedPairs
        return base + contacts + 250 * counts.attachments + stops
    }
}
