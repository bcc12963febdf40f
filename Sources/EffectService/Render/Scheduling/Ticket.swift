import Synchronization

extension RenderPool {
    /// By what a job is known while it waits. Pieces of one answer may have the same, one after the other.
    public struct Ticket: Sendable, Hashable {
        /// Who is charged for it.
        public let caller: Caller
        private let number: UInt64

        private static let count = Atomic<UInt64>(0)

        /// One that no other job has.
        public init(_ caller: Caller) {
            self.caller = caller
            number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        }
    }

    /// What a pool has to do just now.
    public struct Figures: Sendable, Equatable {
        /// Jobs that run; that wait for a first turn; that wait with the next piece of an answer that has begun; that were set aside for
        /// others' work.
        public internal(set) var running = 0, waiting = 0, continuing = 0, setAside = 0
        /// Callers who have anything here.
        public internal(set) var callers = 0
        /// Predicted units of what waits, and the memory that it holds.
        public internal(set) var waitingWork = 0.0, waitingBytes = 0
        /// Predicted units and pixels of what runs, all that is still to be made of it included.
        public internal(set) var runningWork = 0.0, runningPixels = 0.0
        /// What a unit takes in truth, as it was measured.
        public internal(set) var secondsPerUnit: [RenderKind: Double] = [:]
        /// How long all of it will take, if nothing comes.
        public internal(set) var drain = Duration.zero
    }
}
