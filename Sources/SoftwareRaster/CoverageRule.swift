/// The rule that turns the area enclosed by edges into coverage.
struct CoverageRule {
    /// Upper bound of the area: a whole pixel is 2¹⁷, times the edges' weight.
    private let limit: Int32
    let isEvenOdd: Bool
    /// Whether the edges' weights themselves are coverages in 0...255.
    let isWeighted: Bool

    /// Creates a rule for edges of weight 1: inside is where the winding number is odd, or nonzero.
    @inline(__always)
    init(isEvenOdd: Bool) {
        (limit, isWeighted) = (0x2_0000, false)
        self.isEvenOdd = isEvenOdd
    }

    /// Creates a rule for edges whose weight is the coverage that they enclose, at most `heaviest` in 0...255 where
    /// they overlap.
    @inline(__always)
    init(heaviest: Int) {
        (limit, isEvenOdd, isWeighted) = (Int32(heaviest) << 17, false, true)
    }

    /// Coverage in 0...255, rounded to nearest, from twice the covered area in 1/256² pixel.
    @inline(__always)
    func coverage(_ area: SIMD4<Int32>) -> SIMD4<UInt32> {
        let sign = area &>> 31
        var size = (area ^ sign) &- sign
        let limit = SIMD4<Int32>(repeating: limit)
        if isEvenOdd {
            // Areas repeat after two pixels; the excess over one pixel is subtracted.
            size = (size & 0x3_FFFF) &- limit
            let sign = size &>> 31
            size = limit &- ((size ^ sign) &- sign)
        } else {
            size.replace(with: limit, where: size .> limit)
        }
        let scaled = isWeighted ? size : (size &<< 8) &- size
        return unsafeBitCast((scaled &+ 0x1_0000) &>> 17, to: SIMD4<UInt32>.self)
    }

    /// Coverage for edges of weight 1, by the nonzero rule.
    @inline(__always)
    static func coverage(_ area: SIMD4<Int32>) -> SIMD4<UInt32> {
        let sign = area &>> 31
        let limit = SIMD4<Int32>(repeating: 0x2_0000)
        var size = (area ^ sign) &- sign
        size.replace(with: limit, where: size .> limit)
        return unsafeBitCast(((size &<< 8) &- size &+ 0x1_0000) &>> 17, to: SIMD4<UInt32>.self)
    }

    /// Coverage of a single pixel.
    @inline(__always)
    func coverage(_ area: Int32) -> UInt32 { coverage(SIMD4(repeating: area))[0] }
}
