import EffectCost
internal import EffectModel
internal import WorkScheduling

extension WorkerPool.Busy {
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
