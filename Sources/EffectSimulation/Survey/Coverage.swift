/// Estimate of the touched share of a canvas, on a grid of 16 × 16 parts. Small things are assumed at random within
/// their parts, where they may overlap; large things cover their parts as a whole.
struct Coverage {
    private static let side = 16
    private let part: SIMD2<Double>
    private let partPixels: Double
    /// Pixels of small things per pixel of each part.
    private var scattered: [Double]
    /// Pixels of large things per pixel of each part, as differences from the previous part, down and across.
    private var spread: [Double]
    private var hasScattered = false
    private var hasSpread = false
    /// Entries per row of ``spread``, including one behind the last part.
    private static let stride = side + 1

    /// - Parameter canvas: Pixels across and down.
    init(_ canvas: SIMD2<Double>) {
        part = canvas / Double(Self.side)
        partPixels = part.x * part.y
        scattered = Array(repeating: 0, count: Self.side * Self.side)
        spread = Array(repeating: 0, count: Self.stride * Self.stride)
    }

    /// Resets all parts to untouched.
    mutating func clear() {
        if hasScattered { for index in scattered.indices { scattered[index] = 0 } }
        if hasSpread { for index in spread.indices { spread[index] = 0 } }
        (hasScattered, hasSpread) = (false, false)
    }

    /// Adds something that covers `pixels` of the box from `low` to `high`, which must be on the canvas.
    mutating func add(_ pixels: Double, from low: SIMD2<Double>, to high: SIMD2<Double>) {
        let last = SIMD2<Double>(repeating: Double(Self.side - 1))
        let first = pointwiseMin(last, (low / part).rounded(.down))
        let end = pointwiseMax(first, pointwiseMin(last, (high / part).rounded(.down)))
        let (left, top) = (Int(first.x), Int(first.y))
        let (right, bottom) = (Int(end.x), Int(end.y))
        if right - left <= 1, bottom - top <= 1 {
            let density = pixels / partPixels / Double((right - left + 1) * (bottom - top + 1))
            hasScattered = true
            for y in top...bottom {
                for x in left...right { scattered[y * Self.side + x] += density }
            }
            return
        }
        hasSpread = true
        let density = pixels / partPixels / Double((right - left + 1) * (bottom - top + 1))
        spread[top * Self.stride + left] += density
        spread[top * Self.stride + right + 1] -= density
        spread[(bottom + 1) * Self.stride + left] -= density
        spread[(bottom + 1) * Self.stride + right + 1] += density
    }

    /// Calls `body` for each touched part, with the touched share and the mean number of things that overlap there.
    func forEachPart(_ body: (_ index: Int, _ share: Double, _ depth: Double) -> Void) {
        guard hasScattered || hasSpread else { return }
        var above = [Double](repeating: 0, count: Self.stride)
        for y in 0..<Self.side {
            var sum = 0.0
            for x in 0..<Self.side {
                var large = 0.0
                if hasSpread {
                    sum += spread[y * Self.stride + x]
                    above[x] += sum
                    large = max(0, above[x])
                }
                let small = scattered[y * Self.side + x]
                guard small > 0 || large > 1e-12 else { continue }
                let free = (1 - min(1, large)) * Self.free(small)
                body(y * Self.side + x, 1 - free, small + large)
            }
        }
    }

    /// Share that stays free when things of `density` times the area are scattered: e^−x, without a call.
    private static func free(_ density: Double) -> Double {
        if density > 30 { return 0 }
        // (1 + x/8 + (x/8)²/2 + (x/8)³/6)⁻⁸, within 1% wherever it matters.
        let x = density / 8
        let root = 1 + x * (1 + x * (0.5 + x / 6))
        let square = root * root
        let fourth = square * square
        return 1 / (fourth * fourth)
    }

    /// Number of parts.
    static let count = side * side

    /// Pixels per part.
    var pixelsOfPart: Double { partPixels }
}
