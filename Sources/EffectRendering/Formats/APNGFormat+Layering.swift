internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

extension APNGFormat {
    /// Composition of an animation's frames.
    enum Layering {
        /// Each frame is alone on an empty canvas.
        case cleared
        /// Each frame is drawn over the first one, and removed again. With a palette, frames have the pixels that equal the
        /// first frame's, too, where these cost less than gaps.
        case overFirst(EarlierFrame, keepsEqualPixels: Bool)
        /// Each frame is drawn over the one before.
        case incremental

        var isCleared: Bool { if case .cleared = self { true } else { false } }
        var isIncremental: Bool { if case .incremental = self { true } else { false } }
        var keepsEqualPixels: Bool { if case .overFirst(_, let keeps) = self { keeps } else { false } }
    }
}

extension APNGFormat.Layering {
    /// The layering with the fewest bytes. Over an earlier frame if there is a background or if much of the frame persists,
    /// such as a card under a burst; over the first or the previous one after a trial with some frames.
    ///
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(
        of simulation: Simulation,
        effort: APNG.Effort,
        palette: Palette?,
        _ watch: RenderContext
    ) throws {
        self = .cleared
        let count = simulation.spec.timing.frameCount
        let painter = FramePainter(simulation)
        guard count > 1, let first = try Self.persisting(simulation, painter, watch) else { return }
        let isIndexed = palette != nil
        self = .overFirst(first, keepsEqualPixels: isIndexed)
        guard count >= Self.fewestFrames else { return }

        let effort = effort == .small ? .balanced : effort
        let differing = FrameEncoder(effort: effort, palette: palette)
        let whole = isIndexed ? FrameEncoder(effort: effort, palette: palette, keepsEqualPixels: true) : nil
        let delay = try Delay(framesPerSecond: simulation.spec.timing.fps)
        var sizes = Sizes()
        for number in [count / 2, count / 4] {
            let before = EarlierFrame(try painter.draw(simulation.drawList(ofFrame: number - 1), watch))
            let picture = FrameEncoder.Picture(try painter.draw(simulation.drawList(ofFrame: number), watch))
            func size(_ encoder: FrameEncoder, _ base: BaseFrame) throws -> Int {
                try watch.stopping {
                    try encoder.encode(picture, number: number, delay: delay, over: base, unless: { watch.isOver }).count
                }
            }
            if let whole { sizes.whole = try (sizes.whole ?? 0) + size(whole, .first(first)) }
            sizes.overFirst += try size(differing, .first(first))
            sizes.incremental += try size(differing, .previous(before))
            // One trial will do where it is clear.
            guard sizes.isUnclear else { break }
        }
        if let whole = sizes.whole, sizes.overFirst < whole / 100 * 97 {
            self = .overFirst(first, keepsEqualPixels: false)
        }
        // Comparing a frame with one that was drawn for it takes time, and some frames are drawn twice: see
        // ``PrecedingFrames``.
        if sizes.incremental < sizes.least / 100 * 93 { self = .incremental }
    }

    /// Fewest frames for which trials pay off.
    private static let fewestFrames = 8
    /// Bytes of the frames that were encoded in each way.
    private struct Sizes {
        /// With the pixels that equal the first frame's; `nil` without a palette.
        var whole: Int?
        var overFirst = 0
        var incremental = 0
        /// Fewest bytes over the first frame.
        var least: Int { min(whole ?? .max, overFirst) }

        /// Whether two ways are so near each other that another frame may decide otherwise.
        var isUnclear: Bool {
            if (0.75...1.02).contains(Double(incremental) / Double(least)) { return true }
            guard let whole, incremental > least else { return false }
            return (0.85..<1).contains(Double(overFirst) / Double(whole))
        }
    }

    /// Returns the first frame if there is a background or if much of the frame persists.
    private static func persisting(
        _ simulation: Simulation,
        _ painter: FramePainter,
        _ watch: RenderContext
    ) throws(RenderError) -> EarlierFrame? {
        let count = simulation.spec.timing.frameCount
        let hasBackground = simulation.spec.canvas.background != .transparent
        let list = simulation.drawList(ofFrame: 0)
        let middle = simulation.drawList(ofFrame: count / 2)
        guard hasBackground || list.shares(middle) else { return nil }
        let first = try painter.draw(list, watch)
        if !hasBackground {
            let later = try painter.draw(middle, watch)
            guard first.stays(in: later) else { return nil }
        }
        return EarlierFrame(first)
    }
}

extension DrawList {
    /// Whether any group has the same outlines and the same first item in both lists.
    fileprivate func shares(_ other: DrawList) -> Bool {
        leaves.contains { group in
            guard let item = group.items.first else { return false }
            return other.leaves.contains {
                guard $0.outlines == group.outlines else { return false }
                return $0.items.first == item || $0.items.first?.looks(like: item) == true
            }
        }
    }
}

extension Bitmap {
    /// Whether more than half of the pixels visible in `later` are the same here.
    fileprivate func stays(in later: Bitmap) -> Bool {
        var (same, shown) = (0, 0)
        let touchedOfLater = later.touched
        for y in later.touchedRows {
            for x in touchedOfLater[y] {
                let pixel = later.pixels[y * width + Int(x)]
                guard pixel != 0 else { continue }
                shown += 1
                if pixels[y * width + Int(x)] == pixel { same += 1 }
            }
        }
        return same * 2 > shown
    }
}
