/// Quantity of a number, which determines the units a string may have: `"90deg"`, `"250ms"`, `"50%"`.
package enum NumberUnit: Sendable, CaseIterable {
    case plain
    case seconds
    /// Seconds without percentages, where a fraction of the duration has no meaning.
    case absoluteSeconds
    case radians
    /// Points along the canvas' width (horizontal) or height (vertical).
    case horizontal
    case vertical
    /// Points without a direction.
    case length
}
