internal import CPango
import EffectCoding
internal import EffectModel
import StrictJSON

/// Sets lines of text with Pango.
///
/// Confined to one thread at a time, like Pango's font maps and fontconfig's configurations.
final class TextSetter {
    let fonts: InstalledFonts
    private var map: FontMap?
    /// Approximate bytes of what was created with `map` and is retained by it.
    private var made = 0

    /// Bytes after which the map is replaced: Pango's caches have no limit of their own in bytes.
    private static let maximumMade = 4 << 20
    /// Minimum bytes for releasing an idle map, since creating another takes time.
    private static let worthLettingGo = 1 << 20
    /// Approximate bytes that laying out a character retains.
    private static let bytesPerCharacter = 512

    /// Finds the fonts; returns `nil` if the libraries can't be started.
    init?(fontDirectories: [String]) {
        guard let fonts = InstalledFonts(directories: fontDirectories), let map = FontMap(fonts) else { return nil }
        self.fonts = fonts
        self.map = map
    }

    /// Releases the map of an idle setter, if the map retains enough to be worth it.
    func rest() {
        if made > Self.worthLettingGo { letGo() }
    }

    /// Releases the map, and everything created with it.
    func letGo() {
        map = nil
        made = 0
    }

    private func currentMap() throws(AssetFault) -> FontMap {
        if made > Self.maximumMade { letGo() }
        guard let current = map ?? FontMap(fonts) else { throw AssetFault.noText }
        map = current
        return current
    }

    /// Layout of a text, after a check that all of it can be drawn.
    func line(of style: TextStyle) throws(AssetFault) -> TextLine {
        try TextRules.check(style)
        // Without fonts, Pango would use the system's settings.
        if fonts.families.isEmpty {
            let allowed = "shapes and paths, since no fonts are installed (on Debian, fonts-dejavu-core provides some)"
            throw .unusable(found: style.isEmoji ? "emoji" : "text", allowed: allowed)
        }
        if let font = style.font, style.families.allSatisfy({ fonts.families[$0.lowercased()] == nil }) {
            throw fonts.unknown(font)
        }
        let map = try currentMap()
        made += style.text.unicodeScalars.count * Self.bytesPerCharacter
        let line = TextLine(style, map.context, em: Self.em)
        if let missing = line.missing { throw MissingGlyph.fault(missing) }
        return line
    }

    /// Pixels per em: the size at which fonts are designed, so that the grid of 1/64 pixel loses nothing.
    private static let em = 1000.0

    /// Glyphs of a text as an outline, or as an image if any of it has colors.
    func glyphs(of style: TextStyle) throws(AssetFault) -> Glyphs {
        let line = try line(of: style)
        guard line.hasColors else {
            let scale = style.fontSize / Self.em
            guard var outline = line.outline(scale: scale) else { throw TextRules.blank(style) }
            if let excess = style.excess(of: outline.bounds.map { $0.high.x - $0.low.x }),
                let smaller = line.outline(scale: scale / excess)
            {
                outline = smaller
            }
            return .outline(outline)
        }
        guard let drawn = GlyphPicture.draw(style, pango_layout_get_context(line.layout), isBitmap: line.hasBitmaps)
        else {
            throw TextRules.blank(style)
        }
        return .picture(drawn.picture, size: drawn.size / (style.excess(of: drawn.size.x) ?? 1))
    }
}

extension TextStyle {
    /// Families of ``font``, in order.
    var families: [String] {
        guard let font else { return [] }
        return font.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    }

    /// Factor by which a text of the given width is too wide; `nil` if it fits.
    fileprivate func excess(of width: Double?) -> Double? {
        guard let maximumWidth, let width, width > maximumWidth else { return nil }
        return width / maximumWidth
    }
}

extension Substring {
    /// The text without `letter` at its ends.
    fileprivate func trimming(_ letter: Character) -> String {
        var rest = self
        while rest.first == letter { rest.removeFirst() }
        while rest.last == letter { rest.removeLast() }
        return String(rest)
    }
}

extension InstalledFonts {
    /// Error of a font family that is not installed.
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

extension AssetFault {
    /// Error of a machine without text libraries.
    static let noText = AssetFault.unusable(
        found: "text",
        allowed: "shapes and paths, since the text libraries failed to start"
    )
}
