internal import CPango
internal import EffectModel

/// An image that glyphs are drawn on: colored bitmaps, layers of colors, and plain letters in white.
struct GlyphCanvas {
    private let width: Int
    private let height: Int
    /// Premultiplied, red in the lowest byte.
    private var pixels: [UInt32]
    /// FreeType, once a letter is filled.
    private lazy var rasterizer = FreeTypeLibrary()

    /// An empty canvas.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    /// The part with ink; `nil` if there is none.
    func cropped() -> Picture? {
        func row(_ y: Int) -> ArraySlice<UInt32> { pixels[y * width..<(y + 1) * width] }
        func hasInk(_ pixel: UInt32) -> Bool { pixel >> 24 != 0 }
        let rows = (0..<height).filter { row($0).contains(where: hasInk) }
        guard let top = rows.first, let bottom = rows.last else { return nil }
        let columns = rows.compactMap { y -> ClosedRange<Int>? in
            guard let first = row(y).firstIndex(where: hasInk), let last = row(y).lastIndex(where: hasInk) else {
                return nil
            }
            return first - y * width...last - y * width
        }
        let left = columns.map(\.lowerBound).min() ?? 0
        let right = columns.map(\.upperBound).max() ?? width - 1
        let inside = (top...bottom).flatMap { y in row(y)[(y * width + left)...(y * width + right)] }
        return Picture(width: right - left + 1, height: bottom - top + 1, pixels: inside)
    }

    /// Draws a glyph with its own colors, if it has any.
    mutating func draw(_ glyph: PlacedGlyph, movedBy offset: SIMD2<Double>) {
        let glyph = PlacedGlyph(font: glyph.font, number: glyph.number, origin: glyph.origin + offset)
        if let bitmap = ColoredGlyph.bitmap(glyph) {
            paste(bitmap)
        } else {
            for layer in ColoredGlyph.layers(glyph) { fill(layer.glyph, layer.color) }
        }
    }

    /// Copies pixels of the same scale to the nearest whole pixel, and resamples others.
    private mutating func paste(_ bitmap: ColoredGlyph.Bitmap) {
        let growth = SIMD2(Double(bitmap.width), Double(bitmap.height)) * (bitmap.scale - 1)
        if all(growth .> -0.5 .& growth .< 0.5) {
            let (x, y) = (Int(bitmap.corner.x.rounded()), Int(bitmap.corner.y.rounded()))
            put(bitmap.pixels, width: bitmap.width, x: x, y: y)
        } else {
            let resampled = Resampler(bitmap.pixels, width: bitmap.width)
                .resampled(scale: bitmap.scale, corner: bitmap.corner)
            put(resampled.pixels, width: resampled.width, x: resampled.x, y: resampled.y)
        }
    }

    /// Fills the outline of a glyph.
    private mutating func fill(_ glyph: PlacedGlyph, _ color: UInt32) {
        let pen = GlyphPen(scale: 1)
        pen.draw(glyph)
        guard let mask = CoverageImage(of: pen.segments, with: rasterizer) else { return }
        let alpha = color >> 24
        let inks = mask.coverage.map { coverage in
            let part = PixelMath.scaled(UInt32(coverage), by: alpha)
            return (0..<3).reduce(part << 24) { $0 | PixelMath.scaled(color >> ($1 * 8), by: part) << ($1 * 8) }
        }
        put(inks, width: mask.width, x: mask.x, y: mask.y)
    }

    /// Draws premultiplied pixels over the canvas.
    private mutating func put(_ source: [UInt32], width sourceWidth: Int, x: Int, y: Int) {
        guard sourceWidth > 0 else { return }
        let columns = max(0, x)..<max(max(0, x), min(width, x + sourceWidth))
        for row in 0..<source.count / sourceWidth where y + row >= 0 && y + row < height {
            for column in columns {
                let pixel = source[row * sourceWidth + column - x]
                let place = (y + row) * width + column
                pixels[place] = PixelMath.over(pixel, pixels[place])
            }
        }
    }
}
