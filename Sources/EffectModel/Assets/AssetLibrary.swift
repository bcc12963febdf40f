/// Source of images and text glyphs, which a spec only names and the model cannot load itself.
public protocol AssetLibrary: Sendable {
    /// The image of a `data:` URI, or of a file in the library's own directory.
    ///
    /// - Parameter maximumPixels: Maximum number of pixels; checked against the image header before pixels are
    ///   allocated.
    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture

    /// Text or emoji, laid out in one line: letters as an outline, color glyphs as an image.
    ///
    /// - Parameter maximumPixels: Maximum number of pixels of an image.
    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs

    /// Throws if glyphs of `text` are unavailable, as far as that is known without drawing them.
    func check(_ text: TextStyle) throws(AssetFault)

    /// Releases caches that are cheap to rebuild. Called when the server is idle.
    func rest()
}

extension AssetLibrary {
    /// Accepts any text.
    public func check(_ text: TextStyle) throws(AssetFault) {}

    /// Does nothing: the default library has no caches.
    public func rest() {}
}

/// A line of text with its font and size.
public struct TextStyle: Sendable, Hashable {
    /// The text, in one line.
    public var text: String
    /// Font families, separated by commas, of which the first that is installed is taken; `nil` selects the library's
    /// default.
    public var font: String?
    /// Weight as in CSS and OpenType, 100...1000: 400 is regular, 700 bold. The nearest installed one is taken.
    public var fontWeight: Int
    /// Em size in points.
    public var fontSize: Double
    /// Width of the ink, in points, above which letters are made smaller to fit; `nil` keeps the size.
    public var maximumWidth: Double?
    /// Whether a color font is preferred.
    public var isEmoji: Bool

    /// Creates a text style.
    public init(
        text: String,
        font: String? = nil,
        fontWeight: Int = 400,
        fontSize: Double,
        maximumWidth: Double? = nil,
        isEmoji: Bool = false
    ) {
        self.text = text
        self.font = font
        self.fontWeight = fontWeight
        self.fontSize = fontSize
        self.maximumWidth = maximumWidth
        self.isEmoji = isEmoji
    }

    /// Compares the text by bytes, because canonically equivalent strings may look different.
    public static func == (a: TextStyle, b: TextStyle) -> Bool {
        a.text.utf8.elementsEqual(b.text.utf8) && a.font == b.font && a.fontWeight == b.fontWeight
            && a.fontSize == b.fontSize && a.maximumWidth == b.maximumWidth && a.isEmoji == b.isEmoji
    }

    /// Hashes the same fields that equality compares.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(font)
        hasher.combine(fontWeight)
        hasher.combine(maximumWidth)
        hasher.combine(fontSize)
        hasher.combine(isEmoji)
    }
}

/// Laid-out text. Its bounding box is that of the ink, not of the line.
public enum Glyphs: Sendable, Equatable {
    /// Outline in points, with the center of the ink at (0, 0); nonzero fill rule.
    case outline(Outline)
    /// Image, with its width and height in points.
    case picture(Picture, size: SIMD2<Double>)
}

/// Reason an asset is unavailable.
public enum AssetFault: Error, Sendable, Equatable {
    /// Unusable content.
    case unusable(found: String, allowed: String)
    /// Unknown font family.
    case unknownFont(found: String, allowed: String)
    /// More pixels than the limit.
    case tooLarge(found: String, allowed: String)
}

/// A library without any assets.
public struct NoAssets: AssetLibrary {
    /// Creates an empty library.
    public init() {}

    /// Always throws ``AssetFault/unusable(found:allowed:)``.
    public func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        throw .unusable(found: "an image", allowed: "shapes and paths, since this program reads no images")
    }

    /// Always throws ``AssetFault/unusable(found:allowed:)``.
    public func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "shapes and paths, since this program has no fonts")
    }
}
