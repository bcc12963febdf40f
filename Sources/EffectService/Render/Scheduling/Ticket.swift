import Synchronization

extension RenderPool {
    /// Identifies a queued job. Consecutive pieces of one answer may share a ticket.
    public struct Ticket: Sendable, Hashable {
        /// The caller charged for the job.
        public let caller: Caller
        private let number: UInt64

        private static let count = Atomic<UInt64>(0)

        /// A unique ticket.
        public init(_ caller: Caller) {
            self.caller = caller
            number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        }
    }

    /// A snapshot of a pool's load.
    public struct Figures: Sendable, Equatable {
        /// Number of jobs running, queued for a first turn, queued as continuations of started answers, and parked for
        /// other callers' work.
        public internal(set) var running = 0, waiting = 0, continuing = 0, setAside = 0
        /// Number of callers with queued or running work.
        public internal(set) var callers = 0
        /// Predicted units of work of queued jobs, and the memory they hold in bytes.
        public internal(set) var waitingWork = 0.0, waitingBytes = 0
        /// Predicted units of work and pixels of running jobs, including everything still to be made of them.
        public internal(set) var runningWork = 0.0, runningPixels = 0.0
        /// Measured seconds per predicted unit of work.
        public internal(set) var secondsPerUnit: [RenderKind: Double] = [:]
        /// Predicted time until all queued and running work is done, if no more arrives.
        public internal(set) var drain = Duration.zero
    }
}
