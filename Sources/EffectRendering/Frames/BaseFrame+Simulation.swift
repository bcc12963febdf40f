internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

extension BaseFrame {
    /// The first frame, if there is a background or if much of the frame persists, such as a card under a burst;
    /// otherwise nothing.
    ///
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ simulation: Simulation, _ watch: RenderContext) throws(RenderError) {
        self = .nothing
        let count = simulation.spec.timing.frameCount
        guard count > 1 else { return }
        let hasBackground = simulation.spec.canvas.background != .transparent
        let list = simulation.drawList(ofFrame: 0)
        let middle = simulation.drawList(ofFrame: count / 2)
        guard hasBackground || list.shares(middle) else { return }
        let painter = FramePainter(simulation)
        let first = try painter.draw(list, watch)
        if !hasBackground {
            let later = try painter.draw(middle, watch)
            guard first.stays(in: later) else { return }
        }
        self = .first(FirstFrame(pixels: first.pixels, blocks: first.touchedBlocks))
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
