internal import EffectSimulation
internal import SoftwareRaster
internal import WorkScheduling

/// Supplies the bitmap of the frame before each frame that is encoded, in whatever order threads take them.
final class PrecedingFrames: Sendable {
    private let simulation: Simulation
    private let bitmaps: SharedFrames<Bitmap>

    init(of simulation: Simulation, pool: WorkerPool) {
        self.simulation = simulation
        // One for each of the pool's threads, for the calling thread, and for a frame that waits to be taken.
        bitmaps = SharedFrames(most: pool.threadCount + 2)
    }

    /// Creates the part that belongs to one thread.
    func makeReader() -> Reader { Reader(self) }

    /// One thread's access. Draws a frame that another thread has not finished yet, with a painter of its own.
    final class Reader {
        private let frames: PrecedingFrames
        private var painter: FramePainter?

        fileprivate init(_ frames: PrecedingFrames) { self.frames = frames }

        /// Keeps the bitmap of a frame for the next one, and returns that of the frame before; `nil` for the first frame.
        ///
        /// - Throws: ``RenderError`` when `watch` cancels or times out.
        func bitmap(before number: Int, keeping bitmap: Bitmap, _ watch: RenderContext) throws -> Bitmap? {
            let known = frames.bitmaps.exchange(bitmap, number: number)
            guard number > 0 else { return nil }
            if let known { return known }
            let painter = painter ?? FramePainter(frames.simulation)
            self.painter = painter
            return try painter.draw(frames.simulation.drawList(ofFrame: number - 1), watch)
        }
    }
}
