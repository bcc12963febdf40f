internal import CPango
internal import EffectModel

/// Converts Cairo's paths to outlines.
enum GlyphOutline {
    /// Contours of `path`, scaled by `scale`, the center of their bounding box at (0, 0); `nil` if they enclose no
    /// area.
    static func outline(of path: cairo_path_t, scale: Double) -> Outline? {
        var segments: [Outline.Segment] = []
        var pen = SIMD2<Double>(0, 0)
        var index = 0
        func point(_ number: Int) -> SIMD2<Double> {
            let point = path.data[index + number].point
            return SIMD2(point.x, point.y) * scale
        }
        while index < Int(path.num_data) {
            let header = path.data[index].header
            switch header.type {
            case CAIRO_PATH_MOVE_TO:
                pen = point(1)
                // Cairo emits a move before each glyph and after each `close`; only the last one before a line counts.
                if case .move = segments.last { segments.removeLast() }
                segments.append(.move(pen))
            case CAIRO_PATH_LINE_TO:
                pen = point(1)
                segments.append(.line(pen))
            case CAIRO_PATH_CURVE_TO:
                let curve = Cubic(pen, b: point(1), c: point(2), d: point(3))
                for part in curve.splitAtExtremes() { segments.append(.cubic(part.b, part.c, part.d)) }
                pen = curve.d
            default:
                segments.append(.close)
            }
            // The length is never zero in a path made by Cairo; the loop would end even so.
            index += max(1, Int(header.length))
        }
        if case .move = segments.last { segments.removeLast() }
        let outline = Outline(segments)
        guard let box = outline.bounds, (box.high - box.low).min() > 0 else { return nil }
        return outline.moved(by: (box.low + box.high) / -2)
    }

    /// A cubic Bézier curve.
    private struct Cubic {
        var a, b, c, d: SIMD2<Double>

        init(_ a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>, d: SIMD2<Double>) {
            (self.a, self.b, self.c, self.d) = (a, b, c, d)
        }

        /// Splits the curve into parts that stay within the box of their end points, so that the bounding box of all
        /// points is the bounding box of the ink. Well-made fonts have points there already.
        func splitAtExtremes() -> [Cubic] {
            let (low, high) = (pointwiseMin(a, d), pointwiseMax(a, d))
            if all(pointwiseMin(b, c) .>= low .& pointwiseMax(b, c) .<= high) { return [self] }
            let cuts = (0..<2).flatMap { extremes(along: $0) }.sorted()
            var parts: [Cubic] = []
            var (rest, done) = (self, 0.0)
            for cut in cuts where cut > done {
                let (first, second) = rest.split(at: (cut - done) / (1 - done))
                parts.append(first)
                (rest, done) = (second, cut)
            }
            return parts + [rest]
        }

        /// Parameters at which the curve turns back on an axis, if it leaves the box of its end points.
        private func extremes(along axis: Int) -> [Double] {
            let (a, b, c, d) = (a[axis], b[axis], c[axis], d[axis])
            guard min(b, c) < min(a, d) || max(b, c) > max(a, d) else { return [] }
            // Zeros of the derivative p·t² + 2q·t + r, in a form that stays exact for small p.
            let (p, q, r) = (d - 3 * c + 3 * b - a, a - 2 * b + c, b - a)
            let root = (q * q - p * r).squareRoot()
            guard root.isFinite else { return [] }
            let sum = q < 0 ? -q + root : -q - root
            return [sum / p, r / sum].filter { $0 > 1e-6 && $0 < 1 - 1e-6 }
        }

        private func split(at t: Double) -> (Cubic, Cubic) {
            func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * t }
            let (ab, bc, cd) = (mix(a, b), mix(b, c), mix(c, d))
            let (abc, bcd) = (mix(ab, bc), mix(bc, cd))
            let middle = mix(abc, bcd)
            return (Cubic(a, b: ab, c: abc, d: middle), Cubic(middle, b: bcd, c: cd, d: d))
        }
    }
}

extension Outline {
    fileprivate func moved(by offset: SIMD2<Double>) -> Outline {
        Outline(
            segments.map { segment in
                switch segment {
                case .move(let end): .move(end + offset)
                case .line(let end): .line(end + offset)
                case .quadratic(let a, let end): .quadratic(a + offset, end + offset)
                case .cubic(let a, let b, let end): .cubic(a + offset, b + offset, end + offset)
                case .close: .close
                }
            },
            fillRule: fillRule
        )
    }
}
