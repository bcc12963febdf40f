public import EffectModel
import Synchronization

/// What this machine has: the pictures of one directory, the fonts of some, and whatever a `data:` URI brings along.
///
/// One is enough for a process: all threads may ask it, and what was made is kept. Fonts are looked for when the first
/// text is set, not before. Nothing is ever fetched from anywhere.
public final class LocalAssets: AssetLibrary {
    private let pictures: PictureDirectory?
    private let fontDirectories: [String]
    /// One line is set at a time; the lock is also what makes the first one start the libraries. `.some(nil)`: they
    /// would not start.
    private let setter = Mutex<TextSetter??>(nil)
    private let texts = AssetCache<TextStyle, Glyphs>(capacity: 16 << 20)
    private let decoded = AssetCache<String, Picture>(capacity: 64 << 20)
    /// Of `data:` URIs. Apart, so that callers' pictures don't take the place of those that an operator has chosen.
    private let brought = AssetCache<String, Picture>(capacity: 16 << 20)

    /// Where Debian has its fonts, and where an administrator puts more.
    public static let systemFonts = ["/usr/share/fonts", "/usr/local/share/fonts"]

    /// A library without any text set yet.
    ///
    /// - Parameters:
    ///   - pictures: What file names mean; `nil` for no files.
    ///   - fontDirectories: Where fonts are looked for, at any depth, and nowhere else.
    public init(pictures: PictureDirectory? = nil, fontDirectories: [String] = LocalAssets.systemFonts) {
        self.pictures = pictures
        self.fontDirectories = fontDirectories
    }

    // MARK: Pictures

    /// The picture of a `data:` URI or of a file in the directory.
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
                    found: "a \(file.format.name) that is called \(uri.format.rawValue)",
                    allowed: "\(file.format.rawValue) for these bytes"
                )
            }
            let picture = try file.decoded(maximumPixels: maximumPixels)
            brought.keep(picture, bytes: picture.bytes + source.utf8.count, for: source)
            return picture
        }
        if let known = decoded.value(for: source) {
            try PictureFile.check(width: known.width, height: known.height, maximumPixels: maximumPixels)
            return known
        }
        var file = pictures?.files[source]
        if file == nil { file = try Drawings.file(named: source) }
        guard let file else { throw unknownPicture(source) }
        let picture = try file.decoded(maximumPixels: maximumPixels)
        decoded.keep(picture, bytes: picture.bytes, for: source)
        return picture
    }

    private func unknownPicture(_ source: String) -> AssetFault {
        let found = JSONValue.string(source).excerpt
        if Self.hasScheme(source) {
            return .unusable(
                found: found,
                allowed: "a data: URI (PNG or JPEG) or the name of a file; remote pictures are never fetched"
            )
        }
        let own = Drawings.files.keys.sorted()
        guard let pictures, !pictures.files.isEmpty else {
            return .unusable(
                found: found,
                allowed: "a data: URI (PNG or JPEG), or one of \(own.joined(separator: ", ")): "
                    + "this program was given no picture files"
            )
        }
        let names = pictures.names + own
        if let near = Nearest.name(to: source, among: names) {
            return .unusable(found: "unknown picture \(found)", allowed: "did you mean \(near)?")
        }
        let shown = names.prefix(20).joined(separator: ", ")
        let rest = names.count > 20 ? " and \(names.count - 20) more" : ""
        return .unusable(found: "unknown picture \(found)", allowed: "a data: URI, or one of \(shown)\(rest)")
    }

    /// "http:", "file:", "//": RFC 3986 §3.1 and §4.2.
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

    /// The families of the fonts that are there, in the order of the alphabet.
    public var fontFamilies: [String] {
        setter.withLock { setter in
            // Looking is all that is done: letting go of it leaves no more memory behind than before.
            let fonts = setter.flatMap { $0?.fonts } ?? InstalledFonts(directories: fontDirectories)
            return fonts.map { Set($0.families.values).sorted() } ?? []
        }
    }

    /// Letters as an outline; text with any emoji in it as a picture, where letters are white.
    public func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        let glyphs: Glyphs
        if let known = texts.value(for: text) {
            glyphs = known
        } else {
            glyphs = try set(text)
            texts.keep(glyphs, bytes: glyphs.bytes, for: text)
        }
        // The same, whether it is new or known: what a picture's size depends on is its text alone.
        if case .picture(let picture, _) = glyphs {
            try PictureFile.check(width: picture.width, height: picture.height, maximumPixels: maximumPixels)
        }
        return glyphs
    }

    /// Lays the text out, and draws nothing.
    public func check(_ text: TextStyle) throws(AssetFault) {
        if texts.value(for: text) != nil { return }
        _ = try withSetter { (setter) throws(AssetFault) in try setter.line(of: text).hasColors }
    }

    /// Lets go of drawn glyphs, opened fonts and all else that the text libraries keep, if it is much, and of pictures that requests brought
    /// along. Pictures of files and texts that were made are kept, up to their limits.
    public func rest() {
        brought.removeAll()
        setter.withLock { setter in
            if case .some(.some(let started)) = setter { started.rest() }
        }
    }

    private func set(_ text: TextStyle) throws(AssetFault) -> Glyphs {
        try withSetter { (setter) throws(AssetFault) in try setter.glyphs(of: text) }
    }

    /// Why there is no text on this machine.
    static let noText = AssetFault.unusable(found: "text", allowed: "shapes and paths: the text libraries don't start")

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
                return .failure(Self.noText)
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
    /// In memory, smaller levels included.
    fileprivate var bytes: Int { levels.reduce(0) { $0 + $1.pixels.count * 4 } }
}

extension Glyphs {
    /// In memory, about.
    fileprivate var bytes: Int {
        switch self {
        case .outline(let outline): 512 + outline.segments.count * MemoryLayout<Outline.Segment>.stride
        case .picture(let picture, _): 512 + picture.bytes
        }
    }
}
