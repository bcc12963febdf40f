/// A color as a point in space: the distance of two points is the visible difference of their colors.
///
/// A premultiplied channel c shows as c over black and as c + 255 − α over white. The squares of both differences are
/// Δc² + (Δc − Δα)², which is ((2Δc − Δα)² + Δα²) / 2. The coordinates are therefore 2c − α for each of the three
/// channels, and α, whose square counts three times. All are integers, and so are twice the squares: floats represent
/// them exactly, as they are below 2²⁴.
struct ColorPoint: Equatable {
    /// Coordinates 2r − α, 2g − α, 2b − α, α.
    var place: SIMD4<Float>

    init(place: SIMD4<Float>) { self.place = place }

    /// - Parameter channels: Premultiplied R G B A, 0...255.
    @inline(__always)
    init(channels: SIMD4<Float>) { place = channels * SIMD4(2, 2, 2, 1) - SIMD4(1, 1, 1, 0) * channels.w }

    @inline(__always)
    init(premultiplied color: UInt32) { self.init(channels: Self.channels(of: color)) }

    /// Visible difference of two colors, squared.
    @inline(__always)
    func squaredDistance(to other: ColorPoint) -> Float { ColorPoint(place: place - other.place).squaredLength }

    /// Visible difference from transparency, squared.
    @inline(__always)
    var squaredLength: Float { (place * place * SIMD4(1, 1, 1, 3)).sum() }

    /// Channels R G B A of a color, 0...255.
    @inline(__always)
    static func channels(of color: UInt32) -> SIMD4<Float> {
        let channels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, color &>> 24) & SIMD4(repeating: 0xFF)
        return SIMD4<Float>(channels)
    }
}
