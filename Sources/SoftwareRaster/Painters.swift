internal import EffectModel

/// How a shape is filled.
struct Paint {
    let ink: Ink
    let rule: CoverageRule
    let blend: DrawList.Blend

    /// Paints what a window holds.
    @inline(__always)
    func sweep<Format>(_ window: CoverageWindow, onto surface: inout Surface<Format>) {
        // On nothing, every blend gives the source: no pixel has to be read.
        if surface.ground == 0, window.isUntouched(on: surface) {
            window.sweep(SourcePainter<Format>(ink), by: rule, onto: &surface)
            return
        }
        switch blend {
        case .normal: window.sweep(InkPainter(ink, OverBlender<Format>()), by: rule, onto: &surface)
        case .add: window.sweep(InkPainter(ink, SumBlender<Format>()), by: rule, onto: &surface)
        case .screen, .maximum:
            window.sweep(InkPainter(ink, AnyBlender<Format>(blend: blend)), by: rule, onto: &surface)
        }
    }
}

/// What becomes of covered pixels.
protocol CoveragePainter<Format> {
    associatedtype Format: PixelFormat

    /// Four pixels, each with its coverage in 0...255; where that is 0, the pixel stays.
    func painted(_ pixels: Format.Block, _ coverage: SIMD4<UInt32>) -> Format.Block
    /// Neighbors of one coverage, 1...255.
    func paint(_ surface: Surface<Format>, _ range: Range<Int>, _ coverage: UInt32)
}

/// The source alone: where there is nothing yet.
struct SourcePainter<Format: PixelFormat>: CoveragePainter {
    private let ink: Ink
    private let block: Format.InkBlock

    @inline(__always)
    init(_ ink: Ink) {
        self.ink = ink
        block = Format.inkBlock(ink)
    }

    @inline(__always)
    func painted(_ pixels: Format.Block, _ coverage: SIMD4<UInt32>) -> Format.Block { Format.covered(block, coverage) }

    @inline(__always)
    func paint(_ surface: Surface<Format>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = Format.pixel(ink, coverage)
        for index in range { surface.pixels[index] = source }
    }
}

/// An ink upon what is there.
struct InkPainter<Blending: Blender>: CoveragePainter {
    typealias Format = Blending.Format

    private let ink: Ink
    private let block: Format.InkBlock
    private let blender: Blending

    @inline(__always)
    init(_ ink: Ink, _ blender: Blending) {
        (self.ink, self.blender) = (ink, blender)
        block = Format.inkBlock(ink)
    }

    @inline(__always)
    func painted(_ pixels: Format.Block, _ coverage: SIMD4<UInt32>) -> Format.Block {
        blender.blended(Format.covered(block, coverage), pixels)
    }

    @inline(__always)
    func paint(_ surface: Surface<Format>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = Format.pixel(ink, coverage)
        if Blending.replaces, Format.isOpaque(source) {
            for index in range { surface.pixels[index] = source }
        } else {
            let source = Format.block(repeating: source)
            surface.mapBlocks(range) { blender.blended(source, $0) }
        }
    }
}
