/// Predicted waiting times, and figures for metrics.
extension Schedule {
    /// Predicted seconds until all threads together have finished all queued and running work.
    func drain(at now: ContinuousClock.Instant) -> Double {
        backlogs(at: now).values.reduce(0) { $0 + $1.seconds } / Double(max(1, limits.threads))
    }

    /// Predicted seconds until a new job of `caller` would start: the caller's own backlog, and the service that other
    /// callers get in the meantime.
    func expectedWait(of caller: Caller, at now: ContinuousClock.Instant) -> Double {
        let backlogs = backlogs(at: now)
        let own = backlogs[caller]?.seconds ?? 0
        let time = seconds(now)
        let end = queue.time(of: caller, at: time) + own
        var sum = own
        for (other, backlog) in backlogs where other != caller {
            let ahead = end - queue.time(of: other, at: time)
            // A job that starts while the service times are equal runs to its end.
            if ahead >= 0 { sum += min(backlog.seconds, ahead + backlog.first) }
        }
        return sum / Double(max(1, limits.threads))
    }

    /// Predicted seconds for each caller: of all queued and running work, and of the caller's first queued job.
    private func backlogs(at now: ContinuousClock.Instant) -> [Caller: (seconds: Double, first: Double)] {
        var backlogs: [Caller: (seconds: Double, first: Double)] = [:]
        func rest(_ item: Item) -> Double { max(0, meter.seconds(item.job.work, item.job.kind) - item.spent) }
        queue.forEachCaller { caller, entries in
            let all = entries.reduce(0) { $0 + rest($1.element) }
            if all > 0 { backlogs[caller] = (all, entries.first.map { rest($0.element) } ?? 0) }
        }
        for (turn, help, isDone) in running.values where !isDone {
            var item = turn.item
            item.spent += help + seconds(now) - turn.start
            backlogs[item.job.caller, default: (0, 0)].seconds += rest(item)
        }
        return backlogs
    }

    // MARK: Figures

    /// Whether the queue is empty.
    var isEmpty: Bool { queue.isEmpty }

    func figures(at now: ContinuousClock.Instant) -> WorkerPool.Figures {
        var figures = WorkerPool.Figures()
        figures.running = running.count
        figures.waiting = queue.load.count
        figures.continuing = queue.waiting - queue.load.count - parkedCount
        figures.setAside = parkedCount
        figures.callers = queue.callers
        figures.waitingWork = queue.load.work
        figures.waitingBytes = queue.load.bytes
        figures.runningWork = running.values.reduce(0) { $0 + $1.turn.item.job.work }
        figures.runningPixels = running.values.reduce(0) { $0 + $1.turn.item.job.pixels }
        figures.drain = .seconds(drain(at: now))
        return figures
    }
}
