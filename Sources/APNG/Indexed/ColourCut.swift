/// Chooses palette colors: cuts the color space into boxes (median cut, across a box's longest axis, where the least
/// variance remains), then moves the boxes' means to where they fit best (k-means).
///
/// - Source: P. Heckbert, Color Image Quantization for Frame Buffer Display, 1982; X. Wu, Efficient Statistical
///   Computations for Optimal Color Quantization, 1991; S. Lloyd, Least Squares Quantization in PCM, 1982.
struct ColourCut {
    private struct Colour {
        var point: ColourPoint
        /// R G B A, premultiplied.
        var channels: SIMD4<Double>
        /// Square root of the pixel count, so that rare colors matter too.
        var weight: Double
        var count: Int
        var isOpaque: Bool
    }

    private var colours: [Colour]

    init(_ count: ColourCount) {
        colours = count.buckets.map { bucket in
            let channels = SIMD4<Double>(bucket.sum) / Double(bucket.count)
            return Colour(
                point: ColourPoint(channels: SIMD4<Float>(channels)),
                channels: channels,
                weight: Double(bucket.count).squareRoot(),
                count: bucket.count,
                isOpaque: bucket.key >> 24 == 255
            )
        }
    }

    // MARK: Boxes

    /// A range of ``colours`` and its spread.
    private struct Box {
        var range: Range<Int>
        /// Weighted sum of the squared distances from the mean.
        var spread: Double
        var axis: SIMD4<Double>
    }

    /// Returns the means of at most `count` boxes.
    mutating func means(of count: Int) -> [ColourPoint] {
        var boxes = [box(colours.indices)]
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
            for colour in colours[box.range] { mean.add(colour) }
            return mean.point
        }
    }

    /// Coordinates with alpha scaled by √3, so that Euclidean distances are those of ``ColourPoint``.
    private static func place(_ colour: Colour) -> SIMD4<Double> {
        SIMD4<Double>(colour.point.place) * SIMD4(1, 1, 1, 1.732_050_807_568_877_2)
    }

    private func box(_ range: Range<Int>) -> Box {
        var (weight, sum) = (0.0, SIMD4<Double>())
        for colour in colours[range] {
            weight += colour.weight
            sum += Self.place(colour) * colour.weight
        }
        let mean = sum / weight
        var rows = [SIMD4<Double>](repeating: SIMD4(), count: 4)
        for colour in colours[range] {
            let offset = Self.place(colour) - mean
            for row in 0..<4 { rows[row] += offset * (offset[row] * colour.weight) }
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
        let places = colours[box.range].map { (Self.place($0) * box.axis).sum() }
        guard let low = places.min(), let high = places.max(), high > low else { return nil }
        let bins = places.map { min(Self.binCount - 1, Int(($0 - low) / (high - low) * Double(Self.binCount))) }
        var weights = [Double](repeating: 0, count: Self.binCount)
        var sums = [SIMD4<Double>](repeating: SIMD4(), count: Self.binCount)
        for (colour, bin) in zip(colours[box.range], bins) {
            weights[bin] += colour.weight
            sums[bin] += Self.place(colour) * colour.weight
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
        let all = Array(colours[box.range])
        let lower = zip(all, bins).filter { $1 < best.bin }.map(\.0)
        let upper = zip(all, bins).filter { $1 >= best.bin }.map(\.0)
        colours.replaceSubrange(box.range, with: lower + upper)
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
        var main = (count: 0, point: ColourPoint(place: SIMD4()))

        mutating func add(_ colour: Colour) {
            weight += colour.weight
            channels += colour.channels * colour.weight
            if colour.isOpaque { opaque += colour.weight }
            count += colour.count
            if colour.count > main.count { main = (colour.count, colour.point) }
        }

        var point: ColourPoint {
            // A color with more pixels than all others is a solid area with its edges: it stays unchanged.
            if main.count * 2 > count { return main.point }
            // A mostly opaque box must not become translucent.
            return opaque * 2 >= weight ? opaquePoint : ColourPoint(channels: SIMD4<Float>(channels / weight))
        }

        var opaquePoint: ColourPoint {
            var mean = channels / weight
            mean.w = 255
            return ColourPoint(channels: SIMD4<Float>(mean))
        }
    }

    /// Moves each point but the first, which is transparent, to the mean of the colors nearest to it.
    func refine(_ points: inout [ColourPoint]) {
        let nearest = NearestColour(points)
        var means = [Mean](repeating: Mean(), count: points.count)
        for colour in colours { means[nearest.find(colour.point)].add(colour) }
        for index in 1..<points.count where means[index].weight > 0 { points[index] = means[index].point }
        // At least one point must be opaque if any color is.
        if let most = means.indices.dropFirst().max(by: { means[$0].opaque < means[$1].opaque }),
            means[most].opaque > 0,
            !points.contains(where: { $0.place.w == 255 })
        {
            points[most] = means[most].opaquePoint
        }
    }

    /// Returns the straight color that looks like `point`.
    func colour(_ point: ColourPoint) -> UInt32 {
        let alpha = point.place.w.rounded()
        guard alpha > 0 else { return 0 }
        return (0..<3).reduce(UInt32(alpha) << 24) { colour, channel in
            let premultiplied = (point.place[channel] + point.place.w) / 2
            let straight = min(255, max(0, (premultiplied * 255 / alpha).rounded()))
            return colour | UInt32(straight) << (8 * UInt32(channel))
        }
    }
}
