/// Chooses palette colors: cuts the color space into boxes (median cut, across a box's longest axis, where the least
/// variance remains), then moves the boxes' means to where they fit best (k-means).
///
/// - Source: P. Heckbert, Color Image Quantization for Frame Buffer Display, 1982; X. Wu, Efficient Statistical
///   Computations for Optimal Color Quantization, 1991; S. Lloyd, Least Squares Quantization in PCM, 1982.
struct ColorQuantizer {
    private struct Color {
        var point: ColorPoint
        /// R G B A, premultiplied.
        var channels: SIMD4<Double>
        /// Square root of the pixel count, so that rare colors matter too.
        var weight: Double
        var count: Int
        var isOpaque: Bool
    }

    private var colors: [Color]

    /// - Parameter kept: Colors that have an entry of their own; colors that look like them count no more.
    init(_ count: ColorHistogram, besides kept: [UInt32] = []) {
        let points = kept.map(ColorPoint.init(premultiplied:))
        let nearest = points.isEmpty ? nil : NearestColor(points)
        colors = count.buckets.compactMap { bucket in
            let channels = SIMD4<Double>(bucket.sum) / Double(bucket.count)
            let point = ColorPoint(channels: SIMD4<Float>(channels))
            if let nearest, point.squaredDistance(to: points[nearest.find(point)]) <= Self.alike { return nil }
            return Color(
                point: point,
                channels: channels,
                weight: Double(bucket.count).squareRoot(),
                count: bucket.count,
                isOpaque: bucket.key >> 24 == 255
            )
        }
    }

    /// Maximum squared distance of two points that look the same: two steps of a channel.
    private static let alike: Float = 16

    // MARK: Boxes

    /// A range of ``colors`` and its spread.
    private struct Box {
        var range: Range<Int>
        /// Weighted sum of the squared distances from the mean.
        var spread: Double
        var axis: SIMD4<Double>
    }

    /// Returns the means of at most `count` boxes.
    mutating func means(of count: Int) -> [ColorPoint] {
        guard !colors.isEmpty else { return [] }
        var boxes = [box(colors.indices)]
        while boxes.count < count {
            guard let index = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }), boxes[index].spread > 0,
                let middle = cut(boxes[index])
            else { break }
            let range = boxes[index].range
            boxes[index] = box(range.lowerBound..<middle)
            boxes.append(box(middle..<range.upperBound))
        }
        return boxes.map { box in
            var mean = Mean()
            for color in colors[box.range] { mean.add(color) }
            return mean.point
        }
    }

    /// Coordinates with alpha scaled by √3, so that Euclidean distances are those of ``ColorPoint``.
    private static func place(_ color: Color) -> SIMD4<Double> {
        SIMD4<Double>(color.point.place) * SIMD4(1, 1, 1, 1.732_050_807_568_877_2)
    }

    private func box(_ range: Range<Int>) -> Box {
        var (weight, sum) = (0.0, SIMD4<Double>())
        for color in colors[range] {
            weight += color.weight
            sum += Self.place(color) * color.weight
        }
        let mean = sum / weight
        var rows = [SIMD4<Double>](repeating: SIMD4(), count: 4)
        for color in colors[range] {
            let offset = Self.place(color) - mean
            for row in 0..<4 { rows[row] += offset * (offset[row] * color.weight) }
        }
        let spread = (0..<4).reduce(0) { $0 + rows[$1][$1] }
        // Power iteration: repeated multiplication by the covariances turns a vector toward the longest axis.
        var axis = rows.enumerated().max { $0.element[$0.offset] < $1.element[$1.offset] }?.element ?? SIMD4()
        for _ in 0..<8 {
            let scale = (axis * axis).sum().squareRoot()
            guard scale > 0 else { break }
            axis /= scale
            axis = (0..<4).reduce(SIMD4()) { $0 + rows[$1] * axis[$1] }
        }
        return Box(range: range, spread: spread, axis: axis)
    }

    /// Partitions the box's colors by the side of the best cut.
    ///
    /// - Returns: Start index of the second side; `nil` if there is only one.
    private mutating func cut(_ box: Box) -> Int? {
        let places = colors[box.range].map { (Self.place($0) * box.axis).sum() }
        guard let low = places.min(), let high = places.max(), high > low else { return nil }
        let bins = places.map { min(Self.binCount - 1, Int(($0 - low) / (high - low) * Double(Self.binCount))) }
        var weights = [Double](repeating: 0, count: Self.binCount)
        var sums = [SIMD4<Double>](repeating: SIMD4(), count: Self.binCount)
        for (color, bin) in zip(colors[box.range], bins) {
            weights[bin] += color.weight
            sums[bin] += Self.place(color) * color.weight
        }
        let (allWeight, allSum) = (weights.reduce(0, +), sums.reduce(SIMD4(), +))
        // The less variance remains within the two sides, the farther apart are their means.
        var best = (bin: 1, gain: -1.0)
        var (weight, sum) = (0.0, SIMD4<Double>())
        for bin in 1..<Self.binCount {
            weight += weights[bin - 1]
            sum += sums[bin - 1]
            guard weight > 0, weight < allWeight else { continue }
            let rest = allSum - sum
            let gain = (sum * sum).sum() / weight + (rest * rest).sum() / (allWeight - weight)
            if gain > best.gain { best = (bin, gain) }
        }
        let all = Array(colors[box.range])
        let lower = zip(all, bins).filter { $1 < best.bin }.map(\.0)
        let upper = zip(all, bins).filter { $1 >= best.bin }.map(\.0)
        colors.replaceSubrange(box.range, with: lower + upper)
        return box.range.lowerBound + lower.count
    }

    private static let binCount = 64

    // MARK: Means

    private struct Mean {
        var weight = 0.0
        var channels = SIMD4<Double>()
        var opaque = 0.0
        var count = 0
        /// The color with the most pixels.
        var main = (count: 0, point: ColorPoint(place: SIMD4()))

        mutating func add(_ color: Color) {
            weight += color.weight
            channels += color.channels * color.weight
            if color.isOpaque { opaque += color.weight }
            count += color.count
            if color.count > main.count { main = (color.count, color.point) }
        }

        var point: ColorPoint {
            // A color with more pixels than all others is a solid area with its edges: it stays unchanged.
            if main.count * 2 > count { return main.point }
            // A mostly opaque box must not become translucent.
            return opaque * 2 >= weight ? opaquePoint : ColorPoint(channels: SIMD4<Float>(channels / weight))
        }

        var opaquePoint: ColorPoint {
            var mean = channels / weight
            mean.w = 255
            return ColorPoint(channels: SIMD4<Float>(mean))
        }
    }

    /// Moves each point from number `start` on to the mean of the colors nearest to it. The first is transparent.
    func refine(_ points: inout [ColorPoint], from start: Int = 1) {
        let nearest = NearestColor(points)
        var means = [Mean](repeating: Mean(), count: points.count)
        for color in colors { means[nearest.find(color.point)].add(color) }
        for index in start..<points.count where means[index].weight > 0 { points[index] = means[index].point }
        // At least one point must be opaque if any color is.
        if let most = means.indices.dropFirst(start).max(by: { means[$0].opaque < means[$1].opaque }),
            means[most].opaque > 0,
            !points.contains(where: { $0.place.w == 255 })
        {
            points[most] = means[most].opaquePoint
        }
    }

    /// Returns the straight color that looks like `point`.
    func color(_ point: ColorPoint) -> UInt32 {
        let alpha = point.place.w.rounded()
        guard alpha > 0 else { return 0 }
        return (0..<3).reduce(UInt32(alpha) << 24) { color, channel in
            let premultiplied = (point.place[channel] + point.place.w) / 2
            let straight = min(255, max(0, (premultiplied * 255 / alpha).rounded()))
            return color | UInt32(straight) << (8 * UInt32(channel))
        }
    }
}
