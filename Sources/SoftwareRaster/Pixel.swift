internal import CKernels
internal import EffectModel

/// Arithmetic on one premultiplied pixel, R G B A from the lowest byte up. Two channels share a word, 16 bits each.
enum Pixel {
    private static let lanes: UInt32 = 0x00FF_00FF

    /// Quotients v/255 in both lanes, rounded to nearest: exact for products of two bytes. Intermediate values are at
    /// most 65,025 + 128 + 254, so no lane overflows.
    @inline(__always)
    private static func divideBy255(_ v: UInt32) -> UInt32 {
        let biased = v &+ 0x0080_0080
        return (biased &+ (biased >> 8 & lanes)) >> 8 & lanes
    }

    /// Pixel with each channel times `factor`/255, rounded to nearest.
    @inline(__always)
    static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
        // The products fit their lanes, see divideBy255.
        divideBy255((pixel & lanes) &* factor) | divideBy255((pixel >> 8 & lanes) &* factor) << 8
    }

    /// Pixel with each channel times `opacity`/65535, rounded to nearest. Intermediate values are at most 2²⁴.
    static func faded(_ pixel: UInt32, by opacity: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            (((pixel >> shift & 0xFF) &* opacity &+ 32_767) / 65_535) << shift
        }
        return channel(0) | channel(8) | channel(16) | channel(24)
    }

    /// `source` over `destination`. No channel exceeds 255 or alpha: both hold for the two operands, and rounding is
    /// monotonic.
    @inline(__always)
    static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
        source &+ scaled(destination, by: 255 &- source >> 24)
    }

    /// Sum with each channel clamped to 255. Alpha is clamped too, so no channel exceeds it.
    @inline(__always)
    static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        cut((a & lanes) &+ (b & lanes)) | cut((a >> 8 & lanes) &+ (b >> 8 & lanes)) << 8
    }

    /// Result of a blend mode for two pixels.
    static func blended(_ source: UInt32, destination: UInt32, blend: DrawList.Blend) -> UInt32 {
        switch blend {
        case .normal: over(source, destination)
        case .add: sum(source, destination)
        case .screen: screen(source, destination)
        case .maximum: maximum(source, destination)
        }
    }

    /// Screen blend s + d − s·d of each channel.
    static func screen(_ source: UInt32, _ destination: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            let (s, d) = (source >> shift & 0xFF, destination >> shift & 0xFF)
            return (s &+ d &- (s &* d &+ 127) / 255) << shift
        }
        return channel(0) | channel(8) | channel(16) | channel(24)
    }

    /// Maximum of each channel.
    static func maximum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        func channel(_ mask: UInt32) -> UInt32 { max(a & mask, b & mask) }
        return channel(0xFF) | channel(0xFF00) | channel(0xFF_0000) | channel(0xFF00_0000)
    }

    /// Lanes of at most 510, clamped to 255: a lane whose ninth bit is set becomes all ones.
    @inline(__always)
    private static func cut(_ v: UInt32) -> UInt32 {
        let carry = v >> 8 & 0x0001_0001
        return (v | (carry << 8 &- carry)) & lanes
    }
}

/// A color prepared for multiplication by coverage: premultiplied, 16 bits per channel, so that it is rounded only
/// once.
struct Ink: Equatable {
    /// Red in the lower half, blue in the upper one.
    private let redBlue: UInt64
    /// Green in the lower half, alpha in the upper one.
    private let greenAlpha: UInt64
    /// Pixel of full coverage.
    let solid: UInt32
    /// Unpremultiplied color, whatever the alpha: R G B from the lowest byte up.
    private let straightColor: UInt32

    /// Ink for four pixels at once.
    @inline(__always)
    var block: PixelBlock.Ink { PixelBlock.Ink(redBlue: raw.red_blue, greenAlpha: raw.green_alpha) }

    /// Ink for the C kernels.
    @inline(__always)
    var raw: hanabi_ink {
        // 16 bits of each half.
        func joined(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word | word >> 16) }
        return hanabi_ink(red_blue: joined(redBlue), green_alpha: joined(greenAlpha), tagged_color: straightColor)
    }

    /// Ink for the C kernels, with the mark that it leaves in ``StraightColorBuffer``.
    @inline(__always)
    func raw(inFrame frame: UInt8) -> hanabi_ink {
        var raw = raw
        raw.tagged_color |= UInt32(frame) << 24
        return raw
    }

    /// Creates an ink from unpremultiplied components in 0...1; others are clamped, and NaN is 0.
    init(_ color: SIMD4<Double>) {
        func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        func channel(_ value: Double) -> UInt64 { UInt64(value * 65_535 + 0.5) }
        // Each channel on its own, so that none exceeds alpha.
        let alpha = bounded(color.w)
        redBlue = channel(bounded(color.x) * alpha) | channel(bounded(color.z) * alpha) << 32
        greenAlpha = channel(bounded(color.y) * alpha) | channel(alpha) << 32
        solid = Self.pixel(redBlue, greenAlpha: greenAlpha, coverage: 255)
        func byte(_ value: Double) -> UInt32 { UInt32(bounded(value) * 255 + 0.5) }
        straightColor = byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16
    }

    /// Pixel of the ink at `coverage`/255. Each channel is ⌊channel × coverage / 65535⌉.
    @inline(__always)
    func pixel(_ coverage: UInt32) -> UInt32 { Self.pixel(redBlue, greenAlpha: greenAlpha, coverage: coverage) }

    @inline(__always)
    private static func pixel(_ redBlue: UInt64, greenAlpha: UInt64, coverage: UInt32) -> UInt32 {
        let word = divided(redBlue &* UInt64(coverage)) | divided(greenAlpha &* UInt64(coverage)) << 8
        return UInt32(truncatingIfNeeded: word | word >> 16)
    }

    /// Quotients v/65535 in both halves, rounded to nearest, for products of 16 and 8 bits. Intermediate values are at
    /// most 2²⁴ + 2¹⁶, so no half overflows.
    @inline(__always)
    private static func divided(_ v: UInt64) -> UInt64 {
        // v/65535 is never halfway between two integers. ⌊x/65535⌋ = ⌊(x + 1 + ⌊x/65536⌋)/65536⌋ for x below 65535².
        let biased = v &+ 0x0000_7FFF_0000_7FFF
        return (biased &+ 0x0000_0001_0000_0001 &+ (biased >> 16 & 0x0000_FFFF_0000_FFFF)) >> 16 & 0x0000_00FF_0000_00FF
    }
}
