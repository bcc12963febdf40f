extension Picture.Level {
    /// Noise level: the mean over all pixels of the change from the left and upper neighbors. A pixel counts 0 for no
    /// change, 0.5 for a small change, 1 for a large change.
    ///
    /// - Complexity: O(pixels).
    package var grain: Double {
        var halves = 0
        precondition(pixels.count == width * height)
        let pixels = pixels.span
        for row in 0..<height {
            for index in row * width..<(row + 1) * width {
                let here = pixels[unchecked: index]
                let left = index > row * width ? pixels[unchecked: index - 1] : here
                let above = row > 0 ? pixels[unchecked: index - width] : here
                halves += Self.change(of: here, fromLeft: left, fromAbove: above)
            }
        }
        return Double(halves) / 2 / Double(pixels.count)
    }

    /// Change of a pixel from its neighbors: 0 for none, 1 for a small one, 2 for a large one.
    @inline(__always)
    static func change(of pixel: UInt32, fromLeft left: UInt32, fromAbove above: UInt32) -> Int {
        if pixel == left, pixel == above { return 0 }
        let change = pointwiseMax(difference(pixel, left), difference(pixel, above))
        return any(change .> SIMD4<UInt8>(repeating: 8)) ? 2 : 1
    }

    @inline(__always)
    private static func difference(_ a: UInt32, _ b: UInt32) -> SIMD4<UInt8> {
        let (a, b) = (unsafeBitCast(a, to: SIMD4<UInt8>.self), unsafeBitCast(b, to: SIMD4<UInt8>.self))
        return pointwiseMax(a, b) &- pointwiseMin(a, b)
    }
}

extension Picture {
    /// Highest noise level visible when a pixel of the image is drawn `scale` pixels wide, or smaller. Smaller levels
    /// are noisier but cover fewer pixels.
    package func grain(at scale: Double) -> Double {
        let level = scale < 1 && scale > 0 ? min(30, Int(-scale.exponent)) : 0
        return grain.prefix(level + 2).max() ?? 1
    }
}
