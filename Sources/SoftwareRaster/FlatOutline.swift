internal import EffectModel

/// An outline as straight lines, fine enough for one range of sizes.
struct FlatOutline {
    /// Corners of every contour, one contour after another.
    private(set) var points: [SIMD2<Double>] = []
    /// Where each contour ends in `points`.
    private(set) var ends: [Int] = []

    /// How far a line may be from its curve, in pixels.
    static let tolerance = 1.0 / 32

    /// Flattens `outline` for scales of at most `scale` pixels per unit.
    init(_ outline: Outline, scale: Double) {
        var pen = SIMD2<Double>(0, 0)
        // A chord of the n-th part of a curve strays by at most max|B''|/8n².
        func steps(_ bend: Double) -> Int {
            min(256, max(1, Int((bend * scale / (8 * Self.tolerance)).squareRoot().rounded(.up))))
        }
        func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
        for segment in outline.segments {
            switch segment {
            case .move(let end):
                finishContour()
                points.append(end)
                pen = end
            case .line(let end):
                points.append(end)
                pen = end
            case .quadratic(let control, let end):
                let count = steps(2 * length(pen - 2 * control + end))
                for step in 1...count {
                    let t = Double(step) / Double(count)
                    let r = 1 - t
                    points.append(pen * (r * r) + control * (2 * r * t) + end * (t * t))
                }
                pen = end
            case .cubic(let a, let b, let end):
                let count = steps(6 * max(length(pen - 2 * a + b), length(a - 2 * b + end)))
                for step in 1...count {
                    let t = Double(step) / Double(count)
                    let r = 1 - t
                    points.append(
                        pen * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
                    )
                }
                pen = end
            case .close:
                continue  // Filling closes every contour anyway; a move follows if anything does.
            }
        }
        finishContour()
    }

    private mutating func finishContour() {
        if points.count > ends.last ?? 0 { ends.append(points.count) }
    }
}
