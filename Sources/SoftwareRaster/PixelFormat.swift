internal import CVector
internal import EffectModel

/// How a canvas keeps premultiplied colors while it is drawn on.
///
/// Hard pieces are drawn with 8 bits a channel, as they are seen. Soft light takes ``Wide``: where hundreds of faint things meet, each
/// rounded to 8 bits, the roundings add up to what is seen as grain and rings.
protocol PixelFormat {
    /// R G B A from the lowest bits up.
    associatedtype Stored: FixedWidthInteger & UnsignedInteger & Sendable
    /// Four neighboring pixels.
    associatedtype Block
    /// An ink, laid out to be multiplied by the coverage of four pixels.
    associatedtype InkBlock

    /// Whether the surface's memory is ``hanabi_surface/wide``.
    static var isWide: Bool { get }

    /// The pixel of 8 bits a channel in this format.
    static func pixel(_ narrow: UInt32) -> Stored
    /// Whether any of an ink could be seen, were it alone.
    static func isSeen(_ ink: Ink) -> Bool
    /// Whether any of a spot's ink could be seen, were it alone.
    static func isSeen(_ ink: DotInk) -> Bool

    /// Four pixels as they are in memory.
    static func block(at memory: UnsafeRawPointer) -> Block
    /// Writes four pixels.
    static func store(_ block: Block, at memory: UnsafeMutableRawPointer)
    /// One pixel four times.
    static func block(repeating pixel: Stored) -> Block
    /// The first of four pixels.
    static func first(_ block: Block) -> Stored

    /// Whether nothing of four pixels is seen.
    static func isClear(_ block: Block) -> Bool
    /// Whether nothing is seen through any of four pixels.
    static func isOpaque(_ block: Block) -> Bool

    static func inkBlock(_ ink: Ink) -> InkBlock
    /// The pixel of `coverage`/255 of an ink.
    static func pixel(_ ink: Ink, _ coverage: UInt32) -> Stored
    /// Whether nothing is seen through a pixel.
    static func isOpaque(_ pixel: Stored) -> Bool
    /// Alpha in 0...255, to nearest.
    static func alpha(_ pixel: Stored) -> UInt32
    /// The pixels of an ink under coverages in 0...255.
    static func covered(_ ink: InkBlock, _ coverage: SIMD4<UInt32>) -> Block
    /// The pixels of a spot's ink by their alphas in 0...1.
    static func lit(_ ink: DotInk, _ alphas: SIMD4<Float>) -> Block
    /// The pixels of a picture: of 8 bits a channel, times the ink, if there is one, and `coverage`/255, if there is one.
    static func shown(_ picture: SIMD4<UInt32>, _ ink: InkBlock?, _ coverage: SIMD4<UInt32>?) -> Block

    static func over(_ source: Block, _ below: Block) -> Block
    static func sum(_ source: Block, _ below: Block) -> Block
    /// Screen or maximum.
    static func blended(_ source: Block, _ below: Block, _ blend: DrawList.Blend) -> Block

    /// Each channel times `factor`/255, rounded to nearest.
    static func scaled(_ pixel: Stored, by factor: UInt32) -> Stored
    /// Four pixels, each channel times that of the ink.
    static func tinted(_ block: Block, _ ink: InkBlock) -> Block
}

/// Eight bits a channel.
enum Narrow: PixelFormat {
    typealias Stored = UInt32
    typealias Block = SIMD4<UInt32>
    typealias InkBlock = PixelBlock.Ink

    @inline(__always)
    static var isWide: Bool { false }

    @inline(__always)
    static func pixel(_ narrow: UInt32) -> UInt32 { narrow }

    @inline(__always)
    static func isSeen(_ ink: Ink) -> Bool { ink.solid != 0 }

    @inline(__always)
    static func isSeen(_ ink: DotInk) -> Bool { ink.channels.w >= 0.5 }

    @inline(__always)
    static func block(at memory: UnsafeRawPointer) -> SIMD4<UInt32> { memory.loadUnaligned(as: SIMD4<UInt32>.self) }

    @inline(__always)
    static func store(_ block: SIMD4<UInt32>, at memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: block, as: SIMD4<UInt32>.self)
    }

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
        _ ink: PixelBlock.Ink?,
        _ coverage: SIMD4<UInt32>?
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
        _ below: SIMD4<UInt32>,
        _ blend: DrawList.Blend
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
