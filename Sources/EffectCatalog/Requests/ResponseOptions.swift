import EffectCoding
internal import EffectModel
internal import EffectRendering

/// Request parameters that change the response instead of the effect.
package struct ResponseOptions: Sendable {
    /// Whether to answer with the spec instead of the image.
    package private(set) var explains = false
    /// Whether to answer with the predicted cost instead of the image.
    package private(set) var isDry = false
    /// Whether the predicted cost is that of all forms, with their sizes.
    package private(set) var listsForms = false
    /// The renderer version that the URL requires; `nil` for any.
    package private(set) var version: String?
    /// Whether to render a still; `nil` leaves the choice to the client's preference.
    package private(set) var isStill: Bool?

    /// No options.
    package init() {}

    /// Names of the parameters.
    package static let names = ["explain", "dry", "forms", "motion", "version"]

    /// Names available for a form. Sheets have no `motion`: their clients animate the frames themselves. Forms of all frames
    /// alone are compared (`forms`).
    package static func names(for form: OutputForm) -> [String] {
        switch form {
        case .frames: names
        case .snapshot: names.filter { $0 != "forms" }
        case .sheet: names.filter { $0 != "motion" && $0 != "forms" }
        }
    }

    /// Names available beside a POSTed spec.
    package static func namesBesideSpec(for form: OutputForm) -> [String] {
        if case .frames = form { ["dry", "forms"] } else { ["dry"] }
    }

    /// Separates these parameters from the others of a request.
    ///
    /// - Parameter names: Names of the available parameters.
    /// - Throws: ``PresetRequest/Failure`` for invalid values.
    package static func taken(
        from parameters: [PresetRequest.Parameter],
        among names: [String] = ResponseOptions.names
    ) throws(PresetRequest.Failure) -> (ResponseOptions, [PresetRequest.Parameter]) {
        var options = ResponseOptions()
        var rest: [PresetRequest.Parameter] = []
        var seen: Set<String> = []
        var faults: [ParameterFault] = []
        for parameter in parameters {
            guard names.contains(parameter.name) else {
                rest.append(parameter)
                continue
            }
            guard seen.insert(parameter.name).inserted else {
                faults.append(ParameterFault(repeated: parameter.name))
                continue
            }
            switch (parameter.name, parameter.value) {
            case ("explain", "1"): options.explains = true
            case ("dry", "1"): options.isDry = true
            case ("forms", "all"): options.listsForms = true
            case ("explain", "0"), ("dry", "0"): break
            case ("version", let value): options.version = value
            case ("motion", "full"): options.isStill = false
            case ("motion", "still"): options.isStill = true
            default: faults.append(wrong(parameter))
            }
        }
        // A spec cannot express a still.
        if options.explains, options.isStill == true { faults.append(ParameterFault("motion", beside: "explain")) }
        if options.explains, options.isDry { faults.append(ParameterFault("dry", beside: "explain")) }
        if options.listsForms, options.isStill == true { faults.append(ParameterFault("motion", beside: "forms")) }
        if options.listsForms, !options.isDry {
            faults.append(ParameterFault(.conflict, "forms", found: "forms without dry", allowed: "with dry=1 alone"))
        }
        if !faults.isEmpty { throw .faults(Array(faults.prefix(SpecError.maximumFaults))) }
        return (options, rest)
    }

    /// An error for a URL that names another renderer version, whose bytes cannot be made here.
    package struct WrongVersion: Error {
        package let found: String
    }

    /// - Throws: ``WrongVersion``.
    package func checkVersion() throws(WrongVersion) {
        if let version, version != hanabiVersion { throw WrongVersion(found: version) }
    }

    private static func wrong(_ parameter: PresetRequest.Parameter) -> ParameterFault {
        let found = "\"\(parameter.value.prefix(48))\""
        let allowed = ["motion": "full, still", "forms": "all"][parameter.name] ?? "0, 1"
        return ParameterFault(.unknownValue, parameter.name, found: found, allowed: allowed)
    }
}
