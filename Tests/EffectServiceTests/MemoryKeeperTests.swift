import Dispatch
import Synchronization
import Testing

@testable import EffectService

@Suite("Memory trimming")
struct MemoryKeeperTests {
    @Test func `memory is trimmed once, after a whole idle interval`() {
        var times = IdleDetector()
        // No work at first; then three jobs, two at once, idle time, and one more job that starts and ends between two
        // checks.
        let looks: [Int?] = [0, 0, nil, 1, nil, 3, 3, 3, 4, 4, nil, nil, 4, 4, 5, 6, 7, 7]
        let expected = [
            false, false, false, false, false, false, true, false, false, true, false, false, false, false, false,
            false, false, true,
        ]
        #expect(looks.map { times.isTime($0) } == expected)
    }

    @Test(.timeLimit(.minutes(10))) func `a keeper trims once after work`() async throws {
        let (work, looks, tidied) = (Counter(), Counter(), Counter())
        let keeper = IdleMemoryTrimmer(every: .milliseconds(5)) {
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
        withExtendedLifetime(keeper) {}
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .acquiring) }
        func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    }
}
