internal import EffectModel

extension RenderPool {
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
        init(_ reason: Reason, found: Double, limit: Double, drain: Double, isReading: Bool = false) {
            (self.reason, self.found, self.limit, self.isReading) = (reason, found, limit, isReading)
            retryAfter = Int(min(60, max(1, drain.isFinite ? drain.rounded(.up) : 60)))
        }

        /// Detail text of the 503 response.
        var detail: String {
            let (found, limit) = (RenderCost.text(found.rounded(.up)), RenderCost.text(limit.rounded(.up)))
            let jobs = isReading ? "requests wait to be read" : "renders wait"
            let text =
                switch reason {
                case .queueFull: "every worker is busy and the queue is full: \(found) \(jobs), at most \(limit) may"
                case .queueCost:
                    "every worker is busy and the queue is full: what waits is predicted to take \(found) units of work, "
                        + "at most \(limit) may wait"
                case .queueMemory:
                    "every worker is busy and the queue is full: what waits holds \(found) bytes, at most \(limit) may be held"
                case .wouldWaitTooLong:
                    "every worker is busy: the wait would be about \(found) s, and \(limit) s are left of the time for a picture"
                case .waitedTooLong:
                    "every worker was busy for as long as a picture may take: \(found) s"
                case .tooManyStreams:
                    "as many frame dumps are being sent as may be: \(found) of \(limit) places are taken, and no caller has more "
                        + "than it leaves free"
                case .stopping: "the service is ending"
                }
            return isDisplaced ? text + "; the place went to a caller with less in the queue" : text
        }
    }
}
