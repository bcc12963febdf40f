internal import EffectSimulation
internal import SoftwareRaster
internal import WorkScheduling

/// Supplies what is known of the frame before each frame that is encoded, in whatever order threads take them.
final class PrecedingFrames<Value: Sendable>: Sendable {
    private let simulation: Simulation
    private let values: SharedFrames<Value>

    init(of simulation: Simulation, pool: WorkerPool) {
        self.simulation = simulation
        // One for each of the pool's threads, for the calling thread, and for a frame that waits to be taken.
        values = SharedFrames(most: pool.threadCount + 2)
    }

    /// Creates the part that belongs to one thread.
    ///
    /// - Parameter value: What is known of a drawn frame.
    func makeReader(_ value: @escaping (Bitmap) -> Value) -> Reader { Reader(self, value) }

    /// Reader of one thread. Draws a frame that another thread has not finished yet, with a painter of its own.
    final class Reader {
        private let frames: PrecedingFrames
        private let value: (Bitmap) -> Value
        private var painter: FramePainter?

        fileprivate init(_ frames: PrecedingFrames, _ value: @escaping (Bitmap) -> Value) {
            (self.frames, self.value) = (frames, value)
        }

        /// Keeps what is known of a frame for the next one, and returns what is known of the frame before; `nil` for the
        /// first frame.
        ///
        /// - Throws: ``RenderError`` when `watch` cancels or times out.
        func value(before number: Int, keeping own: Value, _ watch: RenderContext) throws -> Value? {
            let known = frames.values.exchange(own, number: number)
            guard number > 0 else { return nil }
            if let known { return known }
            let painter = painter ?? FramePainter(frames.simulation)
            self.painter = painter
            return value(try painter.draw(frames.simulation.drawList(ofFrame: number - 1), watch))
        }
    }
}
