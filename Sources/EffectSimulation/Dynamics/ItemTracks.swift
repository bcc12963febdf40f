internal import EffectModel

/// Tracks of a world's items, interpolated from poses stored at regular times.
struct ItemTracks: Sendable {
    /// Position and angle of an item.
    struct ItemPose: Sendable, Equatable {
        /// Position of the center, in points.
        var place: SIMD2<Double>
        /// Radians, clockwise.
        var angle: Double
    }

    private var kept: [SIMD3<Float>] = []
    private let count: Int
    /// Seconds between two stored poses.
    private let interval: Double
    /// Seconds for which poses are available.
    let seconds: Double
    /// Time in seconds at which the last item came to rest; `nil` if some item may move on.
    private(set) var restTime: Double?
    /// Counts of the simulation; `nil` without a survey.
    private(set) var load: WorldLoad?

    /// Maximum number of stored poses of one world: 64 MB.
    static let capacity = 4_000_000.0

    /// Simulates `items` for `seconds`, or until nothing will ever move again.
    ///
    /// - Parameters:
    ///   - coarseness: Number of bodies that each item stands for, and the width of such a body, in a survey.
    ///   - isStopped: Cancellation check, called at each step.
    init(
        _ dynamics: Dynamics,
        _ items: [RigidWorld.Item],
        on canvas: SIMD2<Double>,
        seconds: Double,
        noise: UInt64,
        coarseness: (weight: Double, size: Double)? = nil,
        unless isStopped: () -> Bool
    ) {
        count = items.count
        self.seconds = seconds
        load = coarseness.map { WorldLoad(dynamics, weight: $0.weight, size: $0.size, isGrid: true) }
        let steps = (min(1e9, seconds) / RigidWorld.step).rounded(.up)
        let stride = max(1, Int((steps * Double(items.count) / Self.capacity).rounded(.up)))
        interval = RigidWorld.step * Double(stride)
        guard !items.isEmpty else { return }
        defer { load?.finish(outOf: steps) }
        var world = RigidWorld(dynamics, items, on: canvas, noise: noise, weight: coarseness?.weight ?? 1)
        keep(world)
        for _ in 0..<Int((steps / Double(stride)).rounded(.up)) {
            if isStopped() { return }
            for _ in 0..<stride {
                world.advance()
                if coarseness != nil { load?.add(world.counts) }
            }
            keep(world)
            if world.isAtRest {
                restTime = Double(kept.count / count - 1) * interval
                return
            }
        }
    }

    private mutating func keep(_ world: borrowing RigidWorld) {
        world.forEachPose { kept.append(SIMD3(Float($0), Float($1), Float($2))) }
    }

    /// Pose of an item at `time`, interpolated linearly between stored poses; the last one holds.
    func pose(of item: Int, at time: Double) -> ItemPose {
        let last = kept.count / count - 1
        let place = max(0, time / interval)
        let whole = min(Int(min(place, 1e9)), last)
        let part = whole == last ? 0 : place - Double(whole)
        let before = SIMD3<Double>(kept[whole * count + item])
        guard part > 0 else { return ItemPose(place: SIMD2(before.x, before.y), angle: before.z) }
        let between = before + (SIMD3<Double>(kept[(whole + 1) * count + item]) - before) * part
        return ItemPose(place: SIMD2(between.x, between.y), angle: between.z)
    }
}
