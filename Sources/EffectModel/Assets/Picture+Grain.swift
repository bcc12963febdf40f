extension Picture.Level {
    /// Noise level: the mean over all pixels of the change from the left and upper neighbors. A pixel counts 0 for no
    /// change, 0.5 for a small change, 1 for a large change.
    ///
    /// - Complexity: O(pixels).
    package var grain: Double {
        let soft = SIMD4<UInt8>(repeating: 8)
        var halves = 0
        precondition(pixels.count == width * height)
        let pixels = pixels.span
        for row in 0..<height {
            for index in row * width..<(row + 1) * width {
                let here = pixels[unchecked: index]
                let left = index > row * width ? pixels[unchecked: index - 1] : here
                let above = row > 0 ? pixels[unchecked: index - width] : here
                if here == left, here == above { continue }
                let change = pointwiseMax(Self.difference(here, left), Self.difference(here, above))
                halves += any(change .> soft) ? 2 : 1
            }
        }
        return Double(halves) / 2 / Double(pixels.count)
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
