internal import EffectModel

/// Path or text that emits, and the work to find its lines and its inside.
package struct EmitterOutline {
    private var lines = 0.0
    private var closed = 0.0
    /// Mean number of lines that cross a row.
    private var crossings = 0.0

    /// Upper bounds of lines, and of rows × lines, since paths are untrusted input.
    private static let mostLines = 8192
    private static let mostCrossings = 262_144
    private static let mostCrossingsOfRough = 16_384

    init(_ outline: Outline) {
        let most = Self.mostLines(perSegmentOf: outline.segments.count)
        var (first, travel) = (SIMD2<Double>(0, 0), 0.0)
        var (low, high) = (Double.infinity, -Double.infinity)
        outline.forEachSegment(at: 2) { segment, pen, count in
            var ends: [SIMD2<Double>] = []
            switch segment {
            case .move(let end):
                first = end
                return
            case .line(let end): ends = [end]
            case .quadratic(let a, let end): ends = [a, end]
            case .cubic(let a, let b, let end): ends = [a, b, end]
            case .close: (ends, closed) = ([first], closed + 1)
            }
            // Lines without length are left out of the geometry.
            guard ends.contains(where: { $0 != pen }) else { return }
            lines += Double(min(count, most))
            var from = pen
            for end in ends {
                travel += abs(end.y - from.y)
                from = end
            }
            // A curve need not reach its control points. The height is a lower bound, as more lines cross the rows of a low path.
            (low, high) = (min(low, pen.y, from.y), max(high, pen.y, from.y))
        }
        // A contour may also close by ending where it began.
        closed = max(closed, Double(outline.contourCount))
        crossings = travel > 0 ? min(lines, travel / max(1e-9, high - low)) : 0
    }

    /// Maximum number of lines of a segment: fewer in a path of many segments.
    package static func mostLines(perSegmentOf count: Int) -> Int { max(1, mostLines / max(1, count)) }

    /// Number of rows that an inside is divided into.
    ///
    /// - Parameter isRough: Whether few rows are enough.
    package static func rowCount(ofLines lines: Int, isRough: Bool = false) -> Int {
        min(512, max(16, (isRough ? mostCrossingsOfRough : mostCrossings) / max(1, lines)))
    }

    /// Nanoseconds, measured.
    func work(_ mode: Emitter.Mode) -> Double {
        // Each closed contour is tested for the side that is inside.
        let ofLines = lines * (Self.workPerLine + closed * Self.workPerTest)
        guard mode == .surface || mode == .volume else { return ofLines }
        let rows = Double(Self.rowCount(ofLines: Int(lines)))
        let sorted = crossings * (Self.workPerCrossing + Self.workPerComparison * Double((crossings + 1).exponent + 1))
        return ofLines + rows * (lines * Self.workPerTest + sorted)
    }

    private static let workPerLine = 60.0
    private static let workPerTest = 2.5
    private static let workPerCrossing = 10.0
    private static let workPerComparison = 10.0
}
