import EffectModel
import StrictJSON

/// A named field of a spec object, with functions to read, check and write it. Tables of properties define the spec's
/// grammar.
///
/// Functions that make properties and codecs are neither inlined nor specialized: a copy of each for every property made
/// the program 1.4 MB larger, and took half of the compiler's time for this target.
struct Property<Root>: Sendable {
    let read: @Sendable (ObjectReader, inout Root) -> Void
    let write: @Sendable (Root) -> [JSONValue.Member]
    /// Schema of the members that the property reads.
    let schema: SchemaPart

    init(
        _ schema: SchemaPart,
        read: @escaping @Sendable (ObjectReader, inout Root) -> Void,
        write: @escaping @Sendable (Root) -> [JSONValue.Member]
    ) {
        self.schema = schema
        self.read = read
        self.write = write
    }

    /// The property without a default in its schema, because its default depends on other fields.
    var withoutDefault: Property {
        var schema = schema
        for index in schema.members.indices { schema.members[index].hasDefault = false }
        return Property(schema, read: read, write: write)
    }

    /// A field with a value of its own.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func field<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ codec: Codec<Value>,
        required: Bool = false
    ) -> Property {
        Property([SchemaMember(name, isRequired: required, codec.schema)]) { object, root in
            guard let value = object.take(name) else {
                if required {
                    object.context.fault(
                        .missing,
                        at: object.pointer(to: name),
                        found: "nothing",
                        allowed: codec.allowed
                    )
                }
                return
            }
            if let read = codec.read(value, object.pointer(to: name), object.context) { root[keyPath: path] = read }
        } write: { root in
            [.init(name, codec.write(root[keyPath: path]))]
        }
    }

    /// An optional field, written only if present. `null` counts as absent.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func optional<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ codec: Codec<Value>
    ) -> Property {
        Property([SchemaMember(name, codec.schema.orNull)]) { object, root in
            guard let value = object.take(name), value != .null else { return }
            if let read = codec.read(value, object.pointer(to: name), object.context) { root[keyPath: path] = read }
        } write: { root in
            root[keyPath: path].map { [.init(name, codec.write($0))] } ?? []
        }
    }

    /// A mean with its range: `"velocity": 500, "velocityRange": 250`, or `"velocity": [250, 750]` for both.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func ranged(
        _ name: String,
        _ mean: any WritableKeyPath<Root, Double> & Sendable,
        _ range: any WritableKeyPath<Root, Double> & Sendable,
        in bounds: ClosedRange<Double>,
        unit: NumberUnit = .plain
    ) -> Property {
        let rangeName = name + "Range"
        let number = Codec.number(in: bounds, unit: unit)
        // Wide enough for [lowest, highest]: with the "half" convention the range is the whole difference.
        let span = max(bounds.upperBound - bounds.lowerBound, bounds.upperBound)
        let deviation = Codec.number(in: -span...span, unit: unit)
        let ends = JSONSchema.list(of: number.schema, count: 2...2)
        let schema: SchemaPart = [
            SchemaMember(name, .any(of: [number.schema, ends]).described("\(number.allowed), or [lowest, highest]")),
            SchemaMember(rangeName, deviation.schema),
        ]
        return Property(schema) { object, root in
            let context = object.context
            let rangeValue = object.take(rangeName)
            if let rangeValue,
                let read = deviation.read(rangeValue, object.pointer(to: rangeName), context)
            {
                root[keyPath: range] = read
            }
            guard let value = object.take(name) else { return }
            let pointer = object.pointer(to: name)
            guard case .array(let ends) = value else {
                if let read = number.read(value, pointer, context) { root[keyPath: mean] = read }
                return
            }
            guard ends.count == 2 else {
                context.fault(
                    .wrongType,
                    at: pointer,
                    found: value.excerpt,
                    allowed: "\(number.allowed), or [lowest, highest]"
                )
                return
            }
            if rangeValue != nil {
                context.fault(
                    .conflict,
                    at: pointer,
                    found: "both [lowest, highest] and \(rangeName)",
                    allowed: "one of the two"
                )
            }
            guard let low = number.read(ends[0], pointer + "/0", context),
                let high = number.read(ends[1], pointer + "/1", context)
            else { return }
            guard low <= high else {
                context.fault(.outOfRange, at: pointer, found: "\(low) above \(high)", allowed: "[lowest, highest]")
                return
            }
            root[keyPath: mean] = (low + high) / 2
            root[keyPath: range] = context.rangeConvention == .full ? (high - low) / 2 : high - low
        } write: { root in
            [.init(name, .number(root[keyPath: mean])), .init(rangeName, .number(root[keyPath: range]))]
        }
    }

    /// A known name that is not supported yet: refused unless its value is in `harmless`.
    ///
    /// - Parameter instead: Alternative that the error suggests.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func notYet(_ name: String, except harmless: JSONValue..., instead: String? = nil) -> Property {
        var member = SchemaMember(name, ["enum": .json(.array([.null] + harmless))])
        member.isLater = true
        return Property([member]) { object, _ in
            guard let value = object.take(name, isLater: true), value != .null, !harmless.contains(value) else {
                return
            }
            let allowed = harmless.map(\.excerpt).joined(separator: ", ")
            object.context.fault(
                .notSupportedYet,
                at: object.pointer(to: name),
                found: "\(name) \(value.excerpt)",
                allowed: (allowed.isEmpty ? "no \(name)" : "no \(name), or \(allowed)")
                    + (instead.map { "; \($0)" } ?? "")
            )
        } write: { _ in
            []
        }
    }

    /// A known name without effect: checked, then discarded.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func idle<Value>(_ name: String, _ codec: Codec<Value>) -> Property {
        Property([SchemaMember(name, codec.schema.orNull)]) { object, _ in
            guard let value = object.take(name), value != .null else { return }
            _ = codec.read(value, object.pointer(to: name), object.context)
        } write: { _ in
            []
        }
    }

    /// A known name without effect that accepts any value.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func idle(_ name: String) -> Property {
        Property([SchemaMember(name, [:])]) { object, _ in
            _ = object.take(name)
        } write: { _ in
            []
        }
    }

    /// Properties of a part that is read from, and written into, the same object as its owner.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func part<Part>(
        _ path: any WritableKeyPath<Root, Part> & Sendable,
        _ properties: [Property<Part>]
    ) -> [Property] {
        properties.map { property in
            Property(property.schema) { object, root in
                property.read(object, &root[keyPath: path])
            } write: { root in
                property.write(root[keyPath: path])
            }
        }
    }

    /// Runs `action` between two fields, to prepare later fields or to check several fields together.
    ///
    /// - Parameter rules: Schema rules that express the check as far as possible.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func after(
        rules: [JSONSchema] = [],
        _ action: @escaping @Sendable (ObjectReader, inout Root) -> Void
    ) -> Property {
        Property(SchemaPart([], rules: rules), read: action) { _ in [] }
    }
}

/// Reads every property of `table` from `object`, in table order.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func read<Root>(_ table: [Property<Root>], from object: ObjectReader, into root: inout Root) {
    for property in table { property.read(object, &root) }
}

/// The JSON object that `table` writes for `root`, with every field and all defaults.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func write<Root>(_ table: [Property<Root>], of root: Root) -> JSONValue {
    .object(table.flatMap { $0.write(root) })
}

extension SchemaPart {
    /// Creates the part described by a table of properties.
    init<Root>(_ table: [Property<Root>]) {
        members = table.flatMap(\.schema.members)
        rules = table.flatMap(\.schema.rules)
    }
}
