/// An outline on its way to another one.
///
/// Paths that have the same segments in the same order move their points straight, so curves stay curves, as CAShapeLayer does it.
/// Other paths are cut into polygons of as many corners, evenly spaced along the way; contours that one of them has more
/// grow out of a point, or shrink to one. Core Animation leaves that case open.
package struct PathMorph: Sendable, Equatable {
    private let first: Outline
    private let last: Outline
    /// Both as polygons of as many corners; `nil` where the outlines are alike.
    private let polygons: (from: [[SIMD2<Double>]], to: [[SIMD2<Double>]])?

    /// Corners of all contours together, at least: enough that a circle across a canvas is round.
    private static let corners = 512
    private static let leastCorners = 16
    /// Corners of all contours together, at the most: a path has at most so many contours.
    static let mostCorners = SVGPath.maximumSegments * leastCorners

    /// The same of paths with so many contours at the most.
    static func mostCorners(contours: Int) -> Int { max(corners, contours * leastCorners) }

    package init(from first: Outline, to last: Outline) {
        (self.first, self.last) = (first, last)
        polygons = first.isAlike(last) ? nil : Self.polygons(first, last)
    }

    package static func == (a: PathMorph, b: PathMorph) -> Bool { a.first == b.first && a.last == b.last }

    /// The outline at a share of the way, which is cut at 0 and 1: there it is the one or the other.
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

    /// The most lines that stand for it at any time, at `scale` pixels per unit.
    func lineCount(at scale: Double) -> Int {
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
        // A partner for each contour: the one at its place in the other outline, or the middle of its own box.
        for index in from.count..<max(from.count, to.count) { from.append([middle(of: to[index])]) }
        for index in to.count..<max(from.count, to.count) { to.append([middle(of: from[index])]) }
        let count = max(leastCorners, corners / max(1, contours))
        var pairs: (from: [[SIMD2<Double>]], to: [[SIMD2<Double>]]) = ([], [])
        for (one, other) in zip(from, to) {
            let start = resampled(one, count)
            var end = resampled(other, count)
            if area(start) * area(end) < 0 { end.reverse() }
            pairs.from.append(start)
            pairs.to.append(turned(end, towards: start))
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

    /// So many points of a closed contour, evenly spaced along it, from its start on.
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

    /// The contour begun where its corners have the shortest ways to those of `other`, about the middles of both.
    private static func turned(_ contour: [SIMD2<Double>], towards other: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let (own, their) = (middle(of: contour), middle(of: other))
        var best = (offset: 0, sum: Double.infinity)
        for offset in contour.indices {
            var sum = 0.0
            // Every eighth corner tells as much.
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
    /// Whether `other` has the same segments in the same order.
    fileprivate func isAlike(_ other: Outline) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { a, b in
                switch (a, b) {
                case (.move, .move), (.line, .line), (.quadratic, .quadratic), (.cubic, .cubic), (.close, .close): true
                default: false
                }
            }
    }

    /// Its contours as polygons that are within 1/2048 of its box's longer side of it.
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

    /// Radius of the largest disc around (0, 0) that lies inside the outline; `nil` where (0, 0) itself lies outside.
    var inradius: Double? {
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
    /// Its distance from (0, 0).
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
