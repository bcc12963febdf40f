extension WorkerPool {
    /// The reason a job or a stream was refused: a full queue, an expired deadline or a shutdown.
    public struct Busy: Error, Sendable, Equatable {
        /// Stable name of a reason, used as a metric label.
        public enum Reason: String, Sendable, CaseIterable {
            /// The queue holds as many jobs as allowed.
            case queueFull = "queue_full"
            /// The queued jobs reach the limit on predicted work.
            case queueCost = "queue_cost"
            /// The queued jobs reach the limit on held memory.
            case queueMemory = "queue_memory"
            /// The predicted wait is longer than the time left until the deadline.
            case wouldWaitTooLong = "would_wait_too_long"
            /// The deadline passed while the job was queued.
            case waitedTooLong = "waited_too_long"
            /// All frame-dump stream slots are taken, or as many as one caller may hold.
            case tooManyStreams = "too_many_streams"
            /// The service is shutting down.
            case stopping
        }

        /// The exceeded limit.
        public let reason: Reason
        /// The measured value and its limit: a number of jobs, units of work, bytes, seconds or streams.
        public let found: Double, limit: Double
        /// Whole seconds until there should be room, 1...60.
        public let retryAfter: Int
        /// Whether the job had a queue slot and lost the slot to a caller with less queued.
        public var isDisplaced = false
        /// Whether the queue is the one of requests waiting to be parsed, instead of renders.
        public let isReading: Bool

        /// - Parameter drain: Seconds until everything running and queued is done; rounded up to whole seconds.
        package init(_ reason: Reason, found: Double, limit: Double, drain: Double, isReading: Bool = false) {
            (self.reason, self.found, self.limit, self.isReading) = (reason, found, limit, isReading)
            retryAfter = Int(min(60, max(1, drain.isFinite ? drain.rounded(.up) : 60)))
        }
    }
}
