internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A run of a ribbon, as the edges of its pieces.
///
/// Every step is within a right angle of the first step's direction, so that a run cannot cross itself. Runs begin and
/// end with half discs, so that they meet without a gap, however sharp the bend.
struct RibbonPath {
    /// A line between two positions in 1/256 pixel, with the difference of the coverages on its two sides as weight.
    struct Edge {
        let start: SIMD2<Int>
        let end: SIMD2<Int>
        let weight: Int
    }

    /// Edges in no particular order.
    private(set) var edges: [Edge] = []
    /// Largest coverage of the run's pieces, 0...255.
    private(set) var heaviest = 0

    /// A point of the ribbon.
    private struct Knot {
        let place: SIMD2<Double>
        /// Half the ribbon's width, in pixels.
        let radius: Double
        /// Share of the ribbon's alpha, times 255.
        let density: Double
    }

    /// Minimum length of a step in pixels: positions are multiples of 1/256, so that shorter steps have no reliable
    /// direction.
    private static let shortestStep = 0.5
    /// Cosine of the sharpest bend within a run: about 100°.
    private static let sharpest = -0.17

    /// All runs of a ribbon.
    static func runs(of ribbon: DrawList.Ribbon) -> [RibbonPath] {
        var paths: [RibbonPath] = []
        for knots in stretches(of: ribbon) {
            var start = 0
            while start < knots.count {
                let end = endOfRun(knots, from: start)
                paths.append(RibbonPath(knots[start...end]))
                if end == knots.count - 1 { break }
                start = end
            }
        }
        return paths
    }

    /// Points of the ribbon, without points that hardly differ from the one before; split into several stretches by
    /// points that are too far away to be drawn.
    private static func stretches(of ribbon: DrawList.Ribbon) -> [[Knot]] {
        let last = Double(max(1, ribbon.points.count - 1))
        var stretches: [[Knot]] = [[]]
        for (index, point) in ribbon.points.enumerated() {
            let share = Double(index) / last
            let width = ribbon.width.x + (ribbon.width.y - ribbon.width.x) * share
            let density = 255 * (1 + (ribbon.endAlpha - 1) * share)
            // Corners are less than the whole width away from the points.
            guard FixedPoint.isNear(point), width >= 0, width < 65_536, density >= 0, density <= 255 else {
                if stretches[stretches.count - 1].count > 0 { stretches.append([]) }
                continue
            }
            let knot = Knot(place: point, radius: width / 2, density: density)
            let current = stretches.count - 1
            if let before = stretches[current].last {
                let step = point - before.place
                if (step * step).sum() < shortestStep * shortestStep {
                    // The last point is kept.
                    if index == ribbon.points.count - 1, stretches[current].count > 1 {
                        stretches[current][stretches[current].count - 1] = knot
                        continue
                    }
                    // The last point of a short ribbon is kept as well.
                    guard index == ribbon.points.count - 1, step != SIMD2(0, 0) else { continue }
                }
            }
            stretches[current].append(knot)
        }
        return stretches
    }

    /// Index of the last knot of the run that starts at `start`.
    private static func endOfRun(_ knots: [Knot], from start: Int) -> Int {
        var end = start
        var first = SIMD2(0.0, 0.0)
        var before = SIMD2(0.0, 0.0)
        while end + 1 < knots.count {
            let direction = Self.direction(knots[end], knots[end + 1])
            if end == start {
                first = direction
            } else if (first * direction).sum() < 0.05 || (before * direction).sum() < sharpest {
                break
            }
            before = direction
            end += 1
        }
        return end
    }

    private static func direction(_ a: Knot, _ b: Knot) -> SIMD2<Double> {
        let step = b.place - a.place
        let length = (step * step).sum().squareRoot()
        return length > 0 ? step / length : SIMD2(1, 0)
    }

    /// Creates the pieces between `knots`.
    private init(_ knots: ArraySlice<Knot>) {
        guard let first = knots.first, let last = knots.last else { return }
        let directions = zip(knots, knots.dropFirst()).map(Self.direction)
        guard let ahead = directions.first, let behind = directions.last else {
            addDisc(first)
            return
        }
        // Vector from a knot to its left side; on a bend, along the miter.
        let sides = knots.indices.map { index -> SIMD2<Double> in
            let number = index - knots.startIndex
            let (a, b) = (directions[max(0, number - 1)], directions[min(number, directions.count - 1)])
            // |a + b| is twice the cosine of half the bend; at 100° the miter is 1.6 radii long.
            let sum = a + b
            let normal = SIMD2(sum.y, -sum.x) * (2 / (sum * sum).sum())
            return normal * knots[index].radius
        }
        // Steps of alpha that are too small to be visible, but no shorter than a pixel.
        var weight = 0
        var (left, right) = (SIMD2(0, 0), SIMD2(0, 0))
        for number in directions.indices {
            let (a, b) = (knots[knots.startIndex + number], knots[knots.startIndex + number + 1])
            let step = b.place - a.place
            let length = (step * step).sum().squareRoot()
            let count = max(1, Int(min(abs(a.density - b.density), length, 255).rounded(.up)))
            for part in 0..<count {
                let (from, to) = (Double(part) / Double(count), Double(part + 1) / Double(count))
                let middle = (from + to) / 2
                let next = Int((a.density + (b.density - a.density) * middle).rounded())
                if number == 0, part == 0 {
                    (left, right) = Self.corners(a.place, sides[0])
                    weight = Int(first.density.rounded())
                    heaviest = weight
                    addArc(from: right, to: left, first, -ahead, weight: weight)
                }
                add(left, end: right, weight: weight - next)
                let place = a.place + step * to
                let side = sides[number] + (sides[number + 1] - sides[number]) * to
                let (nextLeft, nextRight) = Self.corners(place, side)
                add(left, end: nextLeft, weight: next)
                add(nextRight, end: right, weight: next)
                (left, right, weight) = (nextLeft, nextRight, next)
                heaviest = max(heaviest, next)
            }
        }
        let end = Int(last.density.rounded())
        add(left, end: right, weight: weight - end)
        heaviest = max(heaviest, end)
        addArc(from: left, to: right, last, behind, weight: end)
    }

    private static func corners(_ place: SIMD2<Double>, _ side: SIMD2<Double>) -> (SIMD2<Int>, SIMD2<Int>) {
        (FixedPoint.rounded(place + side), FixedPoint.rounded(place - side))
    }

    private mutating func add(_ start: SIMD2<Int>, end: SIMD2<Int>, weight: Int) {
        if weight != 0, start != end { edges.append(Edge(start: start, end: end, weight: weight)) }
    }

    /// Adds half a disc around `knot` on the side of `outward`, as a path from one end of its diameter to the other.
    private mutating func addArc(
        from start: SIMD2<Int>,
        to end: SIMD2<Int>,
        _ knot: Knot,
        _ outward: SIMD2<Double>,
        weight: Int
    ) {
        // Chords deviate by r·(1 − cos(angle/2)), about r·angle²/8.
        let exact = (Double.pi * (knot.radius / (8 * Outline.flatness)).squareRoot()).rounded(.up)
        let count = max(2, Int(min(256, exact)))
        // The ends of the diameter are to the left and to the right of `outward`; the path starts at the left one.
        let sideways = SIMD2(outward.y, -outward.x)
        var before = start
        for step in 1..<count {
            let angle = Double.pi * Double(step) / Double(count)
            let place = FixedPoint.rounded(
                knot.place + (sideways * cos(angle) + outward * sin(angle)) * knot.radius
            )
            add(before, end: place, weight: weight)
            before = place
        }
        add(before, end: end, weight: weight)
    }

    /// Adds a disc for a particle that has not moved.
    private mutating func addDisc(_ knot: Knot) {
        let weight = Int(knot.density.rounded())
        heaviest = weight
        let left = FixedPoint.rounded(knot.place + SIMD2(0, -knot.radius))
        let right = FixedPoint.rounded(knot.place + SIMD2(0, knot.radius))
        addArc(from: left, to: right, knot, SIMD2(1, 0), weight: weight)
        addArc(from: right, to: left, knot, SIMD2(-1, 0), weight: weight)
    }
}
