extension StraightRow {
    /// Of the colours that look the same, the run of translucent pixels gets those nearest to Paeth's prediction: for soft
    /// light, of which hardly two pixels are alike.
    @inline(__always)
    func predict(_ first: Int, _ end: Int, above: UnsafePointer<UInt32>, _ table: UnsafePointer<UInt16>) {
        var left = Self.lanes(pixels[first &- 1])
        var corner = Self.lanes(above[first &- 1])
        for x in first..<end {
            let up = Self.lanes(above[x])
            let (lowest, highest) = Self.bounds(pixels[x], table)
            left = Self.prediction(left, up, corner).clamped(lowerBound: lowest, upperBound: highest)
            pixels[x] = Self.pixel(left)
            corner = up
        }
    }

    @inline(__always)
    private static func lanes(_ pixel: UInt32) -> SIMD4<Int16> {
        let halves = (UInt64(pixel) | UInt64(pixel) &<< 16) & 0x0000_FFFF_0000_FFFF
        return unsafeBitCast((halves | halves &<< 8) & 0x00FF_00FF_00FF_00FF, to: SIMD4<Int16>.self)
    }

    @inline(__always)
    private static func pixel(_ lanes: SIMD4<Int16>) -> UInt32 {
        let wide = unsafeBitCast(lanes, to: UInt64.self)
        let halves = (wide | wide &>> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: halves | halves &>> 16)
    }

    /// - Source: PNG Specification, Third Edition, §9.4.
    @inline(__always)
    private static func prediction(
        _ left: SIMD4<Int16>,
        _ up: SIMD4<Int16>,
        _ corner: SIMD4<Int16>
    ) -> SIMD4<Int16> {
        let (rise, lean) = (up &- corner, left &- corner)
        let (toLeft, toUp, toCorner) = (magnitude(rise), magnitude(lean), magnitude(rise &+ lean))
        let vertical = corner.replacing(with: up, where: toUp .<= toCorner)
        return vertical.replacing(with: left, where: (toLeft .<= toUp) .& (toLeft .<= toCorner))
    }

    @inline(__always)
    private static func magnitude(_ value: SIMD4<Int16>) -> SIMD4<Int16> { pointwiseMax(value, 0 &- value) }

    /// The least and the greatest straight value of each channel that premultiply to `pixel`; of alpha, itself.
    @inline(__always)
    private static func bounds(
        _ pixel: UInt32,
        _ table: UnsafePointer<UInt16>
    ) -> (SIMD4<Int16>, SIMD4<Int16>) {
        let alpha = Int(pixel &>> 24)
        let row = table + alpha &* 256
        let red = UInt64(row[Int(pixel & 0xFF)])
        let green = UInt64(row[Int(pixel &>> 8 & 0xFF)]) &<< 16
        let blue = UInt64(row[Int(pixel &>> 16 & 0xFF)]) &<< 32
        let all = unsafeBitCast(
            red | green | blue | UInt64(truncatingIfNeeded: alpha &* 0x0101) &<< 48,
            to: SIMD4<UInt16>.self
        )
        return (
            unsafeBitCast(all & 0x00FF, to: SIMD4<Int16>.self),
            unsafeBitCast(all &>> 8, to: SIMD4<Int16>.self)
        )
    }
}
