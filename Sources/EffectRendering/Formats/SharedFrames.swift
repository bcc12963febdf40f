import Synchronization

/// Hands what a thread knows of a frame to the thread that encodes the next one. Each value is taken once.
final class SharedFrames<Value: Sendable>: Sendable {
    private struct State {
        var values: [Int: Value] = [:]
        /// Frames that were asked for too early. Whoever asked has drawn them.
        var missed: Set<Int> = []
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: Most values to keep. Those of the earliest frames go first.
    init(most: Int) { self.most = most }

    /// Keeps a value for the next frame.
    func share(_ value: Value, number: Int) {
        state.withLock { state in
            guard state.missed.remove(number) == nil else { return }
            state.values[number] = value
            if state.values.count > most, let first = state.values.keys.min() { state.values[first] = nil }
        }
    }

    /// - Returns: The value of a frame; `nil` if it is not known.
    func take(_ number: Int) -> Value? {
        state.withLock { state in
            let value = state.values.removeValue(forKey: number)
            if value == nil { state.missed.insert(number) }
            return value
        }
    }
}
