/// Queue limits, and the displacement of queued entries when a limit is reached.
extension FairQueue {
    /// A number of jobs with their predicted work and memory.
    struct Load: Equatable {
        /// Number of jobs.
        var count = 0
        /// Predicted work, in units.
        var work = 0.0
        /// Memory held, in bytes.
        var bytes = 0
    }

    /// Upper bounds for everything queued together.
    struct Limits {
        let count: Int
        let work: Double
        let bytes: Int
    }

    /// The limit that is exceeded.
    enum Limit { case count, work, bytes }

    /// Thrown when there is no room for a new entry.
    struct Full: Error {
        let limit: Limit
    }

    /// Number of entries each caller has to give up, chosen from callers with a larger share than `key` would have.
    func victims(of key: Key, _ own: Load, _ limits: Limits) throws(Full) -> [Key: Int] {
        var victims: [Key: Int] = [:]
        var loads: [Key: Load] = [:]
        var sum = load + own
        var wanted = accounts[key]?.load ?? Load()
        wanted += own
        let share = limits.share(of: wanted)
        while let limit = limits.exceeded(by: sum) {
            var most: (key: Key, share: Double, last: UInt64)?
            for (other, account) in accounts where other != key {
                guard let last = account.waiting.dropLast(victims[other, default: 0]).last else { continue }
                let share = limits.share(of: loads[other] ?? account.load)
                // A tie goes to the entry that came last, so that the dictionary's order never shows.
                if let most, (most.share, most.last) > (share, last.number) { continue }
                most = (other, share, last.number)
            }
            guard let most, most.share > share, let account = accounts[most.key] else { throw Full(limit: limit) }
            let entry = account.waiting[account.waiting.count - 1 - victims[most.key, default: 0]]
            victims[most.key, default: 0] += 1
            loads[most.key, default: account.load] -= entry.load
            sum -= entry.load
        }
        return victims
    }
}

extension FairQueue.Load {
    static func += (load: inout Self, other: Self) {
        load.count += other.count
        load.work += other.work
        load.bytes += other.bytes
    }

    static func -= (load: inout Self, other: Self) {
        load.count -= other.count
        load.bytes -= other.bytes
        // Subtracting fractions leaves a rounding remainder.
        load.work = load.count == 0 ? 0 : load.work - other.work
    }

    static func + (load: Self, other: Self) -> Self {
        var sum = load
        sum += other
        return sum
    }
}

extension FairQueue.Limits {
    /// The first limit that `load` exceeds.
    func exceeded(by load: FairQueue.Load) -> FairQueue.Limit? {
        if load.count > count { return .count }
        if !(load.work <= work) { return .work }
        return load.bytes > bytes ? .bytes : nil
    }

    /// The largest fraction of any limit that `load` uses (its dominant share).
    func share(of load: FairQueue.Load) -> Double {
        max(
            Double(load.count) / Double(max(1, count)),
            load.work / max(1, work),
            Double(load.bytes) / Double(max(1, bytes))
        )
    }
}
