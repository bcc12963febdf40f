internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

extension APNGFormat {
    /// Composition of an animation's frames.
    enum Layering {
        /// Each frame is alone on an empty canvas.
        case cleared
        /// Each frame is drawn over the first one, and removed again.
        case overFirst(EarlierFrame)
        /// Each frame is drawn over the one before.
        case incremental

        var isCleared: Bool { if case .cleared = self { true } else { false } }
        var isIncremental: Bool { if case .incremental = self { true } else { false } }
    }
}

extension APNGFormat.Layering {
    /// The layering that seems to take the fewest bytes. Over the first frame if there is a background or if much of it persists, such as
    /// a card under a burst, and alone otherwise; over the one before if a trial with one or two frames takes fewer bytes.
    ///
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(
        of simulation: Simulation,
        effort: APNG.Effort,
        palette: Palette?,
        _ watch: RenderContext
    ) throws {
        self = .cleared
        let timing = simulation.spec.timing
        guard timing.frameCount > 1 else { return }
        let painter = FramePainter(simulation)
        let first = try Self.persisting(simulation, painter, watch)
        if let first { self = .overFirst(first) }

        let base = first.map { BaseFrame.first($0) } ?? .nothing
        let encoder = FrameEncoder(effort: effort == .small ? .balanced : effort, palette: palette)
        let delay = try Delay(framesPerSecond: timing.fps)
        let isIncremental = try DifferenceTrial.favorsDifferences(frameCount: timing.frameCount) { number in
            let (own, last) = (simulation.drawList(ofFrame: number), simulation.drawList(ofFrame: number - 1))
            // Where all moves, nothing is left out.
            guard first != nil || own.shares(last) else { return nil }
            let before = EarlierFrame(try painter.draw(last, watch))
            let picture = FrameEncoder.Picture(try painter.draw(own, watch))
            func size(over base: BaseFrame) throws -> Int {
                try watch.stopping {
                    try encoder.encode(picture, number: number, delay: delay, over: base, unless: { watch.isOver })
                        .count
                }
            }
            return try (size(over: base), size(over: .previous(before)))
        }
        if isIncremental { self = .incremental }
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
