import Glibc

/// Why a server could not begin to listen.
public enum SocketError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The host is no address and could not be looked up; `reason` is the resolver's.
    case unknownHost(String, reason: String)
    /// A system call failed with this `errno`.
    case systemCall(String, errno: Int32)
    /// The server was started before; a server starts once.
    case alreadyStarted

    /// The `errno` of a system call that failed.
    var code: Int32? {
        if case .systemCall(_, let code) = self { code } else { nil }
    }

    /// One line for a log.
    public var description: String {
        switch self {
        case .unknownHost(let host, let reason): "cannot resolve \(host): \(reason)"
        case .systemCall(let name, let code): "\(name): \(String(cString: strerror(code)))"
        case .alreadyStarted: "the server was already started"
        }
    }
}
