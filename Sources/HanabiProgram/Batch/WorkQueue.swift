import SystemSupport

/// A bounded queue between one producer and several consumers. The producer blocks while the queue is full, so that
/// memory is bounded.
///
/// `@unchecked Sendable`: every mutable stored property is accessed only while holding `condition`.
final class WorkQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = Monitor()
    private let maximumCount: Int
    private let maximumBytes: Int
    private var waiting: [(element: Element, bytes: Int)] = []
    private var bytes = 0
    private var isOpen = true

    /// - Parameter maximumBytes: Upper bound of queued bytes. An empty queue accepts an element of any size.
    init(maximumCount: Int, maximumBytes: Int) {
        (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
    }

    /// Adds an element, and blocks until there is room.
    ///
    /// - Returns: Whether the element was added; false once the queue is closed.
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

    /// Removes the first element, and blocks until there is one; `nil` if the queue is closed and empty.
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

    /// Closes the queue to further elements.
    ///
    /// - Parameter dropping: Whether to discard the queued elements.
    func close(dropping: Bool) {
        condition.lock()
        defer { condition.unlock() }
        isOpen = false
        if dropping { (waiting, bytes) = ([], 0) }
        condition.broadcast()
    }
}
