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
