extension Bloom {
    /// The bloom in pixels; `nil` if it adds no light.
    package func drawn(scale: Double) -> DrawList.Bloom? {
        guard isVisible else { return nil }
        let deviation = min(DrawList.Mask.largestFeather / 6, radius * scale)
        return DrawList.Bloom(threshold: threshold, deviation: (deviation * 256).rounded() / 256, strength: strength)
    }
}
