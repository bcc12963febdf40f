import Synchronization

/// Hands what a thread knows of a frame to the thread that encodes the next one.
final class SharedFrames<Value: Sendable>: Sendable {
    private struct State {
        var values: [Int: Value] = [:]
        /// Frames that were not known when the next frame asked. Their thread need not keep them.
        var missed: Set<Int> = []
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: Most values to keep. Those of the earliest frames go first.
    init(most: Int) { self.most = most }

    /// Keeps a frame's value for the next frame, and takes that of the frame before.
    ///
    /// - Returns: The value of the frame before; `nil` if it is not known.
    func exchange(_ value: Value, number: Int) -> Value? {
        state.withLock { state in
            let before = state.values.removeValue(forKey: number - 1)
            if before == nil, number > 0 { state.missed.insert(number - 1) }
            if state.missed.remove(number) == nil {
                state.values[number] = value
                if state.values.count > most, let first = state.values.keys.min() { state.values[first] = nil }
            }
            return before
        }
    }
}
