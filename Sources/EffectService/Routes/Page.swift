internal import PackagedFiles
import Synchronization

/// A file for browsers, embedded in the binary: the gallery, the editor, the API page, the player, and their parts.
struct Page: Sendable, Hashable {
    /// Name in `Sources/CResources/Pages`.
    let file: String
    /// Whether the path names something; otherwise the page says that it does not, with a 404.
    let isFound: Bool

    static let gallery = Page(file: "gallery.html")
    static let editor = Page(file: "edit.html")
    static let reference = Page(file: "docs.html")
    /// The gallery's page for an effect that does not exist.
    static let missingEffect = Page(file: "gallery.html", isFound: false)

    private init(file: String, isFound: Bool = true) {
        self.file = file
        self.isFound = isFound
    }

    /// The file of a path with one segment; `nil` if there is none. Pages have paths without an ending.
    init?(segment: String) {
        switch segment {
        case "": self = .gallery
        case "edit": self = .editor
        case "docs": self = .reference
        default:
            guard !segment.hasSuffix(".html"), Page.files.contains(segment) else { return nil }
            self.init(file: segment)
        }
    }

    /// Compressed when the page is first requested, and kept.
    var document: CodedDocument {
        Page.documents.withLock { documents in
            if let known = documents[file] { return known }
            let document = CodedDocument(PackagedFile.bytes(Page.folder + file))
            documents[file] = document
            return document
        }
    }

    /// The OpenAPI description.
    static let description = PackagedFile.bytes("openapi.yaml")

    private static let folder = "Pages/"
    private static let files = Set(PackagedFile.paths(in: "Pages").map { String($0.dropFirst(folder.count)) })
    private static let documents = Mutex<[String: CodedDocument]>([:])

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
