import SystemSupport

/// Progress on standard error, shown only on a terminal, and after one second.
final class ProgressLine {
    private let total: Int
    private let start = ContinuousClock.now
    private let line = StatusLine()
    private var lastShown = ContinuousClock.now

    init(total: Int) { self.total = total }

    func show(_ done: Int) {
        let now = ContinuousClock.now
        guard line.isTerminal, now - start > .seconds(1), now - lastShown > .milliseconds(100) else { return }
        lastShown = now
        let seconds = (now - start).seconds
        let rate = Double(done) / seconds
        let rest = rate > 0 ? Int((Double(total - done) / rate).rounded(.up)) : 0
        line.show("frame \(done) of \(total), \(Int(rate)) frames/s, \(rest) s to go")
    }

    func clear() { line.clear() }
}
