/// What may stand in one place of a document, in the words of JSON Schema: what a codec reads, said for other programs.
///
/// A schema never refuses what its codec takes. What several members forbid each other, it may let pass.
///
/// - Source: JSON Schema, draft 2020-12.
struct JSONSchema: Sendable {
    /// What a keyword says.
    indirect enum Value: Sendable {
        case json(JSONValue)
        /// What hangs on an operator's limits.
        case limited(@Sendable (RenderLimits) -> JSONValue)
        case schema(JSONSchema)
        case schemas([JSONSchema])
        case members([(name: String, schema: JSONSchema)])
        /// What has a name is written once. It is made when it is first met, since some things contain themselves.
        case definition(String, @Sendable () -> JSONSchema)
    }

    /// In the order in which they are written.
    private(set) var keywords: [(name: String, value: Value)] = []

    /// What a keyword says; `nil` if it is not there.
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

    /// A reference to what is defined under that name.
    static func definition(_ name: String, _ body: @escaping @Sendable () -> JSONSchema) -> JSONSchema {
        ["$ref": .definition(name, body)]
    }
}

extension JSONSchema: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral keywords: (String, Value)...) { self.keywords = keywords.map { ($0.0, $0.1) } }
}

/// Writes schemas as JSON, and gathers what they refer to.
struct SchemaWriter {
    let limits: RenderLimits
    private(set) var definitions: [String: JSONValue] = [:]

    init(limits: RenderLimits) { self.limits = limits }

    /// - Complexity: O(size), since every definition is written once.
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
                definitions[name] = .null  // known from here on: it may contain itself
                definitions[name] = json(of: body())
            }
            return .string("#/$defs/\(name)")
        }
    }
}
