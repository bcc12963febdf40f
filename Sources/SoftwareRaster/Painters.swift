internal import EffectModel

/// Source over destination.
struct OverPainter: CoveragePainter {
    let ink: Ink

    @inline(__always)
    func paint(_ pixel: inout UInt32, _ coverage: UInt32) { pixel = Pixel.over(ink.pixel(coverage), pixel) }

    @inline(__always)
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = coverage == 255 ? ink.solid : ink.pixel(coverage)
        if source >> 24 == 255 {
            for index in range { pixels[index] = source }
        } else {
            for index in range { pixels[index] = Pixel.over(source, pixels[index]) }
        }
    }
}

/// Sums of light.
struct SumPainter: CoveragePainter {
    let ink: Ink

    @inline(__always)
    func paint(_ pixel: inout UInt32, _ coverage: UInt32) { pixel = Pixel.sum(ink.pixel(coverage), pixel) }

    @inline(__always)
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = coverage == 255 ? ink.solid : ink.pixel(coverage)
        for index in range { pixels[index] = Pixel.sum(source, pixels[index]) }
    }
}

/// Any blend mode, slower.
struct BlendPainter: CoveragePainter {
    let ink: Ink
    let blend: DrawList.Blend

    func paint(_ pixel: inout UInt32, _ coverage: UInt32) {
        pixel = Pixel.blended(ink.pixel(coverage), pixel, blend)
    }

    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32) {
        let source = ink.pixel(coverage)
        for index in range { pixels[index] = Pixel.blended(source, pixels[index], blend) }
    }
}
