package import EffectRendering
internal import PackagedFiles
package import StrictJSON

/// The exactness of a preset in a vector form, at its default parameters.
package enum VectorFit: Sendable, Equatable {
    /// All pieces have the formula of their own motion.
    case exact
    /// Curves stand for some motions. The error is the largest distance in pixels between the center of a piece and the
    /// effect.
    case fitted(error: Double)
    /// The form can't show the effect.
    case refused

    /// Vector forms that presets are measured in. `.lottie` is as exact as `.lottie.json`.
    package static let forms = [OutputFormat.svg, .lottie, .tgs, .tracks]

    /// Fits by preset and by file extension, as measured by the package's tests.
    package static let all: [String: [String: VectorFit]] = {
        guard case .object(let presets)? = try? JSONParser.parse(PackagedFile.bytes("vectors.json")) else {
            preconditionFailure("the file of vectors is invalid: a fault of the package, caught by the package's tests")
        }
        return Dictionary(
            uniqueKeysWithValues: presets.map { preset in
                guard case .object(let fits) = preset.value else { return (preset.name, [:]) }
                return (preset.name, Dictionary(uniqueKeysWithValues: fits.map { ($0.name, VectorFit($0.value)) }))
            }
        )
    }()

    /// Reads an error in pixels; `null` for a form that is refused.
    private init(_ value: JSONValue) {
        switch value {
        case .number(0): self = .exact
        case .number(let error): self = .fitted(error: error)
        default: self = .refused
        }
    }

    /// The fit as an object with the members `motion` and, if fitted, `error`.
    package var json: JSONValue {
        switch self {
        case .exact: ["motion": "exact"]
        case .fitted(let error): ["motion": "fitted", "error": .number(error)]
        case .refused: ["motion": "refused"]
        }
    }
}
