internal import CKernels
internal import EffectModel

/// Pixel format with 16 bits per channel, where 65535 is 1. Identical to the bit with the C kernels (`wide.h`).
enum Wide: PixelFormat {
    typealias Stored = UInt64
    /// Four pixels of four channels.
    typealias Block = SIMD16<UInt16>
    typealias InkBlock = SIMD16<UInt16>

    @inline(__always)
    static var isWide: Bool { true }

    @inline(__always)
    static func pixel(_ narrow: UInt32) -> UInt64 {
        let channels = SIMD4<UInt16>(truncatingIfNeeded: unsafeBitCast(narrow, to: SIMD4<UInt8>.self)) &* 257
        return unsafeBitCast(channels, to: UInt64.self)
    }

    @inline(__always)
    static func wide(_ pixel: UInt64) -> UInt64 { pixel }

    @inline(__always)
    static func rounded(_ wide: UInt64) -> UInt64 { wide }

    @inline(__always)
    static func isSeen(_ ink: Ink) -> Bool { ink.raw.green_alpha >> 16 > 0 }

    @inline(__always)
    static func isSeen(_ ink: DotInk) -> Bool { ink.wide >> 48 > 0 }

    @inline(__always)
    static func block(_ pixels: SIMD4<UInt64>) -> SIMD16<UInt16> { unsafeBitCast(pixels, to: SIMD16<UInt16>.self) }

    @inline(__always)
    static func pixels(_ block: SIMD16<UInt16>) -> SIMD4<UInt64> { unsafeBitCast(block, to: SIMD4<UInt64>.self) }

    @inline(__always)
    static func block(repeating pixel: UInt64) -> SIMD16<UInt16> { block(SIMD4(repeating: pixel)) }

    @inline(__always)
    static func first(_ block: SIMD16<UInt16>) -> UInt64 { pixels(block)[0] }

    @inline(__always)
    static func isClear(_ block: SIMD16<UInt16>) -> Bool {
        let words = pixels(block)
        return words[0] | words[1] | (words[2] | words[3]) == 0
    }

    @inline(__always)
    static func isOpaque(_ block: SIMD16<UInt16>) -> Bool {
        let words = pixels(block)
        return ~(words[0] & words[1] & (words[2] & words[3])) &>> 48 == 0
    }

    @inline(__always)
    static func inkBlock(_ ink: Ink) -> SIMD16<UInt16> { block(repeating: ink.wide) }

    @inline(__always)
    static func pixel(_ ink: Ink, _ coverage: UInt32) -> UInt64 {
        first(covered(inkBlock(ink), SIMD4(repeating: coverage)))
    }

    @inline(__always)
    static func alpha(_ pixel: UInt64) -> UInt32 { (UInt32(truncatingIfNeeded: pixel >> 48) + 128) / 257 }

    @inline(__always)
    static func isOpaque(_ pixel: UInt64) -> Bool { pixel >> 48 == 65_535 }

    @inline(__always)
    static func covered(_ ink: SIMD16<UInt16>, _ coverage: SIMD4<UInt32>) -> SIMD16<UInt16> {
        scaled(ink, spread(coverage &* 257))
    }

    @inline(__always)
    static func lit(_ ink: DotInk, _ alphas: SIMD4<Float>) -> SIMD16<UInt16> {
        // Above 2²³ a float has no fraction.
        let shares = unsafeBitCast(alphas * 65_535 + 0x1p23, to: SIMD4<UInt32>.self) & 0xFFFF
        return scaled(block(repeating: ink.wide), spread(shares))
    }

    @inline(__always)
    static func shown(
        _ picture: SIMD4<UInt32>,
        ink: SIMD16<UInt16>?,
        coverage: SIMD4<UInt32>?
    ) -> SIMD16<UInt16> {
        let bytes = unsafeBitCast(picture, to: SIMD16<UInt8>.self)
        var block = SIMD16<UInt16>(truncatingIfNeeded: bytes) &* 257
        if let ink { block = scaled(ink, block) }
        if let coverage { block = scaled(block, spread(coverage &* 257)) }
        return block
    }

    @inline(__always)
    static func over(_ source: SIMD16<UInt16>, _ below: SIMD16<UInt16>) -> SIMD16<UInt16> {
        // Subtracts what alpha covers: under a faint source, the product is small, and its rounding exact.
        let alphas = spread(unsafeBitCast(source, to: SIMD8<UInt32>.self).oddHalf &>> 16)
        return sum(source, below &- scaled(below, alphas))
    }

    @inline(__always)
    static func sum(_ source: SIMD16<UInt16>, _ below: SIMD16<UInt16>) -> SIMD16<UInt16> {
        let sum = source &+ below
        return sum.replacing(with: .max, where: sum .< source)
    }

    @inline(__always)
    static func blended(
        _ source: SIMD16<UInt16>,
        below: SIMD16<UInt16>,
        blend: DrawList.Blend
    ) -> SIMD16<UInt16> {
        switch blend {
        case .normal: over(source, below)
        case .add: sum(source, below)
        case .screen: sum(source, below &- scaled(below, source))
        case .maximum: source.replacing(with: below, where: below .> source)
        }
    }

    @inline(__always)
    static func scaled(_ pixel: UInt64, by factor: UInt32) -> UInt64 {
        first(scaled(block(repeating: pixel), spread(SIMD4(repeating: factor &* 257))))
    }

    @inline(__always)
    static func tinted(_ block: SIMD16<UInt16>, _ ink: SIMD16<UInt16>) -> SIMD16<UInt16> { scaled(block, ink) }

    /// Products a·b/65535, rounded to nearest; one less at most if both are above a half.
    ///
    /// Let the product be h·65536 + l, which is h·65535 + (h + l), as in ``PixelBlock/Ink``. With h below 32,768, h + l
    /// never gives h + 2.
    @inline(__always)
    private static func scaled(_ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>) -> SIMD16<UInt16> {
        let high = SIMD16(
            lowHalf: hanabi_upper_product(a.lowHalf, b.lowHalf),
            highHalf: hanabi_upper_product(a.highHalf, b.highHalf)
        )
        let low = a &* b
        let sum = low &+ high
        return high &+ (sum.replacing(with: .max, where: sum .< low) &>> 15)
    }

    /// Vector with each number, of at most 16 bits, four times: once for each channel of a pixel.
    @inline(__always)
    private static func spread(_ numbers: SIMD4<UInt32>) -> SIMD16<UInt16> {
        let pairs = numbers | (numbers &<< 16)
        var twice = SIMD8<UInt32>()
        twice.evenHalf = pairs
        twice.oddHalf = pairs
        return unsafeBitCast(twice, to: SIMD16<UInt16>.self)
    }
}

extension Ink {
    /// Channels red, green, blue, alpha with 16 bits each, from the lowest bits up.
    @inline(__always)
    var wide: UInt64 {
        let raw = raw
        let redGreen = UInt64(raw.red_blue & 0xFFFF) | UInt64(raw.green_alpha & 0xFFFF) &<< 16
        return redGreen | UInt64(raw.red_blue &>> 16) &<< 32 | UInt64(raw.green_alpha &>> 16) &<< 48
    }
}
