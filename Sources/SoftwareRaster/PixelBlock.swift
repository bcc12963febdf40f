internal import CVector
internal import EffectModel

/// Four neighbouring pixels at once, to the bit as ``Pixel`` has them one by one.
///
/// A channel has 16 bits: red and blue of the four in one vector, green and alpha in another, so that one multiplication
/// serves eight channels. Only operations that every processor has for 128 bits.
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

    /// From four pixels as they are in memory.
    @inline(__always)
    init(_ pixels: SIMD4<UInt32>) {
        let channels = unsafeBitCast(pixels, to: Channels.self)
        redBlue = channels & 255
        greenAlpha = channels &>> 8
    }

    /// As they are in memory.
    @inline(__always)
    var pixels: SIMD4<UInt32> { unsafeBitCast(redBlue | (greenAlpha &<< 8), to: SIMD4<UInt32>.self) }

    /// These over `destination`.
    @inline(__always)
    func over(_ destination: PixelBlock) -> PixelBlock {
        // 255 less alpha, which is alpha with all bits flipped, in both halves.
        let alpha = unsafeBitCast(greenAlpha, to: SIMD4<UInt32>.self)
        let both = ((alpha &>> 16) | (alpha & 0xFFFF_0000)) ^ 0x00FF_00FF
        let factor = unsafeBitCast(both, to: Channels.self)
        return PixelBlock(
            redBlue: redBlue &+ Self.dividedBy255(destination.redBlue &* factor),
            greenAlpha: greenAlpha &+ Self.dividedBy255(destination.greenAlpha &* factor)
        )
    }

    /// The sums of pixels as they are in memory, each channel cut at 255: one instruction, which the compiler finds in this.
    @inline(__always)
    static func sum(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let (a, b) = (unsafeBitCast(a, to: SIMD16<UInt8>.self), unsafeBitCast(b, to: SIMD16<UInt8>.self))
        let sum = a &+ b
        return unsafeBitCast(sum.replacing(with: 255, where: sum .< a), to: SIMD4<UInt32>.self)
    }

    /// The sums, each channel cut at 255.
    @inline(__always)
    func sum(_ other: PixelBlock) -> PixelBlock { PixelBlock(Self.sum(pixels, other.pixels)) }

    /// s + d − s·d, for each channel.
    @inline(__always)
    func screen(_ other: PixelBlock) -> PixelBlock {
        func screen(_ a: Channels, _ b: Channels) -> Channels { a &+ b &- Self.dividedBy255(a &* b) }
        return PixelBlock(
            redBlue: screen(redBlue, other.redBlue),
            greenAlpha: screen(greenAlpha, other.greenAlpha)
        )
    }

    /// The larger one, for each channel.
    @inline(__always)
    func maximum(_ other: PixelBlock) -> PixelBlock {
        func larger(_ a: Channels, _ b: Channels) -> Channels { a.replacing(with: b, where: b .> a) }
        return PixelBlock(
            redBlue: larger(redBlue, other.redBlue),
            greenAlpha: larger(greenAlpha, other.greenAlpha)
        )
    }

    /// Both, `other` with `weight`/256; rounded to nearest, and below 2¹⁶ on the way.
    @inline(__always)
    func mean(_ other: PixelBlock, _ weight: UInt16) -> PixelBlock {
        let (mine, others) = (Channels(repeating: 256 &- weight), Channels(repeating: weight))
        return PixelBlock(
            redBlue: (redBlue &* mine &+ other.redBlue &* others &+ 128) &>> 8,
            greenAlpha: (greenAlpha &* mine &+ other.greenAlpha &* others &+ 128) &>> 8
        )
    }

    /// `blend` of the two.
    @inline(__always)
    func blended(_ destination: PixelBlock, _ blend: DrawList.Blend) -> PixelBlock {
        switch blend {
        case .normal: over(destination)
        case .add: sum(destination)
        case .screen: screen(destination)
        case .maximum: maximum(destination)
        }
    }

    /// Each pixel times its `coverage`/255, rounded to nearest.
    @inline(__always)
    func times(_ coverage: SIMD4<UInt32>) -> PixelBlock {
        let factor = unsafeBitCast(coverage | (coverage &<< 16), to: Channels.self)
        return PixelBlock(
            redBlue: Self.dividedBy255(redBlue &* factor),
            greenAlpha: Self.dividedBy255(greenAlpha &* factor)
        )
    }

    /// v/255, rounded to nearest, for products of two bytes: ⌊(x + ⌊x/256⌋)/256⌋ for x = v + 128, which is ⌊x·257/65536⌋.
    @inline(__always)
    private static func dividedBy255(_ v: Channels) -> Channels { upperHalf(v &+ 128, Channels(repeating: 257)) }

    /// ⌊a·b/65536⌋: one instruction, but of Swift's own widening the compiler makes twenty.
    @inline(__always)
    private static func upperHalf(_ a: Channels, _ b: Channels) -> Channels { hanabi_upper_product(a, b) }

    /// An ink's channels, laid out to be multiplied by the coverage of four pixels.
    struct Ink {
        private let redBlue: Channels
        private let greenAlpha: Channels

        /// From 16 bits a channel: red and green below, blue and alpha above.
        @inline(__always)
        init(redBlue: UInt32, greenAlpha: UInt32) {
            self.redBlue = unsafeBitCast(SIMD4(repeating: redBlue), to: Channels.self)
            self.greenAlpha = unsafeBitCast(SIMD4(repeating: greenAlpha), to: Channels.self)
        }

        /// The pixels of these coverages, 0...255.
        @inline(__always)
        func block(_ coverage: SIMD4<UInt32>) -> PixelBlock {
            let factor = unsafeBitCast(coverage | (coverage &<< 16), to: Channels.self)
            return PixelBlock(redBlue: Self.scaled(redBlue, factor), greenAlpha: Self.scaled(greenAlpha, factor))
        }

        /// The channels of `pixels` times the ink's: a picture in a colour.
        @inline(__always)
        func times(_ pixels: PixelBlock) -> PixelBlock {
            PixelBlock(
                redBlue: Self.scaled(redBlue, pixels.redBlue),
                greenAlpha: Self.scaled(greenAlpha, pixels.greenAlpha)
            )
        }

        /// channel × factor / 65535, rounded to nearest, for factors in 0...255.
        ///
        /// Let the product be h·65536 + l, which is h·65535 + (h + l): rounded to nearest, it is h, and one more if h + l comes
        /// to 32,768 or more. With h at most 254 it never comes to what would be two more, and may be cut at 65535.
        @inline(__always)
        private static func scaled(_ channel: Channels, _ factor: Channels) -> Channels {
            let (high, low) = (upperHalf(channel, factor), channel &* factor)
            // One instruction, which the compiler finds in this.
            let sum = low &+ high
            return high &+ (sum.replacing(with: .max, where: sum .< low) &>> 15)
        }
    }
}
