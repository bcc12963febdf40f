/// Where pictures and letters come from: what a spec only names, and this target cannot read itself.
public protocol AssetLibrary: Sendable {
    /// The picture of a `data:` URI, or of a file name within the library's own directory.
    ///
    /// - Parameter maximumPixels: What may still be allocated; checked from the picture's header, before that happens.
    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture

    /// Text or emoji, laid out in one line: letters as an outline, and whatever has colours of its own as a picture.
    ///
    /// - Parameter maximumPixels: As for ``picture(_:maximumPixels:)``.
    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs

    /// Whether there could be glyphs of `text`: as far as that can be told without drawing any.
    func check(_ text: TextStyle) throws(AssetFault)

    /// Nothing is asked for just now: gives back what is soon made again.
    func rest()
}

extension AssetLibrary {
    /// Finds nothing wrong.
    public func check(_ text: TextStyle) throws(AssetFault) {}

    /// Has nothing to give back.
    public func rest() {}
}

/// What letters should look like.
public struct TextStyle: Sendable, Hashable {
    /// What is written; one line.
    public var text: String
    /// A font family that the library has; `nil` takes its default.
    public var font: String?
    /// Points from line to line, roughly: the em.
    public var fontSize: Double
    /// Prefer a font with colours.
    public var isEmoji: Bool

    /// Memberwise.
    public init(text: String, font: String? = nil, fontSize: Double, isEmoji: Bool = false) {
        self.text = text
        self.font = font
        self.fontSize = fontSize
        self.isEmoji = isEmoji
    }

    /// By bytes: letters that Unicode holds for the same may look different.
    public static func == (a: TextStyle, b: TextStyle) -> Bool {
        a.text.utf8.elementsEqual(b.text.utf8) && a.font == b.font && a.fontSize == b.fontSize && a.isEmoji == b.isEmoji
    }

    /// As for equality.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(font)
        hasher.combine(fontSize)
        hasher.combine(isEmoji)
    }
}

/// Laid-out text. Its box is that of its ink, not of its line.
public enum Glyphs: Sendable, Equatable {
    /// In points, the middle of its ink at (0, 0); non-zero filling.
    case outline(Outline)
    /// The picture and its width and height in points.
    case picture(Picture, size: SIMD2<Double>)
}

/// Why an asset is not there.
public enum AssetFault: Error, Sendable, Equatable {
    /// What was found instead, and what would do.
    case unusable(found: String, allowed: String)
    /// No font of the name that was asked for.
    case unknownFont(found: String, allowed: String)
    /// More pixels than there may be.
    case tooLarge(found: String, allowed: String)
}

/// A library with nothing in it.
public struct NoAssets: AssetLibrary {
    /// The only one there is.
    public init() {}

    /// Always fails.
    public func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        throw .unusable(found: "a picture", allowed: "shapes and paths: this program reads no pictures")
    }

    /// Always fails.
    public func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "shapes and paths: this program has no fonts")
    }
}
