/// A colour as a place in space: how far two of them are apart is how different they look.
///
/// What is seen of a premultiplied channel c is c over black, and c + 255 − alpha over white. The squares of both
/// differences are Δc² + (Δc − Δα)², which is ((2Δc − Δα)² + Δα²) / 2. So the coordinates are 2c − α for each of the three
/// channels, and α, whose square counts thrice. All are whole numbers, and so are twice the squares: floats hold them
/// exactly, as they are below 2²⁴.
struct ColourPoint: Equatable {
    /// 2r − α, 2g − α, 2b − α, α.
    var place: SIMD4<Float>

    init(place: SIMD4<Float>) { self.place = place }

    /// - Parameter channels: Premultiplied R G B A.
    @inline(__always)
    init(channels: SIMD4<Float>) { place = channels * SIMD4(2, 2, 2, 1) - SIMD4(1, 1, 1, 0) * channels.w }

    @inline(__always)
    init(premultiplied colour: UInt32) { self.init(channels: Self.channels(of: colour)) }

    /// R G B A.
    @inline(__always)
    static func channels(of colour: UInt32) -> SIMD4<Float> {
        let channels = SIMD4<UInt32>(colour, colour &>> 8, colour &>> 16, colour &>> 24) & SIMD4(repeating: 0xFF)
        return SIMD4<Float>(channels)
    }
}
