/// Scales images by tents: bilinear where they grow, the weighted mean of all covered pixels where they shrink.
struct Resampler {
    private let pixels: [UInt32]
    private let width: Int
    private var height: Int { pixels.count / width }

    /// - Parameter pixels: Premultiplied pixels of rows of `width`, at least 1.
    init(_ pixels: [UInt32], width: Int) { (self.pixels, self.width) = (pixels, width) }

    /// Pixels of the scaled image whose upper left corner lies at `corner`, and the place of the first of them.
    func resampled(scale: SIMD2<Double>, corner: SIMD2<Double>) -> (pixels: [UInt32], width: Int, x: Int, y: Int) {
        let columns = Taps.all(count: width, scale: scale.x, start: corner.x)
        let rows = Taps.all(count: height, scale: scale.y, start: corner.y)
        // Rows of the source, each scaled across.
        var wide: [SIMD4<Float>] = []
        wide.reserveCapacity(height * columns.count)
        for y in 0..<height {
            for taps in columns {
                wide.append(taps.sum { Self.channels(pixels[y * width + $0]) })
            }
        }
        var scaled: [UInt32] = []
        scaled.reserveCapacity(rows.count * columns.count)
        for taps in rows {
            for x in 0..<columns.count { scaled.append(Self.pixel(taps.sum { wide[$0 * columns.count + x] })) }
        }
        let (x, y) = (columns.first?.place ?? 0, rows.first?.place ?? 0)
        return (scaled, columns.count, x, y)
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4(SIMD4<UInt32>(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 0xFF)
    }

    private static func pixel(_ channels: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(
            channels.rounded(.toNearestOrAwayFromZero).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        )
        return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
    }

    /// Weights of the source's pixels in a pixel of the result, on one axis.
    private struct Taps {
        let place: Int
        private let first: Int
        private let weights: [Float]

        func sum(_ value: (Int) -> SIMD4<Float>) -> SIMD4<Float> {
            var sum = SIMD4<Float>.zero
            for (index, weight) in weights.enumerated() { sum += value(first + index) * weight }
            return sum
        }

        /// Weights of all pixels that the scaled image touches. Outside of the source it is transparent.
        static func all(count: Int, scale: Double, start: Double) -> [Taps] {
            let reach = max(1, 1 / scale)
            let end = start + Double(count) * scale
            return (Int((start - scale / 2).rounded(.down))..<Int((end + scale / 2).rounded(.up))).map { place in
                let center = (Double(place) + 0.5 - start) / scale - 0.5
                let taps = Int((center - reach).rounded(.down))...Int((center + reach).rounded(.up))
                let tents = taps.map { max(0, 1 - (Double($0) - center).magnitude / reach) }
                let total = tents.reduce(0, +)
                let inside = zip(taps, tents).filter { (0..<count).contains($0.0) }
                return Taps(
                    place: place,
                    first: inside.first?.0 ?? 0,
                    weights: inside.map { Float($0.1 / total) }
                )
            }
        }
    }
}
