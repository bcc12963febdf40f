internal import EffectModel

/// How a shape is filled.
struct Paint {
    let ink: Ink
    let rule: CoverageRule
    let blend: DrawList.Blend

    /// Paints what a window holds.
    @inline(__always)
    func sweep(_ window: CoverageWindow, onto surface: inout Surface) {
        // On nothing, every blend gives the source: no pixel has to be read.
        if surface.ground == 0, window.isUntouched(on: surface) {
            window.sweep(SourcePainter(ink), by: rule, onto: &surface)
            return
        }
        switch blend {
        case .normal: window.sweep(OverPainter(ink), by: rule, onto: &surface)
        case .add: window.sweep(SumPainter(ink), by: rule, onto: &surface)
        case .screen, .maximum: window.sweep(BlendPainter(ink, blend), by: rule, onto: &surface)
        }
    }
}

/// What becomes of covered pixels.
protocol CoveragePainter {
    /// Four pixels, each with its coverage in 0...255; where that is 0, the pixel stays.
    func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32>
    /// Neighbours of one coverage, 1...255.
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32)
}

/// The source alone: where there is nothing yet.
struct SourcePainter: CoveragePainter {
    let ink: Ink
    let block: PixelBlock.Ink

    @inline(__always)
    init(_ ink: Ink) {
        self.ink = ink
        block = ink.block
    }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> { block.block(coverage).pixels }

    @inline(__always)
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = ink.pixel(coverage)
        for index in range { pixels[index] = source }
    }
}

/// Source over destination.
struct OverPainter: CoveragePainter {
    let ink: Ink
    let block: PixelBlock.Ink

    @inline(__always)
    init(_ ink: Ink) {
        self.ink = ink
        block = ink.block
    }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
        block.block(coverage).over(PixelBlock(pixels)).pixels
    }

    @inline(__always)
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = ink.pixel(coverage)
        if source >> 24 == 255 {
            for index in range { pixels[index] = source }
        } else {
            let source = PixelBlock(SIMD4(repeating: source))
            pixels.mapBlocks(range) { source.over(PixelBlock($0)).pixels }
        }
    }
}

/// Sums of light.
struct SumPainter: CoveragePainter {
    let ink: Ink
    let block: PixelBlock.Ink

    @inline(__always)
    init(_ ink: Ink) {
        self.ink = ink
        block = ink.block
    }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
        PixelBlock.sum(block.block(coverage).pixels, pixels)
    }

    @inline(__always)
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = SIMD4(repeating: ink.pixel(coverage))
        pixels.mapBlocks(range) { PixelBlock.sum(source, $0) }
    }
}

/// Any blend mode.
struct BlendPainter: CoveragePainter {
    let ink: Ink
    let block: PixelBlock.Ink
    let blend: DrawList.Blend

    @inline(__always)
    init(_ ink: Ink, _ blend: DrawList.Blend) {
        self.ink = ink
        block = ink.block
        self.blend = blend
    }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
        block.block(coverage).blended(PixelBlock(pixels), blend).pixels
    }

    @inline(__always)
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = PixelBlock(SIMD4(repeating: ink.pixel(coverage)))
        pixels.mapBlocks(range) { source.blended(PixelBlock($0), blend).pixels }
    }
}
