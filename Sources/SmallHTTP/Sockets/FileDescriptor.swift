import Glibc

/// A file descriptor, closed with its last reference.
///
/// A dispatch source must not outlive its descriptor, and ends some time after it is cancelled. A reference in the
/// source's cancel handler keeps the descriptor open until then.
final class FileDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Maximum number of descriptors of the process.
    static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the soft limit on descriptors to the hard one: descriptors limit connections, and the soft limit only
    /// protects programs that use `select`.
    static func raiseLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}
