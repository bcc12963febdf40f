internal import EffectCatalog
internal import EffectImport
internal import EffectRendering
internal import HTTPTypes

/// A resource of the service, by path.
enum Route: Sendable, Equatable {
    case health
    /// Whether the service accepts work.
    case readiness
    /// The Prometheus metrics page.
    case metrics
    case description
    /// The JSON Schema of specs.
    case schema
    /// The list of all presets, as data.
    case catalog
    /// The gallery, the editor, the API page, the player, and their files.
    case page(Page)
    case effect(preset: String, OutputForm)
    /// A POSTed spec.
    case render(OutputForm)
    /// A spec in the path.
    case packed(SpecInURL, OutputForm)
    /// A POSTed document of another program, to be converted to a spec.
    case `import`(ImportFormat)

    /// The route of a path; `nil` if there is none. Segments are compared as they are, so `..` is merely an unknown
    /// name.
    init?(_ segments: [String]) {
        // People type addresses of pages with a slash at the end.
        let hasSlash = segments.count > 1 && segments.last == "" && segments.first != ""
        switch hasSlash ? Array(segments.dropLast()) : segments {
        case ["healthz"]: self = .health
        case ["readyz"]: self = .readiness
        case ["metrics"]: self = .metrics
        case ["openapi.yaml"]: self = .description
        case ["v1", "schema.json"]: self = .schema
        case ["v1", "effects"]: self = .catalog
        case ["effects"]: self = .page(.gallery)
        case let path where path.count == 2 && path[0] == "effects":
            self = .page(Preset.all[path[1]].map { Page.effect($0) } ?? .missingEffect)
        case ["v1", "render"]: self = .render(.frames(nil))
        case let path where path.count == 2 && path[0] == "v1" && path[1].hasPrefix("render."):
            guard let form = OutputForm(fileExtension: path[1].dropFirst(7)) else { return nil }
            self = .render(form)
        case let path where path.count == 3 && path[0] == "v1" && path[1] == "import":
            guard let format = ImportFormat(rawValue: path[2]) else { return nil }
            self = .import(format)
        case let path where path.count == 3 && path[0] == "v1" && path[1] == "effects":
            let parts = path[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 1 {
                self = .effect(preset: path[2], .frames(nil))
            } else if let form = OutputForm(fileExtension: parts[1]) {
                self = .effect(preset: String(parts[0]), form)
            } else {
                return nil
            }
        case let path where path.count == 3 && path[0] == "v1" && (path[1] == "s" || path[1] == "z"):
            let parts = path[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let form = OutputForm(fileExtension: parts[1]) else { return nil }
            self = .packed(SpecInURL(text: parts[0], isCompressed: path[1] == "z"), form)
        case let path:
            guard path.count == 1, let page = Page(segment: path[0]) else { return nil }
            self = .page(page)
        }
        guard hasSlash else { return }
        guard case .page(let page) = self, page.isDocument else { return nil }
    }

    /// Supported methods, in the order of `Allow`.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .render, .import: [.post, .options]
        case .health, .readiness, .metrics, .description, .schema, .catalog, .page, .effect, .packed:
            [.get, .head, .options]
        }
    }

    /// Whether the response depends on `Accept`, which caches have to know. Paths with an extension do not, which keeps
    /// them simple for CDNs.
    var varies: Bool {
        switch self {
        case .effect(_, .frames(nil)), .render(.frames(nil)), .import: true
        case .effect, .render, .packed, .health, .readiness, .metrics, .description, .schema, .catalog, .page: false
        }
    }

    /// Whether the response may be an animation, which can be replaced by a still for clients that prefer reduced
    /// motion.
    var moves: Bool {
        switch self {
        case .effect(_, .frames(let type)), .packed(_, .frames(let type)): type?.isData != true
        default: false
        }
    }

    /// Whether the route takes query parameters. Otherwise they are refused: ignored names would hide typing errors,
    /// and let clients fill caches with copies.
    var takesParameters: Bool {
        switch self {
        case .effect, .render, .packed, .import: true
        // The gallery's script reads the query of its page, and sites add words of their own to links to any page.
        case .page(let page) where page.isDocument: true
        case .health, .readiness, .metrics, .description, .schema, .catalog, .page: false
        }
    }

    /// Whether finished answers are cached.
    var isCached: Bool {
        switch self {
        case .effect, .packed: true
        default: false
        }
    }

    /// Media types of a body, besides `application/…+json` for routes that accept JSON.
    var bodyTypes: [String] {
        if case .import(let format) = self { format.mediaTypes } else { ["application/json"] }
    }

    /// Value of `Allow`: `GET, HEAD, OPTIONS`.
    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }
}
