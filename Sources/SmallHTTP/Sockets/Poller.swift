internal import CEpoll
import Glibc

/// Watches the sockets of one queue with an epoll set, whose descriptor Dispatch can watch.
///
/// A dispatch source per socket would cost six system calls and two thread switches per request: Dispatch disarms a
/// source when it fires, asks for the number of bytes to read, and arms it again. So Dispatch watches the set alone,
/// and one call finds all sockets that are ready.
///
/// - Source: `epoll(7)`; level-triggered: sockets still ready are reported again.
final class Poller {
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let reading = Interest(rawValue: EPOLLIN.rawValue)
        static let writing = Interest(rawValue: EPOLLOUT.rawValue)
        /// Errors and hang-ups of both sides, reported even if not requested.
        static let broken = Interest(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    let descriptor: FileDescriptor
    private var events = [epoll_event](repeating: epoll_event(), count: 128)

    init() throws(SocketError) {
        let number = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard number >= 0 else { throw .systemCall("epoll_create1", errno: errno) }
        descriptor = FileDescriptor(number)
    }

    /// - Returns: Whether the socket is watched; the system may lack memory for one more.
    func add(_ socket: FileDescriptor, _ interest: Interest) -> Bool {
        control(EPOLL_CTL_ADD, socket, interest: interest)
    }

    func change(_ socket: FileDescriptor, to interest: Interest) {
        _ = control(EPOLL_CTL_MOD, socket, interest: interest)
    }

    /// Removes a socket. Must be called before the socket is closed.
    func remove(_ socket: FileDescriptor) {
        _ = control(EPOLL_CTL_DEL, socket, interest: [])
    }

    /// Calls `body` with the number of each ready socket and its readiness.
    ///
    /// - Returns: The number of ready sockets.
    func forEachReady(_ body: (Int32, Interest) -> Void) -> Int {
        let count = Int(max(0, epoll_wait(descriptor.number, &events, Int32(events.count), 0)))
        for event in events.prefix(count) { body(event.data.fd, Interest(rawValue: event.events)) }
        return count
    }

    private func control(_ operation: Int32, _ socket: FileDescriptor, interest: Interest) -> Bool {
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(fd: socket.number))
        return epoll_ctl(descriptor.number, operation, socket.number, &event) == 0
    }
}
