internal import EffectCatalog
import EffectCoding
internal import EffectModel
import StrictJSON

/// Allowed parameters in URLs of effects, and the allowed ranges of their numbers.
struct ParameterRules: Sendable {
    /// Allowed range of each value, by the canonical name from ``plain(_:)``: the intersection of its names' ceilings.
    private let bounds: [String: (lower: Double, upper: Double)]
    /// Names that have a ceiling of their own.
    private let bounded: Set<String>
    private let allowed: Set<String>?
    private let takesPaths: Bool
    private let presetsOnly: Bool

    /// Canonical names by their aliases in the same unit: canvas-confetti's names, and paths of values with a name.
    private static let aliases: [String: String] = {
        let paths = QueryParameter.table.compactMap { parameter -> (String, String)? in
            guard case .place(let place, _) = parameter.effect else { return nil }
            return (place.joined(separator: "."), parameter.name)
        }
        let names = [
            ("particleCount", "n"), ("origin.x", "x"), ("origin.y", "y"), ("colors", "c"),
            ("colors.palette", "palette"), ("canvas.fit", "fit"),
        ]
        return Dictionary(paths + names) { first, _ in first }
    }()
    /// Names for the same value in another unit or in words.
    private static let equivalents: [String: [String]] = {
        let pairs = [
            ("startVelocity", "v"), ("ticks", "life"), ("scalar", "size"), ("gravity", "g"), ("decay", "drag"),
        ]
        let names = (pairs + pairs.map { ($1, $0) }).map { ($0, [$1]) } + [("from", ["x", "y"])]
        return Dictionary(uniqueKeysWithValues: names)
    }()

    /// The canonical name of a value.
    private static func plain(_ name: String) -> String { aliases[name] ?? name }

    init(_ policy: AccessPolicy) {
        bounded = Set(policy.parameterCeilings.keys)
        var bounds: [String: (lower: Double, upper: Double)] = [:]
        for (name, range) in policy.parameterCeilings {
            let other = bounds[Self.plain(name)] ?? (range.lowerBound, range.upperBound)
            bounds[Self.plain(name)] = (max(range.lowerBound, other.lower), min(range.upperBound, other.upper))
        }
        self.bounds = bounds
        allowed = policy.allowedParameters
        presetsOnly = policy.presetsOnly
        takesPaths = !presetsOnly && bounds.isEmpty
    }

    /// Whether there is nothing to check.
    private var isEmpty: Bool { takesPaths && allowed == nil }

    /// - Parameter takesBudget: Whether the requested form takes the byte budget of a target.
    /// - Throws: ``AccessRefusal`` for names that are not offered, together with all other errors;
    ///   ``PresetRequest/Failure`` for numbers out of range.
    func check(_ parameters: [(name: String, value: String)], takesBudget: Bool = true) throws {
        if isEmpty { return }
        var faults: [ParameterFault] = []
        var isOffered = true
        for (name, value) in parameters where faults.count < SpecError.maximumFaults {
            if let fault = fault(ofName: name) {
                faults.append(fault)
                isOffered = false
            } else if let fault = fault(ofValue: value, for: name) {
                faults.append(fault)
            }
        }
        for (name, value) in Self.implied(by: parameters) where faults.count < SpecError.maximumFaults {
            if name == "max", !takesBudget { continue }
            guard let fault = fault(ofValue: value, for: name) else { continue }
            let found = "\(name)=\(value), which the target sets"
            faults.append(
                ParameterFault(fault.fault.kind, QueryParameter.target.name, found: found, allowed: fault.fault.allowed)
            )
        }
        guard isOffered else { throw AccessRefusal.parameters(faults) }
        if !faults.isEmpty { throw PresetRequest.Failure.faults(faults) }
    }

    /// Numbers that a target sets, as far as the URL does not set them itself.
    private static func implied(by parameters: [(name: String, value: String)]) -> [(name: String, value: String)] {
        let target = parameters.first { $0.name == QueryParameter.target.name }.flatMap {
            DeliveryTarget.named($0.value)
        }
        let given = Set(parameters.map { plain($0.name) })
        return (target?.parameters ?? []).filter { !given.contains($0.name) }
    }

    private func fault(ofName name: String) -> ParameterFault? {
        let isNamed = allowed?.contains(name) == true
        let isPath = QueryParameter.all[name] == nil && QueryPath(name) != nil
        let isBounded = isPath ? bounded.contains(name) : bounds[Self.plain(name)] != nil
        // A ceiling holds for the value, whatever its name.
        let other = isBounded ? nil : Self.equivalents[name]?.first { bounds[$0] != nil }
        let isMeant = other == nil && (isNamed || (allowed == nil && isBounded))
        if isPath ? (takesPaths && allowed == nil) || (isMeant && !presetsOnly) : isMeant { return nil }
        let found = "\(isPath ? "the path" : "the parameter") \(JSONValue.string(name).excerpt)"
        if let allowed, !isNamed || other.map(allowed.contains) != true {
            let rest = allowed.subtracting([name])
            let names = rest.isEmpty ? "none" : rest.sorted().joined(separator: ", ")
            return ParameterFault(.notOffered, name, found: found, allowed: names)
        }
        if isPath {
            return ParameterFault(.notOffered, name, found: found, allowed: "the preset's parameters, by name")
        }
        guard let other else { return nil }
        return ParameterFault(.notOffered, name, found: found, allowed: "\(other) in its place")
    }

    private func fault(ofValue value: String, for name: String) -> ParameterFault? {
        guard let (lower, upper) = bounds[Self.plain(name)] else { return nil }
        let isOpen = lower == -.greatestFiniteMagnitude
        let most = ParameterText.text(upper)
        let bounds = isOpen ? "at most \(most)" : "\(ParameterText.text(lower))...\(most)"
        let found = JSONValue.string(value).excerpt
        // Words such as `t0=steady` have no number to compare.
        guard let range = Self.range(value, QueryParameter.all[name]) else {
            return ParameterFault(.wrongType, name, found: found, allowed: "a number\(isOpen ? "," : " in") \(bounds)")
        }
        guard lower <= range.lowerBound, range.upperBound <= upper else {
            return ParameterFault(.tooMuch, name, found: value, allowed: bounds)
        }
        return nil
    }

    /// The numbers in a value, parsed as the parameter's own unit.
    private static func range(_ value: String, _ parameter: QueryParameter?) -> ClosedRange<Double>? {
        guard case .number(_, _, let unit, let isRange) = parameter?.kind else {
            return ParameterText.number(value).map { $0...$0 }
        }
        return isRange ? ParameterText.range(value, unit) : ParameterText.number(value, unit).map { $0...$0 }
    }
}
