import Glibc

/// Errors of starting a server.
public enum SocketError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Host that is not an address and could not be resolved, with the resolver's reason.
    case unknownHost(String, reason: String)
    /// System call that failed, with its `errno`.
    case systemCall(String, errno: Int32)
    /// Server that was started before; a server starts only once.
    case alreadyStarted

    /// Error number of a failed system call.
    var code: Int32? {
        if case .systemCall(_, let code) = self { code } else { nil }
    }

    /// Message for a log, one line.
    public var description: String {
        switch self {
        case .unknownHost(let host, let reason): "cannot resolve \(host): \(reason)"
        case .systemCall(let name, let code): "\(name): \(String(cString: strerror(code)))"
        case .alreadyStarted: "the server was already started"
        }
    }
}
