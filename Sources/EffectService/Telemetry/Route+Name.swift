internal import EffectModel

/// What requests are for, in logs and metrics: a closed set of names, and none of the caller's.
enum RouteName: String, Sendable, CaseIterable {
    case healthz, readyz, metrics, openapi, schema, catalogue, gallery, effect, render, packed, `import`
    /// `OPTIONS *`, which is about all of them.
    case options
    /// What has no route, or was no request.
    case none
}

extension Route {
    /// For logs and metrics.
    var name: RouteName {
        switch self {
        case .health: .healthz
        case .readiness: .readyz
        case .metrics: .metrics
        case .description: .openapi
        case .schema: .schema
        case .catalogue: .catalogue
        case .page: .gallery
        case .effect: .effect
        case .render: .render
        case .packed: .packed
        case .import: .import
        }
    }

    /// What is made, likewise.
    var formName: String? {
        switch self {
        case .effect(_, let form), .render(let form), .packed(_, let form): form.name
        default: nil
        }
    }

    /// Of which effect, likewise.
    var effectName: String? {
        switch self {
        case .effect(let preset, _): Preset.all[preset] == nil ? nil : preset
        case .render, .packed, .import: "spec"
        default: nil
        }
    }

    /// Asked for every few seconds by machines: worth a line to nobody.
    var isRoutine: Bool {
        switch self {
        case .health, .readiness, .metrics: true
        default: false
        }
    }
}

extension Form {
    /// `nil` where `Accept` or the spec decides.
    var name: String? {
        switch self {
        case .frames(let type): type?.format.rawValue
        case .snapshot(.still): "still"
        case .snapshot(.strip): "strip"
        case .sheet: "sheet"
        }
    }
}
