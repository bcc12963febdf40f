#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A color gradient across a box.
///
/// - Source: CAGradientLayer.
public struct Gradient: Sendable, Equatable {
    /// Kinds of gradients.
    public enum Kind: String, Sendable, CaseIterable {
        /// Along the line from start to end.
        case axial
        /// Outward from the start. The last color is on an ellipse around the start whose bounding box has a corner at
        /// the end.
        case radial
        /// Around the start, clockwise from the direction of the end.
        case conic
    }

    /// Kind of gradient.
    public var kind = Kind.axial
    /// Two or more colors.
    public var colors: [Color] = []
    /// Locations of the colors, ascending in 0...1; empty is evenly spaced.
    public var locations: [Double] = []
    /// Position of the first color, as fractions of the box's width and height.
    public var startPoint = SIMD2<Double>(0.5, 0)
    /// Position of the last color, as fractions of the box's width and height.
    public var endPoint = SIMD2<Double>(0.5, 1)

    /// Maximum length of the image's longer side in pixels.
    static let longestSide = 1024.0

    /// The gradient's image, at the resolution that a box of `box` pixels needs.
    ///
    /// - Complexity: O(pixels), at most about a million.
    package func picture(of box: SIMD2<Double>) -> Picture {
        let fit = min(1, Self.longestSide / box.max())
        let size = pointwiseMax((box * fit).rounded(.up), SIMD2(1, 1))
        let (width, height) = (Int(size.x), Int(size.y))
        let stops = stops
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let place = (SIMD2(Double(x), Double(y)) + 0.5) / size
                pixels.append(Self.pixel(stops.color(at: progress(at: place, of: box))))
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    /// The position along the gradient at `place`, in fractions of the box. The end colors hold below 0 and above 1.
    private func progress(at place: SIMD2<Double>, of box: SIMD2<Double>) -> Double {
        let way = endPoint - startPoint
        let step = place - startPoint
        switch kind {
        case .axial:
            // Computed in fractions of the box, as in Core Animation: in a box that is not square, lines of one color
            // are not perpendicular to the gradient.
            let length = (way * way).sum()
            return length > 0 ? (step * way).sum() / length : 1
        case .radial:
            let radii = SIMD2(abs(way.x), abs(way.y))
            guard radii.min() > 0 else { return 1 }
            let share = step / radii
            return (share * share).sum().squareRoot()
        case .conic:
            let (from, to) = (way * box, step * box)
            let turn = atan2(to.y, to.x) - atan2(from.y, from.x)
            let share = turn / (2 * .pi)
            return share - share.rounded(.down)
        }
    }

    /// Premultiplied colors with their locations.
    private var stops: Stops {
        let even = colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) }
        return Stops(
            places: locations.isEmpty ? even : locations,
            colors: colors.map { color in
                var premultiplied = color.components * color.components.w
                premultiplied.w = color.components.w
                return premultiplied
            }
        )
    }

    /// Creates a value with the defaults.
    public init() {}

    private struct Stops {
        let places: [Double]
        let colors: [SIMD4<Double>]

        func color(at place: Double) -> SIMD4<Double> {
            guard let next = places.firstIndex(where: { $0 > place }) else { return colors[colors.count - 1] }
            guard next > 0 else { return colors[0] }
            let share = (place - places[next - 1]) / (places[next] - places[next - 1])
            return colors[next - 1] + (colors[next] - colors[next - 1]) * share
        }
    }

    private static func pixel(_ color: SIMD4<Double>) -> UInt32 {
        func byte(_ share: Double) -> UInt32 { UInt32(max(0, min(255, (share * 255).rounded()))) }
        return byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | byte(color.w) << 24
    }
}
