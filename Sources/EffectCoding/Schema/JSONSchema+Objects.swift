import EffectModel
import StrictJSON

/// Schema of an object member that a property reads.
struct SchemaMember: Sendable {
    let name: String
    /// Schema of the member, evaluated lazily because tables may refer to each other.
    let schema: @Sendable () -> JSONSchema
    var isRequired = false
    /// Whether the member is not supported yet: only values without effect are accepted, and editors do not suggest it.
    var isLater = false
    /// Whether the default is the same in every document.
    var hasDefault = true

    init(_ name: String, isRequired: Bool = false, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
    }
}

/// Members of an object, or some of them, with rules.
struct SchemaPart: Sendable {
    var members: [SchemaMember]
    /// Rules that involve several members.
    var rules: [JSONSchema]

    init(_ members: [SchemaMember], rules: [JSONSchema] = []) {
        self.members = members
        self.rules = rules
    }

    /// Combines the members and rules of one object.
    static func + (a: SchemaPart, b: SchemaPart) -> SchemaPart {
        SchemaPart(a.members + b.members, rules: a.rules + b.rules)
    }
}

extension SchemaPart: ExpressibleByArrayLiteral {
    init(arrayLiteral members: SchemaMember...) { self.init(members) }
}

extension JSONSchema {
    /// Schema of an object with the members of `part` and no others.
    ///
    /// - Parameters:
    ///   - name: Name in ``Glossary``, which describes the members.
    ///   - defaults: Values of members that a document omits.
    static func object(_ name: String, _ part: SchemaPart, defaults: [JSONValue.Member] = []) -> JSONSchema {
        let members = part.members
        let offered = members.filter { !$0.isLater }.map { member in
            var schema = member.schema()
            if let sentence = Glossary.sentence(for: member.name, in: name) {
                schema = schema.introduced(by: sentence)
            }
            if member.hasDefault, !member.isRequired, let found = defaults.first(where: { $0.name == member.name }) {
                schema["default"] = .json(found.value)
            }
            return (name: member.name, schema: schema)
        }
        let later = members.filter(\.isLater).map { (name: "^\($0.name)$", schema: $0.schema()) }
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema = JSONSchema.type("object")
        schema["description"] = Glossary.sentence(for: name).map { .json(.string($0)) }
        schema["properties"] = .members(offered)
        if !later.isEmpty { schema["patternProperties"] = .members(later) }
        if !required.isEmpty { schema["required"] = .json(.array(required)) }
        if !part.rules.isEmpty { schema["allOf"] = .schemas(part.rules) }
        schema["additionalProperties"] = .json(false)
        return schema
    }

    /// Schema of an object whose `type` selects one of several kinds.
    ///
    /// - Parameters:
    ///   - usual: Kind of an object without a `type`; `nil` if `type` is required.
    ///   - kinds: Schemas of whole objects, including `type`.
    static func object(_ name: String, usual: String?, kinds: [(name: String, schema: JSONSchema)]) -> JSONSchema {
        var type = JSONSchema.names(kinds.map(\.name))
        if let usual { type["default"] = .json(.string(usual)) }
        var schema = JSONSchema.type("object")
        schema["description"] = Glossary.sentence(for: name).map { .json(.string($0)) }
        schema["properties"] = .members([("type", type)])
        if usual == nil { schema["required"] = .json(["type"]) }
        // One condition per kind instead of "oneOf", so that an error names the kind that was meant.
        schema["allOf"] = .schemas(
            kinds.map { kind in
                var condition = JSONSchema.has("type", .constant(.string(kind.name)))
                if kind.name == usual { condition["required"] = nil }
                return ["if": .schema(condition), "then": .schema(kind.schema)]
            }
        )
        return schema
    }
}
