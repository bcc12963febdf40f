extension EmitterReport {
    /// Returns a number clamped to what a spec allows, and notes a change.
    mutating func kept(_ number: Double, in bounds: ClosedRange<Double>, _ key: ArchiveKey) -> Double {
        // Products of extreme numbers may be NaN.
        let kept = number.isNaN ? 0 : min(max(number, bounds.lowerBound), bounds.upperBound)
        if kept != number { note(key, number, "the value is limited to \(kept.shortestText)") }
        return kept.shortestDecimal
    }
}
