internal import CPango
internal import EffectModel

/// Sets lines of text with Pango.
///
/// For one thread at a time: Pango's font maps and fontconfig's configurations are not for several.
final class TextSetter {
    let fonts: InstalledFonts
    private var map: FontMap?
    /// Bytes of what was made with `map`, about: as much as it keeps of it.
    private var made = 0

    /// What a map may have made before another takes its place: Cairo's memory of glyphs has no limit of its own in bytes.
    private static let maximumMade = 4 << 20
    /// What it must have made to be let go when nothing is to be set: another map takes its time.
    private static let worthLettingGo = 1 << 20
    /// What laying out a character leaves behind, about, whether it is drawn or not.
    private static let bytesPerCharacter = 512

    /// Finds the fonts; `nil` when the libraries can't be started at all.
    init?(fontDirectories: [String]) {
        guard let fonts = InstalledFonts(directories: fontDirectories), let map = FontMap(fonts) else { return nil }
        self.fonts = fonts
        self.map = map
    }

    /// Nothing is to be set just now: lets go of the map, if it has made enough to be worth another.
    func rest() {
        if made > Self.worthLettingGo { letGo() }
    }

    /// Lets go of the map, and of all that was made with it.
    func letGo() {
        map = nil
        made = 0
    }

    private func currentMap() throws(AssetFault) -> FontMap {
        if made > Self.maximumMade { letGo() }
        guard let current = map ?? FontMap(fonts) else { throw LocalAssets.noText }
        map = current
        return current
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
        let map = try currentMap()
        made += style.text.unicodeScalars.count * Self.bytesPerCharacter
        let line = TextLine(style, map.context, em: Self.em)
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
            made += outline.segments.count * MemoryLayout<Outline.Segment>.stride
            return .outline(outline)
        }
        guard let drawn = GlyphPicture.draw(style, pango_layout_get_context(line.layout), isBitmap: line.hasBitmaps)
        else {
            throw TextRules.blank(style)
        }
        made += drawn.picture.width * drawn.picture.height * 4
        return .picture(drawn.picture, size: drawn.size)
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
        return .unknownFont(found: "unknown font \(JSONValue.string(font).excerpt)", allowed: allowed)
    }
}
