/// A gradient with the pixels that its image has: all that is known before it is drawn.
struct GradientDrawing: Sendable, Equatable {
    let gradient: Gradient
    /// Width and height in pixels of the box that the gradient fills.
    private let box: SIMD2<Double>
    /// Noise level of each size, by ``Picture/Level/grain``, estimated from some of its pixels.
    let grain: [Double]

    init(_ gradient: Gradient, over box: SIMD2<Double>) {
        (self.gradient, self.box) = (gradient, box)
        let sampler = GradientSampler(gradient, over: box)
        grain = Self.sizes(of: box).map { Self.grain(of: sampler, width: $0.width, height: $0.height) }
    }

    /// Sizes of the image's levels, the largest first.
    var sizes: [(width: Int, height: Int)] { Self.sizes(of: box) }

    private static func sizes(of box: SIMD2<Double>) -> [(width: Int, height: Int)] {
        let largest = Gradient.size(of: box)
        return Picture.sizesOfLevels(width: Int(largest.x), height: Int(largest.y))
    }

    /// Pixels of a level; unusable if stopped.
    ///
    /// - Parameter isStopped: Checked after each row.
    func pixels(width: Int, height: Int, unless isStopped: () -> Bool = { false }) -> [UInt32] {
        GradientSampler(gradient, over: box).pixels(width: width, height: height, unless: isStopped)
    }

    /// Pixels all over the image.
    var sample: [UInt32] { pixels(width: Self.sampleSide, height: Self.sampleSide) }

    private static let sampleSide = 16

    /// Noise level of an image of `width × height` pixels, from pixels all over it and their neighbors.
    private static func grain(of gradient: GradientSampler, width: Int, height: Int) -> Double {
        let size = SIMD2(Double(width), Double(height))
        let (columns, rows) = (min(width, grainSide), min(height, grainSide))
        var halves = 0
        for row in 0..<rows {
            for column in 0..<columns {
                let (x, y) = ((2 * column + 1) * width / (2 * columns), (2 * row + 1) * height / (2 * rows))
                let here = gradient.pixel(x, y, of: size)
                halves += Picture.Level.change(
                    of: here,
                    fromLeft: x > 0 ? gradient.pixel(x - 1, y, of: size) : here,
                    fromAbove: y > 0 ? gradient.pixel(x, y - 1, of: size) : here
                )
            }
        }
        return Double(halves) / 2 / Double(columns * rows)
    }

    /// Columns and rows of pixels that the noise is estimated from.
    private static let grainSide = 6
}
