extension ImportReport {
    /// The number, within what a spec allows.
    mutating func kept(_ number: Double, in bounds: ClosedRange<Double>, _ key: ArchiveKey) -> Double {
        // Products of numbers that are far off may be none.
        let kept = number.isNaN ? 0 : min(max(number, bounds.lowerBound), bounds.upperBound)
        if kept != number { note(key, number, "taken as \(kept.asWritten), which is as far as it goes here") }
        return kept.tidy
    }
}
