internal import CPango
internal import EffectModel
internal import Memory

/// Text with colors of its own, drawn with Cairo.
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
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)
        cairo_translate(cairo, Double(2 - ink.x), Double(2 - ink.y))
        cairo_set_source_rgb(cairo, 1, 1, 1)
        pango_cairo_show_layout(cairo, line.layout)
        let status = cairo_status(cairo)
        cairo_destroy(cairo)
        cairo_surface_flush(surface)
        guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = MemoryView(at: data, count: stride * height)
        func row(_ y: Int) -> [UInt32] { (0..<width).map { bytes.load(UInt32.self, at: y * stride + 4 * $0) } }
        func hasInk(_ pixel: UInt32) -> Bool { pixel >> 24 != 0 }
        let rows = (0..<height).filter { row($0).contains(where: hasInk) }
        guard let top = rows.first, let bottom = rows.last else { return nil }
        let left = rows.compactMap { row($0).firstIndex(where: hasInk) }.min() ?? 0
        let right = rows.compactMap { row($0).lastIndex(where: hasInk) }.max() ?? width - 1
        var pixels: [UInt32] = []
        pixels.reserveCapacity((right - left + 1) * (bottom - top + 1))
        for y in top...bottom {
            // Cairo has blue in the lowest byte, our images have red; both are premultiplied.
            for pixel in row(y)[left...right] {
                pixels.append(pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16)
            }
        }
        return Picture(width: right - left + 1, height: bottom - top + 1, pixels: pixels)
    }
}
