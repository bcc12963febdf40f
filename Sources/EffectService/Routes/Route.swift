internal import ForeignImport
internal import HTTPTypes

/// What the service offers, by path.
enum Route: Sendable, Equatable {
    case health
    /// Whether it takes work.
    case readiness
    /// Prometheus' page.
    case metrics
    case description
    /// The JSON Schema of specs.
    case schema
    /// All presets, as data.
    case catalogue
    /// The gallery, and what it is made of.
    case page(Page)
    case effect(preset: String, Form)
    /// A POSTed spec.
    case render(Form)
    /// A spec in the path.
    case packed(PackedSpec, Form)
    /// Another program's document, POSTed, to be turned into a spec.
    case `import`(ForeignFormat)

    /// The route of a path; `nil` if there is none. Compared segment by segment, so `..` is just a name that no route has.
    init?(_ segments: [String]) {
        switch segments {
        case ["healthz"]: self = .health
        case ["readyz"]: self = .readiness
        case ["metrics"]: self = .metrics
        case ["openapi.yaml"]: self = .description
        case ["v1", "schema.json"]: self = .schema
        case ["v1", "effects"]: self = .catalogue
        case let path where path.count == 2 && path[0] == "effects" && Preset.all[path[1]] != nil:
            self = .page(.gallery)
        case ["v1", "render"]: self = .render(.frames(nil))
        case let path where path.count == 2 && path[0] == "v1" && path[1].hasPrefix("render."):
            // What moves, the spec or `Accept` names.
            guard let form = Form(fileExtension: path[1].dropFirst(7)),
                MediaType(fileExtension: path[1].dropFirst(7)) == nil
            else { return nil }
            self = .render(form)
        case let path where path.count == 3 && path[0] == "v1" && path[1] == "import":
            guard let format = ForeignFormat(rawValue: path[2]) else { return nil }
            self = .import(format)
        case let path where path.count == 3 && path[0] == "v1" && path[1] == "effects":
            let parts = path[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 1 {
                self = .effect(preset: path[2], .frames(nil))
            } else if let form = Form(fileExtension: parts[1]) {
                self = .effect(preset: String(parts[0]), form)
            } else {
                return nil
            }
        case let path where path.count == 3 && path[0] == "v1" && (path[1] == "s" || path[1] == "z"):
            let parts = path[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let form = Form(fileExtension: parts[1]) else { return nil }
            self = .packed(PackedSpec(text: parts[0], isCompressed: path[1] == "z"), form)
        default:
            guard segments.count == 1, let page = Page(rawValue: segments[0]) else { return nil }
            self = .page(page)
        }
    }

    /// The methods that the route takes, as `Allow` names them.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .render, .import: [.post, .options]
        case .health, .readiness, .metrics, .description, .schema, .catalogue, .page, .effect, .packed:
            [.get, .head, .options]
        }
    }

    /// Whether `Accept` can change the answer, which caches must know. Paths with an ending stay simple for CDNs.
    var varies: Bool {
        switch self {
        case .effect(_, .frames(nil)), .render(.frames), .import: true
        case .effect, .render, .packed, .health, .readiness, .metrics, .description, .schema, .catalogue, .page: false
        }
    }

    /// Whether the answer moves: it may stand still for who prefers that.
    var moves: Bool {
        switch self {
        case .effect(_, .frames(let type)), .packed(_, .frames(let type)): type?.isData != true
        default: false
        }
    }

    /// Whether a query means anything here. Where it does not, it is refused: an ignored name is a trap for typing errors,
    /// and lets caches be filled with copies.
    var takesParameters: Bool {
        switch self {
        case .effect, .render, .packed, .import: true
        // The gallery's own script reads what its page's address says.
        case .page(.gallery): true
        case .health, .readiness, .metrics, .description, .schema, .catalogue, .page: false
        }
    }

    /// Whether finished answers are kept.
    var isCached: Bool {
        switch self {
        case .effect, .packed: true
        default: false
        }
    }

    /// Media types that a body may have, beside `application/…+json` where JSON is among them.
    var bodyTypes: [String] {
        if case .import(let format) = self { format.mediaTypes } else { ["application/json"] }
    }

    /// `GET, HEAD, OPTIONS`.
    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }
}
