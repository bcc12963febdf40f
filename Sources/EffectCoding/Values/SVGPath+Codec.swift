import EffectModel
import StrictJSON

extension SVGPath {
    private static var schema: JSONSchema {
        var schema = JSONSchema.text(pattern: "^[ \\t-\\r]*[Mm][-+.,0-9eE \\t-\\rMmLlHhVvCcSsQqTtAaZz]*$")
        schema["maxLength"] = .json(.number(Double(maximumBytes)))
        return schema
    }

    /// Codec of a required path whose blank value is `nil`.
    static let givenCodec = Codec<SVGPath?>(allowed: codec.allowed, schema: codec.schema) { value, pointer, context in
        codec.read(value, pointer, context).map { .some($0) }
    } write: { path in
        path.map(codec.write) ?? .null
    }

    static let codec = Codec<SVGPath>(
        allowed: "SVG path data",
        schema: .definition("PathData") { schema.described("SVG path data (M L H V C S Q T A Z)") }
    ) { value, pointer, context in
        guard case .string(let text) = value else {
            context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: "SVG path data")
            return nil
        }
        do throws(PathError) {
            return try SVGPath(text)
        } catch {
            if let limit = error.limit {
                context.fault(.tooMuch, at: pointer, found: "path data of \(error.reason)", allowed: limit)
                return nil
            }
            context.fault(
                .unknownValue,
                at: pointer,
                found: "path data with an error at byte \(error.byte): \(error.reason)",
                allowed: "SVG path data (M L H V C S Q T A Z)"
            )
            return nil
        }
    } write: { path in
        .string(path.text)
    }
}
