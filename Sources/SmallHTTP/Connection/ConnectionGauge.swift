import Synchronization

/// Counts the connections of one loop by phase.
///
/// Each loop has its own counters, so that processors do not contend for a cache line: a change of phase costs a few
/// nanoseconds. Readers may see a connection between two phases, in neither.
final class ConnectionGauge: Sendable {
    private let idle = Atomic(0)
    private let reading = Atomic(0)
    private let handling = Atomic(0)
    private let writing = Atomic(0)
    private let closing = Atomic(0)

    func enter(_ phase: Connection.Phase) {
        add(1, to: phase)
    }

    func move(from old: Connection.Phase, to new: Connection.Phase) {
        add(-1, to: old)
        add(1, to: new)
    }

    var counts: ConnectionCounts {
        ConnectionCounts(
            idle: idle.load(ordering: .relaxed),
            reading: reading.load(ordering: .relaxed),
            handling: handling.load(ordering: .relaxed),
            writing: writing.load(ordering: .relaxed),
            closing: closing.load(ordering: .relaxed)
        )
    }

    private func add(_ number: Int, to phase: Connection.Phase) {
        switch phase {
        case .idle: idle.wrappingAdd(number, ordering: .relaxed)
        case .head, .body: reading.wrappingAdd(number, ordering: .relaxed)
        case .handling: handling.wrappingAdd(number, ordering: .relaxed)
        case .responding: writing.wrappingAdd(number, ordering: .relaxed)
        case .lingering: closing.wrappingAdd(number, ordering: .relaxed)
        case .closed: break
        }
    }
}

extension ConnectionCounts {
    static func + (first: ConnectionCounts, second: ConnectionCounts) -> ConnectionCounts {
        ConnectionCounts(
            idle: first.idle + second.idle,
            reading: first.reading + second.reading,
            handling: first.handling + second.handling,
            writing: first.writing + second.writing,
            closing: first.closing + second.closing
        )
    }
}
