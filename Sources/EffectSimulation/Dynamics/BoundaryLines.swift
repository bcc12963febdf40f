internal import EffectModel

/// Lines that boundaries come to.
struct BoundaryLines {
    private(set) var lines: [(start: SIMD2<Double>, end: SIMD2<Double>)] = []

    init(_ boundaries: [Dynamics.Boundary], on canvas: SIMD2<Double>) {
        for boundary in boundaries {
            switch boundary {
            case .canvas:
                let corners = [SIMD2(0, 0), SIMD2(canvas.x, 0), canvas, SIMD2(0, canvas.y)]
                for index in 0..<4 { add(corners[index], corners[(index + 1) % 4]) }
            case .segment(let start, let end): add(start, end)
            case .path(let path): add(path.outline)
            }
        }
    }

    private mutating func add(_ start: SIMD2<Double>, _ end: SIMD2<Double>) {
        if start != end { lines.append((start, end)) }
    }

    private mutating func add(_ outline: Outline) {
        var first = SIMD2<Double>(0, 0)
        var pen = first
        outline.forEachSegment(at: 1) { segment, start, count in
            func bend(_ point: (Double) -> SIMD2<Double>) {
                for step in 1...count {
                    let next = point(Double(step) / Double(count))
                    add(pen, next)
                    pen = next
                }
            }
            switch segment {
            case .move(let end): (first, pen) = (end, end)
            case .line(let end):
                add(pen, end)
                pen = end
            case .quadratic(let a, let end):
                bend { t in start * ((1 - t) * (1 - t)) + a * (2 * t * (1 - t)) + end * (t * t) }
            case .cubic(let a, let b, let end):
                bend { t in
                    let r = 1 - t
                    return start * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
                }
            case .close:
                add(pen, first)
                pen = first
            }
        }
    }
}
