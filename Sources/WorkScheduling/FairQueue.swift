/// A fair queue: of all callers with queued entries, the caller with the least service time is next.
///
/// Start-time fair queueing, with service time measured as it passes where the papers use lengths known beforehand: a
/// caller's clock runs while its work runs, once for each thread, so nothing has to be predicted. A new or returning
/// caller starts at the virtual time of the active callers. Idle callers save up no turns, and no caller pays for turns
/// that no other caller wanted.
///
/// When the queue is full, a new entry displaces the last entry of the caller with the largest share of a limit, as
/// long as that share is larger than the newcomer's would be.
///
/// The queue never reads a clock and never blocks. Callers are remembered only while they have queued or running work.
///
/// - Source: Goyal, Vin and Cheng, "Start-time Fair Queuing" (1997). Suter et al., "Design considerations for
///   supporting TCP with per-flow queueing" (1998), for dropping from the longest queue. Ghodsi et al., "Dominant
///   Resource Fairness" (2011), for comparing queues under several limits.
struct FairQueue<Key: Hashable, Element> {
    /// A queued element.
    struct Entry {
        /// Sequence number; later entries have larger ones.
        let number: UInt64
        let element: Element
        let load: Load
    }

    struct Account {
        /// Service time in seconds, without the jobs that are still running.
        var time: Double
        /// Number of running jobs, and the sum of the instants at which they started, in seconds.
        var running = 0
        var starts = 0.0
        /// Continuations of started work. They run before all other entries of this caller.
        var continuing: [Entry] = []
        var waiting: [Entry] = []
        /// Total load of `waiting`.
        var load = Load()

        func time(at now: Double) -> Double { time + Double(running) * now - starts }
        var first: Entry? { continuing.first ?? waiting.first }
        var isIdle: Bool { running == 0 && first == nil }
    }

    private(set) var accounts: [Key: Account] = [:]
    /// Entries that bypass the fair order.
    private var urgent: [(key: Key, entry: Entry)] = []
    private var virtualTime = 0.0
    private var count: UInt64 = 0

    /// Load of all entries that can be refused; continuations are not included.
    private(set) var load = Load()

    // MARK: Adding entries

    /// Adds a continuation of started work. There is always room for continuations.
    ///
    /// - Returns: The entry's sequence number.
    mutating func addContinuing(_ element: Element, of key: Key, at now: Double) -> UInt64 {
        let entry = newEntry(element, Load())
        open(key, at: now)
        accounts[key]?.continuing.append(entry)
        return entry.number
    }

    /// Adds a new entry, and displaces others if necessary.
    ///
    /// - Parameter limits: Limits for the whole queue; `nil` for an entry that is certain to run at once.
    /// - Returns: The entry's sequence number, and the displaced elements.
    /// - Throws: The limit that leaves no room. The queue is unchanged then.
    /// - Complexity: O(callers) for each displaced entry.
    mutating func add(_ element: Element, of key: Key, _ own: Load, limits: Limits?, at now: Double) throws(Full)
        -> (number: UInt64, displaced: [(key: Key, element: Element)])
    {
        var victims: [Key: Int] = [:]
        if let limits { victims = try self.victims(of: key, own, limits) }
        var displaced: [(Key, Element)] = []
        for (key, count) in victims {
            for _ in 0..<count {
                guard let last = accounts[key]?.waiting.last, remove(last.number, of: key) != nil else { break }
                displaced.append((key, last.element))
            }
        }
        let entry = newEntry(element, own)
        open(key, at: now)
        accounts[key]?.waiting.append(entry)
        accounts[key]?.load += own
        load += own
        return (entry.number, displaced)
    }

    private mutating func newEntry(_ element: Element, _ load: Load) -> Entry {
        count += 1
        return Entry(number: count, element: element, load: load)
    }

    /// Ensures that `key` has an account. A caller with nothing queued starts at the current virtual time.
    private mutating func open(_ key: Key, at now: Double) {
        var account = accounts[key] ?? Account(time: -.infinity)
        if account.first == nil {
            let others = accounts.values.lazy.map { $0.time(at: now) }.min() ?? -.infinity
            let start = max(virtualTime, others)
            if account.running == 0 {
                account.time = max(account.time, start)
            } else {
                account.time += max(0, start - account.time(at: now))
            }
        }
        accounts[key] = account
    }

    // MARK: Removing entries

    /// Removes the next entry, and starts its caller's clock.
    ///
    /// - Complexity: O(callers).
    mutating func next(at now: Double) -> (key: Key, entry: Entry)? {
        if !urgent.isEmpty {
            let next = urgent.removeFirst()
            begin(next.key, at: now)
            return next
        }
        guard let key = nextKey(at: now), var account = accounts[key] else { return nil }
        virtualTime = max(virtualTime, account.time(at: now))
        let entry: Entry
        if account.continuing.isEmpty {
            entry = account.waiting.removeFirst()
            account.load -= entry.load
            load -= entry.load
        } else {
            entry = account.continuing.removeFirst()
        }
        accounts[key] = account
        begin(key, at: now)
        return (key, entry)
    }

    /// Returns the next caller and element without removing them.
    func peek(at now: Double) -> (key: Key, element: Element)? {
        if let first = urgent.first { return (first.key, first.entry.element) }
        guard let key = nextKey(at: now), let entry = accounts[key]?.first else { return nil }
        return (key, entry.element)
    }

    private func nextKey(at now: Double) -> Key? {
        var best: (key: Key, time: Double, running: Int, number: UInt64)?
        for (key, account) in accounts {
            guard let first = account.first else { continue }
            let time = account.time(at: now)
            if let best, (best.time, best.running, best.number) < (time, account.running, first.number) { continue }
            best = (key, time, account.running, first.number)
        }
        return best?.key
    }

    /// Removes a queued entry.
    ///
    /// - Returns: The element; `nil` if the entry is not in the queue.
    mutating func remove(_ number: UInt64, of key: Key) -> Element? {
        guard var account = accounts[key] else { return nil }
        if let place = account.waiting.lastIndex(where: { $0.number == number }) {
            let entry = account.waiting.remove(at: place)
            account.load -= entry.load
            load -= entry.load
            accounts[key] = account.isIdle ? nil : account
            return entry.element
        }
        guard let place = account.continuing.firstIndex(where: { $0.number == number }) else { return nil }
        let entry = account.continuing.remove(at: place)
        accounts[key] = account.isIdle ? nil : account
        return entry.element
    }

    /// Moves a queued continuation to the front of the whole queue.
    mutating func expedite(_ number: UInt64, of key: Key) {
        guard let place = accounts[key]?.continuing.firstIndex(where: { $0.number == number }),
            let entry = accounts[key]?.continuing.remove(at: place)
        else { return }
        if accounts[key]?.isIdle == true { accounts[key] = nil }
        urgent.append((key, entry))
    }

    // MARK: Clocks

    /// Starts the clock of `key` for one more thread.
    mutating func begin(_ key: Key, at now: Double) {
        if accounts[key] == nil { open(key, at: now) }
        accounts[key]?.running += 1
        accounts[key]?.starts += now
    }

    /// Stops the clock of `key` for a thread that worked since `start`.
    mutating func end(_ key: Key, since start: Double, at now: Double) {
        guard var account = accounts[key], account.running > 0 else { return }
        account.time += max(0, now - start)
        account.running -= 1
        account.starts = account.running == 0 ? 0 : account.starts - start
        accounts[key] = account.isIdle ? nil : account
    }

    // MARK: Figures

    /// Number of callers with queued or running work.
    var callers: Int { accounts.count }

    var isEmpty: Bool { urgent.isEmpty && accounts.values.allSatisfy { $0.first == nil } }

    /// Number of queued entries, continuations included.
    var waiting: Int { urgent.count + accounts.values.reduce(0) { $0 + $1.waiting.count + $1.continuing.count } }

    /// Queued load of one caller, continuations not included.
    func load(of key: Key) -> Load { accounts[key]?.load ?? Load() }

    /// Service time of a caller in seconds; for an unknown caller, the time at which the caller would start.
    func time(of key: Key, at now: Double) -> Double {
        if let account = accounts[key] { return account.time(at: now) }
        return max(virtualTime, accounts.values.lazy.map { $0.time(at: now) }.min() ?? -.infinity)
    }

    /// Calls `body` with each caller's queued entries, in the order in which they will run.
    func forEachCaller(_ body: (Key, _ entries: [Entry]) -> Void) {
        for (key, account) in accounts { body(key, account.continuing + account.waiting) }
    }
}
