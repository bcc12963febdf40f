import HTTPTypes

extension Connection {
    /// Checks the deadline. Called a few times per second with the loop's clock.
    ///
    /// - Returns: Whether the deadline had passed.
    func checkDeadline(_ now: UInt64) -> Bool {
        noteProgress(now)
        guard let deadline, now >= deadline else { return false }
        switch phase {
        case .idle:
            close(bytesToDiscard > 0 ? .bodyTimeout : .idle)
        case .head:
            current.isHead = headParser.method == .head
            fail(.headTimeout)
        case .body:
            fail(.bodyTimeout)
        case .responding:
            // The system may hold megabytes for a reader that does not take them.
            close(.writeStall, resets: true)
        case .lingering:
            close(.answered)
        case .handling, .closed:
            return false
        }
        return true
    }

    /// Records a reader's progress: bytes it acknowledges, not bytes that the socket accepts.
    ///
    /// A full socket accepts nothing until a third of its buffer is free, possibly a megabyte, and a slow client needs
    /// time for that.
    private func noteProgress(_ now: UInt64) {
        guard phase == .responding, !output.isEmpty, let descriptor else { return }
        let acknowledged = output.sent - Socket.unacknowledgedBytes(descriptor)
        if acknowledged - acknowledgedMark >= max(1, context.configuration.minimumWriteBytes) {
            acknowledgedMark = acknowledged
            since = now
        }
    }

    /// Deadline of the current phase; `nil` unless the client must act.
    private var deadline: UInt64? {
        let timeouts = context.timeouts
        switch phase {
        case .idle where isReserved, .head where isReserved: return since.saturatingSum(timeouts.reservedHead)
        // The remainder of a discarded body has the timeout of a body.
        case .idle: return since.saturatingSum(bytesToDiscard > 0 ? timeouts.body : timeouts.idle)
        case .head: return since.saturatingSum(timeouts.head)
        case .body:
            let seconds = bodyBytesReceived / timeouts.bodyRate
            let earned = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return since.saturatingSum(timeouts.body).saturatingSum(earned.overflow ? .max : earned.partialValue)
        case .responding: return output.isEmpty ? nil : since.saturatingSum(timeouts.writeStall)
        case .lingering: return since.saturatingSum(timeouts.linger)
        case .handling, .closed: return nil
        }
    }
}

extension UInt64 {
    fileprivate func saturatingSum(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
