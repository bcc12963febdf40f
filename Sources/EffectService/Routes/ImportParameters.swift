internal import EffectCatalog
import EffectCoding
internal import EffectModel
internal import EffectImport
import StrictJSON

/// Query parameters of an import: settings that the foreign document lacks.
enum ImportParameters {
    /// Names of the parameters.
    static let names = ["w", "h", "d", "fps", "bg"]

    /// Reads the parameters.
    ///
    /// - Throws: ``PresetRequest/Failure`` for unknown names and invalid values.
    static func options(
        _ parameters: [PresetRequest.Parameter]
    ) throws(PresetRequest.Failure) -> ImportOptions {
        var options = ImportOptions()
        var seen: Set<String> = []
        var faults: [ParameterFault] = []
        /// Rejects values that are not numbers or could not be divided by. The spec's reader checks the limits.
        func number(_ parameter: PresetRequest.Parameter, in bounds: ClosedRange<Double>) -> Double? {
            if let number = ParameterText.number(parameter.value), bounds.contains(number) { return number }
            let found = JSONValue.string(parameter.value).excerpt
            let (least, most) = (ParameterText.text(bounds.lowerBound), ParameterText.text(bounds.upperBound))
            let allowed = "a number in \(least)...\(most)"
            faults.append(ParameterFault(.outOfRange, parameter.name, found: found, allowed: allowed))
            return nil
        }
        for parameter in parameters.prefix(64) {
            guard seen.insert(parameter.name).inserted else {
                faults.append(ParameterFault(repeated: parameter.name))
                continue
            }
            switch parameter.name {
            case "w": options.width = number(parameter, in: 1...100_000)
            case "h": options.height = number(parameter, in: 1...100_000)
            case "d": options.duration = number(parameter, in: 0.01...100_000)
            case "fps": options.fps = number(parameter, in: 0.1...65) ?? options.fps
            case "bg": options.background = parameter.value
            default:
                let others = names.joined(separator: ", ")
                faults.append(ParameterFault(unknownBesideSpec: parameter.name, only: others))
            }
        }
        if !faults.isEmpty { throw .faults(faults) }
        return options
    }
}
