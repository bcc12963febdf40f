import EffectCoding
import EffectModel
import StrictJSON

/// Generator of values that the service's schema allows, with an emphasis on the ends of ranges.
struct SpecSchema: Sendable {
    typealias Shape = [(key: String, value: JSONValue)]

    static let numbers: [Double] = [
        0, 1, -1, 0.5, 1e-9, -1e-9, 1e-300, 0.01, 3, 10, 60, 100, 255, 1000, 32_767, 65_536, 100_000, 2_147_483_648,
        1e9,
        1e15, 9_007_199_254_740_991, 1e19, 1e300, -32_768, -1e9, -1e19,
    ]
    static let texts = [
        "", "a", "b", "layer", "c", "dot", "circle", "star", "#f80", "gold", "none", "transparent", "Hi", "🎉", "é",
        "M0 0L5 5 0 5Z", "M0 0a5 3 30 1 0 5 5", "position", "position.x", "opacity", "emitterCells.c.birthRate",
        "emitterBehaviors.b.strength", "transform.rotation.z", "linear", "easeInEaseOut", "data:image/png;base64,AAAA",
    ]

    private let definitions: [String: JSONValue]
    private let shapes: [Shape]

    init() {
        let root = EffectSpec.jsonSchema()
        var definitions: [String: JSONValue] = [:]
        if case .object(let members)? = root["$defs"] {
            for member in members { definitions[member.name] = member.value }
        }
        self.definitions = definitions
        shapes = Self.shapes(in: root)
    }

    private static func shapes(in schema: JSONValue) -> [Shape] {
        switch schema {
        case .array(let elements): return elements.flatMap(shapes)
        case .object(let members):
            var found = members.flatMap { shapes(in: $0.value) }
            if case .object(let properties)? = schema["properties"] {
                found.append(properties.map { (key: $0.name, value: $0.value) })
            }
            return found
        default: return []
        }
    }

    /// Returns a random object shape that may have all of `names`.
    func shape(of names: Set<String>, using random: inout SmallGenerator) -> Shape? {
        shapes.filter { shape in names.isSubset(of: shape.map(\.key)) }.randomElement(using: &random)
    }

    /// Returns a value that usually conforms to the schema.
    func value(of schema: JSONValue, depth: Int, using random: inout SmallGenerator) -> JSONValue {
        if let constant = schema["const"] { return constant }
        if let value = schema["default"], Int.random(in: 0..<8, using: &random) == 0 { return value }
        if case .string(let name)? = schema["$ref"] {
            let definition = definitions[String(name.drop { $0 != "/" }.split(separator: "/").last ?? "")]
            return definition.map { value(of: $0, depth: depth + 1, using: &random) } ?? .null
        }
        for choices in ["enum", "anyOf", "oneOf"] {
            guard case .array(let all)? = schema[choices], let one = all.randomElement(using: &random) else { continue }
            return choices == "enum" ? one : value(of: one, depth: depth + 1, using: &random)
        }
        var types: [JSONValue] = []
        if let type = schema["type"] { types = if case .array(let several) = type { several } else { [type] } }
        switch types.randomElement(using: &random) {
        case "number"?: return .number(number(schema, using: &random))
        case "integer"?: return .number(number(schema, using: &random).rounded())
        case "boolean"?: return .bool(Bool.random(using: &random))
        case "string"?: return .string(Self.texts.randomElement(using: &random) ?? "")
        case "array"?: return array(schema, depth, using: &random)
        case "object"?: return object(schema, depth, using: &random)
        default: return .null
        }
    }

    private func number(_ schema: JSONValue, using random: inout SmallGenerator) -> Double {
        guard case .number(let low)? = schema["minimum"], case .number(let high)? = schema["maximum"], low <= high
        else {
            return Self.numbers.randomElement(using: &random) ?? 0
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return low
        case 1: return high
        case 2: return Self.numbers.randomElement(using: &random) ?? 0
        case 3: return min(max(0, low), high)
        case 4: return min(max(1, low), high)
        // Small values are cheap to render.
        case 5: return min(max(Double.random(in: 0...8, using: &random), low), high)
        default: return low + (high - low) * Double.random(in: 0...1, using: &random)
        }
    }

    private func array(_ schema: JSONValue, _ depth: Int, using random: inout SmallGenerator) -> JSONValue {
        if case .array(let items)? = schema["prefixItems"] {
            return .array(items.map { value(of: $0, depth: depth + 1, using: &random) })
        }
        let least = if case .number(let number)? = schema["minItems"] { Int(number) } else { 0 }
        guard let item = schema["items"], depth < 12 else { return [] }
        let count = least + Int.random(in: 0...2, using: &random)
        return .array((0..<count).map { _ in value(of: item, depth: depth + 1, using: &random) })
    }

    private func object(_ schema: JSONValue, _ depth: Int, using random: inout SmallGenerator) -> JSONValue {
        var required: [JSONValue] = []
        if case .array(let names)? = schema["required"] { required = names }
        var members: [JSONValue.Member] = []
        if case .object(let properties)? = schema["properties"] {
            for property in properties {
                let isWanted = required.contains(.string(property.name))
                guard isWanted || (depth < 8 && Int.random(in: 0..<8, using: &random) == 0) else { continue }
                members.append(.init(property.name, value(of: property.value, depth: depth + 1, using: &random)))
            }
        } else if let other = schema["additionalProperties"], case .object = other {
            members.append(.init("a", value(of: other, depth: depth + 1, using: &random)))
        }
        return .object(members)
    }
}
