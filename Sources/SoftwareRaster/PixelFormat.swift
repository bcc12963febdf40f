internal import CKernels
internal import EffectModel

/// Storage format of a canvas' premultiplied colors while it is drawn on.
///
/// Hard shapes are drawn with 8 bits per channel, as they are shown. Soft light takes ``Wide``: where hundreds of faint
/// things overlap, rounding each to 8 bits would add up to visible grain and rings.
protocol PixelFormat {
    /// Pixel in memory: R G B A from the lowest bits up.
    associatedtype Stored: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable & Sendable
    /// Four neighboring pixels, as in memory.
    associatedtype Block: BitwiseCopyable
    /// An ink, laid out for multiplication by the coverage of four pixels.
    associatedtype InkBlock

    /// Whether the surface's memory is ``hanabi_surface/wide``.
    static var isWide: Bool { get }

    /// Pixel in this format, from 8 bits per channel.
    static func pixel(_ narrow: UInt32) -> Stored
    /// Pixel with 16 bits per channel, from this format.
    static func wide(_ pixel: Stored) -> UInt64
    /// Pixel in this format, from 16 bits per channel, each rounded to nearest.
    static func rounded(_ wide: UInt64) -> Stored
    /// Whether an ink on its own would be visible.
    static func isSeen(_ ink: Ink) -> Bool
    /// Whether a dot's ink on its own would be visible.
    static func isSeen(_ ink: DotInk) -> Bool

    /// Block of four pixels.
    static func block(_ pixels: SIMD4<Stored>) -> Block
    /// Pixels of a block.
    static func pixels(_ block: Block) -> SIMD4<Stored>
    /// Block of four equal pixels.
    static func block(repeating pixel: Stored) -> Block
    /// First of four pixels.
    static func first(_ block: Block) -> Stored

    /// Whether all four pixels are 0.
    static func isClear(_ block: Block) -> Bool
    /// Whether all four pixels are opaque.
    static func isOpaque(_ block: Block) -> Bool

    static func inkBlock(_ ink: Ink) -> InkBlock
    /// Pixel of an ink at `coverage`/255.
    static func pixel(_ ink: Ink, _ coverage: UInt32) -> Stored
    /// Whether a pixel is opaque.
    static func isOpaque(_ pixel: Stored) -> Bool
    /// Alpha in 0...255, rounded to nearest.
    static func alpha(_ pixel: Stored) -> UInt32
    /// Pixels of an ink for coverages in 0...255.
    static func covered(_ ink: InkBlock, _ coverage: SIMD4<UInt32>) -> Block
    /// Pixels of a dot's ink for alphas in 0...1.
    static func lit(_ ink: DotInk, _ alphas: SIMD4<Float>) -> Block
    /// Pixels of an image with 8 bits per channel, times the ink, if there is one, and `coverage`/255, if there is one.
    static func shown(_ picture: SIMD4<UInt32>, ink: InkBlock?, coverage: SIMD4<UInt32>?) -> Block

    static func over(_ source: Block, _ below: Block) -> Block
    static func sum(_ source: Block, _ below: Block) -> Block
    /// Result of the blend modes screen and maximum.
    static func blended(_ source: Block, below: Block, blend: DrawList.Blend) -> Block

    /// Pixel with each channel times `factor`/255, rounded to nearest.
    static func scaled(_ pixel: Stored, by factor: UInt32) -> Stored
    /// Four pixels with each channel times the ink's.
    static func tinted(_ block: Block, _ ink: InkBlock) -> Block
}

/// Pixel format with 8 bits per channel.
enum Narrow: PixelFormat {
    typealias Stored = UInt32
    typealias Block = SIMD4<UInt32>
    typealias InkBlock = PixelBlock.Ink

    @inline(__always)
    static var isWide: Bool { false }

    @inline(__always)
    static func pixel(_ narrow: UInt32) -> UInt32 { narrow }

    @inline(__always)
    static func wide(_ pixel: UInt32) -> UInt64 { Wide.pixel(pixel) }

    @inline(__always)
    static func rounded(_ wide: UInt64) -> UInt32 {
        let channels = unsafeBitCast(wide, to: SIMD4<UInt16>.self)
        // v/257 to nearest, as the kernels divide.
        let bytes = (SIMD4<UInt32>(truncatingIfNeeded: channels &- (channels &>> 8)) &+ 128) &>> 8
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bytes), to: UInt32.self)
    }

    @inline(__always)
    static func isSeen(_ ink: Ink) -> Bool { ink.solid != 0 }

    @inline(__always)
    static func isSeen(_ ink: DotInk) -> Bool { ink.channels.w >= 0.5 }

    @inline(__always)
    static func block(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> { pixels }

    @inline(__always)
    static func pixels(_ block: SIMD4<UInt32>) -> SIMD4<UInt32> { block }

    @inline(__always)
    static func block(repeating pixel: UInt32) -> SIMD4<UInt32> { SIMD4(repeating: pixel) }

    @inline(__always)
    static func first(_ block: SIMD4<UInt32>) -> UInt32 { block[0] }

    @inline(__always)
    static func isClear(_ block: SIMD4<UInt32>) -> Bool {
        let halves = unsafeBitCast(block, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }

    @inline(__always)
    static func isOpaque(_ block: SIMD4<UInt32>) -> Bool {
        let halves = unsafeBitCast(block, to: SIMD2<UInt64>.self)
        return ~(halves[0] & halves[1]) & 0xFF00_0000_FF00_0000 == 0
    }

    @inline(__always)
    static func inkBlock(_ ink: Ink) -> PixelBlock.Ink { ink.block }

    @inline(__always)
    static func pixel(_ ink: Ink, _ coverage: UInt32) -> UInt32 { ink.pixel(coverage) }

    @inline(__always)
    static func isOpaque(_ pixel: UInt32) -> Bool { pixel >> 24 == 255 }

    @inline(__always)
    static func alpha(_ pixel: UInt32) -> UInt32 { pixel >> 24 }

    @inline(__always)
    static func covered(_ ink: PixelBlock.Ink, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
        ink.block(coverage).pixels
    }

    @inline(__always)
    static func lit(_ ink: DotInk, _ alphas: SIMD4<Float>) -> SIMD4<UInt32> { ink.pixels(alphas) }

    @inline(__always)
    static func shown(
        _ picture: SIMD4<UInt32>,
        ink: PixelBlock.Ink?,
        coverage: SIMD4<UInt32>?
    ) -> SIMD4<UInt32> {
        var block = picture
        if let ink { block = ink.times(PixelBlock(block)).pixels }
        if let coverage { block = PixelBlock(block).times(coverage).pixels }
        return block
    }

    @inline(__always)
    static func over(_ source: SIMD4<UInt32>, _ below: SIMD4<UInt32>) -> SIMD4<UInt32> {
        PixelBlock(source).over(PixelBlock(below)).pixels
    }

    @inline(__always)
    static func sum(_ source: SIMD4<UInt32>, _ below: SIMD4<UInt32>) -> SIMD4<UInt32> { PixelBlock.sum(source, below) }

    @inline(__always)
    static func blended(
        _ source: SIMD4<UInt32>,
        below: SIMD4<UInt32>,
        blend: DrawList.Blend
    ) -> SIMD4<UInt32> {
        PixelBlock(source).blended(PixelBlock(below), blend).pixels
    }

    @inline(__always)
    static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 { Pixel.scaled(pixel, by: factor) }

    @inline(__always)
    static func tinted(_ block: SIMD4<UInt32>, _ ink: PixelBlock.Ink) -> SIMD4<UInt32> {
        ink.times(PixelBlock(block)).pixels
    }
}
