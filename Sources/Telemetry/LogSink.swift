import Dispatch
import Foundation
import Synchronization

/// Where lines of a log go: a descriptor, whole lines in their order. Under load several lines are written at once, and none waits
/// for longer than a hundredth of a second; alone, a line is written at once.
///
/// Lines are dropped, and counted, when the reader of the log is so slow that ``maximumPendingBytes`` wait: a service does not stop because
/// nobody reads its log.
public final class LogSink: Sendable {
    /// Bytes that may wait to be written.
    public static let maximumPendingBytes = 4 << 20

    private struct State {
        var pending: [UInt8] = []
        var isScheduled = false
        var lastWrite: UInt64 = 0
        var dropped = 0
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    private static let interval: UInt64 = 10_000_000

    /// - Parameter descriptor: Stays the caller's.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// To standard error.
    public static let standardError = LogSink(descriptor: STDERR_FILENO)

    /// Lines that were dropped.
    public var dropped: Int { state.withLock { $0.dropped } }

    /// Adds a line, its end included.
    ///
    /// - Parameter isUrgent: Written before this returns.
    func write(_ line: [UInt8], isUrgent: Bool) {
        let now = DispatchTime.now().uptimeNanoseconds
        let delay = state.withLock { state -> UInt64? in
            guard state.pending.count + line.count <= Self.maximumPendingBytes else {
                state.dropped += 1
                return nil
            }
            state.pending += line
            guard !isUrgent, !state.isScheduled else { return nil }
            state.isScheduled = true
            return now - min(now, state.lastWrite) >= Self.interval ? 0 : Self.interval
        }
        if isUrgent { return flush() }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [self] in write() }
    }

    /// Writes what waits.
    public func flush() { queue.sync { write() } }

    /// On the queue, so that lines keep their order.
    private func write() {
        let bytes = state.withLock { state in
            defer {
                state.pending = []
                state.isScheduled = false
                state.lastWrite = DispatchTime.now().uptimeNanoseconds
            }
            return state.pending
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, 1000)
            } else {
                return
            }
        }
    }
}
