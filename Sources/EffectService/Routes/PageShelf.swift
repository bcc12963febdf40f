internal import EffectCatalog
import Synchronization

/// The files for browsers as they are sent, each made when it is first requested, and kept.
final class PageShelf: Sendable {
    /// Public address of the service, without a slash at its end; `nil` if unknown. Links that sites show need one:
    /// the host that a request names may be anyone's.
    private let address: String?
    private let documents = Mutex<[String: CodedDocument]>([:])

    init(address: String?) { self.address = address }

    /// The document of a page.
    ///
    /// - Parameter target: Target of the request. The picture that sites show beside a link has the link's parameters.
    func document(of page: Page, at target: RequestTarget?) -> CodedDocument {
        let preset = page.preset.flatMap { Preset.all[$0] }
        if let preset, let target, let parameters = Self.pictureParameters(of: target) {
            // There is no end of parameters, so such pages are not kept. They are small.
            let bytes = bytes(of: page.file, at: "/effects/\(preset.name)", about: preset, parameters)
            return CodedDocument(bytes, isKept: false)
        }
        let isHashed = page.naming == .hashed
        // The page for an unknown effect is the gallery, too, but has no address of its own.
        let path = preset.map { "/effects/\($0.name)" } ?? (page.isFound ? Self.shared[page.file]?.path : nil)
        let name = path ?? (isHashed ? "hashed/\(page.file)" : page.file)
        if let known = documents.withLock({ $0[name] }) { return known }
        let bytes = isHashed ? PageFiles.hashed[page.file]?.text ?? [] : bytes(of: page.file, at: path, about: preset)
        // Compression takes a while, so others may make the same document meanwhile.
        let document = CodedDocument(bytes)
        return documents.withLock { known in
            let first = known[name] ?? document
            known[name] = first
            return first
        }
    }

    /// Bytes of a page or another file.
    ///
    /// - Parameters:
    ///   - path: Path of a page that sites show; `nil` for any other.
    ///   - preset: Preset that the page is about.
    ///   - parameters: Parameters of the preset's picture, percent-encoded.
    private func bytes(
        of file: String,
        at path: String?,
        about preset: Preset?,
        _ parameters: Substring = ""
    ) -> [UInt8] {
        guard file.hasSuffix(".html") else { return PageFiles.bytes(file) }
        let html = PageFiles.withHashes(String(decoding: PageFiles.bytes(file), as: UTF8.self))
        guard let path, preset != nil || address != nil else { return Array(html.utf8) }
        let lines = html.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if let preset, line.hasPrefix("  <title>") { return ["  <title>\(Self.title(of: preset))</title>"] }
            guard line.hasPrefix("  <meta name=\"description\"") else { return [String(line)] }
            guard let preset else {
                let title = Self.shared[file]?.title ?? ""
                return [String(line)] + preview(path, title: title, summary: nil, of: Self.galleryPreset)
            }
            let summary = Self.escaped(preset.summary)
            return ["  <meta name=\"description\" content=\"\(summary)\">"]
                + preview(path, title: Self.title(of: preset), summary: summary, of: preset.name, parameters)
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Parameters of a page that its picture has, too, percent-encoded; `nil` if there are none. Links have words that sites
    /// add to them, and the picture has a size of its own.
    private static func pictureParameters(of target: RequestTarget) -> Substring? {
        var target = target
        let others: Set = ["w", "h", "dpr", "fit", "max", "keep", "target"]
        let parts = ["assets.", "layers.", "timing."]
        target.take { name in
            others.contains(name) || QueryParameter.all[name] == nil && !parts.contains { name.hasPrefix($0) }
        }
        return target.query.isEmpty ? nil : target.rawQuery
    }

    /// Elements for sites that show a link: its title, its summary, and a still of a preset.
    ///
    /// - Source: the Open Graph protocol, whose addresses are absolute.
    private func preview(
        _ path: String,
        title: String,
        summary: String?,
        of preset: String,
        _ parameters: Substring = ""
    ) -> [String] {
        let origin = address ?? ""
        let more = parameters.isEmpty ? "" : Self.escaped("&\(parameters)")
        var properties = [("og:type", "website"), ("og:title", title)]
        if let summary { properties.append(("og:description", summary)) }
        properties.append(("og:image", "\(origin)/v1/effects/\(preset).still.png?w=1200&amp;h=630\(more)"))
        properties += [("og:image:width", "1200"), ("og:image:height", "630")]
        // Sites take the picture of this address, so it has the parameters, which the canonical one lacks.
        let query = parameters.isEmpty ? "" : Self.escaped("?\(parameters)")
        if address != nil { properties.append(("og:url", origin + path + query)) }
        var elements = properties.map { "  <meta property=\"\($0)\" content=\"\($1)\">" }
        elements.append("  <meta name=\"twitter:card\" content=\"summary_large_image\">")
        if address != nil { elements.append("  <link rel=\"canonical\" href=\"\(origin + path)\">") }
        return elements
    }

    /// Pages besides those of presets whose links sites show, by their files.
    private static let shared = [
        Page.gallery.file: (path: "/", title: "Hanabi: particle effects for img tags"),
        Page.editor.file: (path: "/edit", title: "Hanabi: an editor for particle effects"),
        Page.reference.file: (path: "/docs", title: "Hanabi: the API, with live examples"),
    ]
    private static let galleryPreset = "peony"

    private static func title(of preset: Preset) -> String { "\(escaped(preset.title)) · Hanabi" }

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
}
