package import EffectModel

/// Gradients of backgrounds as vectors say them.
extension Gradient {
    /// Whether vectors can say the gradient, other than as an image. They know no cones, and they mix colors that are
    /// not premultiplied.
    package var isVector: Bool { kind != .conic && colors.allSatisfy { $0.components.w == 1 } }

    /// Locations of the colors.
    var places: [Double] {
        locations.isEmpty ? colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) } : locations
    }

    /// Half of the box around the ellipse of the last color of a radial gradient, as shares of the box.
    var radii: SIMD2<Double> { SIMD2(abs(endPoint.x - startPoint.x), abs(endPoint.y - startPoint.y)) }

    /// Whether all is of the last color, because the first and the last are at one place.
    package var isFlat: Bool { kind == .axial ? startPoint == endPoint : kind == .radial && radii.min() <= 0 }

    /// A color for all: the last if the gradient is flat, else the mean.
    var plainColor: SIMD4<Double> {
        guard !isFlat, let last = colors.last else { return colors.last?.components ?? SIMD4(repeating: 0) }
        return colors.dropLast().reduce(last.components) { $0 + $1.components } / Double(colors.count)
    }
}
