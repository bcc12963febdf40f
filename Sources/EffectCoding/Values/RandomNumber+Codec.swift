import EffectModel
import StrictJSON

extension RandomNumber {
    /// Codec of a number, `[lowest, highest]`, `{"from", "to", "step"}` or `"same"`.
    static func codec(in bounds: ClosedRange<Double>, unit: NumberUnit = .plain, same: Bool = false) -> Codec<
        RandomNumber

    > {
        let number = Codec.number(in: bounds, unit: unit)
        let allowed =
            "\(number.allowed), [lowest, highest] or {\"from\", \"to\", \"step\"}" + (same ? ", or \"same\"" : "")
        let schema = forms(of: number.schema, step: step(in: bounds).schema, same: same).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case .string("same") where same: return .same
            case .array(let ends):
                guard ends.count == 2 else {
                    context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                    return nil
                }
                let read = ends.enumerated().compactMap { number.read($1, "\(pointer)/\($0)", context) }
                guard read.count == 2 else { return nil }
                if read[0] > read[1] {
                    context.fault(.outOfRange, at: pointer, found: value.pairExcerpt, allowed: "[lowest, highest]")
                }
                return .uniform(read[0], read[1])
            case .object: return stepped(value, at: pointer, context, number: number, bounds: bounds)
            default: return number.read(value, pointer, context).map { .fixed($0) }
            }
        } write: { number in
            switch number {
            case .fixed(let value): .number(value)
            case .uniform(let low, let high): [.number(low), .number(high)]
            case .stepped(let from, let to, let step):
                ["from": .number(from), "to": .number(to), "step": .number(step)]
            case .same: "same"
            }
        }
    }

    private static func step(in bounds: ClosedRange<Double>) -> Codec<Double> {
        .number(in: 0.000_001...max(1, bounds.upperBound - bounds.lowerBound))
    }

    private static func forms(of number: JSONSchema, step: JSONSchema, same: Bool) -> JSONSchema {
        let stepped = JSONSchema.object(
            "RandomNumber.stepped",
            [
                SchemaMember("from", isRequired: true, number), SchemaMember("to", isRequired: true, number),
                SchemaMember("step", isRequired: true, step),
            ]
        )
        return .any(of: [number, .list(of: number, count: 2...2), stepped] + (same ? [.constant("same")] : []))
    }

    private static func stepped(
        _ value: JSONValue,
        at pointer: String,
        _ context: ReadContext,
        number: Codec<Double>,
        bounds: ClosedRange<Double>
    ) -> RandomNumber? {
        guard let object = ObjectReader(value, at: pointer, context) else { return nil }
        defer { object.refuseTheRest() }
        func read(_ name: String, _ codec: Codec<Double>) -> Double? {
            guard let value = object.take(name) else {
                context.fault(.missing, at: object.pointer(to: name), found: "nothing", allowed: codec.allowed)
                return nil
            }
            return codec.read(value, object.pointer(to: name), context)
        }
        let step = read("step", step(in: bounds))
        guard let from = read("from", number), let to = read("to", number), let step else { return nil }
        if from > to { context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: "a from of at most to") }
        return .stepped(from: from, to: to, step: step)
    }
}

extension JSONValue {
    /// Excerpt that names the values of a pair.
    var pairExcerpt: String {
        guard case .array(let ends) = self, ends.count == 2 else { return excerpt }
        return "[\(ends[0].excerpt), \(ends[1].excerpt)]"
    }
}
