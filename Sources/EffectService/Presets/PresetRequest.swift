public import EffectModel

/// A preset with some of its values changed, as a URL or a command line asks for it.
public struct PresetRequest: Sendable {
    /// One named value, as text.
    public struct Parameter: Sendable, Equatable {
        /// As in the query of a URL.
        public let name: String
        /// As written, decoded.
        public let value: String

        /// A value for a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Why a request for a preset names no effect.
    public enum Failure: Error, Sendable, Equatable {
        /// With the nearest name that exists.
        case unknownPreset(String, near: String?)
        case faults([ParameterFault])
    }

    /// The spec that the request stands for.
    ///
    /// - Throws: ``Failure`` with everything that is wrong.
    public static func spec(
        preset name: String,
        _ parameters: [Parameter],
        limits: RenderLimits,
        library: any AssetLibrary = NoAssets()
    ) throws(Failure) -> EffectSpec {
        try specAndDocument(preset: name, parameters, limits: limits, library: library).spec
    }

    /// The same, with the document that it was read from: POSTed, that one gives the same spec.
    ///
    /// - Parameter others: Names that the request may have as well, for suggestions.
    static func specAndDocument(
        preset name: String,
        _ parameters: [Parameter],
        besides others: [String] = [],
        limits: RenderLimits,
        library: any AssetLibrary
    ) throws(Failure) -> (spec: EffectSpec, document: JSONValue) {
        guard let preset = Preset.all[name] else {
            throw .unknownPreset(name, near: Nearest.name(to: name, among: Preset.all.keys))
        }
        var faults: [ParameterFault] = []
        var document = EffectDocument(preset, given: Set(parameters.map(\.name)))
        for step in steps(parameters, preset, others, &faults) where faults.count < SpecError.maximumFaults {
            do throws(ParameterFault) { try step.apply(&document) } catch { faults.append(error) }
        }
        do throws(SpecError) {
            let spec = try EffectSpec(json: document.json, limits: limits, library: library)
            if faults.isEmpty { return (spec, document.json) }
        } catch {
            let places = document.pointers
            faults += error.faults.map { ParameterFault($0, of: places) }
        }
        throw .faults(Array(faults.prefix(SpecError.maximumFaults)))
    }

    /// One parameter's work.
    private struct Step {
        /// Places are written while cells are where the preset has them.
        let phase: Int
        let apply: (inout EffectDocument) throws(ParameterFault) -> Void
    }

    /// What the parameters do, in the order in which it is done; those that can do nothing are faults.
    private static func steps(
        _ parameters: [Parameter],
        _ preset: Preset,
        _ others: [String],
        _ faults: inout [ParameterFault]
    ) -> [Step] {
        var steps: [Step] = []
        var seen: Set<String> = []
        for parameter in parameters where faults.count < SpecError.maximumFaults {
            let name = parameter.name
            let known = QueryParameter.all[name]
            let path = known == nil ? QueryPath(name) : nil
            guard known != nil || path != nil else {
                faults.append(ParameterFault(unknown: name, besides: others))
                continue
            }
            guard seen.insert(name).inserted else {
                faults.append(ParameterFault(repeated: name))
                continue
            }
            if let known, !known.applies(to: preset) {
                faults.append(ParameterFault(known, idleIn: preset))
            } else if let known {
                steps.append(
                    Step(phase: known.phase) { document throws(ParameterFault) in
                        try known.apply(parameter.value, to: &document)
                    }
                )
            } else if let path {
                steps.append(
                    Step(phase: 0) { document throws(ParameterFault) in
                        try document.write(path.json(of: parameter.value), at: path.place, for: name)
                    }
                )
            }
        }
        return (0...4).flatMap { phase in steps.filter { $0.phase == phase } }
    }
}

/// Something wrong with the parameters of a request.
public struct ParameterFault: Error, Sendable, Equatable {
    /// Which parameter, if one is to blame: a limit on the whole effect has none.
    public let parameter: String?
    /// What is wrong. Its pointer is the place in the spec that the request stands for.
    public let fault: SpecFault

    /// A parameter that does not exist, with the nearest one that does.
    ///
    /// - Parameter others: Those beside the ones that change the preset's spec.
    init(unknown name: String, besides others: [String]) {
        let near = QueryParameter.nearest(to: name).map { "did you mean \($0.name) (\($0.title))?" }
        let other = Nearest.name(to: name, among: others).map { "did you mean \($0)?" }
        // Known, but not where everything moves.
        let elsewhere = name == SnapshotRequest.parameter ? "it goes with .still.png and .strip.png" : nil
        let all =
            "allowed: "
            + (QueryParameter.table.filter { $0.origin == nil }.map(\.name) + others).sorted().joined(separator: ", ")
            + ", or a path like layers.0.opacity"
        self.init(
            .unknownName,
            name,
            found: "unknown parameter \(JSONValue.string(name).excerpt)",
            allowed: elsewhere ?? near ?? other ?? all
        )
    }

    /// A path that leads nowhere.
    ///
    /// - Parameter place: The first part of it that is not there; if that is in a list, how many are.
    init(noPlace name: String, at place: (place: String, count: Int?)) {
        let first = place.place.prefix { $0 != "." }
        let allowed =
            switch place.count {
            case 0?: "none: the list is empty"
            case 1?: "0: there is one"
            case let count?: "0...\(count - 1): there are \(count)"
            case nil: "a path into \(first) as it is; explain=1 shows it"
            }
        self.init(
            .unknownName,
            name,
            found: "\(JSONValue.string(place.place).excerpt), which is not there",
            allowed: allowed
        )
    }

    /// A parameter that finds nothing in the preset that it could change.
    init(_ parameter: QueryParameter, idleIn preset: Preset) {
        let own = QueryParameter.table.filter { $0.origin == nil && $0.applies(to: preset) }.map(\.name)
        let other = Self.counterparts[parameter.name].flatMap { QueryParameter.all[$0] }
        let meant = other.flatMap {
            $0.applies(to: preset) ? "\($0.name) (\($0.title)), which says how many here" : nil
        }
        self.init(
            .conflict,
            parameter.name,
            found: "\(parameter.name) (\(parameter.title)), which \(preset.name) has nothing for",
            allowed: meant ?? own.joined(separator: ", ")
        )
    }

    /// How many particles there are is said in two ways, and most presets know one of them only.
    private static let counterparts = ["n": "rate", "particleCount": "rate", "rate": "n"]

    /// A parameter that does not exist where the spec is POSTed.
    init(unknownBesideSpec name: String, only other: String = SnapshotRequest.parameter) {
        self.init(
            .unknownName,
            name,
            found: "unknown parameter \(JSONValue.string(name).excerpt)",
            allowed: "allowed: \(other); the spec says the rest"
        )
    }

    /// A parameter given twice.
    init(repeated name: String) { self.init(.conflict, name, found: "\(name) twice", allowed: "once") }

    /// Two parameters for one place, or for a whole and a part of it.
    init(_ name: String, beside other: String) {
        let found = "\(JSONValue.string(name).excerpt) beside \(JSONValue.string(other).excerpt)"
        self.init(.conflict, name, found: found, allowed: "one of the two")
    }

    /// A parameter where none is taken.
    init(unexpected name: String) {
        self.init(
            .unknownName,
            name,
            found: "parameter \(JSONValue.string(name).excerpt)",
            allowed: "none is taken here"
        )
    }

    init(_ kind: SpecFault.Kind, _ name: String, found: String, allowed: String) {
        parameter = String(name.prefix(64))
        fault = SpecFault(kind, at: "", found: found, allowed: allowed)
    }

    /// A fault of the spec that the parameters made.
    ///
    /// - Parameter places: Names of parameters by the pointers that they lead to.
    init(_ fault: SpecFault, of places: [String: String]) {
        var pointer = fault.pointer[...]
        // A fault within a value is its parameter's too.
        while places[String(pointer)] == nil, let slash = pointer.lastIndex(of: "/") { pointer = pointer[..<slash] }
        let known = QueryParameter.table.first { $0.pointer == fault.pointer }?.name
        // A path into what is not there makes what lies on the way.
        let below = places.filter { $0.key.hasPrefix(fault.pointer + "/") }.map(\.value).min()
        let own = places[String(pointer)] ?? known ?? (fault.kind == .unknownName ? below : nil)
        parameter = own.map { String($0.prefix(64)) }
        self.fault = fault
    }
}
