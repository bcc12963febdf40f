internal import CPango

/// Pango's view of the fonts, with everything that Pango and Cairo have created from them: faces, shaped text, drawn
/// glyphs.
///
/// Confined to one thread at a time.
final class FontMap {
    private let map: OpaquePointer
    let context: OpaquePointer

    /// Creates a font map; returns `nil` if the libraries can't be started.
    init?(_ fonts: InstalledFonts) {
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else { return nil }
        self.map = map
        // A `PangoCairoFontMap` made for FreeType is a `PangoFcFontMap` too.
        pango_fc_font_map_set_config(map, fonts.config)
        // Makes one unit one pixel and one point.
        pango_cairo_font_map_set_resolution(map, 72)
        context = pango_font_map_create_context(map)
        // Letters must not depend on the requested size, so hinting is off entirely.
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
        GObject.release(context)
        GObject.release(map)
        Self.forgetUnusedFonts()
    }

    /// Makes Cairo release unused fonts, and the glyphs drawn with them.
    ///
    /// Cairo keeps the last 256 such fonts of a process, limited by number but not by size: with emoji, hundreds of
    /// megabytes. No call empties the list while other threads draw, but newer fonts evict older ones, and fonts whose
    /// glyphs a program draws itself are cheap to create. The last used font is held apart from the list until another
    /// is used. The fonts created here remain: a quarter of a megabyte.
    private static func forgetUnusedFonts() {
        let face = cairo_user_font_face_create()
        defer { cairo_font_face_destroy(face) }
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        var (size, place) = (cairo_matrix_t(), cairo_matrix_t())
        cairo_matrix_init_identity(&place)
        for number in 1...258 {
            // Fonts are distinct only if their sizes are.
            cairo_matrix_init_scale(&size, Double(number), Double(number))
            cairo_scaled_font_destroy(cairo_scaled_font_create(face, &size, &place, options))
        }
    }
}
