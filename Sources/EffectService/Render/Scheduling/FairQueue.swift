/// What waits, in fair turns: of all callers with something waiting, the one that has had the least time is next.
///
/// Start-time fair queueing, with time that is measured as it passes where the papers have lengths known beforehand: a caller's clock
/// runs while its work does, once for each thread, so nothing has to be predicted. Who comes, or comes back, starts at the time of
/// those who are here: nobody saves up turns, and nobody has to make up for turns that nobody else wanted.
///
/// When it is full, room is made where most is: by what came last of the caller with the largest share of a limit, as long as that
/// is more than the newcomer's caller would have.
///
/// It never looks at a clock and never blocks. Callers are remembered while something of theirs waits or runs, no longer.
///
/// - Source: Goyal, Vin and Cheng, "Start-time Fair Queuing" (1997). Suter et al., "Design considerations for supporting TCP with
///   per-flow queueing" (1998), for room made in the longest queue. Ghodsi et al., "Dominant Resource Fairness" (2011), for what is
///   the longest under several limits.
struct FairQueue<Key: Hashable, Element> {
    /// Something that waits.
    struct Entry {
        /// Grows from one to the next.
        let number: UInt64
        let element: Element
        let load: Load
    }

    struct Account {
        /// Seconds that it has had, but for what runs now.
        var time: Double
        /// How many run, and the sum of the instants at which they began.
        var running = 0
        var starts = 0.0
        /// Parts of what has begun: before everything else of this caller.
        var continuing: [Entry] = []
        var waiting: [Entry] = []
        /// Of `waiting`.
        var load = Load()

        func time(at now: Double) -> Double { time + Double(running) * now - starts }
        var first: Entry? { continuing.first ?? waiting.first }
        var isIdle: Bool { running == 0 && first == nil }
    }

    private(set) var accounts: [Key: Account] = [:]
    /// What is not to wait for its turn.
    private var urgent: [(key: Key, entry: Entry)] = []
    private var virtualTime = 0.0
    private var count: UInt64 = 0

    /// Of all that may be refused: parts of what has begun are not in it.
    private(set) var load = Load()

    // MARK: In

    /// Adds a part of what has begun, which always has room.
    ///
    /// - Returns: Its number.
    mutating func addContinuing(_ element: Element, of key: Key, at now: Double) -> UInt64 {
        let entry = newEntry(element, Load())
        open(key, at: now)
        accounts[key]?.continuing.append(entry)
        return entry.number
    }

    /// Adds something new, in the place of others if it must be.
    ///
    /// - Parameter limits: `nil` for what is sure not to wait.
    /// - Returns: Its number, and what has lost its place.
    /// - Throws: The limit that leaves no room. Nothing has changed then.
    /// - Complexity: O(callers) for each one that loses its place.
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

    /// Sees to it that `key` has an account, with no saved-up turns if nothing of it was waiting.
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

    // MARK: Out

    /// Takes out what is next, and starts its caller's clock.
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

    /// What is next, and whether that is a part of what has begun.
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

    /// Takes out one that waits.
    ///
    /// - Returns: `nil` if it does not, or no longer.
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

    /// Makes one that waits the next.
    mutating func hurry(_ number: UInt64, of key: Key) {
        guard let place = accounts[key]?.continuing.firstIndex(where: { $0.number == number }),
            let entry = accounts[key]?.continuing.remove(at: place)
        else { return }
        if accounts[key]?.isIdle == true { accounts[key] = nil }
        urgent.append((key, entry))
    }

    // MARK: Clocks

    /// One more thread works for `key`.
    mutating func begin(_ key: Key, at now: Double) {
        if accounts[key] == nil { open(key, at: now) }
        accounts[key]?.running += 1
        accounts[key]?.starts += now
    }

    /// A thread that worked for `key` since `start` does so no longer.
    mutating func end(_ key: Key, since start: Double, at now: Double) {
        guard var account = accounts[key], account.running > 0 else { return }
        account.time += max(0, now - start)
        account.running -= 1
        account.starts = account.running == 0 ? 0 : account.starts - start
        accounts[key] = account.isIdle ? nil : account
    }

    // MARK: What there is

    /// How many callers have something waiting or running.
    var callers: Int { accounts.count }

    var isEmpty: Bool { urgent.isEmpty && accounts.values.allSatisfy { $0.first == nil } }

    /// How many wait, parts of what has begun included.
    var waiting: Int { urgent.count + accounts.values.reduce(0) { $0 + $1.waiting.count + $1.continuing.count } }

    /// What a caller has waiting.
    func load(of key: Key) -> Load { accounts[key]?.load ?? Load() }

    /// Seconds that a caller has had, or would start with.
    func time(of key: Key, at now: Double) -> Double {
        if let account = accounts[key] { return account.time(at: now) }
        return max(virtualTime, accounts.values.lazy.map { $0.time(at: now) }.min() ?? -.infinity)
    }

    /// What each caller has waiting, in the order in which it will be done.
    func forEachCaller(_ body: (Key, _ entries: [Entry]) -> Void) {
        for (key, account) in accounts { body(key, account.continuing + account.waiting) }
    }
}
