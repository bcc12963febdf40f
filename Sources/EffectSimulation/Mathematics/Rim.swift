internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reach of an image from its center in each direction, in sprite units, up to where a straight wall would touch it.
struct Rim: Sendable {
    /// Reaches in evenly spaced directions, with the first one repeated at the end.
    private let reaches: [Double]
    /// Upper bound of the reach in any direction.
    let largest: Double
    /// Corners of the convex hull of a shape that lies on its sides, in order; empty for a round shape.
    let corners: [SIMD2<Double>]

    private static let directions = 256
    /// Number of corners above which a shape counts as round.
    private static let mostCorners = 96
    /// Number of corners up to which reaches are computed from them, and not from the table.
    private static let fewCorners = 12

    /// Creates the rim of the convex hull of points; the rim of a single point if there are none.
    ///
    /// - Parameter isRound: Whether the shape lies as well on any of its points as on another.
    init(around points: [SIMD2<Double>], isRound: Bool = false) {
        let hull = isRound ? [] : Self.hull(of: points)
        corners = (3...Self.mostCorners).contains(hull.count) ? hull : []
        var reaches = (0..<Self.directions).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(Self.directions)
            let direction = SIMD2(cos(angle), sin(angle))
            return points.reduce(-Double.infinity) { max($0, ($1 * direction).sum()) }
        }
        if points.isEmpty { reaches = reaches.map { _ in 0 } }
        self.reaches = reaches + [reaches[0]]
        // Between two directions the reach may be slightly larger.
        largest = max(0, reaches.max() ?? 0) * 1.001
    }

    /// Convex hull of points in a plane, without points along its sides.
    ///
    /// - Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
    private static func hull(of points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard let first = sorted.first, let last = sorted.last else { return [] }
        let extent = max(last.x - first.x, (sorted.map(\.y).max() ?? 0) - (sorted.map(\.y).min() ?? 0))
        let least = 1e-9 * extent * extent
        func half(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
            var chain: [SIMD2<Double>] = []
            for point in points {
                while chain.count >= 2 {
                    let (a, b) = (chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 2])
                    if a.x * b.y - a.y * b.x > least { break }
                    chain.removeLast()
                }
                chain.append(point)
            }
            return Array(chain.dropLast())
        }
        return half(sorted) + half(sorted.reversed())
    }

    /// Creates the union of several rims.
    init(around rims: [Rim]) {
        corners = rims.count == 1 ? rims[0].corners : []
        reaches = rims.dropFirst().reduce(rims[0].reaches) { zip($0, $1.reaches).map { max($0, $1) } }
        largest = rims.reduce(0) { max($0, $1.largest) }
    }

    /// Reach along a direction, multiplied by the direction's length.
    func reach(along direction: SIMD2<Double>) -> Double {
        if !corners.isEmpty, corners.count <= Self.fewCorners {
            return corners.reduce(-Double.infinity) { max($0, ($1 * direction).sum()) }
        }
        let length = direction.length
        guard length > 1e-9 else { return 0 }
        let turn = atan2(direction.y, direction.x) / (2 * .pi) * Double(Self.directions)
        let place = turn < 0 ? turn + Double(Self.directions) : turn
        let index = min(Self.directions - 1, Int(place))
        let part = place - Double(index)
        return length * (reaches[index] + (reaches[index + 1] - reaches[index]) * part)
    }
}

extension Sprite {
    /// Rim of the sprite: its outline, the contour of a soft dot at half its alpha, or an image's pixels with at least
    /// half alpha. That of a blurred or lit shape is the shape's own.
    var rim: Rim {
        if part == .whole, asset.isSoftened {
            return Rim(around: asset.solid.outline.points, isRound: asset.solid.isRound)
        }
        switch contents {
        case .outline(let outline):
            return part == .whole ? Rim(around: outline.points, isRound: asset.isRound) : Rim(around: corners)
        case .dot:
            return Rim(
                around: (0..<64).map { index in
                    let angle = 2 * Double.pi * Double(index) / 64
                    return SIMD2(cos(angle), sin(angle)) * size / 2 * Self.dotRim
                },
                isRound: true
            )
        case .picture(let picture): return Rim(around: points(of: picture) ?? corners)
        }
    }

    /// Radius at which ``dotAlpha(at:)`` is a half, as a share of the dot's radius.
    private static let dotRim = 0.525

    private var corners: [SIMD2<Double>] {
        [SIMD2(-0.5, -0.5), SIMD2(0.5, -0.5), SIMD2(0.5, 0.5), SIMD2(-0.5, 0.5)].map { $0 * size }
    }

    /// Corners of the outermost pixels with at least half alpha of each row; `nil` if there are none. A large image is
    /// read from a smaller mipmap level.
    private func points(of picture: Picture) -> [SIMD2<Double>]? {
        let level = picture.rough
        let extent = SIMD2(Double(level.width), Double(level.height))
        let (low, high) = (part.origin * extent, (part.origin + part.size) * extent)
        var points: [SIMD2<Double>] = []
        for y in Int(low.y)..<min(level.height, Int(high.y.rounded(.up))) {
            let columns = Int(low.x)..<min(level.width, Int(high.x.rounded(.up)))
            let row = level.pixels[y * level.width..<(y + 1) * level.width]
            let solid = columns.filter { row[row.startIndex + $0] >> 24 >= 128 }
            guard let first = solid.first, let last = solid.last else { continue }
            for x in [first, last + 1] {
                for y in [y, y + 1] {
                    let place = pointwiseMin(pointwiseMax(SIMD2(Double(x), Double(y)), low), high)
                    points.append((place / extent - part.origin - part.size / 2) * asset.size)
                }
            }
        }
        return points.isEmpty ? nil : points
    }
}

extension Outline {
    /// Points along the whole outline.
    fileprivate var points: [SIMD2<Double>] {
        var points: [SIMD2<Double>] = []
        let shares = (1...8).map { Double($0) / 8 }
        var pen = SIMD2<Double>(0, 0)
        for segment in segments {
            switch segment {
            case .move(let end), .line(let end):
                points.append(end)
                pen = end
            case .quadratic(let control, let end):
                for t in shares {
                    let (a, b) = (pen + (control - pen) * t, control + (end - control) * t)
                    points.append(a + (b - a) * t)
                }
                pen = end
            case .cubic(let first, let second, let end):
                for t in shares {
                    let (a, b, c) = (pen + (first - pen) * t, first + (second - first) * t, second + (end - second) * t)
                    let (d, e) = (a + (b - a) * t, b + (c - b) * t)
                    points.append(d + (e - d) * t)
                }
                pen = end
            case .close: continue
            }
        }
        return points
    }
}
