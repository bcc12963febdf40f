import StrictJSON

/// A filled outline: contours of lines and Bézier curves.
public struct Outline: Sendable, Equatable {
    /// A step of a contour, starting at the end of the previous one.
    public enum Segment: Sendable, Equatable {
        case move(SIMD2<Double>)
        case line(SIMD2<Double>)
        case quadratic(SIMD2<Double>, SIMD2<Double>)
        case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
        case close
    }

    /// Rule that decides which points are inside overlapping contours.
    public enum FillRule: String, Sendable, CaseIterable {
        case nonzero, evenodd
    }

    /// Segments of the contours; every contour starts with a `move`. Filling closes open contours.
    public package(set) var segments: [Segment]
    /// Fill rule.
    public package(set) var fillRule: FillRule
    /// Whether the outline has ellipses or arcs, which are flattened more finely when large, because deviations from a
    /// circle are conspicuous.
    package var isRound = false

    /// Creates an outline from contours that each start with a `move`; all numbers must be finite.
    public init(_ segments: [Segment], fillRule: FillRule = .nonzero) {
        self.segments = segments
        self.fillRule = fillRule
    }

    /// The outline with each point translated by `−origin` and then multiplied by `factor`.
    package func mapped(origin: SIMD2<Double>, factor: SIMD2<Double>) -> Outline {
        func map(_ point: SIMD2<Double>) -> SIMD2<Double> { (point - origin) * factor }
        var outline = Outline(
            segments.map { segment in
                switch segment {
                case .move(let end): .move(map(end))
                case .line(let end): .line(map(end))
                case .quadratic(let control, let end): .quadratic(map(control), map(end))
                case .cubic(let first, let second, let end): .cubic(map(first), map(second), map(end))
                case .close: .close
                }
            },
            fillRule: fillRule
        )
        outline.isRound = isRound
        return outline
    }

    /// The outline scaled by a factor.
    package func scaled(by factor: Double) -> Outline {
        mapped(origin: SIMD2(0, 0), factor: SIMD2(repeating: factor))
    }

    /// Bounding box of all points and control points; `nil` if there are none.
    public var bounds: (low: SIMD2<Double>, high: SIMD2<Double>)? {
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        func add(_ point: SIMD2<Double>) { (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point)) }
        for segment in segments {
            switch segment {
            case .move(let end), .line(let end): add(end)
            case .quadratic(let control, let end):
                add(control)
                add(end)
            case .cubic(let first, let second, let end):
                add(first)
                add(second)
                add(end)
            case .close: continue
            }
        }
        return low.x <= high.x ? (low, high) : nil
    }

    /// The outline as SVG path data, with numbers rounded to 1/10,000.
    public var pathData: String {
        func text(_ points: SIMD2<Double>...) -> String {
            points.flatMap { [$0.x, $0.y] }.map { value in
                let rounded = (value * 1e4).rounded() / 1e4
                return String(decoding: JSONWriter.bytes(of: .number(rounded)), as: UTF8.self)
            }.joined(separator: " ")
        }
        return segments.map { segment in
            switch segment {
            case .move(let end): "M" + text(end)
            case .line(let end): "L" + text(end)
            case .quadratic(let control, let end): "Q" + text(control, end)
            case .cubic(let a, let b, let end): "C" + text(a, b, end)
            case .close: "Z"
            }
        }.joined()
    }

    /// Maximum distance in pixels between a curve and the lines that approximate it.
    public static let flatness = 1.0 / 32

    /// Second derivative in pixels above which round curves are flattened more finely than ``flatness``, up to 16
    /// times. A circle reaches it at a diameter of about 80 pixels.
    private static let smallBend = 24.0

    /// Number of lines, 1...256, that approximate a curve drawn at `scale` pixels per unit.
    ///
    /// - Parameter bend: Largest second derivative. The chord of an n-th of the curve deviates by at most bend/8n².
    public static func lineCount(bend: Double, scale: Double, isRound: Bool = false) -> Int {
        let size = bend * scale
        let part = isRound ? max(1, size / smallBend) : 1
        let exact = (size / (8 * flatness) * min(16, part * part)).squareRoot().rounded(.up)
        // Clamped as a `Double`, because a value that is not finite or too large cannot be converted to `Int`.
        return exact >= 1 ? Int(min(256, exact)) : 1
    }

    /// Calls `body` with each segment, its start, and the number of lines that approximate it at `scale`.
    public func forEachSegment(at scale: Double, _ body: (Segment, _ pen: SIMD2<Double>, _ lines: Int) -> Void) {
        func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
        var pen = SIMD2<Double>(0, 0)
        for segment in segments {
            switch segment {
            case .move(let end), .line(let end):
                body(segment, pen, 1)
                pen = end
            case .quadratic(let control, let end):
                body(segment, pen, Self.lineCount(bend: 2 * length(pen - 2 * control + end), scale: scale))
                pen = end
            case .cubic(let a, let b, let end):
                let bend = 6 * max(length(pen - 2 * a + b), length(a - 2 * b + end))
                body(segment, pen, Self.lineCount(bend: bend, scale: scale, isRound: isRound))
                pen = end
            case .close:
                body(segment, pen, 1)
            }
        }
    }

    /// Upper bound of the horizontal plus vertical length of all segments, measured along their control points.
    package var travel: Double {
        var first = SIMD2<Double>(0, 0)
        var pen = first
        var sum = 0.0
        func go(to point: SIMD2<Double>) {
            sum += abs(point.x - pen.x) + abs(point.y - pen.y)
            pen = point
        }
        for segment in segments {
            switch segment {
            case .move(let end):
                go(to: first)  // filling closes what is left open
                (first, pen) = (end, end)
            case .line(let end): go(to: end)
            case .quadratic(let control, let end):
                go(to: control)
                go(to: end)
            case .cubic(let a, let b, let end):
                go(to: a)
                go(to: b)
                go(to: end)
            case .close: go(to: first)
            }
        }
        go(to: first)
        return sum
    }

    /// Upper bound of the number of times that segments cross the bounding box; a curve may cross it twice.
    package var crossings: Int {
        segments.reduce(0) { count, segment in
            switch segment {
            case .quadratic, .cubic: count + 2
            case .line, .close: count + 1
            case .move: count
            }
        }
    }

    /// Number of contours.
    package var contourCount: Int { segments.count { if case .move = $0 { true } else { false } } }

    /// Number of lines at `scale`, which determines the rasterizer's work.
    public func lineCount(at scale: Double) -> Int {
        var count = 0
        forEachSegment(at: scale) { count += $2 }
        return count
    }

    /// Numbers of lines at several scales, in one pass. Those of a curve that is not round may differ by one from
    /// ``lineCount(at:)``, where a root is rounded.
    package func lineCounts(at scales: [Double]) -> [Int] {
        let roots = scales.map { ($0 / (8 * Self.flatness)).squareRoot() }
        var counts = [Int](repeating: 0, count: scales.count)
        func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
        func add(bend: Double) {
            let root = bend.squareRoot()
            for index in scales.indices {
                let exact = (root * roots[index]).rounded(.up)
                counts[index] += exact >= 1 ? Int(min(256, exact)) : 1
            }
        }
        var straight = 0
        var pen = SIMD2<Double>(0, 0)
        for segment in segments {
            switch segment {
            case .move(let end), .line(let end):
                straight += 1
                pen = end
            case .close: straight += 1
            case .quadratic(let control, let end):
                add(bend: 2 * length(pen - 2 * control + end))
                pen = end
            case .cubic(let a, let b, let end):
                let bend = 6 * max(length(pen - 2 * a + b), length(a - 2 * b + end))
                if isRound {
                    for index in scales.indices {
                        counts[index] += Self.lineCount(bend: bend, scale: scales[index], isRound: true)
                    }
                } else {
                    add(bend: bend)
                }
                pen = end
            }
        }
        return counts.map { $0 + straight }
    }
}

extension Outline {
    /// Ellipse in the box from −`half` to +`half`, as eight cubics that deviate by at most 0.0005 % of the radius.
    static func ellipse(half: SIMD2<Double>) -> Outline {
        let k = 0.2652164898395440  // 4/3·tan(π/16)
        let d = 0.5.squareRoot()
        // Exact on the axes.
        let places: [SIMD2<Double>] = [
            [1, 0], [d, d], [0, 1], [-d, d], [-1, 0], [-d, -d], [0, -1], [d, -d], [1, 0],
        ]
        var outline = Outline(
            [.move(places[0] * half)]
                + zip(places, places.dropFirst()).map { from, to in
                    let (leaving, arriving) = (k * SIMD2(-from.y, from.x), k * SIMD2(-to.y, to.x))
                    return .cubic((from + leaving) * half, (to - arriving) * half, to * half)
                } + [.close]
        )
        outline.isRound = true
        return outline
    }

    /// Rectangle from −`half` to +`half`.
    package static func box(half: SIMD2<Double>) -> Outline {
        polygon([-half, SIMD2(half.x, -half.y), half, SIMD2(-half.x, half.y)])
    }

    /// Polygon through `points`.
    static func polygon(_ points: [SIMD2<Double>]) -> Outline {
        Outline(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close])
    }
}
