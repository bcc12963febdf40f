internal import EffectCatalog
internal import PackagedFiles
import Synchronization

/// A file for browsers, embedded in the binary: the gallery, the editor, the API page, the player, and their parts.
struct Page: Sendable, Hashable {
    /// Name in `Sources/CResources/Pages`.
    let file: String
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

    private init(file: String, isFound: Bool = true, preset: String? = nil) {
        self.file = file
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
            guard !segment.hasSuffix(".html"), Page.files.contains(segment) else { return nil }
            self.init(file: segment)
        }
    }

    /// Compressed when the page is first requested, and kept.
    var document: CodedDocument {
        let effect = preset.flatMap { Preset.all[$0] }
        return Page.documents.withLock { known in
            let name = effect.map { "effects/\($0.name)" } ?? file
            if let document = known[name] { return document }
            let bytes = effect.map { Array(Page.html(of: $0).utf8) } ?? PackagedFile.bytes(Page.folder + file)
            let document = CodedDocument(bytes)
            known[name] = document
            return document
        }
    }

    /// The OpenAPI description.
    static let description = PackagedFile.bytes("openapi.yaml")

    private static let folder = "Pages/"
    private static let files = Set(PackagedFile.paths(in: "Pages").map { String($0.dropFirst(folder.count)) })
    private static let documents = Mutex<[String: CodedDocument]>([:])

    /// The gallery's page with the title, the description and a still of a preset in its head.
    private static func html(of preset: Preset) -> String {
        let title = "\(escaped(preset.title)) · Hanabi"
        let summary = escaped(preset.summary)
        let lines = String(decoding: PackagedFile.bytes("Pages/gallery.html"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { (line: Substring) -> String in
                if line.hasPrefix("  <title>") { return "  <title>\(title)</title>" }
                guard line.hasPrefix("  <meta name=\"description\"") else { return String(line) }
                return """
                      <meta name="description" content="\(summary)">
                      <meta property="og:type" content="website">
                      <meta property="og:title" content="\(title)">
                      <meta property="og:description" content="\(summary)">
                      <meta property="og:image" content="/v1/effects/\(preset.name).still.png">
                      <meta name="twitter:card" content="summary_large_image">
                    """
            }
        return lines.joined(separator: "\n")
    }

    /// Text as the value of an HTML attribute or as the text of an element.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

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
