internal import EffectRendering
internal import EffectCatalog
internal import EffectModel

/// Names of routes in logs and metrics: a closed set, independent of client input.
enum RouteName: String, Sendable, CaseIterable {
    case healthz, readyz, metrics, openapi, schema
    // Dashboards know the name.
    case catalog = "catalogue"
    case gallery, effect, render, packed, `import`
    /// `OPTIONS *`, which concerns the server as a whole.
    case options
    /// No route, or not a valid request.
    case none
}

extension Route {
    /// Name in logs and metrics.
    var name: RouteName {
        switch self {
        case .health: .healthz
        case .readiness: .readyz
        case .metrics: .metrics
        case .description: .openapi
        case .schema: .schema
        case .catalog: .catalog
        case .page: .gallery
        case .effect: .effect
        case .render: .render
        case .packed: .packed
        case .import: .import
        }
    }

    /// Name of the output form in logs and metrics; `nil` if unknown or if the route has none.
    var formName: String? {
        switch self {
        case .effect(_, let form), .render(let form), .packed(_, let form): form.name
        default: nil
        }
    }

    /// Name of the effect in logs and metrics; `nil` if unknown or if the route has none.
    var effectName: String? {
        switch self {
        case .effect(let preset, _): Preset.all[preset] == nil ? nil : preset
        case .render, .packed, .import: "spec"
        default: nil
        }
    }

    /// Whether machines poll the route every few seconds, so that successful requests are logged at `debug`.
    var isRoutine: Bool {
        switch self {
        case .health, .readiness, .metrics: true
        default: false
        }
    }
}

extension OutputForm {
    /// Name in logs and metrics; `nil` if `Accept` or the spec decides.
    var name: String? {
        switch self {
        case .frames(let type): type?.format.rawValue
        case .snapshot(.still, _): "still"
        case .snapshot(.strip, _): "strip"
        case .sheet: "sheet"
        }
    }
}
