public import EffectCoding
import StrictJSON

/// An error in the parameters of a request.
public struct ParameterFault: Error, Sendable, Equatable {
    /// Name of the parameter at fault; `nil` for a limit on the whole effect.
    public let parameter: String?
    /// The error. Its pointer refers to the spec that the request describes.
    public let fault: SpecFault

    /// An unknown parameter, with the most similar known name.
    ///
    /// - Parameter others: Allowed names besides those that change the preset's spec.
    package init(unknown name: String, besides others: [String]) {
        let near = QueryParameter.nearest(to: name).map { "did you mean \($0.name) (\($0.title))?" }
        let other = Nearest.name(to: name, among: others).map { "did you mean \($0)?" }
        // The name is known, but not for animations.
        let isMoment = name == QueryParameter.moments
        let elsewhere = isMoment ? "allowed: with stills alone, such as .still.png and .strip.png" : nil
        let all =
            "allowed: "
            + (QueryParameter.table.filter { $0.origin == nil }.map(\.name) + others).sorted().joined(separator: ", ")
            + ", or a path such as layers.0.opacity"
        self.init(
            .unknownName,
            name,
            found: isMoment
                ? "found a moment for a form of all frames" : "unknown parameter \(JSONValue.string(name).excerpt)",
            allowed: elsewhere ?? near ?? other ?? all
        )
    }

    /// A path that does not exist in the spec.
    ///
    /// - Parameter place: The shortest prefix that does not exist, and the number of elements if its parent is a list.
    package init(noPlace name: String, at place: (place: String, count: Int?)) {
        let first = place.place.prefix { $0 != "." }
        let allowed =
            switch place.count {
            case 0?: "allowed: no index, since the list is empty"
            case 1?: "allowed: 0, the only index of the list"
            case let count?: "allowed: 0...\(count - 1)"
            case nil: "allowed: an existing path in \(first); explain=1 shows the spec"
            }
        self.init(
            .unknownName,
            name,
            found: "\(JSONValue.string(place.place).excerpt) does not exist",
            allowed: allowed
        )
    }

    /// A parameter that has nothing to change in the preset.
    package init(_ parameter: QueryParameter, idleIn preset: Preset) {
        let own = QueryParameter.table.filter { $0.origin == nil && $0.applies(to: preset) }.map(\.name)
        let other = Self.counterparts[parameter.name].flatMap { QueryParameter.all[$0] }
        let meant = other.flatMap {
            $0.applies(to: preset) ? "\($0.name) (\($0.title)), which sets the number in this preset" : nil
        }
        self.init(
            .conflict,
            parameter.name,
            found: "\(parameter.name) (\(parameter.title)), which has no effect in \(preset.name)",
            allowed: meant ?? own.joined(separator: ", ")
        )
    }

    /// Counterparts for the number of particles, which presets set either as a count or as a rate.
    private static let counterparts = ["n": "rate", "particleCount": "rate", "rate": "n"]

    /// An unknown parameter of a POSTed spec.
    package init(unknownBesideSpec name: String, only other: String = QueryParameter.moments) {
        let names = other.split(separator: ",").map { String($0.drop { $0 == " " }) }
        let near = Nearest.name(to: name, among: names).map { "did you mean \($0)?" }
        self.init(
            .unknownName,
            name,
            found: "unknown parameter \(JSONValue.string(name).excerpt)",
            allowed: near ?? "allowed: \(other); the spec holds all other values"
        )
    }

    /// A parameter given twice.
    package init(repeated name: String) { self.init(.conflict, name, found: "\(name) twice", allowed: "once") }

    /// Two parameters for the same value, or for an object and one of its members.
    package init(_ name: String, beside other: String) {
        let found = "\(JSONValue.string(name).excerpt) and \(JSONValue.string(other).excerpt)"
        self.init(.conflict, name, found: found, allowed: "one of the two")
    }

    /// A parameter of a resource that takes none.
    package init(unexpected name: String) {
        self.init(
            .unknownName,
            name,
            found: "parameter \(JSONValue.string(name).excerpt)",
            allowed: "allowed: no parameters"
        )
    }

    package init(_ kind: SpecFault.Kind, _ name: String, found: String, allowed: String) {
        parameter = String(name.prefix(64))
        fault = SpecFault(kind, at: "", found: found, allowed: allowed)
    }

    /// An error in the spec that the parameters produced.
    ///
    /// - Parameter places: Parameter names by the JSON Pointers they write to.
    package init(_ fault: SpecFault, of places: [String: String]) {
        var pointer = fault.pointer[...]
        // An error inside a value is attributed to the parameter that set the value.
        while places[String(pointer)] == nil, let slash = pointer.lastIndex(of: "/") { pointer = pointer[..<slash] }
        let known = QueryParameter.table.first { $0.pointer == fault.pointer }?.name
        // A path to something that does not exist creates the objects along the way.
        let below = places.filter { $0.key.hasPrefix(fault.pointer + "/") }.map(\.value).min()
        let own =
            places[String(pointer)] ?? known ?? ([.unknownName, .wrongType].contains(fault.kind) ? below : nil)
            ?? Self.beside(fault, places)
        parameter = own.map { String($0.prefix(64)) }
        switch own {
        case let name? where QueryParameter.pictureNames.contains(name): self.fault = Self.ofPicture(fault)
        case QueryParameter.background? where [.wrongType, .unknownValue].contains(fault.kind):
            // A URL takes the short forms alone.
            let allowed = QueryParameter.all[QueryParameter.background]?.allowed ?? fault.allowed
            self.fault = SpecFault(fault.kind, at: fault.pointer, found: fault.found, allowed: allowed)
        default: self.fault = fault
        }
    }

    /// The error in the image of a transition: its place is an asset that the URL does not name, and a color is allowed,
    /// too.
    private static func ofPicture(_ fault: SpecFault) -> SpecFault {
        let allowed = fault.kind == .unknownValue ? "a color, or \(fault.allowed)" : fault.allowed
        return SpecFault(fault.kind, at: "", found: fault.found, allowed: allowed)
    }

    /// Returns the parameter that set another member of the object at fault, such as a type that the object's other
    /// members do not fit; `nil` for a limit, which no single parameter exceeds.
    private static func beside(_ fault: SpecFault, _ places: [String: String]) -> String? {
        guard [.conflict, .unknownName, .missing].contains(fault.kind) else { return nil }
        var object = fault.pointer[...]
        // Not the document itself, nor its list of layers.
        while object.count(where: { $0 == "/" }) >= 2 {
            let members = places.filter {
                $0.key.hasPrefix(object + "/") && !$0.key.dropFirst(object.count + 1).contains("/")
            }
            if let found = members.map(\.value).min() { return found }
            guard let slash = object.lastIndex(of: "/") else { break }
            object = object[..<slash]
        }
        return nil
    }
}
