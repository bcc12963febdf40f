internal import CGLib
internal import CPango
internal import EffectModel

/// Sets lines of text with Pango.
///
/// For one thread at a time: Pango's font maps and fontconfig's configurations are not for several.
final class TextSetter {
    private let fonts: InstalledFonts
    private let map: OpaquePointer
    private let context: OpaquePointer

    /// Finds the fonts; `nil` when the libraries can't be started at all.
    init?(fontDirectories: [String]) {
        guard let fonts = InstalledFonts(directories: fontDirectories),
            let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
        else { return nil }
        self.fonts = fonts
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
    }

    /// The text, laid out, once it is clear that all of it can be drawn.
    func line(of style: TextStyle) throws(AssetFault) -> TextLine {
        try TextRules.check(style)
        // Pango would go and ask the system's settings instead.
        if fonts.families.isEmpty {
            let allowed = "shapes and paths: this machine has no fonts (on Debian, fonts-dejavu-core brings some)"
            throw .unusable(found: style.isEmoji ? "emoji" : "text", allowed: allowed)
        }
        if let font = style.font, fonts.families[font.lowercased()] == nil { throw fonts.unknown(font) }
        let line = TextLine(style, context, em: Self.em)
        if let missing = line.missing { throw MissingGlyph.fault(missing) }
        return line
    }

    /// As large as fonts are designed, so that nothing is lost to the grid of 1/64 pixel.
    private static let em = 1000.0

    /// The text as an outline, or as a picture if any of it has colours.
    func glyphs(of style: TextStyle) throws(AssetFault) -> Glyphs {
        let line = try line(of: style)
        guard line.hasColors else {
            let outline = line.outline(scale: style.fontSize / Self.em)
            guard let outline else { throw TextRules.blank(style) }
            return .outline(outline)
        }
        guard let made = GlyphPicture.draw(style, context, isBitmap: line.hasBitmaps) else {
            throw TextRules.blank(style)
        }
        return .picture(made.picture, size: made.size)
    }
}

extension InstalledFonts {
    /// The fault of asking for a family that is not installed.
    fileprivate func unknown(_ font: String) -> AssetFault {
        let known = Set(families.values).sorted()
        let allowed =
            if let near = Nearest.name(to: font, among: known) {
                "did you mean \(near)?"
            } else {
                "an installed font family: " + known.prefix(20).joined(separator: ", ")
                    + (known.count > 20 ? " and \(known.count - 20) more" : "")
            }
        return .unusable(found: "unknown font \(JSONValue.string(font).excerpt)", allowed: allowed)
    }
}
