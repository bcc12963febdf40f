internal import EffectCatalog
internal import PackagedFiles

/// A file for browsers, embedded in the binary: the gallery, the editor, the API page, the player, and their parts.
struct Page: Sendable, Hashable {
    /// Way in which a URL names a file.
    enum Naming: Sendable {
        /// By the file's own name, whose content is another one in another version.
        case own
        /// By a name with the hash of the content, which is always the same.
        case hashed
        /// By a name with the hash of another version's content.
        case outdated
    }

    /// Name in `Sources/CResources/Pages`.
    let file: String
    /// Way in which the URL names the file.
    let naming: Naming
    /// Whether the path names something; otherwise the page says that it does not, with a 404.
    let isFound: Bool
    /// Name of the preset that the page is about, whose title and picture sites show where a link is shared.
    let preset: String?

    static let gallery = Page(file: "gallery.html")
    static let editor = Page(file: "edit.html")
    static let reference = Page(file: "docs.html")
    /// The gallery's page for an effect that does not exist.
    static let missingEffect = Page(file: "gallery.html", isFound: false)

    /// The gallery's page for a preset.
    static func effect(_ preset: Preset) -> Page { Page(file: gallery.file, preset: preset.name) }

    private init(file: String, naming: Naming = .own, isFound: Bool = true, preset: String? = nil) {
        self.file = file
        self.naming = naming
        self.isFound = isFound
        self.preset = preset
    }

    /// The file of a path with one segment; `nil` if there is none. Pages have paths without an ending.
    init?(segment: String) {
        switch segment {
        case "": self = .gallery
        case "edit": self = .editor
        case "docs": self = .reference
        default:
            if !segment.hasSuffix(".html"), PageFiles.names.contains(segment) {
                self.init(file: segment)
            } else if let (name, isCurrent) = PageFiles.file(ofHashed: segment) {
                self.init(file: name, naming: isCurrent ? .hashed : .outdated)
            } else {
                return nil
            }
        }
    }

    /// The OpenAPI description.
    static let description = CodedDocument(PackagedFile.bytes("openapi.yaml"))

    /// Whether the file is a page, not a part of one.
    var isDocument: Bool { file.hasSuffix(".html") }

    /// Value of `Content-Type`.
    var type: String {
        switch file.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
