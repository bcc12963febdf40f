import EffectCost
internal import EffectModel
internal import WorkScheduling

extension WorkerPool.Busy {
    /// Detail text of the 503 response.
    var detail: String {
        let (found, limit) = (RenderCost.text(found.rounded(.up)), RenderCost.text(limit.rounded(.up)))
        let jobs = isReading ? "requests" : "renders"
        let text =
            switch reason {
            case .queueFull:
                "every worker is busy and the queue is full: \(found) \(jobs) are queued; allowed: at most \(limit)"
            case .queueCost:
                "every worker is busy and the queue is full: the queued work is predicted to be \(found) units; "
                    + "allowed: at most \(limit)"
            case .queueMemory:
                "every worker is busy and the queue is full: queued jobs hold \(found) bytes; allowed: at most \(limit)"
            case .wouldWaitTooLong:
                "every worker is busy: the predicted wait is \(found) s, and the deadline is in \(limit) s"
            case .waitedTooLong:
                "every worker was busy until the request's deadline: \(found) s"
            case .tooManyStreams:
                "no stream slot for a frame dump is free: \(found) of \(limit) are taken, and a caller may hold no more slots "
                    + "than it leaves free"
            case .stopping: "the service is shutting down"
            }
        return isDisplaced ? text + "; the queue slot went to a caller with less work queued" : text
    }
}
