import Dispatch
import Glibc
import Synchronization
import SystemSupport

/// Writes log lines to a descriptor asynchronously, whole and in order. Under load, lines are batched and delayed by at
/// most 10 ms; an isolated line is written immediately.
///
/// Lines are dropped, and counted, while ``maximumPendingBytes`` are pending: a slow log reader must not block the
/// service. Nor does it delay shutdown: ``flush(within:)`` has a time limit.
public final class LogSink: Sendable {
    /// Maximum number of pending bytes.
    public static let maximumPendingBytes = 4 << 20

    private struct State {
        var pending: [UInt8] = []
        /// Number of bytes being written; they count as pending.
        var leaving = 0
        var isScheduled = false
        /// Whether a flush has timed out and its lines are not written yet.
        var isStuck = false
        var lastWrite: UInt64 = 0
        var dropped = 0
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    private static let interval: UInt64 = 10_000_000
    /// Time that logging an urgent line may block its caller, possibly a connection's thread.
    private static let urgentTimeout = Duration.milliseconds(100)

    /// - Parameter descriptor: Descriptor to write to; remains owned by the caller.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Sink for standard error.
    public static let standardError = LogSink(descriptor: STDERR_FILENO)

    /// Number of dropped lines.
    public var dropped: Int { state.withLock { $0.dropped } }

    /// Adds a line, including its line end.
    ///
    /// - Parameter isUrgent: Whether to write the line before returning. Waits at most 100 ms for the reader, and not
    ///   at all after an urgent line has timed out.
    func write(_ line: [UInt8], isUrgent: Bool) {
        let now = DispatchTime.now().uptimeNanoseconds
        let (delay, waits) = state.withLock { state -> (UInt64?, Bool) in
            guard state.pending.count + state.leaving + line.count <= Self.maximumPendingBytes else {
                state.dropped += 1
                return (nil, false)
            }
            state.pending += line
            if isUrgent, !state.isStuck { return (nil, true) }
            guard !state.isScheduled else { return (nil, false) }
            state.isScheduled = true
            return (now - min(now, state.lastWrite) >= Self.interval ? 0 : Self.interval, false)
        }
        if waits { flush(within: Self.urgentTimeout) }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [self] in write() }
    }

    /// Flushes pending lines, waiting at most `time`. Lines not written by then follow when the reader accepts them.
    ///
    /// - Returns: Whether all lines were written, or the reader is gone.
    @discardableResult
    public func flush(within time: Duration = .seconds(1)) -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { [self] in
            write()
            isDone.signal()
        }
        if isDone.wait(timeout: .now() + time.seconds) == .success { return true }
        state.withLock { $0.isStuck = true }
        return false
    }

    /// Writes pending lines on the queue, so that they keep their order. Only this call waits for the reader without a
    /// limit.
    private func write() {
        let bytes = state.withLock { state in
            defer {
                state.leaving = state.pending.count
                state.pending = []
                state.isScheduled = false
                state.lastWrite = DispatchTime.now().uptimeNanoseconds
            }
            return state.pending
        }
        defer {
            state.withLock { state in
                state.leaving = 0
                state.isStuck = false
            }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
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
