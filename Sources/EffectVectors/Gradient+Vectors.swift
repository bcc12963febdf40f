internal import EffectModel

/// Gradients of backgrounds as vectors say them.
extension Gradient {
    /// Locations of the colors.
    var places: [Double] {
        locations.isEmpty ? colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) } : locations
    }

    /// Colors, with their locations, that straight mixing takes through the gradient's premultiplied colors: between two
    /// of different alpha, some more.
    var straightStops: [(place: Double, color: SIMD4<Double>)] {
        var stops = [(place: Double, color: SIMD4<Double>)]()
        let colors = colors.map(\.components)
        for index in colors.indices.dropLast() {
            let (low, high) = (colors[index], colors[index + 1])
            let (start, end) = (places[index], places[index + 1])
            let steps = low.w == high.w ? 1 : Self.stepsOfMixing
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                let alpha = low.w + (high.w - low.w) * share
                // What is next to nothing has the color of its other end.
                let weight = alpha > 0 ? high.w * share / alpha : low.w > 0 ? 0 : 1
                var color = low + (high - low) * weight
                color.w = alpha
                let place = start + (end - start) * share
                if let last = stops.last, last.place == place, last.color == color { continue }
                stops.append((place, color))
            }
        }
        return stops
    }

    /// Colors in place of one step between two of different alpha.
    private static let stepsOfMixing = 8

    /// Stops of a fill, times a color: all of the last color if the gradient is flat.
    ///
    /// - Parameter tint: Red, green and blue, 0...1.
    func stops(times tint: SIMD3<Double>) -> [(place: Double, color: SIMD4<Double>)] {
        let factor = SIMD4(tint, 1)
        guard !isFlat else { return [(0, plainColor * factor), (1, plainColor * factor)] }
        return straightStops.map { ($0.place, $0.color * factor) }
    }

    /// A color for all: the last if the gradient is flat, else the mean.
    var plainColor: SIMD4<Double> {
        guard !isFlat, let last = colors.last else { return colors.last?.components ?? SIMD4(repeating: 0) }
        return colors.dropLast().reduce(last.components) { $0 + $1.components } / Double(colors.count)
    }
}
