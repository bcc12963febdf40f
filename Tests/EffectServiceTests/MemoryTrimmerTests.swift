import Dispatch
import Synchronization
import Testing

@testable import EffectService

@Suite("Memory trimming")
struct MemoryTrimmerTests {
    @Test func `memory is released once, after a whole idle interval`() {
        // No work at first; then three jobs, two at once, idle time, and one more job that starts and ends between two
        // checks.
        let looks: [Int?] = [0, 0, nil, 1, 3, 3, 3, 4, 4, nil, nil, 4, 4, 5, 6, 6, 6]
        let tidied = [5, 8, 15]
        var schedule = TrimSchedule()
        let steps = looks.map { schedule.step($0) }
        #expect(steps.indices.filter { steps[$0] == .tidy } == tidied)
    }

    @Test func `the heap is trimmed in every second interval of load, and not when idle`() {
        var schedule = TrimSchedule()
        let busy = [nil, 1, 2, nil, nil, nil, 3, 4].map { schedule.step($0) }
        #expect(busy == [.nothing, .trim, .nothing, .trim, .nothing, .trim, .nothing, .trim])
        // An idle interval begins the count anew.
        let idle = [nil, nil, nil, 4, 4, nil].map { schedule.step($0) }
        #expect(idle == [.nothing, .trim, .nothing, .trim, .tidy, .nothing])
        #expect(schedule.step(nil) == .trim)
    }

    @Test func `the heap is trimmed in each interval of load while much memory is resident`() {
        var schedule = TrimSchedule()
        let sizes = [false, true, true, false, false, true]
        let steps = sizes.enumerated().map { schedule.step($0.offset, isLarge: $0.element) }
        #expect(steps == [.nothing, .trim, .trim, .nothing, .trim, .trim])
        // What is idle is released as before.
        #expect([5, 5, 5].map { schedule.step($0, isLarge: true) } == [.tidy, .nothing, .nothing])
    }

    @Test(.timeLimit(.minutes(10))) func `memory is released once after work`() async throws {
        let (work, looks, tidied) = (Counter(), Counter(), Counter())
        let trimmer = MemoryTrimmer(every: .milliseconds(5)) {
            looks.add()
            return work.value
        } tidy: {
            tidied.add()
        }
        for round in 1...3 {
            work.add()
            while tidied.value < round { try await Task.sleep(for: .milliseconds(1)) }
        }
        let before = looks.value
        while looks.value < before + 10 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(tidied.value == 3)
        withExtendedLifetime(trimmer) {}
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .acquiring) }
        func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    }
}
