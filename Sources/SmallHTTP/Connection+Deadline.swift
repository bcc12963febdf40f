import HTTPTypes

extension Connection {
    /// Called a few times a second with the loop's clock.
    func checkDeadline(_ now: UInt64) {
        guard let deadline, now >= deadline else { return }
        switch phase {
        case .head where headParser.hasBegun:
            current.isHead = headParser.method == .head
            fail(.headTimeout)
        case .body:
            fail(.bodyTimeout)
        case .head, .handling, .responding, .lingering, .closed:
            close()
        }
    }

    /// `nil` while it is not the client we wait for.
    private var deadline: UInt64? {
        let timeouts = context.timeouts
        switch phase {
        case .head: return since.saturatingSum(headParser.hasBegun ? timeouts.head : timeouts.idle)
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
