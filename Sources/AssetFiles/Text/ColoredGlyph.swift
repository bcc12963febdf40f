internal import CPango
internal import EffectModel

/// Colors that a font gives its glyphs.
enum ColoredGlyph {
    /// Maximum pixels of a bitmap in a font; emoji have 136 × 128.
    private static let maximumPixels = 1_048_576

    /// Bitmap of a glyph.
    struct Bitmap {
        /// Premultiplied, red in the lowest byte.
        let pixels: [UInt32]
        let width: Int
        let height: Int
        /// Factors that scale the bitmap to the glyph's size.
        let scale: SIMD2<Double>
        /// Upper left corner in pixels of the line.
        let corner: SIMD2<Double>
    }

    /// Bitmap of a glyph; `nil` for a glyph without one.
    static func bitmap(_ glyph: PlacedGlyph) -> Bitmap? {
        let blob = hb_ot_color_glyph_reference_png(glyph.font, glyph.number)
        defer { hb_blob_destroy(blob) }
        var (length, extents) = (UInt32(0), hb_glyph_extents_t())
        guard let data = hb_blob_get_data(blob, &length), length > 0,
            hb_font_get_glyph_extents(glyph.font, glyph.number, &extents) != 0
        else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            count = Int(length)
            for index in 0..<count { buffer.initializeElement(at: index, to: UInt8(bitPattern: data[index])) }
        }
        guard let file = try? PNGFile(bytes), let pixels = try? file.pixels(maximumPixels: maximumPixels) else {
            return nil
        }
        let size = SIMD2(Double(extents.width), -Double(extents.height)) / Double(PANGO_SCALE)
        guard size.min() > 0 else { return nil }
        let bearing = SIMD2(Double(extents.x_bearing), -Double(extents.y_bearing)) / Double(PANGO_SCALE)
        return Bitmap(
            pixels: pixels,
            width: file.width,
            height: file.height,
            scale: size / SIMD2(Double(file.width), Double(file.height)),
            corner: glyph.origin + bearing
        )
    }

    /// Layers of a glyph from bottom to top, with their colors, straight, red in the lowest byte. Glyphs without layers
    /// are one white layer.
    static func layers(_ glyph: PlacedGlyph) -> [(glyph: PlacedGlyph, color: UInt32)] {
        let face = hb_font_get_face(glyph.font)
        var count = hb_ot_color_glyph_get_layers(face, glyph.number, 0, nil, nil)
        guard count > 0 else { return [(glyph, foreground)] }
        var layers = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: Int(count))
        hb_ot_color_glyph_get_layers(face, glyph.number, 0, &count, &layers)
        return layers.prefix(Int(count)).map { layer in
            let part = PlacedGlyph(font: glyph.font, number: layer.glyph, origin: glyph.origin)
            return (part, color(layer.color_index, of: face))
        }
    }

    private static let foreground: UInt32 = 0xFFFF_FFFF

    /// A color of the font's first palette; white for the text's own color, which has the index 0xFFFF.
    private static func color(_ index: UInt32, of face: OpaquePointer?) -> UInt32 {
        var (color, count) = (hb_color_t(), UInt32(1))
        hb_ot_color_palette_get_colors(face, 0, index, &count, &color)
        guard index != 0xFFFF, count == 1 else { return foreground }
        return UInt32(hb_color_get_alpha(color)) << 24 | UInt32(hb_color_get_blue(color)) << 16
            | UInt32(hb_color_get_green(color)) << 8 | UInt32(hb_color_get_red(color))
    }
}
