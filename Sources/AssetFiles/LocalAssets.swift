import EffectCoding
public import EffectModel
import StrictJSON
import Synchronization

/// Assets of this machine: the images of one directory, the fonts of some, and images in `data:` URIs.
///
/// A single instance serves a process: it is thread-safe, and its results are cached. Fonts are searched when the first
/// text is set, not before. Nothing is ever fetched from the network.
public final class LocalAssets: AssetLibrary {
    private let pictures: PictureDirectory?
    private let fontDirectories: [String]
    /// Text setter, for one line at a time; the lock also makes the first caller start the libraries. `.some(nil)` if
    /// they don't start.
    private let setter = Mutex<TextSetter??>(nil)
    private let texts = AssetCache<TextStyle, Glyphs>(capacity: 16 << 20)
    private let decoded = AssetCache<String, Picture>(capacity: 64 << 20)
    private let bundled = AssetCache<String, Picture>(capacity: 16 << 20)
    /// Images of `data:` URIs, in a separate cache so that callers' images don't evict images that an operator has
    /// chosen.
    private let brought = AssetCache<String, Picture>(capacity: 16 << 20)

    /// Bytes of texts, and of bundled drawings, that stay cached when nothing is asked for: some twenty emoji, or three
    /// drawings.
    private static let restingBytes = 2 << 20

    /// Debian's font directory, and the directory where an administrator adds fonts.
    public static let systemFonts = ["/usr/share/fonts", "/usr/local/share/fonts"]

    /// Creates a library without any text set yet.
    ///
    /// - Parameters:
    ///   - pictures: Directory that file names refer to; `nil` for no files.
    ///   - fontDirectories: Directories searched for fonts, at any depth; no others are searched.
    public init(pictures: PictureDirectory? = nil, fontDirectories: [String] = LocalAssets.systemFonts) {
        self.pictures = pictures
        self.fontDirectories = fontDirectories
    }

    // MARK: Pictures

    /// Image of a `data:` URI, of a file in the directory, or of a bundled drawing.
    public func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        if DataURI.matches(source) {
            if let known = brought.value(for: source) {
                try PictureFile.check(width: known.width, height: known.height, maximumPixels: maximumPixels)
                return known
            }
            let uri = try DataURI(source)
            let file = try PictureFile(uri.bytes)
            guard file.format == uri.format else {
                throw .unusable(
                    found: "a \(file.format.name) declared as \(uri.format.rawValue)",
                    allowed: "\(file.format.rawValue), as the bytes are"
                )
            }
            let picture = try file.decoded(maximumPixels: maximumPixels)
            brought.keep(picture, bytes: picture.bytes + source.utf8.count, for: source)
            return picture
        }
        if let known = decoded.value(for: source) ?? bundled.value(for: source) {
            try PictureFile.check(width: known.width, height: known.height, maximumPixels: maximumPixels)
            return known
        }
        let own = pictures?.files[source]
        guard let file = own == nil ? try Drawings.file(named: source) : own else { throw unknownPicture(source) }
        let picture = try file.decoded(maximumPixels: maximumPixels)
        (own == nil ? bundled : decoded).keep(picture, bytes: picture.bytes, for: source)
        return picture
    }

    private func unknownPicture(_ source: String) -> AssetFault {
        let found = JSONValue.string(source).excerpt
        if Self.hasScheme(source) {
            return .unusable(
                found: found,
                allowed: "a data: URI (PNG or JPEG) or the name of a file; remote images are never fetched"
            )
        }
        let own = Drawings.files.keys.sorted()
        guard let pictures, !pictures.files.isEmpty else {
            return .unusable(
                found: found,
                allowed: "a data: URI (PNG or JPEG), or one of \(own.joined(separator: ", ")): "
                    + "no image files are configured"
            )
        }
        let names = pictures.names + own
        if let near = Nearest.name(to: source, among: names) {
            return .unusable(found: "unknown image \(found)", allowed: "did you mean \(near)?")
        }
        let shown = names.prefix(20).joined(separator: ", ")
        let rest = names.count > 20 ? " and \(names.count - 20) more" : ""
        return .unusable(found: "unknown image \(found)", allowed: "a data: URI, or one of \(shown)\(rest)")
    }

    /// Whether a source starts like a URL: "http:", "file:", "//" (RFC 3986 §3.1 and §4.2).
    private static func hasScheme(_ source: String) -> Bool {
        if source.hasPrefix("//") { return true }
        guard let colon = source.utf8.prefix(32).firstIndex(of: 0x3A), let first = source.utf8.first else {
            return false
        }
        func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
        return isLetter(first)
            && source.utf8[..<colon].allSatisfy {
                isLetter($0) || 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E].contains($0)
            }
    }

    // MARK: Text

    /// Families of the available fonts, in alphabetical order.
    public var fontFamilies: [String] {
        setter.withLock { setter in
            // The list is only read: releasing it leaves no more memory allocated than before.
            let fonts = setter.flatMap { $0?.fonts } ?? InstalledFonts(directories: fontDirectories)
            return fonts.map { Set($0.families.values).sorted() } ?? []
        }
    }

    /// Glyphs of a text: letters as an outline; text with any emoji as an image, in which letters are white.
    public func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        let glyphs: Glyphs
        if let known = texts.value(for: text) {
            glyphs = known
        } else {
            glyphs = try set(text)
            texts.keep(glyphs, bytes: glyphs.bytes, for: text)
        }
        // Checked for new and cached glyphs alike: the size of an image depends on its text alone.
        if case .picture(let picture, _) = glyphs {
            try PictureFile.check(width: picture.width, height: picture.height, maximumPixels: maximumPixels)
        }
        return glyphs
    }

    /// Checks a text by laying it out, without drawing.
    public func check(_ text: TextStyle) throws(AssetFault) {
        if texts.value(for: text) != nil { return }
        _ = try withSetter { (setter) throws(AssetFault) in try setter.line(of: text).hasColors }
    }

    /// Releases drawn glyphs, opened fonts and other memory of the text libraries, if it is much, and images of `data:`
    /// URIs. Images of files stay cached, up to their limit, and so do some texts and bundled drawings.
    public func rest() {
        brought.removeAll()
        texts.shrink(to: Self.restingBytes)
        bundled.shrink(to: Self.restingBytes)
        setter.withLock { setter in
            if case .some(.some(let started)) = setter { started.rest() }
        }
    }

    private func set(_ text: TextStyle) throws(AssetFault) -> Glyphs {
        try withSetter { (setter) throws(AssetFault) in try setter.glyphs(of: text) }
    }

    private func withSetter<Value: Sendable>(
        _ body: (TextSetter) throws(AssetFault) -> Value
    ) throws(AssetFault) -> Value {
        let result: Result<Value, AssetFault> = setter.withLock { setter in
            let started: TextSetter?
            switch setter {
            case .some(let known): started = known
            case nil: started = TextSetter(fontDirectories: fontDirectories)
            }
            setter = .some(started)
            guard let started else {
                return .failure(AssetFault.noText)
            }
            do throws(AssetFault) {
                return .success(try body(started))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension Picture {
    /// Size in memory in bytes, smaller levels included.
    fileprivate var bytes: Int { levels.reduce(0) { $0 + $1.pixels.count * 4 } }
}

extension Glyphs {
    /// Approximate size in memory, in bytes.
    fileprivate var bytes: Int {
        switch self {
        case .outline(let outline): 512 + outline.segments.count * MemoryLayout<Outline.Segment>.stride
        case .picture(let picture, _): 512 + picture.bytes
        }
    }
}
