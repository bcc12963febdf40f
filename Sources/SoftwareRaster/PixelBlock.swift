internal import CKernels
internal import EffectModel

/// Four neighboring pixels at once, with the same results as ``Pixel`` to the bit.
///
/// A channel has 16 bits: red and blue of the four pixels in one vector, green and alpha in another, so that one
/// multiplication serves eight channels. Uses only operations that every processor has for 128 bits.
struct PixelBlock {
    typealias Channels = SIMD8<UInt16>

    /// Red and blue of each pixel.
    let redBlue: Channels
    /// Green and alpha of each pixel.
    let greenAlpha: Channels

    @inline(__always)
    init(redBlue: Channels, greenAlpha: Channels) {
        self.redBlue = redBlue
        self.greenAlpha = greenAlpha
    }

    /// Creates a block from four pixels as they are in memory.
    @inline(__always)
    init(_ pixels: SIMD4<UInt32>) {
        let channels = unsafeBitCast(pixels, to: Channels.self)
        redBlue = channels & 255
        greenAlpha = channels &>> 8
    }

    /// Pixels as they are in memory.
    @inline(__always)
    var pixels: SIMD4<UInt32> { unsafeBitCast(redBlue | (greenAlpha &<< 8), to: SIMD4<UInt32>.self) }

    /// Pixels composited over `destination`.
    @inline(__always)
    func over(_ destination: PixelBlock) -> PixelBlock {
        // 255 − alpha, which is alpha with all bits flipped, in both halves.
        let alpha = unsafeBitCast(greenAlpha, to: SIMD4<UInt32>.self)
        let both = ((alpha &>> 16) | (alpha & 0xFFFF_0000)) ^ 0x00FF_00FF
        let factor = unsafeBitCast(both, to: Channels.self)
        return PixelBlock(
            redBlue: redBlue &+ Self.dividedBy255(destination.redBlue &* factor),
            greenAlpha: greenAlpha &+ Self.dividedBy255(destination.greenAlpha &* factor)
        )
    }

    /// Sums of pixels as they are in memory, each channel clamped to 255: a single instruction, which the compiler
    /// recognizes.
    @inline(__always)
    static func sum(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let (a, b) = (unsafeBitCast(a, to: SIMD16<UInt8>.self), unsafeBitCast(b, to: SIMD16<UInt8>.self))
        let sum = a &+ b
        return unsafeBitCast(sum.replacing(with: 255, where: sum .< a), to: SIMD4<UInt32>.self)
    }

    /// Sums of the pixels, each channel clamped to 255.
    @inline(__always)
    func sum(_ other: PixelBlock) -> PixelBlock { PixelBlock(Self.sum(pixels, other.pixels)) }

    /// Screen blend s + d − s·d of each channel.
    @inline(__always)
    func screen(_ other: PixelBlock) -> PixelBlock {
        func screen(_ a: Channels, _ b: Channels) -> Channels { a &+ b &- Self.dividedBy255(a &* b) }
        return PixelBlock(
            redBlue: screen(redBlue, other.redBlue),
            greenAlpha: screen(greenAlpha, other.greenAlpha)
        )
    }

    /// Maximum of each channel.
    @inline(__always)
    func maximum(_ other: PixelBlock) -> PixelBlock {
        func larger(_ a: Channels, _ b: Channels) -> Channels { a.replacing(with: b, where: b .> a) }
        return PixelBlock(
            redBlue: larger(redBlue, other.redBlue),
            greenAlpha: larger(greenAlpha, other.greenAlpha)
        )
    }

    /// Weighted mean, where `other` has `weight`/256; rounded to nearest, with intermediate values below 2¹⁶.
    @inline(__always)
    func mean(_ other: PixelBlock, _ weight: UInt16) -> PixelBlock {
        let (mine, others) = (Channels(repeating: 256 &- weight), Channels(repeating: weight))
        return PixelBlock(
            redBlue: (redBlue &* mine &+ other.redBlue &* others &+ 128) &>> 8,
            greenAlpha: (greenAlpha &* mine &+ other.greenAlpha &* others &+ 128) &>> 8
        )
    }

    /// Result of a blend mode over `destination`.
    @inline(__always)
    func blended(_ destination: PixelBlock, _ blend: DrawList.Blend) -> PixelBlock {
        switch blend {
        case .normal: over(destination)
        case .add: sum(destination)
        case .screen: screen(destination)
        case .maximum: maximum(destination)
        }
    }

    /// Pixels times their `coverage`/255, rounded to nearest.
    @inline(__always)
    func times(_ coverage: SIMD4<UInt32>) -> PixelBlock {
        let factor = unsafeBitCast(coverage | (coverage &<< 16), to: Channels.self)
        return PixelBlock(
            redBlue: Self.dividedBy255(redBlue &* factor),
            greenAlpha: Self.dividedBy255(greenAlpha &* factor)
        )
    }

    /// Quotients v/255 rounded to nearest, for products of two bytes: ⌊(x + ⌊x/256⌋)/256⌋ for x = v + 128, which is
    /// ⌊x·257/65536⌋.
    @inline(__always)
    private static func dividedBy255(_ v: Channels) -> Channels { upperHalf(v &+ 128, Channels(repeating: 257)) }

    /// Products ⌊a·b/65536⌋: a single instruction, for which the compiler emits twenty with Swift's own widening.
    @inline(__always)
    private static func upperHalf(_ a: Channels, _ b: Channels) -> Channels { hanabi_upper_product(a, b) }

    /// Channels of an ink, laid out for multiplication by the coverage of four pixels.
    struct Ink {
        private let redBlue: Channels
        private let greenAlpha: Channels

        /// Creates an ink from 16 bits per channel: red and green in the lower halves, blue and alpha in the upper
        /// ones.
        @inline(__always)
        init(redBlue: UInt32, greenAlpha: UInt32) {
            self.redBlue = unsafeBitCast(SIMD4(repeating: redBlue), to: Channels.self)
            self.greenAlpha = unsafeBitCast(SIMD4(repeating: greenAlpha), to: Channels.self)
        }

        /// Pixels for four coverages, 0...255.
        @inline(__always)
        func block(_ coverage: SIMD4<UInt32>) -> PixelBlock {
            let factor = unsafeBitCast(coverage | (coverage &<< 16), to: Channels.self)
            return PixelBlock(redBlue: Self.scaled(redBlue, factor), greenAlpha: Self.scaled(greenAlpha, factor))
        }

        /// Pixels with their channels times the ink's: an image tinted with a color.
        @inline(__always)
        func times(_ pixels: PixelBlock) -> PixelBlock {
            PixelBlock(
                redBlue: Self.scaled(redBlue, pixels.redBlue),
                greenAlpha: Self.scaled(greenAlpha, pixels.greenAlpha)
            )
        }

        /// Products channel × factor / 65535, rounded to nearest, for factors in 0...255.
        ///
        /// Let the product be h·65536 + l, which is h·65535 + (h + l). Rounded to nearest, the quotient is h, or h + 1
        /// if h + l is at least 32,768. With h at most 254, h + l never gives h + 2, and may be clamped to 65535.
        @inline(__always)
        private static func scaled(_ channel: Channels, _ factor: Channels) -> Channels {
            let (high, low) = (upperHalf(channel, factor), channel &* factor)
            // A single instruction, which the compiler recognizes.
            let sum = low &+ high
            return high &+ (sum.replacing(with: .max, where: sum .< low) &>> 15)
        }
    }
}
