/// Blur of a shape, and light around it.
public struct Softness: Sendable, Equatable {
    /// Light around a shape: its blurred coverage in one color, behind it.
    public struct Glow: Sendable, Equatable {
        /// Standard deviation of the light in points, 0.5...``Bloom/largestRadius``.
        public var radius = 6.0
        /// Factor of the light, 0...4.
        public var strength = 1.0
        /// Color of the light, which the asset's tint and the particle's color multiply.
        public var color = Color.white

        /// Creates a value with the defaults.
        public init() {}
    }

    /// Standard deviation of the shape's blur in points, 0...``Bloom/largestRadius``; 0 is sharp.
    public var blur = 0.0
    /// Light around the shape; `nil` for none.
    public var glow: Glow?

    /// Creates a sharp shape without light.
    public init() {}

    /// Whether nothing is changed.
    package var isNone: Bool { blur == 0 && glow == nil }

    /// Points beyond the shape that its blur or its light reaches.
    var reach: Double { 3 * max(blur, glow?.radius ?? 0) + 1 }
}

extension Asset {
    /// The shape, path or letters as an image, blurred or with light around it. The image is larger than the shape by what the
    /// blur and the light reach on all sides.
    package func softened(by softness: Softness) -> Asset {
        let drawing = SoftDrawing(self, softness)
        var soft = self
        soft.fill = nil
        soft.content = .picture(drawing.picture(), .shape(self, softness))
        soft.size = drawing.size
        soft.outline = soft.makeOutline()
        return soft
    }

    /// Number of pixels that the image of a blurred or lit shape has.
    package func softPixels(_ softness: Softness) -> Int {
        let drawing = SoftDrawing(self, softness)
        return drawing.width * drawing.height
    }
}

/// Drawing of a blurred or lit shape: coverage by area, and three box blurs.
private struct SoftDrawing {
    let asset: Asset
    let softness: Softness
    /// Pixels per point: enough for a sharp edge drawn a few times larger, fewer for what has no sharp edges, and for large
    /// shapes.
    let density: Double
    /// Width and height of the image in pixels.
    let width: Int
    let height: Int

    /// Maximum pixels of a side.
    private static let longestSide = 512.0
    /// Pixels per point of a sharp shape.
    private static let sharpDensity = 3.0
    /// Standard deviation of a blur in pixels that an enlarged image needs to look smooth.
    private static let smoothDeviation = 3.0

    init(_ asset: Asset, _ softness: Softness) {
        (self.asset, self.softness) = (asset, softness)
        var half = asset.size / 2
        // A path may leave its box.
        if let box = asset.outline.bounds {
            half = pointwiseMax(half, pointwiseMax(box.low * -1, box.high))
        }
        let total = 2 * (half + softness.reach)
        let wanted =
            softness.blur > 0 ? min(Self.sharpDensity, Self.smoothDeviation / softness.blur) : Self.sharpDensity
        density = min(wanted, Self.longestSide / total.max())
        let pixels = (total * density).rounded(.up)
        (width, height) = (max(1, Int(pixels.x)), max(1, Int(pixels.y)))
    }

    /// Width and height of the image in points.
    var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) / density }

    /// - Complexity: O(pixels + rows that lines of the outline cross).
    func picture() -> Picture {
        let middle = SIMD2(Double(width), Double(height)) / 2
        let outline = asset.outline.mapped(origin: middle / -density, factor: SIMD2(repeating: density))
        var coverage = AreaCoverage(width: width, height: height)
        coverage.add(outline)
        let sharp = coverage.shares(outline.fillRule)
        let shape = sharp.blurred(by: softness.blur * density, width: width)
        var glow: [Float] = []
        var ink = SIMD4<Float>(repeating: 0)
        if let light = softness.glow, light.strength > 0 {
            glow = sharp.blurred(by: light.radius * density, width: width)
            let color = light.color.components
            ink = SIMD4<Float>(SIMD4(color.x, color.y, color.z, 1) * color.w * 255)
            for index in glow.indices { glow[index] = min(1, glow[index] * Float(light.strength)) }
        }
        let fill = fillColors(around: middle)
        let pixels = shape.indices.map { index in
            var color = SIMD4<Float>(repeating: shape[index] * 255)
            if !fill.isEmpty { color = fill[index] * shape[index] }
            if !glow.isEmpty { color += ink * (glow[index] * (1 - color.w / 255)) }
            func byte(_ channel: Float) -> UInt32 { UInt32(min(255, channel + 0.5)) }
            return byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | byte(color.w) << 24
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    /// Premultiplied colors of the fill by pixel, 0...255; empty without one.
    private func fillColors(around middle: SIMD2<Double>) -> [SIMD4<Float>] {
        guard let fill = asset.fill else { return [] }
        let box = pointwiseMax((asset.size * density).rounded(.up), SIMD2(1, 1))
        let (columns, rows) = (Int(box.x), Int(box.y))
        let pixels = fill.pixels(width: columns, height: rows)
        let corner = (middle - box / 2).rounded(.down)
        let (left, top) = (Int(corner.x), Int(corner.y))
        return (0..<height).flatMap { y in
            let row = max(0, min(rows - 1, y - top)) * columns
            return (0..<width).map { x in
                let pixel = pixels[row + max(0, min(columns - 1, x - left))]
                return SIMD4<Float>(unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
            }
        }
    }
}

/// Shares of pixels that an outline covers.
///
/// Each line adds the area to its right to the pixels that it crosses; the sums of rows from left to right are the coverage.
private struct AreaCoverage {
    private let width: Int
    private let height: Int
    private var areas: [Float]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        // A line at the right edge adds to the pixel behind the last one.
        areas = [Float](repeating: 0, count: (width + 2) * height)
    }

    /// Adds an outline in pixels, within the image.
    mutating func add(_ outline: Outline) {
        var first = SIMD2<Double>(0, 0)
        var last = first
        func draw(to point: SIMD2<Double>) {
            add(from: last, to: point)
            last = point
        }
        outline.forEachSegment(at: 1) { segment, pen, lines in
            switch segment {
            case .move(let end):
                draw(to: first)
                (first, last) = (end, end)
            case .line(let end): draw(to: end)
            case .quadratic(let control, let end):
                for line in 1...lines {
                    let (t, u) = (Double(line) / Double(lines), 1 - Double(line) / Double(lines))
                    draw(to: u * u * pen + 2 * u * t * control + t * t * end)
                }
            case .cubic(let a, let b, let end):
                for line in 1...lines {
                    let (t, u) = (Double(line) / Double(lines), 1 - Double(line) / Double(lines))
                    draw(to: u * u * u * pen + 3 * u * u * t * a + 3 * u * t * t * b + t * t * t * end)
                }
            case .close: draw(to: first)
            }
        }
        draw(to: first)
    }

    /// Shares in 0...1, rows from top to bottom.
    func shares(_ rule: Outline.FillRule) -> [Float] {
        var shares: [Float] = []
        shares.reserveCapacity(width * height)
        for row in 0..<height {
            var sum: Float = 0
            for column in 0..<width {
                sum += areas[row * (width + 2) + column]
                let wound = abs(sum)
                switch rule {
                case .nonzero: shares.append(min(1, wound))
                case .evenodd:
                    let rest = wound.truncatingRemainder(dividingBy: 2)
                    shares.append(rest > 1 ? 2 - rest : rest)
                }
            }
        }
        return shares
    }

    private mutating func add(from start: SIMD2<Double>, to end: SIMD2<Double>) {
        guard start.y != end.y else { return }
        let (top, bottom, sign) = start.y < end.y ? (start, end, Float(1)) : (end, start, -1)
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        var x = top.x
        for row in max(0, Int(top.y))..<max(0, Int(top.y), min(height, Int(bottom.y.rounded(.up)))) {
            let part = min(Double(row + 1), bottom.y) - max(Double(row), top.y)
            let next = x + slope * part
            add(sign * Float(part), from: min(x, next), to: max(x, next), row: row)
            x = next
        }
    }

    /// Adds the area to the right of a line within a row.
    ///
    /// - Parameter part: Height of the line within the row, with its direction.
    private mutating func add(_ part: Float, from left: Double, to right: Double, row: Int) {
        let (first, end) = (max(0, min(width, Int(left))), max(0, min(width, Int(right))))
        let start = row * (width + 2)
        guard end > first else {
            let share = Float((left + right) / 2 - Double(first))
            areas[start + first] += part * (1 - share)
            areas[start + first + 1] += part * share
            return
        }
        // Area to the right of the line in the columns that it crosses, as far as each one.
        let length = Float(right - left)
        var (sum, share): (Float, Float) = (0, 0)
        for column in first...end {
            // Area to the right of the line, up to the column's right edge: less that of the columns before, it is the column's own.
            let covered = min(Double(column + 1), right) - left
            let beyond = Float(Double(column + 1) - min(Double(column + 1), right))
            let area = Float(covered * covered) / (2 * length) + beyond
            areas[start + column] += part * (area - sum - share)
            (sum, share) = (area, area - sum)
        }
        areas[start + end + 1] += part * (1 - share)
    }
}

extension [Float] {
    /// Values of an image after three box blurs across and three down, which come close to a Gaussian; dark beyond its edges.
    ///
    /// - Parameters:
    ///   - deviation: Standard deviation of all three together, in pixels; 0 for none.
    ///   - width: Columns of the image.
    fileprivate func blurred(by deviation: Double, width: Int) -> [Float] {
        guard deviation > 0 else { return self }
        let height = count / width
        var rows = self
        rows.blurLines(of: width, deviation: deviation)
        var columns = rows.turned(width: width)
        columns.blurLines(of: height, deviation: deviation)
        return columns.turned(width: height)
    }

    private func turned(width: Int) -> [Float] {
        let height = count / width
        return [Float](unsafeUninitializedCapacity: count) { turned, count in
            for x in 0..<width {
                for y in 0..<height { turned.initializeElement(at: x * height + y, to: self[y * width + x]) }
            }
            count = width * height
        }
    }

    /// Blurs each of the lines that follow one another.
    private mutating func blurLines(of length: Int, deviation: Double) {
        // A third of the variance each; parts of the outermost pixels add what whole ones lack.
        let variance = deviation * deviation / 3
        let whole = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
        let (size, reach) = (Double(2 * whole + 1), Double(whole + 1))
        let rest = variance * size - Double(whole) * reach * size / 3
        let part = Float(Swift.max(0, Swift.min(1, rest / (2 * (reach * reach - variance)))))
        let weight = 1 / (Float(size) + 2 * part)
        let margin = 3 * (whole + 1)
        var (line, other) = ([Float](repeating: 0, count: length + 2 * margin), [Float]())
        other = line
        for start in stride(from: 0, to: count, by: length) {
            for place in line.indices { line[place] = 0 }
            for place in 0..<length { line[margin + place] = self[start + place] }
            for _ in 0..<3 {
                var sum: Float = 0
                for place in 0..<2 * whole + 1 { sum += line[place] }
                for place in whole + 1..<line.count - whole - 1 {
                    sum += line[place + whole] - line[place - whole - 1]
                    other[place] = (sum + part * (line[place - whole - 1] + line[place + whole + 1])) * weight
                }
                swap(&line, &other)
            }
            for place in 0..<length { self[start + place] = Swift.max(0, line[margin + place]) }
        }
    }
}
