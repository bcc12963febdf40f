import Threads

/// What waits between one who brings and several who take. Who brings waits for room, so that memory is bounded.
///
/// `@unchecked Sendable`: every stored property that varies is used only while holding `condition`.
final class WorkQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = Monitor()
    private let maximumCount: Int
    private let maximumBytes: Int
    private var waiting: [(element: Element, bytes: Int)] = []
    private var bytes = 0
    private var isOpen = true

    /// - Parameter maximumBytes: One element is taken, whatever it has.
    init(maximumCount: Int, maximumBytes: Int) {
        (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
    }

    /// Waits for room.
    ///
    /// - Returns: Whether it is in; not once the queue is closed.
    func put(_ element: Element, bytes count: Int) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while isOpen, !waiting.isEmpty, waiting.count >= maximumCount || bytes + count > maximumBytes {
            condition.wait()
        }
        guard isOpen else { return false }
        waiting.append((element, count))
        bytes += count
        condition.broadcast()
        return true
    }

    /// Waits for one; `nil` when there is none, and none will come.
    func take() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while isOpen, waiting.isEmpty { condition.wait() }
        guard !waiting.isEmpty else { return nil }
        let (element, count) = waiting.removeFirst()
        bytes -= count
        condition.broadcast()
        return element
    }

    /// None comes any more.
    ///
    /// - Parameter dropping: Nor is taken what waits.
    func close(dropping: Bool) {
        condition.lock()
        defer { condition.unlock() }
        isOpen = false
        if dropping { (waiting, bytes) = ([], 0) }
        condition.broadcast()
    }
}
