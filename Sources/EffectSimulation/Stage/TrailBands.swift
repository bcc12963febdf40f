/// Bands of even width of which a vector makes a trail that tapers.
package enum TrailBands {
    /// Largest number of bands of a trail.
    package static let most = 6
    /// Pixels above which a step of width is seen.
    package static let seenStep = 0.7

    /// Number of bands of a trail, 2...``most``.
    ///
    /// - Parameter width: Width in pixels at its head.
    package static func count(ofWidth width: Double) -> Int {
        guard width < Double(most) * seenStep else { return most }
        return max(2, Int((width / seenStep).rounded(.up)))
    }
}
