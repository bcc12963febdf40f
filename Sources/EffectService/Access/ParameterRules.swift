internal import EffectModel

/// What parameters the URL of an effect may have, and how large their numbers may be.
struct ParameterRules: Sendable {
    private let ceilings: [String: ClosedRange<Double>]
    private let allowed: Set<String>?
    private let takesPaths: Bool
    private let presetsOnly: Bool

    /// Other names for the same, in the same unit.
    private static let aliases = [
        "particleCount": "n", "origin.x": "x", "origin.y": "y", "colors": "c", "colors.palette": "palette",
    ]
    /// Other names for the same, in another unit.
    private static let kin = [
        "startVelocity": "v", "ticks": "life", "scalar": "size", "gravity": "g", "decay": "drag",
    ]

    init(_ policy: AccessPolicy) {
        ceilings = policy.parameterCeilings
        allowed = policy.allowedParameters
        presetsOnly = policy.presetsOnly
        takesPaths = !presetsOnly && ceilings.isEmpty
    }

    /// Whether there is anything to check.
    private var isEmpty: Bool { takesPaths && allowed == nil }

    /// - Throws: ``AccessRefusal`` for names that are not offered, with all else that is wrong; ``PresetRequest/Failure`` for
    ///   numbers that are beyond what is allowed.
    func check(_ parameters: [(name: String, value: String)]) throws {
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
        guard isOffered else { throw AccessRefusal.parameters(faults) }
        if !faults.isEmpty { throw PresetRequest.Failure.faults(faults) }
    }

    private func fault(ofName name: String) -> ParameterFault? {
        let isNamed = allowed?.contains(name) == true
        let isPath = QueryParameter.all[name] == nil && QueryPath(name) != nil
        let isMeant = isNamed || (allowed == nil && ceilings[name] != nil)
        if isPath ? (takesPaths && allowed == nil) || (isMeant && !presetsOnly) : isMeant { return nil }
        let found = "\(isPath ? "the path" : "the parameter") \(JSONValue.string(name).excerpt)"
        if let allowed {
            let names = allowed.isEmpty ? "none" : allowed.sorted().joined(separator: ", ")
            return ParameterFault(.notOffered, name, found: found, allowed: names)
        }
        if isPath {
            return ParameterFault(.notOffered, name, found: found, allowed: "the preset's parameters by their names")
        }
        guard let bounded = Self.kin[name], ceilings[bounded] != nil else { return nil }
        return ParameterFault(.notOffered, name, found: found, allowed: "\(bounded), which says it here")
    }

    private func fault(ofValue value: String, for name: String) -> ParameterFault? {
        let own = [name, Self.aliases[name]].compactMap { $0.flatMap { ceilings[$0] } }
        if own.isEmpty { return nil }
        let lower = own.map(\.lowerBound).max() ?? 0
        let upper = own.map(\.upperBound).min() ?? 0
        let bounds = "\(ParameterText.text(lower))...\(ParameterText.text(upper))"
        let found = JSONValue.string(value).excerpt
        // What a URL may say as a word, such as a t0 that is steady, has no number that could be within.
        guard let range = Self.range(value, QueryParameter.all[name]) else {
            return ParameterFault(.wrongType, name, found: found, allowed: "a number in \(bounds)")
        }
        guard lower <= range.lowerBound, range.upperBound <= upper else {
            return ParameterFault(.tooMuch, name, found: value, allowed: bounds)
        }
        return nil
    }

    /// The numbers of a value, as the vocabulary reads them.
    private static func range(_ value: String, _ parameter: QueryParameter?) -> ClosedRange<Double>? {
        guard case .number(_, _, let unit, let isRange) = parameter?.kind else {
            return NumberText.decimal(value).map { $0...$0 }
        }
        return isRange ? ParameterText.range(value, unit) : ParameterText.number(value, unit).map { $0...$0 }
    }
}
