internal import EffectModel
internal import HTTPTypes

/// What a request for a preset wants besides a spec: parameters that change the answer, not the effect.
struct Wishes: Sendable {
    /// The spec instead of its picture.
    private(set) var explains = false
    /// The costs instead of the picture.
    private(set) var isDry = false
    /// The version that the answer has to be of.
    private(set) var version: String?
    /// Whether everything has to stand still; `nil` leaves it to the client.
    private(set) var isStill: Bool?

    /// The parameters' names.
    static let names = ["explain", "dry", "motion", "version"]

    /// Those of a form: a sheet is for who moves its frames himself.
    static func names(for form: Form) -> [String] {
        if case .sheet = form { names.filter { $0 != "motion" } } else { names }
    }

    /// Takes them out of a request's parameters.
    ///
    /// - Parameter names: Those that there are.
    /// - Throws: ``PresetRequest/Failure`` for values that are none.
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
        // What stands still, a spec can't say.
        if wishes.explains, wishes.isStill == true { faults.append(ParameterFault("motion", beside: "explain")) }
        if wishes.explains, wishes.isDry { faults.append(ParameterFault("dry", beside: "explain")) }
        if !faults.isEmpty { throw .faults(Array(faults.prefix(SpecError.maximumFaults))) }
        return (wishes, rest)
    }

    /// What a URL asks for that names another version than this: its picture can't be made here.
    struct WrongVersion: Error {
        let found: String
    }

    /// - Throws: ``WrongVersion``.
    func checkVersion() throws(WrongVersion) {
        if let version, version != hanabiVersion { throw WrongVersion(found: version) }
    }

    /// Whether what would move has to stand still: as the URL says, or else as the client's settings do.
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
