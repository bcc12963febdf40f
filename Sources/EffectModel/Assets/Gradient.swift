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
    package static let longestSide = 1024.0

    /// Width and height in pixels of the image that a box of `box` pixels needs.
    package static func size(of box: SIMD2<Double>) -> SIMD2<Double> {
        let fit = min(1, longestSide / box.max())
        return pointwiseMax((box * fit).rounded(.up), SIMD2(1, 1))
    }

    /// The gradient's image, at the resolution that a box of `box` pixels needs: at most about a million pixels, drawn when
    /// they are first needed.
    package func picture(of box: SIMD2<Double>) -> Picture { Picture(of: self, over: box) }

    /// Premultiplied pixels of the gradient over an image of any size, rows from top to bottom, R G B A in memory.
    ///
    /// - Complexity: O(pixels), a few nanoseconds each.
    package func pixels(width: Int, height: Int) -> [UInt32] {
        let size = SIMD2(Double(width), Double(height))
        // A pixel next to another differs from it by less than a step of a channel, but for the steepest gradients.
        let (table, from) = (table(of: Self.tableLength), direction(in: size))
        let last = Double(Self.tableLength - 1)
        return [UInt32](capacity: width * height) { (pixels: inout OutputSpan<UInt32>) in
            for y in 0..<height {
                let start = (Double(y) + 0.5) / size.y
                if kind == .axial, startPoint.x == endPoint.x {
                    let progress = progress(at: SIMD2(0, start), of: size, from: from)
                    pixels.append(repeating: table[Int((min(1, max(0, progress)) * last).rounded())], count: width)
                    continue
                }
                for x in 0..<width {
                    let progress = progress(at: SIMD2((Double(x) + 0.5) / size.x, start), of: size, from: from)
                    pixels.append(table[Int((min(1, max(0, progress)) * last).rounded())])
                }
            }
        }
    }

    /// Premultiplied colors at evenly spaced places from 0 to 1.
    package func table(of count: Int) -> [UInt32] {
        let stops = stops
        return (0..<count).map { Self.pixel(stops.color(at: Double($0) / Double(count - 1))) }
    }

    /// Number of colors computed for ``pixels(width:height:)``, evenly spaced.
    private static let tableLength = 1 << 14

    /// The position along the gradient at `place`, in fractions of the box. The end colors hold below 0 and above 1.
    ///
    /// - Parameter from: Direction of the first color of a conic gradient, from ``direction(in:)``.
    fileprivate func progress(at place: SIMD2<Double>, of box: SIMD2<Double>, from: Double) -> Double {
        let way = endPoint - startPoint
        let step = place - startPoint
        switch kind {
        case .axial:
            // Computed in fractions of the box, as in Core Animation: in a box that is not square, lines of one color
            // are not perpendicular to the gradient.
            let length = (way * way).sum()
            return length > 0 ? (step * way).sum() / length : 1
        case .radial:
            let radii = radii
            guard radii.min() > 0 else { return 1 }
            let share = step / radii
            return (share * share).sum().squareRoot()
        case .conic:
            let to = step * box
            let share = (atan2(to.y, to.x) - from) / (2 * .pi)
            return share - share.rounded(.down)
        }
    }

    /// Angle from the start to the end in a box, in radians; 0 for other gradients than conic ones.
    package func direction(in box: SIMD2<Double>) -> Double {
        let way = (endPoint - startPoint) * box
        return kind == .conic ? atan2(way.y, way.x) : 0
    }

    /// Whether vectors can say the gradient, other than as an image. They know no cones, and they mix colors that are
    /// not premultiplied.
    package var isVector: Bool { kind != .conic && isOpaque }

    /// Whether no pixel is translucent.
    var isOpaque: Bool { colors.allSatisfy { $0.components.w == 1 } }

    /// Half of the box around the ellipse of the last color of a radial gradient, as shares of the box.
    package var radii: SIMD2<Double> { SIMD2(abs(endPoint.x - startPoint.x), abs(endPoint.y - startPoint.y)) }

    /// Whether all is of the last color, because the first and the last are at one place.
    package var isFlat: Bool { kind == .axial ? startPoint == endPoint : kind == .radial && radii.min() <= 0 }

    /// Premultiplied colors with their locations.
    fileprivate var stops: Stops {
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

    /// Gradient over a box along the line of an angle, as CSS has it: the corners that the angle points away from and
    /// to get the first and the last color, and lines of one color are perpendicular to it.
    ///
    /// - Parameters:
    ///   - angle: Radians, clockwise; 0 points up.
    ///   - box: Width and height of the box, in any unit.
    /// - Source: CSS Images Module Level 3, §3.1.
    package static func axial(_ colors: [Color], angle: Double, over box: SIMD2<Double>) -> Gradient {
        let direction = SIMD2(sin(angle), -cos(angle))
        let run = box * direction
        let length = abs(run.x) + abs(run.y)
        let way = run * (length / max(1e-9, (run * run).sum()))
        return Gradient(.axial, colors, from: SIMD2(0.5, 0.5) - way / 2, to: SIMD2(0.5, 0.5) + way / 2)
    }

    /// Gradient from the center of a box to its corners, on ellipses of its shape.
    package static func radial(_ colors: [Color]) -> Gradient {
        let reach = 0.5.squareRoot()
        return Gradient(.radial, colors, from: SIMD2(0.5, 0.5), to: SIMD2(0.5 + reach, 0.5 + reach))
    }

    /// Gradient around the center of a box, clockwise.
    ///
    /// - Parameters:
    ///   - angle: Radians of the first color, clockwise; 0 points up.
    ///   - box: Width and height of the box, in any unit.
    package static func conic(_ colors: [Color], angle: Double, over box: SIMD2<Double>) -> Gradient {
        let way = SIMD2(sin(angle), -cos(angle)) * (box.min() / 2) / box
        return Gradient(.conic, colors, from: SIMD2(0.5, 0.5), to: SIMD2(0.5, 0.5) + way)
    }

    private init(_ kind: Kind, _ colors: [Color], from start: SIMD2<Double>, to end: SIMD2<Double>) {
        // Rounded, so that a written gradient is read as the same.
        func rounded(_ point: SIMD2<Double>) -> SIMD2<Double> {
            (point * 1e6).rounded(.toNearestOrAwayFromZero) / 1e6
        }
        (self.kind, self.colors, startPoint, endPoint) = (kind, colors, rounded(start), rounded(end))
    }

    fileprivate struct Stops: Sendable {
        let places: [Double]
        let colors: [SIMD4<Double>]

        func color(at place: Double) -> SIMD4<Double> {
            // The first location behind the place, of up to 64.
            var (next, end) = (0, places.count)
            while next < end {
                let middle = (next + end) / 2
                if places[middle] > place { end = middle } else { next = middle + 1 }
            }
            guard next < places.count else { return colors[colors.count - 1] }
            guard next > 0 else { return colors[0] }
            let share = (place - places[next - 1]) / (places[next] - places[next - 1])
            return colors[next - 1] + (colors[next] - colors[next - 1]) * share
        }
    }

    fileprivate static func pixel(_ color: SIMD4<Double>) -> UInt32 {
        func byte(_ share: Double) -> UInt32 { UInt32(max(0, min(255, (share * 255).rounded()))) }
        return byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | byte(color.w) << 24
    }
}

/// Colors of a gradient over a box, each computed on its own.
struct GradientSampler: Sendable {
    private let gradient: Gradient
    private let box: SIMD2<Double>
    private let stops: Gradient.Stops
    private let from: Double

    /// - Parameter box: Width and height of the box that the gradient fills.
    init(_ gradient: Gradient, over box: SIMD2<Double>) {
        (self.gradient, self.box) = (gradient, box)
        (stops, from) = (gradient.stops, gradient.direction(in: box))
    }

    /// Premultiplied pixel of an image of the box, by column and row.
    func pixel(_ x: Int, _ y: Int, of size: SIMD2<Double>) -> UInt32 {
        let place = (SIMD2(Double(x), Double(y)) + 0.5) / size
        return Gradient.pixel(stops.color(at: gradient.progress(at: place, of: box, from: from)))
    }

    /// Premultiplied pixels of an image of the box, rows from top to bottom; fewer if stopped.
    ///
    /// - Parameter isStopped: Checked after each row.
    /// - Complexity: O(pixels), tens of nanoseconds each.
    func pixels(width: Int, height: Int, unless isStopped: () -> Bool) -> [UInt32] {
        let size = SIMD2(Double(width), Double(height))
        let isAxial = gradient.kind == .axial
        // Rows of a gradient from left to right are all the same, and those of one from top to bottom have one color.
        let (repeats, isFlat) = (
            isAxial && gradient.startPoint.y == gradient.endPoint.y,
            isAxial && gradient.startPoint.x == gradient.endPoint.x
        )
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        var row: [UInt32] = []
        for y in 0..<height {
            if isStopped() { break }
            if isFlat {
                pixels.append(contentsOf: repeatElement(pixel(0, y, of: size), count: width))
                continue
            }
            if y == 0 || !repeats { row = (0..<width).map { pixel($0, y, of: size) } }
            pixels.append(contentsOf: row)
        }
        return pixels
    }
}
