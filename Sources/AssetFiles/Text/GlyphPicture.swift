internal import CPango
internal import EffectModel

/// Text with colors of its own, as an image.
enum GlyphPicture {
    /// Pixels per em of the bitmaps in Noto Color Emoji, which are copied at this size, not scaled.
    private static let bitmapEm = 109.0
    /// Maximum pixels of a side, and in all, before cropping to the ink: 16 MB during drawing.
    private static let maximumSide = 4096.0
    private static let maximumPixels = 4_194_304.0

    /// Image of a text, with its size in points; `nil` if there is no ink. Letters without colors are white.
    ///
    /// The resolution depends on the text and the font size alone. Bitmaps have their own. Other text has at least four
    /// pixels per point up to 109 points, and fewer above.
    static func draw(_ style: TextStyle, _ context: OpaquePointer, isBitmap: Bool)
        -> (picture: Picture, size: SIMD2<Double>)?
    {
        // In steps, so that fonts are loaded at few sizes.
        let step = isBitmap ? 1.0 : style.fontSize * 4 > bitmapEm * 2 ? 4.0 : style.fontSize * 4 > bitmapEm ? 2.0 : 1.0
        var em = bitmapEm * step
        // Rounding may change the extents; two attempts suffice, and the third is a safety margin.
        for _ in 0..<3 {
            let line = TextLine(style, context, em: em)
            var ink = PangoRectangle()
            pango_layout_get_pixel_extents(line.layout, &ink, nil)
            guard ink.width > 0, ink.height > 0 else { return nil }
            // Antialiasing and the edge of a scaled bitmap may extend one pixel further.
            let (width, height) = (Double(ink.width) + 4, Double(ink.height) + 4)
            let excess = max(max(width, height) / maximumSide, (width * height / maximumPixels).squareRoot())
            if excess > 1 {
                em /= excess * 1.01
                continue
            }
            guard let picture = draw(line, ink: ink, width: Int(width), height: Int(height)) else { return nil }
            let size = SIMD2(Double(picture.width), Double(picture.height)) * (style.fontSize / em)
            return (picture, size)
        }
        return nil
    }

    private static func draw(_ line: TextLine, ink: PangoRectangle, width: Int, height: Int) -> Picture? {
        var canvas = GlyphCanvas(width: width, height: height)
        for glyph in line.glyphs { canvas.draw(glyph, movedBy: SIMD2(Double(2 - ink.x), Double(2 - ink.y))) }
        return canvas.cropped()
    }
}
