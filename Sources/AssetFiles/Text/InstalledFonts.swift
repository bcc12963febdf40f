internal import CPango

/// Fonts of a few directories and nothing else. System and user settings of fontconfig are ignored, so that the same
/// fonts give the same letters.
///
/// Owns a fontconfig configuration. Confined to one thread at a time.
final class InstalledFonts {
    let config: OpaquePointer
    /// Font families by their names in lower case; a font may have names in several languages.
    let families: [String: String]

    /// Finds the fonts, which is fast if `fc-cache` has run; returns `nil` if fontconfig fails.
    init?(directories: [String]) {
        guard let config = FcConfigCreate() else { return nil }
        let settings = Array(Self.settings(directories).utf8) + [0]
        guard FcConfigParseAndLoadFromMemory(config, settings, 1) != 0, FcConfigBuildFonts(config) != 0 else {
            FcConfigDestroy(config)
            return nil
        }
        self.config = config
        families = Self.families(of: config)
    }

    deinit { FcConfigDestroy(config) }

    private static func families(of config: OpaquePointer) -> [String: String] {
        guard let fonts = FcConfigGetFonts(config, FcSetSystem) else { return [:] }
        var families: [String: String] = [:]
        for index in 0..<Int(fonts.pointee.nfont) {
            guard let pattern = fonts.pointee.fonts[index] else { continue }
            for family in FontPattern.families(of: pattern) { families[family.lowercased()] = family }
        }
        return families
    }

    /// Complete fontconfig settings, as XML.
    private static func settings(_ directories: [String]) -> String {
        let places = directories.map { "<dir>\(escaped($0))</dir>" }.joined()
        let emoji = FontOrder.emoji.map { "<family>\($0)</family>" }.joined()
        return """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
            \(places)
            <cachedir>/var/cache/fontconfig</cachedir>
            <!-- Bitmaps without color have no outlines; formats of the 1980s are not worth their parsers. -->
            <selectfont>
            <rejectfont><pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont>
            <rejectfont><pattern><patelt name="fontformat"><string>Type 1</string></patelt></pattern></rejectfont>
            </selectfont>
            <!-- Pango asks for "emoji" where a character wants colors. -->
            <alias binding="same"><family>emoji</family><prefer>\(emoji)</prefer></alias>
            <!-- Hints would move letters by the size at which they are set. -->
            <match target="font">
            <edit name="hinting" mode="assign"><bool>false</bool></edit>
            <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
            </match>
            <!-- Colored bitmaps come in one size: the matrix scales them to the one that is wanted. -->
            <match target="font">
            <test name="outline" compare="eq"><bool>false</bool></test>
            <edit name="pixelsizefixupfactor" mode="assign">
            <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
            </edit>
            <edit name="matrix" mode="assign"><times><name>matrix</name><matrix>
            <name>pixelsizefixupfactor</name><double>0</double><double>0</double><name>pixelsizefixupfactor</name>
            </matrix></times></edit>
            <edit name="size" mode="assign">
            <divide><name>size</name><name>pixelsizefixupfactor</name></divide>
            </edit>
            </match>
            </fontconfig>
            """
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
