import Dispatch
import Glibc
import Synchronization

/// Where lines of a log go: a descriptor, whole lines in their order. Under load several lines are written at once, and none waits
/// for longer than a hundredth of a second; alone, a line is written at once.
///
/// Lines are dropped, and counted, when the reader of the log is so slow that ``maximumPendingBytes`` wait: a service does not stop because
/// nobody reads its log. Nor does it end later: who wants to see what waits written says for how long.
public final class LogSink: Sendable {
    /// Bytes that may wait to be written.
    public static let maximumPendingBytes = 4 << 20

    private struct State {
        var pending: [UInt8] = []
        /// Bytes that are being written: they wait as well.
        var leaving = 0
        var isScheduled = false
        /// Whether somebody has waited for the reader in vain, and all that was there then is not written yet.
        var isStuck = false
        var lastWrite: UInt64 = 0
        var dropped = 0
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    private static let interval: UInt64 = 10_000_000
    /// How long who logs an urgent line waits until it is written. Threads of connections log such lines, too.
    private static let patience = Duration.milliseconds(100)

    /// - Parameter descriptor: Stays the caller's.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// To standard error.
    public static let standardError = LogSink(descriptor: STDERR_FILENO)

    /// Lines that were dropped.
    public var dropped: Int { state.withLock { $0.dropped } }

    /// Adds a line, its end included.
    ///
    /// - Parameter isUrgent: Written before this returns, if the reader takes it within a tenth of a second, and no urgent line before it has
    ///   waited for that in vain.
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
        if waits { flush(within: Self.patience) }
        guard let delay else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [self] in write() }
    }

    /// Writes what waits, and waits for that no longer than so long. What is not written by then still will be, once the reader takes it.
    ///
    /// - Returns: Whether all of it is written, or nobody is there who could read it.
    @discardableResult
    public func flush(within time: Duration = .seconds(1)) -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { [self] in
            write()
            isDone.signal()
        }
        let (seconds, attoseconds) = time.components
        let end = DispatchTime.now() + Double(seconds) + Double(attoseconds) * 1e-18
        if isDone.wait(timeout: end) == .success { return true }
        state.withLock { $0.isStuck = true }
        return false
    }

    /// On the queue, so that lines keep their order. This alone waits for the reader for as long as it takes.
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
