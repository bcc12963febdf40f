internal import EffectModel

/// Line segments that make up boundaries.
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
            switch segment {
            case .move(let end): (first, pen) = (end, end)
            case .line, .quadratic, .cubic:
                for next in segment.points(from: start, count) {
                    add(pen, next)
                    pen = next
                }
            case .close:
                add(pen, first)
                pen = first
            }
        }
    }
}
