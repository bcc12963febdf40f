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
        try spec(preset: name, parameters, besides: [], limits: limits, library: library)
    }

    /// - Parameter others: Names that the request may have as well, for suggestions.
    static func spec(
        preset name: String,
        _ parameters: [Parameter],
        besides others: [String],
        limits: RenderLimits,
        library: any AssetLibrary
    ) throws(Failure) -> EffectSpec {
        guard let preset = Preset.all[name] else {
            throw .unknownPreset(name, near: Nearest.name(to: name, among: Preset.all.keys))
        }
        var faults: [ParameterFault] = []
        var seen: Set<String> = []
        var document = preset.document
        for parameter in parameters where faults.count < SpecError.maximumFaults {
            guard let known = QueryParameter.all[parameter.name] else {
                faults.append(ParameterFault(unknown: parameter.name, besides: others))
                continue
            }
            guard seen.insert(parameter.name).inserted else {
                faults.append(ParameterFault(repeated: parameter.name))
                continue
            }
            document.set(known.json(of: parameter.value), at: known.place)
        }
        do throws(SpecError) {
            let spec = try EffectSpec(json: document, limits: limits, library: library)
            if faults.isEmpty { return spec }
        } catch {
            faults += error.faults.map(ParameterFault.init)
        }
        throw .faults(faults)
    }
}

/// Something wrong with the parameters of a request.
public struct ParameterFault: Sendable, Equatable {
    /// Which parameter, if one is to blame: a limit on the whole effect has none.
    public let parameter: String?
    /// What is wrong. Its pointer is the place in the spec that the request stands for.
    public let fault: SpecFault

    /// A parameter that does not exist, with the nearest one that does.
    ///
    /// - Parameter others: Those beside the ones that change the preset's spec.
    init(unknown name: String, besides others: [String]) {
        let near = QueryParameter.nearest(to: name).map { "did you mean \($0.name) (\($0.longName))?" }
        let other = Nearest.name(to: name, among: others).map { "did you mean \($0)?" }
        // Known, but not where everything moves.
        let elsewhere = name == SnapshotRequest.parameter ? "it goes with .still.png and .strip.png" : nil
        let all = "allowed: " + (QueryParameter.all.keys + others).sorted().joined(separator: ", ")
        self.init(
            .unknownName,
            name,
            found: "unknown parameter \(JSONValue.string(name).excerpt)",
            allowed: elsewhere ?? near ?? other ?? all
        )
    }

    /// A parameter that does not exist where the spec is POSTed.
    init(unknownBesideSpec name: String) {
        self.init(
            .unknownName,
            name,
            found: "unknown parameter \(JSONValue.string(name).excerpt)",
            allowed: "allowed: \(SnapshotRequest.parameter); the spec says the rest"
        )
    }

    /// A parameter given twice.
    init(repeated name: String) { self.init(.conflict, name, found: "\(name) twice", allowed: "once") }

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
    init(_ fault: SpecFault) {
        parameter = QueryParameter.all.values.first { "/" + $0.place.joined(separator: "/") == fault.pointer }?.name
        self.fault = fault
    }
}

extension JSONValue {
    /// Puts `value` at a path of member names, making objects where there are none.
    fileprivate mutating func set(_ value: JSONValue, at path: [String]) {
        guard let name = path.first else {
            self = value
            return
        }
        var members: [Member] = []
        if case .object(let existing) = self { members = existing }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value.set(value, at: Array(path.dropFirst()))
        } else {
            var inner = JSONValue.object([])
            inner.set(value, at: Array(path.dropFirst()))
            members.append(Member(name, inner))
        }
        self = .object(members)
    }
}
