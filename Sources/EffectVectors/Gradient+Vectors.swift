internal import EffectModel

/// Gradients of backgrounds as vectors say them.
extension Gradient {
    /// Locations of the colors.
    var places: [Double] {
        locations.isEmpty ? colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) } : locations
    }

    /// A color for all: the last if the gradient is flat, else the mean.
    var plainColor: SIMD4<Double> {
        guard !isFlat, let last = colors.last else { return colors.last?.components ?? SIMD4(repeating: 0) }
        return colors.dropLast().reduce(last.components) { $0 + $1.components } / Double(colors.count)
    }
}
