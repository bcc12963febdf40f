internal import EffectModel
internal import EffectSimulation

/// The way of a trail's head as lines and Bézier curves over time, each as long as a tolerance allows.
struct TrailPath {
    /// The way, from its oldest point on.
    let outline: Outline
    /// Points on it at its places.
    private(set) var points: [SIMD2<Double>] = []
    /// Distances from the start along the way, at the points.
    private(set) var distances: [Double] = []

    /// Parts of a step from place to place that are measured as straight.
    private static let parts = 4

    /// - Parameters:
    ///   - places: The oldest first; at least two.
    ///   - times: Ascending.
    ///   - tolerance: Largest distance in pixels between the way and its places.
    init(through places: [SIMD2<Double>], at times: [Double], within tolerance: Double) {
        var segments: [Outline.Segment] = [.move(places[0])]
        points = [places[0]]
        distances = [0]
        var start = 0
        let last = places.count - 1
        while start < last {
            var best = Bezier.line(from: places[start], to: places[start + 1])
            let end = Stretch.end(from: start + 1, through: last, step: 3) { end in
                guard let next = Bezier(places[start...end], at: times[start...end], within: tolerance) else {
                    return false
                }
                best = next
                return true
            }
            segments.append(best.segment)
            for index in start + 1...end {
                let steps = (0...Self.parts).map { part -> SIMD2<Double> in
                    let step = times[index] - times[index - 1]
                    let time = times[index - 1] + step * Double(part) / Double(Self.parts)
                    return best.point(at: (time - times[start]) / (times[end] - times[start]))
                }
                let length = zip(steps, steps.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
                distances.append(distances[distances.count - 1] + length)
                points.append(steps[Self.parts])
            }
            start = end
        }
        outline = Outline(segments)
    }

    /// A line or a curve from one place to another.
    private enum Bezier {
        case line(from: SIMD2<Double>, to: SIMD2<Double>)
        case quadratic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
        case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

        /// The shortest one through the first place and the last one that is near all others at their times.
        init?(_ places: ArraySlice<SIMD2<Double>>, at times: ArraySlice<Double>, within tolerance: Double) {
            guard let from = places.first, let to = places.last, let start = times.first, let end = times.last,
                end > start
            else { return nil }
            let samples = zip(times, places).dropFirst().dropLast().map { (t: ($0 - start) / (end - start), place: $1) }
            func fits(_ curve: Bezier) -> Bool {
                samples.allSatisfy { (curve.point(at: $0.t) - $0.place).length <= tolerance }
            }
            self = .line(from: from, to: to)
            if fits(self) { return }
            // Least squares of the inner points.
            var (weight, sum) = (0.0, SIMD2<Double>(0, 0))
            for (t, place) in samples {
                let (s, w) = (1 - t, 2 * t * (1 - t))
                weight += w * w
                let rest: SIMD2<Double> = place - from * (s * s) - to * (t * t)
                sum += rest * w
            }
            if weight > 1e-12 {
                self = .quadratic(from, sum / weight, to)
                if fits(self) { return }
            }
            guard samples.count > 2 else { return nil }
            var (aa, ab, bb) = (0.0, 0.0, 0.0)
            var (ar, br) = (SIMD2<Double>(0, 0), SIMD2<Double>(0, 0))
            for (t, place) in samples {
                let s = 1 - t
                let (a, b) = (3 * s * s * t, 3 * s * t * t)
                let rest: SIMD2<Double> = place - from * (s * s * s) - to * (t * t * t)
                aa += a * a
                ab += a * b
                bb += b * b
                ar += rest * a
                br += rest * b
            }
            let whole = aa * bb - ab * ab
            guard whole > 1e-12 else { return nil }
            self = .cubic(from, (ar * bb - br * ab) / whole, (br * aa - ar * ab) / whole, to)
            guard fits(self) else { return nil }
        }

        var segment: Outline.Segment {
            switch self {
            case .line(_, let end): .line(end)
            case .quadratic(_, let control, let end): .quadratic(control, end)
            case .cubic(_, let first, let second, let end): .cubic(first, second, end)
            }
        }

        func point(at t: Double) -> SIMD2<Double> {
            let s = 1 - t
            switch self {
            case .line(let start, let end): return start * s + end * t
            case .quadratic(let start, let control, let end):
                return start * (s * s) + control * (2 * s * t) + end * (t * t)
            case .cubic(let start, let first, let second, let end):
                let inner = first * (3 * s * s * t) + second * (3 * s * t * t)
                return start * (s * s * s) + inner + end * (t * t * t)
            }
        }
    }
}
