import Testing
@testable import WorkScheduling

/// Order and eviction of a fair queue over random arrivals.
struct FairQueueTests {
    private typealias Queue = FairQueue<Int, Int>
    private typealias Load = Queue.Load

    /// Deterministic pseudorandom numbers.
    private struct Numbers {
        var state: UInt64

        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }

        /// Returns a number in 0 ..< 1.
        mutating func share() -> Double { Double(next(1 << 20)) / Double(1 << 20) }
    }

    /// A simulated pool: threads that take jobs from a queue, and a clock that jumps between events.
    private struct Machine {
        var queue = Queue()
        var now = 0.0
        let threads: Int
        var running: [(key: Int, start: Double, end: Double)] = []
        var served: [Int: Double] = [:]
        var begun: [(key: Int, element: Int)] = []

        init(threads: Int) { self.threads = threads }

        /// Starts jobs on all free threads.
        mutating func dispatch(_ duration: (Int, Int) -> Double) {
            while running.count < threads, let (key, entry) = queue.next(at: now) {
                begun.append((key, entry.element))
                running.append((key, now, now + duration(key, entry.element)))
            }
        }

        /// Advances to the next job's end if it is before `limit`, and returns whether a job ended.
        mutating func advance(to limit: Double = .infinity) -> Bool {
            guard let place = running.indices.min(by: { running[$0].end < running[$1].end }),
                running[place].end <= limit
            else {
                if limit.isFinite { now = limit }
                return false
            }
            let done = running.remove(at: place)
            now = done.end
            served[done.key, default: 0] += done.end - done.start
            queue.end(done.key, since: done.start, at: now)
            return true
        }

        /// Returns the time a caller was served, running jobs included.
        func time(_ key: Int) -> Double {
            running.reduce(served[key, default: 0]) { $1.key == key ? $0 + now - $1.start : $0 }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `the service times of backlogged callers differ by at most one round of jobs`(_ seed: UInt64) throws {
        var numbers = Numbers(seed)
        let threads = 1 + numbers.next(4)
        let callers = 2 + numbers.next(5)
        var machine = Machine(threads: threads)
        // Callers have jobs of different sizes, and each always has some waiting.
        let longest = (0..<callers).map { _ in 0.001 + numbers.share() * numbers.share() }
        let bound = Double(threads) * (longest.max() ?? 0) + 1e-9
        for key in 0..<callers {
            for element in 0..<3 * threads {
                _ = try machine.queue.add(element, of: key, Load(count: 1), limits: nil, at: 0)
            }
        }
        for step in 0..<3000 {
            let before = machine.begun.count
            machine.dispatch { key, element in longest[key] * (0.1 + 0.9 * Double((element * 7919 + step) % 97) / 97) }
            for (key, element) in machine.begun[before...] {
                _ = try machine.queue.add(element, of: key, Load(count: 1), limits: nil, at: machine.now)
            }
            #expect(machine.running.count == threads)
            let times = (0..<callers).map { machine.time($0) }
            #expect((times.max() ?? 0) - (times.min() ?? 0) <= bound)
            let isRunning = machine.advance()
            #expect(isRunning)
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `every job runs once, no thread idles while jobs wait, and idle callers are forgotten`(_ seed: UInt64) throws {
        var numbers = Numbers(seed)
        let threads = 1 + numbers.next(4)
        var machine = Machine(threads: threads)
        var waiting: [Int: (key: Int, number: UInt64)] = [:]
        var removed: Set<Int> = []
        for element in 0..<2000 {
            let key = numbers.next(9)
            let continues = numbers.next(5) == 0
            let number =
                continues
                ? machine.queue.addContinuing(element, of: key, at: machine.now)
                : try machine.queue.add(
                    element,
                    of: key,
                    Load(count: 1, work: numbers.share()),
                    limits: nil,
                    at: machine.now
                ).number
            waiting[element] = (key, number)
            if numbers.next(4) == 0, let (gone, place) = waiting.first(where: { $0.key % 3 == element % 3 }) {
                let found = machine.queue.remove(place.number, of: place.key)
                let isWaiting = !machine.begun.contains { $0.element == gone } && !removed.contains(gone)
                #expect((found == gone) == isWaiting)
                if found != nil { removed.insert(gone) }
            }
            machine.dispatch { _, element in Double(1 + element % 13) }
            #expect(machine.queue.isEmpty || machine.running.count == threads)
            let until = machine.now + numbers.share() * 20 / Double(threads)
            while machine.advance(to: until) { machine.dispatch { _, element in Double(1 + element % 13) } }
            #expect(machine.queue.callers <= machine.queue.waiting + machine.running.count)
        }
        repeat { machine.dispatch { _, _ in 1 } } while machine.advance()
        #expect(Set(machine.begun.map(\.element)).count == machine.begun.count)
        #expect(machine.begun.count + removed.count == 2000)
        #expect(machine.queue.callers == 0 && machine.queue.isEmpty && machine.queue.load == Load())
    }

    @Test func `a newcomer is served next but accumulates no credit`() throws {
        var machine = Machine(threads: 2)
        for element in 0..<1000 { _ = try machine.queue.add(element, of: 1, Load(count: 1), limits: nil, at: 0) }
        for _ in 0..<100 {
            machine.dispatch { _, _ in 1 }
            _ = machine.advance()
        }
        machine.dispatch { _, _ in 1 }
        let before = machine.begun.count
        for element in 0..<10 {
            _ = try machine.queue.add(element, of: 2, Load(count: 1), limits: nil, at: machine.now)
        }
        for _ in 0..<12 {
            _ = machine.advance()
            machine.dispatch { _, _ in 1 }
        }
        let order = machine.begun[before...].map(\.key)
        #expect(order.first == 2)
        // The newcomer gets half of the turns from then on, not the share it missed before.
        #expect((5...8).contains(order.filter { $0 == 2 }.count))
    }

    @Test func `continued jobs precede new jobs of the same caller`() throws {
        var queue = Queue()
        _ = try queue.add(1, of: 1, Load(count: 1), limits: nil, at: 0)
        _ = queue.addContinuing(2, of: 1, at: 0)
        let last = queue.addContinuing(3, of: 1, at: 0)
        _ = try queue.add(4, of: 2, Load(count: 1), limits: nil, at: 0)
        queue.expedite(last, of: 1)
        // The hurried job first, then the caller with nothing running, then the continued job.
        var order: [Int] = []
        while let (_, entry) = queue.next(at: 0) { order.append(entry.element) }
        #expect(order == [3, 4, 2, 1])
    }

    @Test(arguments: UInt64(0)..<60)
    func `limits are kept, and the caller with the largest load is evicted`(_ seed: UInt64) throws {
        var numbers = Numbers(seed)
        var queue = Queue()
        let limits = Queue.Limits(count: 1 + numbers.next(30), work: 100, bytes: 1000)
        var own: [Int: [(element: Int, load: Load)]] = [:]
        func load(_ key: Int) -> Load { own[key, default: []].reduce(Load()) { $0 + $1.load } }
        var now = 0.0
        for element in 0..<1500 {
            now += 1
            let key = numbers.next(3) == 0 ? numbers.next(12) : 0
            let wanted = Load(count: 1, work: numbers.share() * 20, bytes: numbers.next(150))
            let share = limits.share(of: load(key) + wanted)
            let most =
                own.filter { $0.key != key && !$0.value.isEmpty }.map { limits.share(of: load($0.key)) }.max() ?? 0
            let isFull = limits.exceeded(by: queue.load + wanted) != nil
            do {
                let added = try queue.add(element, of: key, wanted, limits: limits, at: now)
                #expect(added.displaced.isEmpty == !isFull)
                #expect(added.displaced.isEmpty || most > share)
                for (other, element) in added.displaced {
                    let last = own[other]?.popLast()
                    #expect(other != key && last?.element == element)
                }
                own[key, default: []].append((element, wanted))
            } catch {
                #expect(isFull)
            }
            #expect(limits.exceeded(by: queue.load) == nil)
            for (key, entries) in own {
                #expect(
                    queue.load(of: key).count == entries.count && abs(queue.load(of: key).work - load(key).work) < 1e-6
                )
            }
            if numbers.next(4) == 0, let (key, entry) = queue.next(at: now) {
                let first = own[key]?.removeFirst()
                #expect(first?.element == entry.element)
                queue.end(key, since: now, at: now + 1)
            }
        }
    }

    @Test func `a caller's only job is not displaced by another caller's only job`() throws {
        var queue = Queue()
        let limits = Queue.Limits(count: 4, work: 100, bytes: 100)
        for key in 0..<4 { _ = try queue.add(key, of: key, Load(count: 1, work: 1), limits: limits, at: 0) }
        #expect(throws: Queue.Full.self) { try queue.add(9, of: 9, Load(count: 1, work: 1), limits: limits, at: 0) }
        #expect(throws: Queue.Full.self) { try queue.add(9, of: 9, Load(count: 1, work: 60), limits: limits, at: 0) }
        #expect(queue.load.count == 4)
        // A flood of small jobs does not keep a large job out.
        var flooded = Queue()
        for element in 0..<4 { _ = try flooded.add(element, of: 1, Load(count: 1, work: 1), limits: limits, at: 0) }
        let added = try flooded.add(9, of: 2, Load(count: 1, work: 60), limits: limits, at: 0)
        #expect(added.displaced.map(\.element) == [3])
    }
}
