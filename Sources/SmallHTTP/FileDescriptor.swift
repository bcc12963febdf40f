import Foundation

/// A descriptor, closed with its last reference.
///
/// A dispatch source must not outlive its descriptor, and it ends some time after it is cancelled. So each source's
/// cancel handler holds a reference, and none of them has to know who is last.
final class FileDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Descriptors are a limit on connections; the soft limit is there for programs that use `select`, as we don't.
    static func raiseLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}
