internal import Memory

/// Draws a small soft dot, or a part of a dot, row by row, four samples at a time.
///
/// Each pixel's value depends on its position and the dot alone, not on where a row was begun.
struct DotRow {
    private let spot: Ellipse

    init(_ spot: Ellipse) { self.spot = spot }

    /// Draws a whole small dot.
    ///
    /// Samples sixteen points of each pixel, half a step from its borders and a step from each other: in a small dot
    /// every point of a pixel counts, not only the center.
    @inline(__always)
    func draw<Blending: Blender>(_ painter: GlowPainter<Blending>, on surface: inout Surface<Blending.Format>) {
        let reach = spot.height + 0.5
        for row in DotFiller.indices(spot.position.y - reach, spot.position.y + reach, within: surface.height) {
            let y = Double(row)
            guard let chord = spot.chord(from: y - 0.5, to: y + 0.5) else { continue }
            let columns = DotFiller.indices(chord.low, chord.high, within: surface.width)
            guard var target = Target<Blending>(row, columns, on: &surface) else { continue }
            let (a, b) = (DotReading(spot.line(y - 0.375)), DotReading(spot.line(y - 0.125)))
            let (c, d) = (DotReading(spot.line(y + 0.125)), DotReading(spot.line(y + 0.375)))
            var means = SIMD4<Float>()
            var lane = 0
            for x in columns {
                let places = SIMD4<Float>(-0.375, -0.125, 0.125, 0.375)
                let sum =
                    a.alphas(places + a.place(x)) + b.alphas(places + b.place(x))
                    + c.alphas(places + c.place(x)) + d.alphas(places + d.place(x))
                means = SIMD4(means[1], means[2], means[3], (sum[0] + sum[1] + (sum[2] + sum[3])) / 16)
                lane &+= 1
                if lane == 4 {
                    target.paint(means, painter)
                    lane = 0
                }
            }
            if lane > 0 {
                for _ in lane..<4 { means = SIMD4(means[1], means[2], means[3], 0) }
                target.paintLast(means, painter, on: surface)
            }
        }
    }

    /// Draws part of row `y`.
    ///
    /// - Parameter coverage: Coverage of the part's columns, 0...255.
    @inline(__always)
    func draw<Blending: Blender>(
        _ y: Int,
        _ part: Range<Int>,
        coverage: MemoryView<UInt32>,
        painter: GlowPainter<Blending>,
        on surface: inout Surface<Blending.Format>
    ) {
        let line = spot.line(Double(y))
        guard let chord = line.chord else { return }
        let columns = DotFiller.indices(chord.low, chord.high, within: surface.width)
            .clamped(to: part)
        guard var target = Target<Blending>(y, columns, on: &surface) else { return }
        let reading = DotReading(line)
        var places = SIMD4(0, 1, 2, 3) + reading.place(columns.lowerBound)
        var index = columns.lowerBound - part.lowerBound
        while target.count > 0 {
            // Divided, not multiplied by 1/255, so that full coverage leaves the alpha unchanged.
            let covered = coverage.block(at: index, of: part.count)
            let shares = SIMD4<Float>(unsafeBitCast(covered, to: SIMD4<Int32>.self)) / 255
            let alphas = reading.alphas(places) * shares
            if target.count < 4 { return target.paintLast(alphas, painter, on: surface) }
            target.paint(alphas, painter)
            places += 4
            index += 4
        }
    }

    /// Columns of a row, painted four at a time.
    private struct Target<Blending: Blender> {
        typealias Format = Blending.Format

        private var pixels: MutableMemoryView<Format.Stored>
        private var index: Int
        /// Number of columns left.
        private(set) var count: Int

        @inline(__always)
        init?(_ y: Int, _ columns: Range<Int>, on surface: inout Surface<Format>) {
            if columns.isEmpty { return nil }
            index = y &* surface.width &+ columns.lowerBound
            count = columns.count
            precondition(columns.lowerBound >= 0 && y >= 0 && index &+ count <= surface.count)
            surface.touch(y, low: columns.lowerBound, high: columns.upperBound)
            pixels = surface.pixels.suffix(from: index)
        }

        @inline(__always)
        mutating func paint(_ alphas: SIMD4<Float>, _ painter: GlowPainter<Blending>) {
            pixels.store(painter.painted(pixels.load(Format.Block.self, at: 0), alphas), at: 0)
            pixels.advance(by: 4)
            index &+= 4
            count &-= 4
        }

        /// Paints the remaining columns, fewer than four. The pixels behind may belong to the next row, or not exist.
        @inline(__always)
        func paintLast(_ alphas: SIMD4<Float>, _ painter: GlowPainter<Blending>, on surface: Surface<Format>) {
            let rest = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: count))
            let alphas = alphas.replacing(with: 0, where: SIMD4<UInt32>(0, 1, 2, 3) .>= rest)
            surface.setBlock(at: index, painter.painted(surface.block(at: index), alphas))
        }
    }
}

/// A row across a soft dot, in single precision, so that four numbers fit into a vector.
struct DotReading {
    /// Integer near the row's center, and the offset of the center from the integer.
    private let anchor: Int
    private let middle: Float
    private let least: Float
    private let bend: Float

    @inline(__always)
    init(_ line: Ellipse.Line) {
        let limit = 4_194_304.0
        let near = line.middle > -limit ? (line.middle < limit ? line.middle : limit) : -limit
        anchor = Int(near)
        middle = Float(line.middle - Double(anchor))
        (least, bend) = (Float(line.least), Float(line.bend))
    }

    /// Column `x` as a position for ``alphas(_:)``.
    @inline(__always)
    func place(_ x: Int) -> Float { Float(Int32(truncatingIfNeeded: x &- anchor)) }

    /// Alphas at four positions, 0...1.
    ///
    /// Evaluates ``Sprite/dotAlpha(at:)`` at the root of the squared distance. A root would be a call for each number,
    /// so it is approximated from the bits: half of the exponent as a guess, and one weighted Newton step, with a
    /// relative error of 0.00066 at most. The resulting error is a sixth of 1/255.
    ///
    /// - Source: Jan Kadlec, "Řrřlog::Improving the fast inverse square root" (2010), for the three constants.
    @inline(__always)
    func alphas(_ places: SIMD4<Float>) -> SIMD4<Float> {
        let way = places - middle
        let square = way * way * bend + least
        let half = unsafeBitCast(square, to: SIMD4<UInt32>.self) &>> 1
        let guess = unsafeBitCast(0x5F1F_FFF9 &- half, to: SIMD4<Float>.self)
        let inverse = guess * (2.389_244_56 - square * guess * guess)
        let radius = square * inverse  // times 1/0.703952253
        let t = radius * (0.703_952_253 / 0.85) - 0.10 / 0.85
        // In this order NaN counts as beyond the rim.
        let one = SIMD4<Float>(repeating: 1)
        let below = one.replacing(with: t, where: t .< one)
        let zero = SIMD4<Float>(repeating: 0)
        let bounded = zero.replacing(with: below, where: below .> zero)
        return 1 - bounded * bounded * (3 - 2 * bounded)
    }
}
