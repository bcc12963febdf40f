internal import CGLib
internal import CPango

/// Pango's view of the fonts, with all that it and Cairo have made of them: faces, shapes of text, drawn glyphs.
///
/// For one thread at a time.
final class FontMap {
    private let map: OpaquePointer
    let context: OpaquePointer

    /// `nil` when the libraries can't be started at all.
    init?(_ fonts: InstalledFonts) {
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else { return nil }
        self.map = map
        // A `PangoCairoFontMap` made for FreeType is a `PangoFcFontMap` too.
        pango_fc_font_map_set_config(map, fonts.config)
        // One unit is one pixel is one point.
        pango_cairo_font_map_set_resolution(map, 72)
        context = pango_font_map_create_context(map)
        // Letters must not depend on the size at which they are asked for: no hinting of any kind.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string("en"))
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(UnsafeMutableRawPointer(map))
        Self.forgetUnusedFonts()
    }

    /// Has Cairo let go of the fonts that nobody uses, and of the glyphs that it has drawn with them.
    ///
    /// It keeps the last 256 such fonts of a process, counted but not measured: with emoji, hundreds of megabytes. No
    /// call empties that list while other threads draw, but newer fonts push out older ones, and fonts whose glyphs a
    /// program draws itself are cheap to make. The font that was used last is held apart from the list, until another is.
    /// What is left of it all are these fonts: a quarter of a megabyte.
    private static func forgetUnusedFonts() {
        let face = cairo_user_font_face_create()
        defer { cairo_font_face_destroy(face) }
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        var (size, place) = (cairo_matrix_t(), cairo_matrix_t())
        cairo_matrix_init_identity(&place)
        for number in 1...258 {
            // Each is another font only if its size is another.
            cairo_matrix_init_scale(&size, Double(number), Double(number))
            cairo_scaled_font_destroy(cairo_scaled_font_create(face, &size, &place, options))
        }
    }
}
