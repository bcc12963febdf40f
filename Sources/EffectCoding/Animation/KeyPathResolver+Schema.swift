import EffectModel
import StrictJSON

extension KeyPathResolver {
    /// Schema of key paths that exist in some layer.
    static var schema: JSONSchema {
        .definition("KeyPath") {
            func below(_ prefix: String, _ names: [String]) -> JSONSchema {
                var schema = JSONSchema.text(pattern: pattern(prefix, names))
                schema["maxLength"] = .json(.number(Double(maximumBytes)))
                return schema
            }
            let inputs = Behavior.animatable.flatMap(\.names)
            return .any(of: [
                .names(Set(Layer.animatable.flatMap(\.names) + Emitter.animatable.flatMap(\.names)).sorted()),
                below(cellsPrefix, EmitterCell.animatable.flatMap(\.names) + inputs),
                below(behaviorsPrefix, inputs),
            ])
        }
    }

    /// Regular expression for key paths with the given prefix that end in one of the names. Any characters may be in
    /// between.
    static func pattern(_ prefix: String, _ names: [String]) -> String {
        func escaped(_ text: String) -> String {
            text.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
        }
        return "^\(escaped(prefix))[\\s\\S]*\\.(\(Set(names).sorted().map(escaped).joined(separator: "|")))$"
    }
}
