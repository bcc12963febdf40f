internal import CGLib
internal import CPango
internal import EffectModel

/// A glyph of a laid-out line.
struct PlacedGlyph {
    /// HarfBuzz's font at the size of the line, which keeps it alive.
    let font: OpaquePointer
    let number: UInt32
    /// Origin in pixels, y downward.
    let origin: SIMD2<Double>
}

/// A line of laid-out text at one size.
final class TextLine {
    let layout: OpaquePointer
    /// Glyphs from left to right.
    private(set) var glyphs: [PlacedGlyph] = []
    /// First character that no installed font has; `nil` if there is none.
    private(set) var missing: Unicode.Scalar?
    /// Whether any part of the text comes from a font with colors.
    private(set) var hasColors = false
    /// Whether all glyphs are colored bitmaps.
    private(set) var hasBitmaps = true

    /// Lays out a text at `em` pixels.
    init(_ style: TextStyle, _ context: OpaquePointer, em: Double) {
        layout = pango_layout_new(context)
        let description = pango_font_description_new()
        let families = FontOrder.families(for: style.text, first: style.families, isEmoji: style.isEmoji)
        pango_font_description_set_family(description, families.joined(separator: ","))
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(style.fontWeight)))
        pango_font_description_set_absolute_size(description, em * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_single_paragraph_mode(layout, 1)
        let attributes = Self.languages(of: style.text)
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_text(layout, style.text, Int32(style.text.utf8.count))
        readRuns()
    }

    deinit { GObject.release(layout) }

    /// Marks each run of a script with its language. Characters without a script, such as marks and spaces, join the
    /// preceding run, because letters are shaped together only within one language.
    private static func languages(of text: String) -> OpaquePointer? {
        let list = pango_attr_list_new()
        let form = HanForm(of: text)
        var (start, end) = (UInt32(0), UInt32(0))
        var current: String?
        func add() {
            guard let current, let attribute = pango_attr_language_new(pango_language_from_string(current)) else {
                return
            }
            attribute.pointee.start_index = start
            attribute.pointee.end_index = end
            pango_attr_list_insert(list, attribute)
        }
        for scalar in text.unicodeScalars {
            if let language = FontOrder.language(of: g_unichar_get_script(scalar.value), in: form), language != current
            {
                // Characters before the first script join its run.
                if current != nil {
                    add()
                    start = end
                }
                current = language
            }
            end += UInt32(UTF8.width(scalar))
        }
        add()
        return list
    }

    private func readRuns() {
        guard let iterator = pango_layout_get_iter(layout) else { return }
        defer { pango_layout_iter_free(iterator) }
        repeat {
            guard let run = pango_layout_iter_get_run_readonly(iterator)?.pointee,
                let glyphs = run.glyphs?.pointee, let font = run.item?.pointee.analysis.font
            else { continue }
            var place = PangoRectangle()
            pango_layout_iter_get_run_extents(iterator, nil, &place)
            place.y = pango_layout_iter_get_run_baseline(iterator)
            for index in 0..<Int(glyphs.num_glyphs) {
                let glyph = glyphs.glyphs[index]
                add(glyph, font, at: place)
                place.x += glyph.geometry.width
            }
            if Self.flag(FC_COLOR, of: font) ?? false {
                hasColors = true
                if Self.flag(FC_OUTLINE, of: font) ?? true { hasBitmaps = false }
            } else {
                hasBitmaps = false
            }
        } while pango_layout_iter_next_run(iterator) != 0
    }

    private func add(_ glyph: PangoGlyphInfo, _ font: OpaquePointer, at place: PangoRectangle) {
        if glyph.glyph & Self.unknown != 0 {
            missing = missing ?? Unicode.Scalar(glyph.glyph & ~Self.unknown) ?? "\u{FFFD}"
        } else if glyph.glyph != Self.empty, let shapes = pango_font_get_hb_font(font) {
            let origin = SIMD2(
                Double(place.x + glyph.geometry.x_offset),
                Double(place.y + glyph.geometry.y_offset)
            )
            glyphs.append(PlacedGlyph(font: shapes, number: glyph.glyph, origin: origin / Double(PANGO_SCALE)))
        }
    }

    /// PANGO_GLYPH_EMPTY, which stands for characters that take no part in the line.
    private static let empty: UInt32 = 0x0FFF_FFFF

    /// PANGO_GLYPH_UNKNOWN_FLAG, which Swift can't import; the remaining bits of such a glyph are the character.
    private static let unknown: UInt32 = 0x1000_0000

    /// Boolean property of a font. All fonts of the font map are fontconfig's.
    private static func flag(_ name: String, of font: OpaquePointer) -> Bool? {
        var value: FcBool = 0
        guard FcPatternGetBool(pango_fc_font_get_pattern(font), name, 0, &value) == FcResultMatch else { return nil }
        return value != 0
    }

    /// Contours of the letters, scaled by `scale`, the center of their bounding box at (0, 0); `nil` if there is no
    /// ink.
    func outline(scale: Double) -> Outline? {
        let pen = GlyphPen(scale: scale)
        for glyph in glyphs { pen.draw(glyph) }
        return pen.centeredOutline
    }
}
