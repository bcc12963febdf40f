import EffectCost
internal import EffectModel

/// The steps searched for a file within a byte budget, and the predicted cost of the search.
///
/// The steps depend on the spec alone, not on limits, so that a service with higher limits produces the same bytes.
struct BudgetLadder {
    private struct Step {
        let trade: QualityReduction
        let work: Double
        let guess: Double
        /// Predicted bytes of the file; `nil` where no size is predicted.
        let bytes: Double?
    }

    /// The reductions in order: nothing given up first, then one more reduction per step. For a costly animation, the
    /// most expensive steps between the first and the last may be left out.
    var trades: [QualityReduction] { rungs.map(\.trade) }
    /// Indices of the reductions whose sizes are estimated. Between them, sizes are interpolated: of a costly animation and of
    /// a video, each of whose estimates starts the program several times, only the last step of each kind is estimated.
    let measured: [Int]
    /// Number of files that the search may make: fewer of an animation that takes much work. Where none of them fits, up to
    /// two more follow (``BudgetSearch``).
    let renders: Int
    private let rungs: [Step]
    private let before: Double
    private let budget: Double
    private let format: Output.Format?
    private let isStill: Bool
    /// Nanoseconds of a render without a budget.
    private let whole: Double

    /// - Parameter spec: An animation, or a still if the spec has one frame.
    init(of spec: EffectSpec) { self.init(Pricing(spec, .animation)) }

    init(_ pricing: Pricing) {
        let spec = pricing.spec
        let isStill = pricing.job != .animation || spec.timing.frameCount == 1
        func rung(_ trade: QualityReduction) -> Step {
            let work = pricing.work(after: trade, isSettled: true)
            return Step(
                trade: trade,
                work: work,
                guess: pricing.workOfGuess(after: trade, whole: work),
                bytes: pricing.bytes(after: trade)
            )
        }
        let trades = QualityReduction.reductionSteps(of: spec, isStill: isStill) {
            isStill || pricing.work(after: $0) <= Self.mostWorkOfSmall
        }
        var rungs = trades.map(rung)
        let renders = isStill ? Self.mostRenders : Self.renders(of: rungs[0].work)
        // Of an animation that alone takes most of that, a search may take as much again.
        let most = max(Self.mostWorkOfSearch, min(2 * rungs[0].work, Self.mostWorkOfAnySearch))
        var measured = Array(rungs.indices)
        // The first step is the request itself, and the last tells how far off the budget is if nothing fits: neither is left out.
        func isCostly() -> Bool {
            Self.works(of: rungs, measuring: measured, renders: renders).dropFirst().dropLast().max() ?? 0 > most
        }
        if !isStill, spec.output.format?.isVideo == true || isCostly() { measured = Self.lastOfEachKind(rungs) }
        while !isStill, rungs.count > 2, isCostly() {
            let between = rungs.indices.dropFirst().dropLast()
            guard let dearest = between.max(by: { rungs[$0].work < rungs[$1].work }) else { break }
            rungs.remove(at: dearest)
            measured = Self.lastOfEachKind(rungs)
        }
        (self.rungs, self.measured, self.renders) = (rungs, measured, renders)
        budget = Double(spec.output.maxBytes ?? .max)
        format = spec.output.format
        self.isStill = isStill
        // The search for the best frame is made once.
        whole = pricing.work()
        before = pricing.job == .best ? whole : 0
    }

    /// Predicted nanoseconds of the search: between the mean over the steps that it may end on, by the predicted bytes of their
    /// files, and the most expensive one. Without a prediction, it may end on any.
    var work: Double {
        let works = Self.works(of: rungs, measuring: measured, renders: renders)
        let isPredicted = rungs[0].bytes != nil
        let share = shares.far + nearness * (shares.near - shares.far)
        let likely = ends.map { $0 > 0 ? share * works[$0] : works[$0] }
        let mean = likely.reduce(0, +) / Double(max(1, likely.count))
        let most = likely.max() ?? 0
        // At least one render without reductions is made, or one that is as far reduced as the budget asks for.
        let least = ends.contains(0) ? whole : 0
        let weight = isPredicted ? 0.5 + 0.25 * nearness : 0.75
        return max(least, before + mean + weight * (most - mean))
    }

    /// Steps that the search may end on: a file may have a fraction or a multiple of its predicted bytes.
    private var ends: [Int] {
        guard rungs[0].bytes != nil, budget > 0 else { return Array(rungs.indices) }
        return (format == .avif ? Self.errorsOfAVIF : Self.errorsOfBytes).map { error in
            rungs.firstIndex { ($0.bytes ?? 0) * error <= budget } ?? rungs.count - 1
        }
    }

    /// Bytes of files relative to predicted ones, each as likely as the others.
    private static let errorsOfBytes = [0.45, 0.7, 1, 1.4, 2.2]
    /// Bytes of AVIFs relative to predicted ones. Frames of a transition have far more than those of other effects.
    private static let errorsOfAVIF = errorsOfBytes + [4]

    /// Whether the budget is near the predicted bytes of the whole file, 0 to 1. What fails to fit by a little is made again and
    /// again; far below, the first file often fits.
    private var nearness: Double {
        guard let bytes = rungs[0].bytes, bytes > 0 else { return 1 }
        return min(max((budget / bytes - 0.1) / 0.25, 0), 1)
    }

    /// Time of a search that reduces something, relative to what its steps suggest: far below the bytes of the whole file, and
    /// near them. Measured with all presets within 30 to 200 kB, and with random presets of 100 to 240 points within 0.35 to 0.93
    /// of their bytes.
    private var shares: (far: Double, near: Double) {
        if isStill { return (0.84, 1.45) }
        return switch format {
        case .avif: (0.68, 1.4)
        case .webp: (0.53, 0.66)
        case .gif: (0.4, 0.6)
        case .mp4, .webm, .mov, .hevcMOV: (0.64, 1.35)
        default: (0.35, 0.66)
        }
    }

    /// Nanoseconds of a search that ends on each of the steps.
    private static func works(of rungs: [Step], measuring measured: [Int], renders: Int) -> [Double] {
        rungs.indices.map { place in
            // A file without reductions mostly fits if it seems to. Others are corrected until they use the budget.
            let further = place == 0 ? furtherFilesOfWhole : furtherFiles * Double(min(4, renders))
            var work = rungs[place].work * (1 + further)
            // The two estimates around the file, and those on the way to them.
            let before = measured.last { $0 < place }
            if let before { work += rungs[0].guess + (before > 0 ? rungs[before].guess : 0) }
            // The estimate without a reduction comes first, and is enough if it fits.
            guard place > 0 else { return work + rungs[0].guess }
            _ = QualityReduction.first(of: measured.count) { end in
                work += rungs[measured[end]].guess
                return measured[end] >= place
            }
            return work
        }
    }

    /// Files made after the first one, on average: of one without reductions, and for each file of a search that has any.
    private static let furtherFilesOfWhole = 0.1
    private static let furtherFiles = 0.25

    /// Indices of the first step, of the last of those that reduce the same thing, and of the last of all.
    private static func lastOfEachKind(_ rungs: [Step]) -> [Int] {
        func isOfOneKind(_ place: Int) -> Bool {
            let (before, own, after) = (rungs[place - 1].trade, rungs[place].trade, rungs[place + 1].trade)
            return before.changes(to: own) == own.changes(to: after)
        }
        return rungs.indices.filter { $0 == 0 || $0 == rungs.count - 1 || !isOfOneKind($0) }
    }

    /// Number of files that may be made of an animation before one that leaves room.
    ///
    /// - Parameter work: Nanoseconds of the animation as requested.
    private static func renders(of work: Double) -> Int {
        if work <= mostWork { return mostRenders }
        return work <= 3 * mostWork ? 4 : work <= 8 * mostWork ? 2 : 1
    }

    /// Number of files that may be made of an animation or a still that takes little work.
    static let mostRenders = 6
    /// Nanoseconds up to which an animation may be rendered ``mostRenders`` times.
    private static let mostWork = 4e8
    /// Nanoseconds up to which the effort `small` is tried.
    private static let mostWorkOfSmall = 2.4e9
    /// Nanoseconds of the longest search, unless the animation alone takes most of them.
    private static let mostWorkOfSearch = 8e9
    /// Nanoseconds of the longest search of any animation. Lower than the default limit of a service, so that a byte budget is
    /// rarely the reason to refuse a render.
    private static let mostWorkOfAnySearch = 1.6e10
}
