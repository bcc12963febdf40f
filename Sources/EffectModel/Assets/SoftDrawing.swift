/// Drawing of a blurred or lit shape: coverage by area, and three box blurs.
struct SoftDrawing: Sendable, Equatable {
    private let asset: Asset
    private let softness: Softness
    /// Pixels per point: enough for a sharp edge drawn a few times larger, fewer for what has no sharp edges, and for large
    /// shapes.
    private let density: Double
    /// Width and height of the image in pixels.
    let width: Int
    let height: Int

    /// Maximum pixels of an image, and of a side.
    private static let mostPixels = 262_144.0
    private static let longestSide = 2048.0
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
        let most = min(Self.longestSide / total.max(), (Self.mostPixels / total.x / total.y).squareRoot())
        density = min(wanted, most)
        // Rounded down, so that neither limit is exceeded.
        let pixels = (total * density).rounded(.down)
        (width, height) = (max(1, Int(pixels.x)), max(1, Int(pixels.y)))
    }

    /// Width and height of the image in points.
    var size: SIMD2<Double> { SIMD2(Double(width), Double(height)) / density }

    /// Noise level of each size, by ``Picture/Level/grain``, estimated: wide slopes change little from pixel to pixel.
    var grain: [Double] {
        let widest = max(softness.blur, softness.glow?.radius ?? 0) * density
        return Picture.sizesOfLevels(width: width, height: height).indices.map { level in
            let deviation = widest / Double(1 << min(30, level))
            return 0.4 + 0.4 * max(0, 1 - deviation / 12)
        }
    }

    /// Whether most visible pixels are translucent, as far as the sizes tell.
    var isSoft: Bool {
        let inside = pointwiseMax(asset.size - 4 * softness.blur, SIMD2(0, 0))
        let shown = asset.size + 5 * max(softness.blur, softness.glow?.radius ?? 0)
        return 1.4 * inside.x * inside.y < shown.x * shown.y
    }

    /// Time to draw the image apart from its fill, in units of about a nanosecond, and pixels of the fill.
    var work: (own: Double, filled: Double) {
        let pixels = Double(width * height)
        let blurs = (softness.blur > 0 ? 1.0 : 0) + (softness.glow == nil ? 0 : 1)
        let rows = asset.outline.travel * density
        let lines = Double(asset.outline.lineCount(at: density))
        let box = asset.size * density
        let own =
            pixels * (Self.workPerPixel + Self.workPerBlurredPixel * blurs) + rows * Self.workPerRow + lines
            * Self.workPerLine
        return (own, asset.fill == nil ? 0 : max(1, box.x) * max(1, box.y))
    }

    /// Work per pixel of the image and of each blur, per row that a line crosses, and per line.
    private static let workPerPixel = 12.0
    private static let workPerBlurredPixel = 12.0
    private static let workPerRow = 20.0
    private static let workPerLine = 60.0

    /// Pixels of the largest level; unusable if stopped.
    ///
    /// - Parameter isStopped: Checked between the steps, and after each row.
    /// - Complexity: O(pixels + rows that lines of the outline cross).
    func pixels(unless isStopped: () -> Bool) -> [UInt32] {
        var wasStopped = false
        func stops() -> Bool {
            wasStopped = wasStopped || isStopped()
            return wasStopped
        }
        let middle = SIMD2(Double(width), Double(height)) / 2
        let outline = asset.outline.mapped(origin: middle / -density, factor: SIMD2(repeating: density))
        var coverage = OutlineCoverage(width: width, height: height)
        coverage.add(outline, unless: stops)
        if wasStopped { return [] }
        let sharp = coverage.shares(outline.fillRule)
        let shape = sharp.blurred(by: softness.blur * density, width: width, unless: stops)
        var glow: [Float] = []
        var ink = SIMD4<Float>(repeating: 0)
        if let light = softness.glow, light.strength > 0 {
            glow = sharp.blurred(by: light.radius * density, width: width, unless: stops)
            let color = light.color.components
            ink = SIMD4<Float>(SIMD4(color.x, color.y, color.z, 1) * color.w * 255)
            for index in glow.indices { glow[index] = min(1, glow[index] * Float(light.strength)) }
        }
        if stops() { return [] }
        // The fill is over the box of the shape, in the middle of the image, and its rim goes on around it.
        let box = pointwiseMax((asset.size * density).rounded(.up), SIMD2(1, 1))
        let (columns, rows) = (Int(box.x), Int(box.y))
        let corner = (middle - box / 2).rounded(.down)
        let fill = asset.fill?.pixels(width: columns, height: rows)
        return [UInt32](capacity: width * height) { (pixels: inout OutputSpan<UInt32>) in
            for y in 0..<height {
                let row = max(0, min(rows - 1, y - Int(corner.y))) * columns
                for x in 0..<width {
                    let index = y * width + x
                    var color = SIMD4<Float>(repeating: shape[index] * 255)
                    if let fill {
                        let own = fill[row + max(0, min(columns - 1, x - Int(corner.x)))]
                        color = SIMD4<Float>(unsafeBitCast(own, to: SIMD4<UInt8>.self)) * shape[index]
                    }
                    if !glow.isEmpty { color += ink * (glow[index] * (1 - color.w / 255)) }
                    func byte(_ channel: Float) -> UInt32 { UInt32(min(255, channel + 0.5)) }
                    pixels.append(
                        byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | byte(color.w) << 24
                    )
                }
            }
        }
    }
}

extension [Float] {
    /// Values of an image after three box blurs across and three down, which come close to a Gaussian; dark beyond its edges.
    ///
    /// - Parameters:
    ///   - deviation: Standard deviation of all three together, in pixels; 0 for none.
    ///   - width: Columns of the image.
    ///   - isStopped: Checked after each line.
    fileprivate func blurred(by deviation: Double, width: Int, unless isStopped: () -> Bool) -> [Float] {
        guard deviation > 0, !isStopped() else { return self }
        let height = count / width
        var rows = self
        rows.blurLines(of: width, deviation: deviation, unless: isStopped)
        var columns = rows.turned(width: width)
        columns.blurLines(of: height, deviation: deviation, unless: isStopped)
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
    private mutating func blurLines(of length: Int, deviation: Double, unless isStopped: () -> Bool) {
        let width = BoxWidth(deviation: deviation)
        let (whole, part) = (width.whole, Float(width.part))
        let weight = 1 / (Float(2 * whole + 1) + 2 * part)
        let margin = 3 * (whole + 1)
        var line = [Float](repeating: 0, count: length + 2 * margin)
        var other = line
        for start in stride(from: 0, to: count, by: length) {
            if isStopped() { return }
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
