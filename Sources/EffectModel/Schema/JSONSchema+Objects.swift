/// A member of an object that a property reads.
struct SchemaMember: Sendable {
    let name: String
    /// Made when it is asked for: tables lead to each other.
    let schema: @Sendable () -> JSONSchema
    var isRequired = false
    /// Known, but only in values that ask for nothing: taken, and never offered.
    var isLater = false
    /// Whether it is worth the same in every document that leaves it out.
    var hasDefault = true

    init(_ name: String, isRequired: Bool = false, _ schema: @autoclosure @escaping @Sendable () -> JSONSchema) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
    }
}

/// What the members of an object may be, or some of them.
struct SchemaPart: Sendable {
    var members: [SchemaMember]
    /// What must hold of several together.
    var rules: [JSONSchema]

    init(_ members: [SchemaMember], rules: [JSONSchema] = []) {
        self.members = members
        self.rules = rules
    }

    /// What a table says.
    init<Root>(_ table: [Property<Root>]) {
        members = table.flatMap(\.schema.members)
        rules = table.flatMap(\.schema.rules)
    }

    /// What both say of one object.
    static func + (a: SchemaPart, b: SchemaPart) -> SchemaPart {
        SchemaPart(a.members + b.members, rules: a.rules + b.rules)
    }
}

extension SchemaPart: ExpressibleByArrayLiteral {
    init(arrayLiteral members: SchemaMember...) { self.init(members) }
}

extension JSONSchema {
    /// An object with these members and no others.
    ///
    /// - Parameters:
    ///   - name: As in ``Glossary``, which says what the members mean.
    ///   - defaults: What the members are worth in a document without them.
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

    /// An object whose `type` says which of several kinds it is.
    ///
    /// - Parameters:
    ///   - usual: The kind of one without a `type`; `nil` where it must have one.
    ///   - kinds: Whole objects, their `type` included.
    static func object(_ name: String, usual: String?, kinds: [(name: String, schema: JSONSchema)]) -> JSONSchema {
        var type = JSONSchema.names(kinds.map(\.name))
        if let usual { type["default"] = .json(.string(usual)) }
        var schema = JSONSchema.type("object")
        schema["description"] = Glossary.sentence(for: name).map { .json(.string($0)) }
        schema["properties"] = .members([("type", type)])
        if usual == nil { schema["required"] = .json(["type"]) }
        // Each asked for by its name: of kinds of which one must fit, an error could not tell which was meant.
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

extension Codec {
    /// What `json` is worth, member by member, as far as that hangs on nothing around it: neither on the canvas, nor on the
    /// duration or the seed, nor on what a document says for all of its emitters.
    func defaults(of json: JSONValue = [:]) -> [JSONValue.Member] {
        func written(_ canvas: SIMD2<Double>, _ change: (ReadContext) -> Void) -> [JSONValue.Member] {
            let context = ReadContext(limits: RenderLimits())
            context.canvas = canvas
            context.animationsLeft = 1
            change(context)
            guard let value = read(json, "", context), case .object(let members) = write(value) else { return [] }
            return members
        }
        let one = written(SIMD2(375, 500)) { _ in }
        let other = written(SIMD2(1000, 100)) { context in
            context.duration = 0.7
            context.seed = "another"
            context.prewarm = .steady
            context.rangeConvention = .half
        }
        return one.filter(other.contains)
    }
}
