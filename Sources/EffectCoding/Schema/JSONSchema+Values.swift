import EffectCost
import EffectModel
import StrictJSON

/// Schemas of scalar values and arrays.
extension JSONSchema {
    /// Schema of a single constant.
    static func constant(_ value: JSONValue) -> JSONSchema { ["const": .json(value)] }

    static func type(_ name: String) -> JSONSchema { ["type": .json(.string(name))] }

    /// Schema of a number, or of a string with one of the units.
    ///
    /// - Parameters:
    ///   - units: Units as in ``NumberUnit/names``; empty for numbers only.
    ///   - phrase: Makes an error message's phrase from the bounds.
    static func number(
        in bounds: ClosedRange<Double>,
        units: [String] = [],
        limit: (@Sendable (RenderLimits) -> Double)? = nil,
        phrase: (@Sendable (String) -> String)? = nil
    ) -> JSONSchema {
        var schema = JSONSchema.type("number")
        schema["minimum"] = .json(.number(bounds.lowerBound))
        schema["maximum"] = .limited { .number(bounds.lowered(to: limit?($0)).upperBound) }
        if !units.isEmpty {
            schema["type"] = .json(["number", "string"])
            schema["pattern"] = .json(.string("^\(NumberText.pattern)(\(units.joined(separator: "|")))$"))
            schema["maxLength"] = .json(.number(Double(NumberUnit.maximumBytes)))
        }
        if let phrase {
            schema["description"] = .limited { .string(sentence(phrase(bounds.lowered(to: limit?($0)).text))) }
        }
        return schema
    }

    static func whole(in bounds: ClosedRange<Int>) -> JSONSchema {
        [
            "type": .json("integer"), "minimum": .json(.number(Double(bounds.lowerBound))),
            "maximum": .json(.number(Double(bounds.upperBound))),
        ]
    }

    /// - Parameter maximum: Maximum number of bytes. JSON Schema counts characters, of which there are never more than
    ///   bytes.
    static func text(maximum: Int) -> JSONSchema {
        ["type": .json("string"), "maxLength": .json(.number(Double(maximum)))]
    }

    static func text(pattern: String) -> JSONSchema {
        ["type": .json("string"), "pattern": .json(.string(pattern))]
    }

    static func names(_ names: [String]) -> JSONSchema {
        ["type": .json("string"), "enum": .json(.array(names.map { .string($0) }))]
    }

    static func list(of element: JSONSchema, count: ClosedRange<Int>) -> JSONSchema {
        [
            "type": .json("array"), "items": .schema(element.undescribed),
            "minItems": .json(.number(Double(count.lowerBound))), "maxItems": .json(.number(Double(count.upperBound))),
        ]
    }

    /// Schema of an array with a schema for each element.
    static func tuple(_ elements: [JSONSchema]) -> JSONSchema {
        [
            "type": .json("array"), "prefixItems": .schemas(elements.map(\.undescribed)), "items": .json(false),
            "minItems": .json(.number(Double(elements.count))),
        ]
    }

    /// The schema without its description, for use inside a schema that has one.
    var undescribed: JSONSchema {
        var schema = self
        schema["description"] = nil
        return schema
    }

    /// The schema with a sentence as its description.
    func described(_ phrase: String) -> JSONSchema {
        var schema = self
        schema["description"] = .json(.string(Self.sentence(phrase)))
        return schema
    }

    /// The schema with `sentence` placed before its description.
    func introduced(by sentence: String) -> JSONSchema {
        var schema = self
        switch self["description"] {
        case .limited(let json):
            schema["description"] = .limited { limits in
                guard case .string(let text) = json(limits) else { return .string(sentence) }
                return .string("\(sentence) \(text)")
            }
        case .json(.string(let text)): schema["description"] = .json(.string("\(sentence) \(text)"))
        default: schema["description"] = .json(.string(sentence))
        }
        return schema
    }

    private static func sentence(_ phrase: String) -> String {
        phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
    }
}

/// Combinations of schemas.
extension JSONSchema {
    /// Schema that accepts whatever any of `schemas` accepts.
    ///
    /// If their types differ, the result is one schema with several types, so that an error can name the failing
    /// keyword: each keyword below applies to one type only.
    static func any(of schemas: [JSONSchema]) -> JSONSchema {
        if schemas.count == 1 { return schemas[0] }
        let single = schemas.flatMap { schema -> [JSONSchema] in
            if case .schemas(let inner)? = schema["anyOf"], schema.undescribed.keywords.count == 1 { return inner }
            return [schema]
        }
        let types = single.map(\.ownTypes)
        let all = types.flatMap { $0 ?? [] }
        guard types.allSatisfy({ $0 != nil }), Set(all).count == all.count else {
            return ["anyOf": .schemas(single.map(\.undescribed))]
        }
        var merged: JSONSchema = ["type": .json(.array(all.map { .string($0) }))]
        for schema in single {
            for (name, value) in schema.undescribed.keywords where name != "type" { merged[name] = value }
        }
        return merged
    }

    /// Types of the schema, if all its other keywords apply to one type only; `nil` otherwise.
    private var ownTypes: [String]? {
        let typed: Set = [
            "type", "minimum", "maximum", "pattern", "maxLength", "items", "prefixItems", "minItems", "maxItems",
            "description",
        ]
        guard keywords.allSatisfy({ typed.contains($0.name) }) else { return nil }
        switch self["type"] {
        case .json(.string(let name)): return [name]
        case .json(.array(let names)):
            return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        default: return nil
        }
    }

    /// The schema extended to accept `null`.
    var orNull: JSONSchema {
        var schema = JSONSchema.any(of: [self, .type("null")])
        schema["description"] = self["description"]
        return schema
    }

    /// Schema of an object that has the member.
    static func has(_ name: String, _ member: JSONSchema? = nil) -> JSONSchema {
        var schema: JSONSchema = ["required": .json([.string(name)])]
        if let member { schema["properties"] = .members([(name, member)]) }
        return schema
    }

    /// Schema of an object whose member, if present, matches `member`.
    static func member(_ name: String, _ member: JSONSchema) -> JSONSchema {
        ["properties": .members([(name, member)])]
    }

    static func all(of schemas: [JSONSchema]) -> JSONSchema { ["allOf": .schemas(schemas)] }
}

extension ClosedRange<Double> {
    /// The range with its upper bound lowered to an operator's limit; never empty.
    func lowered(to limit: Double?) -> ClosedRange {
        lowerBound...Swift.max(lowerBound, Swift.min(upperBound, limit ?? upperBound))
    }
}
