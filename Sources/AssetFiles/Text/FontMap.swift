internal import CPango

/// Pango's view of the fonts, with everything that Pango has created from them: faces and shaped text.
///
/// Confined to one thread at a time.
final class FontMap {
    private let map: OpaquePointer
    let context: OpaquePointer

    /// Creates a font map; returns `nil` if the libraries can't be started.
    init?(_ fonts: InstalledFonts) {
        guard FontSubstitution.usesOwnSettings, let map = pango_ft2_font_map_new() else { return nil }
        self.map = map
        // A `PangoFT2FontMap` is a `PangoFcFontMap` too.
        pango_fc_font_map_set_config(map, fonts.config)
        context = pango_font_map_create_context(map)
        // Letters must not depend on the requested size: no hints (see `InstalledFonts`), and no whole pixels.
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string("en"))
    }

    deinit {
        GObject.release(context)
        GObject.release(map)
    }
}
