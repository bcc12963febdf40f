@testable import EffectRendering
import Testing
@testable import WorkScheduling

@testable import EffectService

/// Admission, refusals and their messages.
struct RenderScheduleTests {
    private typealias IntSchedule = Schedule<Int>

    private let start = ContinuousClock.now

    private func schedule(
        threads: Int = 2,
        waiting: Int = 4,
        work: Double = .infinity,
        bytes: Int = .max,
        parked: Int = 0
    )
        -> IntSchedule
    {
        let limits = IntSchedule.Limits(threads: threads, waiting: waiting, work: work, bytes: bytes, parked: parked)
        // A unit of work is predicted to take one second, with hardly any weight on measurements.
        return IntSchedule(limits, WorkMeter(guess: 1, window: 1e12))
    }

    private func job(_ caller: UInt32 = 1, work: Double = 1, bytes: Int = 0, within seconds: Double? = nil) -> Job {
        let deadline = seconds.map { start + .seconds($0) }
        return Job(WorkerPool.Ticket(.version4(caller)), work: work, bytes: bytes, deadline: deadline) { _ in
            .whole
        }
    }

    private func next(_ schedule: inout IntSchedule, _ now: ContinuousClock.Instant) throws -> IntSchedule.Turn {
        let turn = schedule.next(at: now)
        return try #require(turn)
    }

    private func refusal(_ schedule: inout IntSchedule, _ job: Job) -> WorkerPool.Busy? {
        do throws(WorkerPool.Busy) {
            _ = try schedule.submit(job, at: start)
            return nil
        } catch {
            return error
        }
    }

    @Test func `each limit has its reason, its figures and the time until a slot is free`() throws {
        var schedule = schedule(work: 30, bytes: 1000)
        for _ in 0..<2 {
            // An idle thread admits a job of any cost and size.
            #expect(refusal(&schedule, job(work: 50, bytes: 5000)) == nil)
            _ = try next(&schedule, start)
        }
        #expect(refusal(&schedule, job(work: 20)) == nil)
        let costly = try #require(refusal(&schedule, job(work: 11)))
        #expect(costly.reason == .queueCost && costly.found == 20 && costly.limit == 30)
        // 120 s of work for two threads.
        #expect(costly.retryAfter == 60)
        #expect(costly.detail.contains("predicted to be 20 units; allowed: at most 30"))
        #expect(refusal(&schedule, job(work: 1, bytes: 1001))?.reason == .queueMemory)
        for _ in 0..<3 { #expect(refusal(&schedule, job(work: 1)) == nil) }
        let full = try #require(refusal(&schedule, job(work: 1)))
        #expect(full.reason == .queueFull && full.found == 4 && full.limit == 4)
        #expect(full.detail.contains("4 renders are queued; allowed: at most 4"))
    }

    /// Regression: on an idle server, a request right after a 422 was refused for the predicted rest of the one before.
    @Test func `a job that only delivers its result keeps no other waiting`() throws {
        var schedule = schedule(threads: 1)
        let costly = job(work: 28)
        #expect(refusal(&schedule, costly) == nil)
        let turn = try next(&schedule, start)
        #expect(refusal(&schedule, job(work: 1, within: 10))?.reason == .wouldWaitTooLong)
        schedule.settle(costly.ticket)
        #expect(schedule.drain(at: start) == 0)
        #expect(refusal(&schedule, job(work: 1, within: 10)) == nil)
        schedule.end(turn, .brokenOff, at: start)
        _ = try next(&schedule, start)
    }

    @Test func `a wait beyond the deadline is refused immediately, by the caller's own queue`() throws {
        var schedule = schedule(threads: 1, waiting: 100)
        for _ in 0..<2 { #expect(refusal(&schedule, job(1, work: 4, within: 10)) == nil) }
        let first = try next(&schedule, start)
        for _ in 0..<1 { #expect(refusal(&schedule, job(1, work: 4, within: 10)) == nil) }
        // Three of the caller's own jobs at 4 s each.
        let late = try #require(refusal(&schedule, job(1, work: 1, within: 10)))
        #expect(late.reason == .wouldWaitTooLong && late.found == 12 && late.limit == 10 && late.retryAfter == 12)
        #expect(late.detail.contains("the predicted wait is 12 s, and the deadline is in 10 s"))
        #expect(refusal(&schedule, job(1, work: 1, within: 13)) == nil)
        // A different caller is served soon.
        #expect(refusal(&schedule, job(2, work: 1, within: 10)) == nil)
        schedule.end(first, .whole, at: start + .seconds(4))
        #expect(try next(&schedule, start + .seconds(4)).item.job.caller == .version4(2))
    }

    @Test func `the retry time covers the queued work and is between 1 and 60 seconds`() throws {
        for (work, seconds) in [
            (0.0, 1), (0.1, 1), (3, 2), (3.01, 2), (4.01, 3), (1000, 60), (.infinity, 1), (1e300, 60),
        ] {
            var schedule = schedule(threads: 2, waiting: 1)
            for _ in 0..<2 {
                #expect(refusal(&schedule, job(work: work / 3)) == nil)
                _ = schedule.next(at: start)
            }
            #expect(refusal(&schedule, job(work: work / 3)) == nil)
            #expect(refusal(&schedule, job())?.retryAfter == seconds)
        }
    }

    @Test func `the caller with the most jobs is displaced by one with fewer and gets the reason`() throws {
        var schedule = schedule(threads: 1, waiting: 3)
        #expect(refusal(&schedule, job(1)) == nil)
        _ = schedule.next(at: start)
        let jobs = (0..<3).map { _ in job(1) }
        for job in jobs { #expect(refusal(&schedule, job) == nil) }
        let displaced = try schedule.submit(job(2), at: start)
        #expect(displaced.map(\.job.ticket) == [jobs[2].ticket])
        let reason = try #require(displaced.first?.reason)
        #expect(reason.reason == .queueFull && reason.isDisplaced && reason.found == 3)
        #expect(reason.detail.hasSuffix("the queue slot went to a caller with less work queued"))
        // A displaced job cannot be cancelled.
        let cancelled = [schedule.cancel(jobs[2].ticket), schedule.cancel(jobs[1].ticket)]
        #expect(cancelled.map { $0?.ticket } == [nil, jobs[1].ticket])
        #expect(refusal(&schedule, job(1)) == nil)
        #expect(refusal(&schedule, job(1))?.reason == .queueFull)
    }

    @Test func `continuations take no queue slot but count as time`() throws {
        var schedule = schedule(threads: 1, waiting: 0)
        let part = Job(work: 7, continues: true) { _ in .part(2, of: WorkProgress(2)) }
        _ = try schedule.submit(part, at: start)
        _ = try schedule.submit(part, at: start)
        let turn = try next(&schedule, start)
        #expect(schedule.figures(at: start).continuing == 1 && schedule.figures(at: start).waiting == 0)
        #expect(refusal(&schedule, job())?.retryAfter == 14)
        schedule.end(turn, .part(2, of: WorkProgress(2)), at: start + .seconds(1))
    }

    @Test func `the speed is learned from complete responses only`() throws {
        let limits = IntSchedule.Limits(threads: 1, waiting: 9)
        var schedule = IntSchedule(limits, .rendering)
        let before = schedule.meter.secondsPerUnit(.apng)
        var now = start
        /// Runs one piece after another; each takes a second.
        func make(_ pieces: [Double], of tally: WorkProgress) throws {
            for work in pieces {
                _ = try schedule.submit(Job(kind: .apng, work: work, continues: true) { _ in .brokenOff }, at: now)
                let turn = try next(&schedule, now)
                now += .seconds(1)
                schedule.end(turn, .part(work, of: tally), at: now)
            }
        }
        for _ in 0..<20 { try make([1e9], of: WorkProgress(50e9)) }
        #expect(schedule.meter.secondsPerUnit(.apng) == before)
        try make([1e9, 24e9, 25e9, 0], of: WorkProgress(50e9))
        let after = schedule.meter.secondsPerUnit(.apng)
        var expected = WorkMeter.rendering
        expected.add(.apng, work: 50e9, seconds: 3, isWhole: true)
        #expect(abs(after - expected.secondsPerUnit(.apng)) < 1e-15 && after != before)
    }

    @Test func `a render is set aside for a caller that had less time, up to the limit`() throws {
        var schedule = schedule(threads: 1, waiting: 9, parked: 1)
        func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }
        _ = try schedule.submit(job(1, work: 10), at: at(0))
        let first = try next(&schedule, at(0))
        _ = try schedule.submit(job(1, work: 10), at: at(0))
        #expect(!schedule.mustYield(first, at: at(5)), "to nobody else")
        _ = try schedule.submit(job(2, work: 10), at: at(5))
        #expect(!schedule.mustYield(first, at: at(5.02)) && schedule.mustYield(first, at: at(5.03)))
        schedule.park(first, 17, at: at(5.03))
        #expect(schedule.figures(at: at(5.03)).setAside == 1)
        let second = try next(&schedule, at(5.03))
        #expect(second.item.job.caller == .version4(2))
        // The suspension slot is taken, so only the suspended render can take over, once it has had less time.
        #expect(!schedule.mustYield(second, at: at(5.08)) && schedule.mustYield(second, at: at(5.09)))
        for _ in 0..<3 { schedule.beginHelp(of: .version4(1), at: at(5.09)) }
        for _ in 0..<3 { schedule.endHelp(of: .version4(1), in: nil, since: at(5.09), at: at(7.09)) }
        _ = try schedule.submit(job(3, work: 10), at: at(7.09))
        let times = (1...3).map { schedule.time(of: .version4($0), at: at(7.3)) }
        #expect(times[1] - times[2] > IntSchedule.quantum && times[0] > times[1])
        #expect(!schedule.mustYield(second, at: at(7.3)))
        schedule.end(second, .whole, at: at(8))
        let third = try next(&schedule, at(8))
        let fourth = try next(&schedule, at(8))
        let parked = [third, fourth].first { $0.item.parked != nil }
        #expect(parked?.item.parked == 17 && parked?.item.spent == 5.03)
    }

    @Test func `a cancelled render that is set aside is next`() throws {
        var schedule = schedule(threads: 1, waiting: 9, parked: 1)
        let old = job(1, work: 10)
        _ = try schedule.submit(old, at: start)
        let turn = try next(&schedule, start)
        for caller: UInt32 in 2..<5 { _ = try schedule.submit(job(caller), at: start) }
        schedule.park(turn, 1, at: start + .seconds(3))
        let cancelled = schedule.cancel(old.ticket)
        #expect(cancelled?.ticket == nil)
        #expect(try next(&schedule, start + .seconds(3)).item.parked == 1)
    }

    @Test func `the time per unit is learned for each kind; broken-off renders only raise it`() {
        var meter = WorkMeter(guess: 2, window: 100)
        #expect(meter.secondsPerUnit(.webp) == 2)
        for _ in 0..<50 { meter.add(.webp, work: 10, seconds: 1, isWhole: true) }
        #expect(abs(meter.secondsPerUnit(.webp) - 0.1) < 0.25 && meter.secondsPerUnit(.gif) == 2)
        let before = meter.secondsPerUnit(.webp)
        meter.add(.webp, work: 10, seconds: 0, isWhole: false)
        #expect(meter.secondsPerUnit(.webp) == before)
        meter.add(.webp, work: 10, seconds: 500, isWhole: false)
        #expect(meter.secondsPerUnit(.webp) > before)
        for work in [0, -1, .nan, .infinity] as [Double] { meter.add(.apng, work: work, seconds: 1, isWhole: true) }
        for seconds in [-1, .nan, .infinity] as [Double] { meter.add(.apng, work: 1, seconds: seconds, isWhole: true) }
        #expect(meter.secondsPerUnit(.apng) == 2)
    }
}
