internal import EffectModel
internal import HTTPTypes

/// Request parameters that change the response instead of the effect.
struct Wishes: Sendable {
    /// Whether to answer with the spec instead of the image.
    private(set) var explains = false
    /// Whether to answer with the predicted cost instead of the image.
    private(set) var isDry = false
    /// The renderer version that the URL requires; `nil` for any.
    private(set) var version: String?
    /// Whether to render a still; `nil` leaves the choice to the client's preference.
    private(set) var isStill: Bool?

    /// Names of the parameters.
    static let names = ["explain", "dry", "motion", "version"]

    /// Names available for a form. Sheets have no `motion`: their clients animate the frames themselves.
    static func names(for form: Form) -> [String] {
        if case .sheet = form { names.filter { $0 != "motion" } } else { names }
    }

    /// Separates these parameters from the others of a request.
    ///
    /// - Parameter names: Names of the available parameters.
    /// - Throws: ``PresetRequest/Failure`` for invalid values.
    static func taken(
        from parameters: [PresetRequest.Parameter],
        among names: [String] = Wishes.names
    ) throws(PresetRequest.Failure) -> (Wishes, [PresetRequest.Parameter]) {
        var wishes = Wishes()
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
            case ("explain", "1"): wishes.explains = true
            case ("dry", "1"): wishes.isDry = true
            case ("explain", "0"), ("dry", "0"): break
            case ("version", let value): wishes.version = value
            case ("motion", "full"): wishes.isStill = false
            case ("motion", "still"): wishes.isStill = true
            default: faults.append(wrong(parameter))
            }
        }
        // A spec cannot express a still.
        if wishes.explains, wishes.isStill == true { faults.append(ParameterFault("motion", beside: "explain")) }
        if wishes.explains, wishes.isDry { faults.append(ParameterFault("dry", beside: "explain")) }
        if !faults.isEmpty { throw .faults(Array(faults.prefix(SpecError.maximumFaults))) }
        return (wishes, rest)
    }

    /// An error for a URL that names another renderer version, whose bytes cannot be made here.
    struct WrongVersion: Error {
        let found: String
    }

    /// - Throws: ``WrongVersion``.
    func checkVersion() throws(WrongVersion) {
        if let version, version != hanabiVersion { throw WrongVersion(found: version) }
    }

    /// Whether to render a still: as the URL says, or else as the client prefers.
    ///
    /// - Source: Media Queries Level 5 §12.1, User Preference Media Features Client Hints Headers.
    func isStill(_ head: HTTPRequest) -> Bool {
        isStill ?? (head.headerFields[.prefersReducedMotion]?.contains("reduce") == true)
    }

    private static func wrong(_ parameter: PresetRequest.Parameter) -> ParameterFault {
        let found = "\"\(parameter.value.prefix(48))\""
        let allowed = parameter.name == "motion" ? "full, still" : "0, 1"
        return ParameterFault(.unknownValue, parameter.name, found: found, allowed: allowed)
    }
}
