import EffectCost
import EffectModel
import StrictJSON

/// JSON Schema of the values that a codec reads, for other programs.
///
/// A schema never refuses a value that its codec accepts. It may accept members that conflict with each other.
///
/// - Source: JSON Schema, draft 2020-12.
struct JSONSchema: Sendable {
    /// Value of a keyword.
    indirect enum Value: Sendable {
        case json(JSONValue)
        /// Value that depends on the operator's limits.
        case limited(@Sendable (RenderLimits) -> JSONValue)
        case schema(JSONSchema)
        case schemas([JSONSchema])
        case members([(name: String, schema: JSONSchema)])
        /// Named definition, written once. Evaluated lazily, because definitions may be recursive.
        case definition(String, @Sendable () -> JSONSchema)
    }

    /// Keywords in the order in which they are written.
    private(set) var keywords: [(name: String, value: Value)] = []

    /// The value of a keyword; `nil` if absent.
    subscript(_ name: String) -> Value? {
        get { keywords.first { $0.name == name }?.value }
        set {
            if let index = keywords.firstIndex(where: { $0.name == name }) {
                if let newValue { keywords[index].value = newValue } else { keywords.remove(at: index) }
            } else if let newValue {
                keywords.append((name, newValue))
            }
        }
    }

    /// Reference to the definition `name`.
    static func definition(_ name: String, _ body: @escaping @Sendable () -> JSONSchema) -> JSONSchema {
        ["$ref": .definition(name, body)]
    }
}

extension JSONSchema: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral keywords: (String, Value)...) { self.keywords = keywords.map { ($0.0, $0.1) } }
}

/// Writes schemas as JSON and collects their definitions.
struct SchemaWriter {
    let limits: RenderLimits
    private(set) var definitions: [String: JSONValue] = [:]

    init(limits: RenderLimits) { self.limits = limits }

    /// Returns the schema as JSON and adds its definitions to ``definitions``.
    ///
    /// - Complexity: O(size), because every definition is written once.
    mutating func json(of schema: JSONSchema) -> JSONValue {
        var members: [JSONValue.Member] = []
        for (name, value) in schema.keywords { members.append(.init(name, json(of: value))) }
        return .object(members)
    }

    private mutating func json(of value: JSONSchema.Value) -> JSONValue {
        switch value {
        case .json(let json): return json
        case .limited(let json): return json(limits)
        case .schema(let schema): return json(of: schema)
        case .schemas(let schemas):
            var elements: [JSONValue] = []
            for schema in schemas { elements.append(json(of: schema)) }
            return .array(elements)
        case .members(let schemas):
            var members: [JSONValue.Member] = []
            for (name, schema) in schemas { members.append(.init(name, json(of: schema))) }
            return .object(members)
        case .definition(let name, let body):
            if definitions[name] == nil {
                definitions[name] = .null  // marks the name as known: definitions may be recursive
                let definition = json(of: body())
                definitions[name] = Self.detailed(definition, name: name)
            }
            return .string("#/$defs/\(name)")
        }
    }

    /// Returns a definition with the details of ``Glossary`` after its description.
    private static func detailed(_ definition: JSONValue, name: String) -> JSONValue {
        guard let detail = Glossary.detail(for: name), case .object(var members) = definition,
            let index = members.firstIndex(where: { $0.name == "description" }),
            case .string(let text) = members[index].value
        else { return definition }
        members[index] = .init("description", .string("\(text) \(detail)"))
        return .object(members)
    }
}
