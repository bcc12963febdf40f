import EffectCost
import EffectModel
import StrictJSON

/// JSON Schemas of the values of animations.
enum AnimatedValue {
    /// Schema of a value of any property, or of a difference between two values.
    static var schema: JSONSchema {
        .definition("AnimatedValue") {
            // The widest span of any property's bounds, or the largest magnitude.
            let farthest =
                (alone + below).map { _, access in
                    let (low, high) = (access.bounds.lower, access.bounds.upper)
                    return max((high - low).max(), high.max(), -low.min())
                }.max() ?? 0
            let units = Set(NumberUnit.allCases.flatMap(\.names)).sorted()
            let number = JSONSchema.number(in: -farthest...farthest, units: units)
            return .any(of: [number, .list(of: number, count: 2...4), Color.codec.schema, SVGPath.codec.schema])
                .described("a value of the property at the key path: a number, [x, y], a color or path data")
        }
    }

    /// Rules that restrict an animation's values to those of the property at its key path.
    static var matchingKeyPath: SchemaPart {
        SchemaPart(
            [],
            rules: [
                .definition("AnimatedProperty") {
                    let ofAlone = rules(alone) { ["enum": .json(.array($0.map { .string($0) }))] }
                    let ofBelow = rules(below) {
                        .text(pattern: KeyPathResolver.pattern("emitter(Cells|Behaviors).", $0))
                    }
                    return .all(of: ofAlone + ofBelow)
                }
            ]
        )
    }

    /// Rules for each kind of value: a key path of that kind requires values of that kind.
    ///
    /// - Parameter keyPath: Schema of the key paths that end in the given property names.
    private static func rules(
        _ accesses: [(name: String, access: AnimatableAccess)],
        _ keyPath: ([String]) -> JSONSchema
    ) -> [JSONSchema] {
        // Schemas are compared by their text. A name may have several schemas: a cell's and a behavior's.
        var schemas: [String: JSONSchema] = [:]
        var texts: [String: Set<String>] = [:]
        var writer = SchemaWriter(limits: RenderLimits())
        for (name, access) in accesses {
            let schema = access.schema.undescribed
            let text = String(decoding: JSONWriter.bytes(of: writer.json(of: schema)), as: UTF8.self)
            schemas[text] = schema
            texts[name, default: []].insert(text)
        }
        let kinds = Dictionary(grouping: texts.keys.sorted()) { texts[$0] ?? [] }
        return kinds.sorted { $0.value[0] < $1.value[0] }.map { texts, names in
            let value = JSONSchema.any(of: texts.sorted().compactMap { schemas[$0] })
            let ends = "^(\(BasicValues.names.joined(separator: "|")))$"
            return [
                "if": .schema(.has("keyPath", keyPath(names))),
                "then": .schema([
                    "properties": .members([("values", ["items": .schema(value)])]),
                    "patternProperties": .members([(ends, value.orNull)]),
                ]),
            ]
        }
    }

    /// Properties of layers and their emitters.
    private static let alone = accesses(Layer.animatable) + accesses(Emitter.animatable)
    /// Properties of named objects: cells and behaviors.
    private static let below = accesses(EmitterCell.animatable) + accesses(Behavior.animatable)

    private static func accesses<Root>(
        _ table: [AnimatableProperty<Root>]
    ) -> [(name: String, access: AnimatableAccess)] {
        table.flatMap { property in
            [(property.name, property.access)] + property.parts.map { ("\(property.name).\($0.name)", $0.access) }
        }
    }
}
