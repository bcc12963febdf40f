/// A morph from one outline to another.
///
/// Paths with the same sequence of segments move their points linearly, so curves remain curves, as in CAShapeLayer.
/// Other paths become polygons with equal numbers of corners, evenly spaced along the path; contours that only one path
/// has grow from a point or shrink to one. Core Animation leaves that case undefined.
package struct PathMorph: Sendable, Equatable {
    private let first: Outline
    private let last: Outline
    /// Both outlines as polygons with equal numbers of corners; `nil` if their segments match.
    private let polygons: (from: [[SIMD2<Double>]], to: [[SIMD2<Double>]])?

    /// Minimum number of corners over all contours; makes a circle across a canvas look round.
    private static let corners = 512
    private static let leastCorners = 16
    /// Maximum number of corners over all contours, given the maximum number of contours of a path.
    package static let mostCorners = SVGPath.maximumSegments * leastCorners

    /// Maximum number of corners over all contours of paths with at most `contours` contours.
    package static func mostCorners(contours: Int) -> Int { max(corners, contours * leastCorners) }

    package init(from first: Outline, to last: Outline) {
        (self.first, self.last) = (first, last)
        polygons = first.isAlike(last) ? nil : Self.polygons(first, last)
    }

    package static func == (a: PathMorph, b: PathMorph) -> Bool { a.first == b.first && a.last == b.last }

    /// The outline at the fraction `share`, clamped to 0...1; the ends are the original outlines.
    package func outline(at share: Double) -> Outline {
        if share <= 0 { return first }
        if share >= 1 { return last }
        func between(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * share }
        guard let polygons else {
            var outline = first
            outline.isRound = first.isRound || last.isRound
            outline.segments = zip(first.segments, last.segments).map { from, to in
                switch (from, to) {
                case (.move(let a), .move(let b)): .move(between(a, b))
                case (.line(let a), .line(let b)): .line(between(a, b))
                case (.quadratic(let a, let c), .quadratic(let b, let d)): .quadratic(between(a, b), between(c, d))
                case (.cubic(let a, let c, let e), .cubic(let b, let d, let f)):
                    .cubic(between(a, b), between(c, d), between(e, f))
                default: from
                }
            }
            return outline
        }
        let segments = zip(polygons.from, polygons.to).flatMap { from, to in
            Outline.polygon(zip(from, to).map(between)).segments
        }
        return Outline(segments, fillRule: first.fillRule)
    }

    /// Upper bound of the number of lines at any time, at `scale` pixels per unit.
    package func lineCount(at scale: Double) -> Int {
        let ends = first.lineCount(at: scale) + last.lineCount(at: scale)
        return polygons.map { max(ends, $0.from.reduce(0) { $0 + $1.count }) } ?? ends
    }

    // MARK: Polygons

    private static func polygons(
        _ first: Outline,
        _ last: Outline
    ) -> (from: [[SIMD2<Double>]], to: [[SIMD2<Double>]]) {
        var (from, to) = (first.flatContours, last.flatContours)
        let contours = max(from.count, to.count)
        // Each contour is paired with the contour of the same index, or with the center of its own bounding box.
        for index in from.count..<max(from.count, to.count) { from.append([middle(of: to[index])]) }
        for index in to.count..<max(from.count, to.count) { to.append([middle(of: from[index])]) }
        let count = max(leastCorners, corners / max(1, contours))
        var pairs: (from: [[SIMD2<Double>]], to: [[SIMD2<Double>]]) = ([], [])
        for (one, other) in zip(from, to) {
            let start = resampled(one, count)
            var end = resampled(other, count)
            if area(start) * area(end) < 0 { end.reverse() }
            pairs.from.append(start)
            pairs.to.append(turned(end, toward: start))
        }
        return pairs
    }

    private static func middle(of contour: [SIMD2<Double>]) -> SIMD2<Double> {
        guard let first = contour.first else { return SIMD2(0, 0) }
        let low = contour.reduce(first) { pointwiseMin($0, $1) }
        let high = contour.reduce(first) { pointwiseMax($0, $1) }
        return (low + high) / 2
    }

    private static func area(_ contour: [SIMD2<Double>]) -> Double {
        zip(contour, contour.dropFirst() + contour.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
    }

    /// Returns `count` points evenly spaced along a closed contour, from its start.
    private static func resampled(_ contour: [SIMD2<Double>], _ count: Int) -> [SIMD2<Double>] {
        let lines = zip(contour, contour.dropFirst() + contour.prefix(1)).map { ($0, $1, ($1 - $0).length) }
        let whole = lines.reduce(0) { $0 + $1.2 }
        guard whole > 0, let start = contour.first else {
            return Array(repeating: contour.first ?? SIMD2(0, 0), count: count)
        }
        var points = [start]
        var (line, before) = (0, 0.0)
        for index in 1..<count {
            let way = whole * Double(index) / Double(count)
            while line < lines.count - 1, before + lines[line].2 < way {
                before += lines[line].2
                line += 1
            }
            let (from, to, length) = lines[line]
            points.append(length > 0 ? from + (to - from) * min(1, (way - before) / length) : from)
        }
        return points
    }

    /// The contour rotated to the starting corner with the smallest squared distance to the corners of `other`,
    /// relative to the centers of both.
    private static func turned(_ contour: [SIMD2<Double>], toward other: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let (own, their) = (middle(of: contour), middle(of: other))
        var best = (offset: 0, sum: Double.infinity)
        for offset in contour.indices {
            var sum = 0.0
            // 64 corners suffice for the comparison.
            for index in stride(from: 0, to: contour.count, by: max(1, contour.count / 64)) {
                let way = contour[(index + offset) % contour.count] - own - (other[index] - their)
                sum += (way * way).sum()
                if sum >= best.sum { break }
            }
            if sum < best.sum { best = (offset, sum) }
        }
        return Array(contour[best.offset...] + contour[..<best.offset])
    }
}

extension Outline {
    /// Whether `other` has the same sequence of segments.
    fileprivate func isAlike(_ other: Outline) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { a, b in
                switch (a, b) {
                case (.move, .move), (.line, .line), (.quadratic, .quadratic), (.cubic, .cubic), (.close, .close): true
                default: false
                }
            }
    }

    /// Contours as polygons, within 1/2048 of the longer side of the bounding box.
    var flatContours: [[SIMD2<Double>]] {
        let size = bounds.map { ($0.high - $0.low).max() } ?? 0
        var contours: [[SIMD2<Double>]] = []
        forEachSegment(at: size > 0 ? 64 / size : 1) { segment, pen, count in
            switch segment {
            case .move(let end): contours.append([end])
            case .line(let end): contours[contours.count - 1].append(end)
            case .quadratic(let control, let end):
                for step in 1...count {
                    let (t, r) = (Double(step) / Double(count), 1 - Double(step) / Double(count))
                    let point = pen * (r * r) + control * (2 * r * t) + end * (t * t)
                    contours[contours.count - 1].append(point)
                }
            case .cubic(let a, let b, let end):
                for step in 1...count {
                    let (t, r) = (Double(step) / Double(count), 1 - Double(step) / Double(count))
                    let point = pen * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
                    contours[contours.count - 1].append(point)
                }
            case .close: break
            }
        }
        return contours
    }

    /// Radius of the largest disc about (0, 0) inside the outline; `nil` if (0, 0) is outside.
    package var inradius: Double? {
        var winding = 0
        var nearest = Double.infinity
        for contour in flatContours {
            for (a, b) in zip(contour, contour.dropFirst() + contour.prefix(1)) {
                if (a.y <= 0) != (b.y <= 0) {
                    let side = a.x * (b.y - a.y) - a.y * (b.x - a.x)
                    if b.y > a.y, side > 0 { winding += 1 } else if b.y <= a.y, side < 0 { winding -= 1 }
                }
                let way = b - a
                let square = (way * way).sum()
                let part = square > 0 ? max(0, min(1, -(a * way).sum() / square)) : 0
                nearest = min(nearest, (a + way * part).length)
            }
        }
        let isInside = fillRule == .nonzero ? winding != 0 : !winding.isMultiple(of: 2)
        return isInside && nearest > 0 && nearest.isFinite ? nearest : nil
    }
}

extension SIMD2<Double> {
    /// Euclidean length.
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
