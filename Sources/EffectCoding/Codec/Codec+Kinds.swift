import EffectModel
import StrictJSON

extension Codec {
    /// Codec of an object whose `type` selects one of several kinds, each with its own table of properties.
    ///
    /// - Parameters:
    ///   - name: Name of the definition in the schema.
    ///   - usual: Kind of an object without a `type`; `nil` if `type` is required.
    ///   - kind: Key path to the value's kind.
    ///   - blank: Creates a value of a kind with the defaults.
    ///   - table: Properties of a kind.
    static func kinds<Kind>(
        _ name: String,
        usual: Kind? = nil,
        _ kind: any KeyPath<Value, Kind> & Sendable,
        _ blank: @escaping @Sendable (Kind, ReadContext) -> Value,
        _ table: @escaping @Sendable (Kind) -> [Property<Value>]
    ) -> Codec where Kind: RawRepresentable & CaseIterable & Sendable & Hashable, Kind.RawValue == String {
        // Made once: a table takes longer to make than to read an object by.
        let tables = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, table($0)) })
        let choice = Codec<Kind>.choice()
        return Codec(
            allowed: usual == nil ? "an object with a type" : "an object",
            schema: .definition(name) {
                let codec = kinds(name, usual: usual, kind, blank, table)
                return .object(
                    name,
                    usual: usual?.rawValue,
                    kinds: Kind.allCases.map { kind in
                        let own = name + "." + kind.rawValue
                        let type = SchemaMember("type", isRequired: kind != usual, .constant(.string(kind.rawValue)))
                        let part = SchemaPart([type]) + SchemaPart(tables[kind] ?? [])
                        let defaults = codec.defaults(of: ["type": .string(kind.rawValue)])
                        return (kind.rawValue, .definition(own) { .object(own, part, defaults: defaults) })
                    }
                )
            }
        ) { value, pointer, context in
            guard let object = ObjectReader(value, at: pointer, context),
                let kind = object.takeType(choice, usual: usual)
            else { return nil }
            var made = blank(kind, context)
            EffectCoding.read(tables[kind] ?? [], from: object, into: &made)
            object.refuseTheRest()
            return made
        } write: { value in
            let kind = value[keyPath: kind]
            return .object([.init("type", .string(kind.rawValue))] + (tables[kind] ?? []).flatMap { $0.write(value) })
        }
    }
}

extension ObjectReader {
    /// Takes the kind from an object's `type`; returns `nil` after recording a fault.
    fileprivate func takeType<Kind>(_ choice: Codec<Kind>, usual: Kind?) -> Kind? {
        guard let type = take("type") else {
            if usual == nil {
                context.fault(.missing, at: pointer(to: "type"), found: "nothing", allowed: choice.allowed)
            }
            return usual
        }
        return choice.read(type, pointer(to: "type"), context)
    }
}
