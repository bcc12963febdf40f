import Foundation

/// Progress on standard error: only on a terminal, and only for what takes longer than a second.
final class ProgressLine {
    private let total: Int
    private let start = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var lastShown = ContinuousClock.now
    private var isShowing = false

    init(total: Int) { self.total = total }

    func show(_ done: Int) {
        let now = ContinuousClock.now
        guard isTerminal, now - start > .seconds(1), now - lastShown > .milliseconds(100) else { return }
        lastShown = now
        isShowing = true
        let seconds = Double((now - start).components.seconds) + Double((now - start).components.attoseconds) * 1e-18
        let rate = Double(done) / seconds
        let rest = rate > 0 ? Int((Double(total - done) / rate).rounded(.up)) : 0
        let text = "\r\u{1B}[Kframe \(done) of \(total), \(Int(rate)) frames/s, \(rest) s to go"
        FileHandle.standardError.write(Data(text.utf8))
    }

    func clear() {
        if isShowing { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
