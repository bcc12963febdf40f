extension Outline.Segment {
    /// End points of `count` lines, equally spaced by parameter, that approximate the segment; empty for `close`.
    ///
    /// - Parameter start: End of the previous segment.
    package func points(from start: SIMD2<Double>, _ count: Int) -> [SIMD2<Double>] {
        func bend(_ point: (Double) -> SIMD2<Double>) -> [SIMD2<Double>] {
            (1...count).map { point(Double($0) / Double(count)) }
        }
        switch self {
        case .move(let end), .line(let end): return [end]
        case .quadratic(let a, let end):
            return bend { t in start * ((1 - t) * (1 - t)) + a * (2 * t * (1 - t)) + end * (t * t) }
        case .cubic(let a, let b, let end):
            return bend { t in
                let r = 1 - t
                return start * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
            }
        case .close: return []
        }
    }
}
