import Glibc
import Synchronization

/// Standard error: messages and, on a terminal, a status line below them that is redrawn in place.
final class StatusLine: Sendable {
    let isTerminal = isatty(STDERR_FILENO) == 1
    private let isShowing = Mutex(false)

    private static let start = "\r\u{1B}[K"

    /// Redraws the status line. The text must be shorter than a terminal's 80 columns.
    func show(_ text: String) {
        guard isTerminal else { return }
        isShowing.withLock { isShowing in
            isShowing = true
            Self.write(Self.start + text)
        }
    }

    /// Prints a message above the status line.
    func print(_ text: String) {
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

    /// Ignores errors, since standard error may be closed.
    private static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
