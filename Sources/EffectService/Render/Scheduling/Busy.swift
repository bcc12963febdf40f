internal import EffectModel

extension RenderPool {
    /// Why there is no room for more work just now.
    public struct Busy: Error, Sendable, Equatable {
        /// The stable name of a reason, for whoever counts them.
        public enum Reason: String, Sendable, CaseIterable {
            /// As many wait as may.
            case queueFull = "queue_full"
            /// What waits is predicted to take as much work as it may.
            case queueCost = "queue_cost"
            /// What waits holds as much memory as it may.
            case queueMemory = "queue_memory"
            /// The time would be up before its turn came.
            case wouldWaitTooLong = "would_wait_too_long"
            /// The time was up before its turn came.
            case waitedTooLong = "waited_too_long"
            /// As many frame dumps are being sent as may be, or as one caller may have.
            case tooManyStreams = "too_many_streams"
            /// The service is ending.
            case stopping
        }

        /// Which one.
        public let reason: Reason
        /// What there is of it, and how much there may be: a number of jobs, units of work, bytes, seconds or streams.
        public let found: Double, limit: Double
        /// Whole seconds after which there should be room, 1...60.
        public let retryAfter: Int
        /// Whether it had a place, which went to a caller that has less.
        public var isDisplaced = false
        /// Whether it is requests that wait to be read, instead of renders.
        public let isReading: Bool

        /// - Parameter drain: Seconds that everything there is will take, rounded up to whole ones.
        init(_ reason: Reason, found: Double, limit: Double, drain: Double, isReading: Bool = false) {
            (self.reason, self.found, self.limit, self.isReading) = (reason, found, limit, isReading)
            retryAfter = Int(min(60, max(1, drain.isFinite ? drain.rounded(.up) : 60)))
        }

        /// What a client reads.
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
