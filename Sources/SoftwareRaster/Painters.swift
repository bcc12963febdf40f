internal import EffectModel
internal import Memory

/// A way to paint what is covered of a window.
protocol WindowPaint {
    /// Paints the contents of a window, and empties it.
    func sweep<Format>(_ window: CoverageWindow, onto surface: inout Surface<Format>)
}

/// Fill of a shape: ink, coverage rule and blend mode.
struct Paint: WindowPaint {
    let ink: Ink
    let rule: CoverageRule
    let blend: DrawList.Blend

    /// Paints the contents of a window.
    @inline(__always)
    func sweep<Format>(_ window: CoverageWindow, onto surface: inout Surface<Format>) {
        // On an untouched transparent background, every blend gives the source: no pixel has to be read.
        if surface.backgroundColor == 0, window.isUntouched(on: surface) {
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

/// A painter of covered pixels.
protocol CoveragePainter<Format> {
    associatedtype Format: PixelFormat

    /// Paints four pixels, each with its coverage in 0...255; at 0, the pixel stays unchanged.
    func painted(_ pixels: Format.Block, _ coverage: SIMD4<UInt32>) -> Format.Block
    /// Paints neighbors of equal coverage, 1...255.
    func paint(_ surface: Surface<Format>, range: Range<Int>, coverage: UInt32)
}

/// Writes the source alone, where nothing was drawn yet.
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
    func paint(_ surface: Surface<Format>, range: Range<Int>, coverage: UInt32) {
        let source = Format.pixel(ink, coverage)
        for index in range { surface.pixels[index] = source }
    }
}

/// Blends an ink with existing pixels.
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
    func paint(_ surface: Surface<Format>, range: Range<Int>, coverage: UInt32) {
        let source = Format.pixel(ink, coverage)
        if Blending.replaces, Format.isOpaque(source) {
            for index in range { surface.pixels[index] = source }
        } else {
            let source = Format.block(repeating: source)
            surface.mapBlocks(range) { blender.blended(source, $0) }
        }
    }
}
