import Glibc
import Synchronization

/// Standard error as a person sees it: messages, and below them a line that is redrawn where it is a terminal.
final class StatusLine: Sendable {
    let isTerminal = isatty(STDERR_FILENO) == 1
    private let isShowing = Mutex(false)

    private static let start = "\r\u{1B}[K"

    /// Draws the line anew, in less than a terminal's 80 columns.
    func show(_ text: String) {
        guard isTerminal else { return }
        isShowing.withLock { isShowing in
            isShowing = true
            Self.write(Self.start + text)
        }
    }

    /// A message, which stays.
    func say(_ text: String) {
        isShowing.withLock { isShowing in
            Self.write((isShowing ? Self.start : "") + text + "\n")
            isShowing = false
        }
    }

    func clear() {
        isShowing.withLock { isShowing in
            if isShowing { Self.write(Self.start) }
            isShowing = false
        }
    }

    /// Whoever does not read it any more is not told.
    private static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
