internal import EffectCost

/// A search for the least reduction of an image whose file fits its byte budget.
///
/// Sizes are estimated at the steps of the ladder, and between two of them by a straight line, so that few files are made. Each
/// file that was made corrects the estimates of the next one, until a file has most of the bytes that are allowed.
struct BudgetSearch {
    /// Share of the budget that a file uses at least, where a finer step and a further render are to be had.
    static let fullness = 0.9

    /// All steps in small parts: nothing given up first, then a bit more each.
    let steps: [QualityReduction]
    /// Indices among ``steps`` of the ladder's steps whose sizes are estimated.
    private let ends: [Int]
    private let maximum: Int
    /// Number of files that may be made. Where none of them fits, up to two more are: one that leaves room, and one of the
    /// last step.
    private let renders: Int
    private let estimate: (QualityReduction) throws -> Int
    private let make: (QualityReduction) throws -> [UInt8]
    /// Estimates at the ladder's steps.
    private var estimates: [Int: Double] = [:]
    /// Size of the last file by its estimate.
    private var ratio = 1.0
    /// Largest index whose file was too large, and smallest one whose file fits.
    private var (low, high): (Int, Int)
    /// Sizes of both files, where they are known.
    private var sizes: (low: Double?, high: Double?) = (nil, nil)

    /// - Parameters:
    ///   - rungs: Steps of the ladder.
    ///   - measured: Indices of the steps of the ladder whose sizes are estimated, the first and the last among them; `nil` for
    ///     all.
    ///   - maximum: Byte budget.
    ///   - renders: Number of files that may be made.
    ///   - estimate: Estimated size in bytes after a reduction.
    ///   - make: Makes the file after a reduction.
    init(
        _ rungs: [QualityReduction],
        measured: [Int]? = nil,
        within maximum: Int,
        renders: Int,
        estimate: @escaping (QualityReduction) throws -> Int,
        make: @escaping (QualityReduction) throws -> [UInt8]
    ) {
        var steps = Array(rungs.prefix(1))
        var ends = [0]
        for (rung, next) in zip(rungs, rungs.dropFirst()) {
            steps += rung.finer(upTo: next)
            ends.append(steps.count - 1)
        }
        (self.steps, self.ends) = (steps, measured.map { $0.map { ends[$0] } } ?? ends)
        (self.maximum, self.renders, self.estimate, self.make) = (maximum, renders, estimate, make)
        (low, high) = (-1, steps.count)
    }

    /// Returns the largest file found within the budget, and its reduction.
    ///
    /// - Throws: ``RenderError/budgetTooSmall(budget:smallest:)`` if not even the last step fits.
    mutating func file() throws -> (bytes: [UInt8], reduction: QualityReduction) {
        var best: (bytes: [UInt8], index: Int)?
        var smallest = Int.max
        for attempt in 0...renders {
            // Whatever is wrong with the estimates, the last attempt before the smallest file leaves room.
            if attempt == renders, best != nil { break }
            let share = attempt < renders ? 0.96 : isNear ? 0.93 : 0.8
            guard let index = try candidate(share: share), index != best?.index else { break }
            let bytes = try make(steps[index])
            smallest = min(smallest, bytes.count)
            if bytes.count <= maximum {
                (best, high, sizes.high) = ((bytes, index), index, Double(bytes.count))
                if index == 0 || Double(bytes.count) >= Self.fullness * Double(maximum) { break }
            } else {
                (low, sizes.low) = (index, Double(bytes.count))
            }
            ratio = try Double(bytes.count) / max(1, estimated(index))
        }
        if best == nil, low < steps.count - 1 {
            let bytes = try make(steps[steps.count - 1])
            smallest = min(smallest, bytes.count)
            if bytes.count <= maximum { best = (bytes, steps.count - 1) }
        }
        guard let best else { throw RenderError.budgetTooSmall(budget: maximum, smallest: smallest) }
        return (best.bytes, steps[best.index])
    }

    /// Whether a file was only a little too large, from which sizes nearby are well known.
    private var isNear: Bool { sizes.low.map { $0 <= 1.3 * Double(maximum) } ?? false }

    /// Index of the next file to make: the least reduction that seems to have at most a share of the budget, between those
    /// known. `nil` if there is none between.
    ///
    /// - Parameter share: Share of the budget that a reduced file may have; without a reduction it may have all.
    private mutating func candidate(share: Double) throws -> Int? {
        let last = min(high, steps.count) - 1
        guard low < last else { return nil }
        let room = Double(maximum) * share
        if low < 0, try corrected(0) <= Double(maximum) { return 0 }
        // The ladder's step first, then the place between it and the one before. The last one is assumed to fit.
        let open = ends.filter { $0 > max(low, 0) && $0 < last } + [last]
        let rung = try QualityReduction.first(of: open.count) { try corrected(open[$0]) <= room }
        let start = max(low, rung == 0 ? 0 : open[rung - 1]) + 1
        var found = open[rung]
        if start < found {
            let part = try QualityReduction.first(of: found - start + 1) { try corrected(start + $0) <= room }
            found = start + part
        }
        // With a file that fits, there is no need for one that won't.
        let isHopeless = try high < steps.count && corrected(found) > Double(maximum)
        return isHopeless ? nil : found
    }

    /// Estimated size in bytes by the files that were made: between two of them, in the proportion of the estimates.
    private mutating func corrected(_ index: Int) throws -> Double {
        let estimate = try estimated(index)
        guard let larger = sizes.low, let smaller = sizes.high else { return estimate * ratio }
        let (first, last) = try (estimated(low), estimated(high))
        guard first > last else { return estimate * ratio }
        return larger + (smaller - larger) * (first - estimate) / (first - last)
    }

    /// Estimated size in bytes, between two steps of the ladder by a straight line.
    private mutating func estimated(_ index: Int) throws -> Double {
        if let known = estimates[index] { return known }
        guard !ends.contains(index), let next = ends.firstIndex(where: { $0 > index }) else {
            let size = try Double(estimate(steps[index]))
            estimates[index] = size
            return size
        }
        let (from, to) = (ends[next - 1], ends[next])
        let (larger, smaller) = try (estimated(from), estimated(to))
        return larger + (smaller - larger) * Double(index - from) / Double(to - from)
    }
}
