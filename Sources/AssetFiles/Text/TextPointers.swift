internal import CGLib
internal import CPango

// Pointers of the libraries that lay out text.

/// Objects of GObject's libraries.
enum GObject {
    /// Gives up a reference to an object.
    static func release(_ object: OpaquePointer) { g_object_unref(UnsafeMutableRawPointer(object)) }
}

/// Texts of fontconfig's patterns.
enum FontPattern {
    /// Family names of a font, which may have some in several languages.
    static func families(of pattern: OpaquePointer) -> [String] {
        var families: [String] = []
        var name: UnsafeMutablePointer<FcChar8>?
        while FcPatternGetString(pattern, FC_FAMILY, Int32(families.count), &name) == FcResultMatch, let found = name {
            families.append(String(cString: found))
        }
        return families
    }
}

/// Substitution of the fonts that a text asks for.
enum FontSubstitution {
    /// Whether Pango substitutes fonts by the settings of a font map, where there are any, not by the machine's.
    ///
    /// Pango's font maps for FreeType call fontconfig with its current settings, those of the machine, before they search in
    /// their own. The function that does so has been the first member of their class, after those of `PangoFontMap`,
    /// since Pango 1.4; a test runs with foreign settings. For font maps without settings of their own, nothing changes.
    static let usesOwnSettings: Bool = {
        guard let map = pango_ft2_font_map_new() else { return false }
        // The class outlives its last object: GObject never unloads static types.
        let members = UnsafeRawPointer(map).load(as: UnsafeMutableRawPointer.self)
        var query = GTypeQuery()
        g_type_query(pango_font_map_get_type(), &query)
        let substitute: @convention(c) (OpaquePointer?, OpaquePointer?) -> Void = { map, pattern in
            FcConfigSubstitute(pango_fc_font_map_get_config(map), pattern, FcMatchPattern)
            // One unit is one pixel and one point.
            FcPatternDel(pattern, FC_DPI)
            FcPatternAddDouble(pattern, FC_DPI, 72)
            FcDefaultSubstitute(pattern)
        }
        members.storeBytes(of: substitute, toByteOffset: Int(query.class_size), as: type(of: substitute))
        GObject.release(map)
        return true
    }()
}
