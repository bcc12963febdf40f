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
        var document = preset.document
        var places = TakenPlaces()
        for parameter in parameters where faults.count < SpecError.maximumFaults {
            guard let known = QueryParameter.all[parameter.name] ?? QueryParameter(path: parameter.name) else {
                faults.append(ParameterFault(unknown: parameter.name, besides: others))
                continue
            }
            // By its place: a short name and a path may lead to the same one.
            if let owner = places.owner(of: known.place) {
                let isSame = owner == parameter.name
                faults.append(isSame ? ParameterFault(repeated: owner) : ParameterFault(parameter.name, beside: owner))
                continue
            }
            places.take(known.place, for: known.name)
            guard document.set(known.json(of: parameter.value), at: known.place[...]) else {
                faults.append(ParameterFault(unknown: parameter.name, besides: others))
                continue
            }
        }
        do throws(SpecError) {
            let spec = try EffectSpec(json: document, limits: limits, library: library)
            if faults.isEmpty { return spec }
        } catch {
            let places = places.pointers
            faults += error.faults.map { ParameterFault($0, of: places) }
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
        let all =
            "allowed: " + (QueryParameter.all.keys + others).sorted().joined(separator: ", ")
            + ", or a path like layers.0.opacity"
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
        let known = QueryParameter.all.values.first { "/" + $0.place.joined(separator: "/") == fault.pointer }?.name
        parameter = places[String(pointer)].map { String($0.prefix(64)) } ?? known
        self.fault = fault
    }
}

extension JSONValue {
    /// A place in an array, which has one name only: digits, with neither a sign nor zeros before them.
    private static func index(_ name: String) -> Int? {
        Int(name).flatMap { String($0) == name ? $0 : nil }
    }

    /// Puts `value` at a path of member names and array places, making objects where there are none.
    ///
    /// - Returns: Whether there is such a place.
    fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) -> Bool {
        guard let name = path.first else {
            self = value
            return true
        }
        if case .array(var elements) = self {
            guard let index = Self.index(name), elements.indices.contains(index),
                elements[index].set(value, at: path.dropFirst())
            else { return false }
            self = .array(elements)
            return true
        }
        var members: [Member] = []
        if case .object(let existing) = self { members = existing }
        if let index = members.firstIndex(where: { $0.name == name }) {
            guard members[index].value.set(value, at: path.dropFirst()) else { return false }
        } else {
            var inner = JSONValue.object([])
            guard inner.set(value, at: path.dropFirst()) else { return false }
            members.append(Member(name, inner))
        }
        self = .object(members)
        return true
    }
}
