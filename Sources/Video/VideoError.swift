import Glibc

/// Errors of video encoding.
public enum VideoError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The program could not be started; an error number of the system.
    case notStarted(code: Int32)
    /// The program ended in another way than with success: how, and the last of what it said.
    case failed(ending: String, messages: String)
    /// The file would have more bytes than allowed.
    case tooLarge
    /// Number of pixels other than `width × height`.
    case wrongPixelCount(found: Int, expected: Int)
    /// Encoding stopped at the caller's request.
    case stopped

    /// Whether the machine was short of something that it may have later: processes, files or memory.
    public var isPassing: Bool {
        guard case .notStarted(let code) = self else { return false }
        return [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code)
    }

    /// Message for a log.
    public var description: String {
        switch self {
        case .notStarted(let code): "the video program could not be started: error \(code)"
        case .failed(let ending, let messages):
            "the video program \(ending)" + (messages.isEmpty ? "" : ", after: \(messages)")
        case .tooLarge: "the video has more bytes than allowed"
        case .wrongPixelCount(let found, let expected): "a frame has \(found) pixels; allowed: \(expected)"
        case .stopped: "the video was stopped"
        }
    }
}
