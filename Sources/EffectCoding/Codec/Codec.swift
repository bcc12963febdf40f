import EffectCost
import EffectModel
import StrictJSON

/// Reads a kind of value from JSON, recording every fault, and writes it back in canonical form.
struct Codec<Value>: Sendable {
    /// Description of the allowed values, for error messages.
    let allowed: String
    /// Reads a value at a JSON Pointer; returns `nil` after recording a fault.
    let read: @Sendable (JSONValue, String, ReadContext) -> Value?
    let write: @Sendable (Value) -> JSONValue
    private let makeSchema: @Sendable () -> JSONSchema

    /// - Parameter schema: Evaluated lazily, because codecs may refer to each other and readers do not need it.
    init(
        allowed: String,
        schema: @autoclosure @escaping @Sendable () -> JSONSchema,
        read: @escaping @Sendable (JSONValue, String, ReadContext) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.allowed = allowed
        self.read = read
        self.write = write
        makeSchema = schema
    }

    /// JSON Schema of the allowed values.
    var schema: JSONSchema { makeSchema() }

    /// A codec for a value converted to and from this codec's value.
    func map<Other>(
        to forward: @escaping @Sendable (Value) -> Other,
        from backward: @escaping @Sendable (Other) -> Value
    ) -> Codec<Other> {
        Codec<Other>(allowed: allowed, schema: schema) { value, pointer, context in
            read(value, pointer, context).map(forward)
        } write: { other in
            write(backward(other))
        }
    }
}

extension Codec where Value == Double {
    /// Codec of a finite number in `bounds`, or of a string with a unit of the given kind.
    ///
    /// - Parameter limit: Operator's limit, applied if it is below the upper bound.
    @inline(never)
    static func number(
        in bounds: ClosedRange<Double>,
        unit: NumberUnit = .plain,
        limit: (@Sendable (RenderLimits) -> Double)? = nil
    ) -> Codec {
        Codec(
            allowed: unit.phrase(bounds.text),
            schema: .number(in: bounds, units: unit.names, limit: limit, phrase: unit.phrase)
        ) { value, pointer, context in
            let top = bounds.lowered(to: limit?(context.limits)).upperBound
            // Written for faults only: almost all numbers have none.
            var allowed: String { unit.phrase(bounds.lowerBound...top, for: value) }
            let number: Double
            switch value {
            case .number(let plain): number = plain
            case .string(let text):
                guard let parsed = unit.value(of: text, context) else {
                    context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                    return nil
                }
                // A share of a tiny canvas is at least the least value, so that what is made for any canvas fits on it.
                let isTinyShare = parsed > 0 && parsed < bounds.lowerBound && text.last == "%"
                number = isTinyShare ? bounds.lowerBound : parsed
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            guard number >= bounds.lowerBound, number <= top else {
                // Valid in the format but above the operator's limit.
                let kind: SpecFault.Kind = number > top && top < bounds.upperBound ? .tooMuch : .outOfRange
                context.fault(kind, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return number
        } write: { number in
            .number(number)
        }
    }
}

extension Codec where Value == Int {
    /// Codec of an integer in `bounds`.
    @inline(never)
    static func whole(in bounds: ClosedRange<Int>) -> Codec {
        let isFixed = bounds.lowerBound == bounds.upperBound
        let allowed = isFixed ? "\(bounds.lowerBound)" : "a whole number in \(bounds.lowerBound)...\(bounds.upperBound)"
        return Codec(allowed: allowed, schema: .whole(in: bounds).described(allowed)) { value, pointer, context in
            guard case .number(let number) = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            guard let whole = Int(exactly: number), bounds.contains(whole) else {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return whole
        } write: { whole in
            .number(Double(whole))
        }
    }
}

extension Codec where Value == Bool {
    /// Codec of `true` or `false`.
    static var flag: Codec {
        Codec(allowed: "true or false", schema: .type("boolean")) { value, pointer, context in
            guard case .bool(let flag) = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: "true or false")
                return nil
            }
            return flag
        } write: { flag in
            .bool(flag)
        }
    }
}

extension Codec where Value == String {
    /// Codec of a string of at most `maximum` bytes.
    @inline(never)
    static func text(maximum: Int) -> Codec {
        let allowed = "a string of at most \(maximum) bytes"
        return Codec(allowed: allowed, schema: .text(maximum: maximum).described(allowed)) { value, pointer, context in
            guard case .string(let text) = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            guard text.utf8.count <= maximum else {
                context.fault(.outOfRange, at: pointer, found: "\(text.utf8.count) bytes", allowed: allowed)
                return nil
            }
            return text
        } write: { text in
            .string(text)
        }
    }
}

extension Codec where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// Codec of an enum's raw values. Names in `later`, or with a prefix in `laterPrefixes`, are reported as not
    /// supported yet.
    ///
    /// - Parameter instead: Alternative that the error suggests for these names.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func choice(later: [String] = [], laterPrefixes: [String] = [], instead: String? = nil) -> Codec {
        let names = Value.allCases.map(\.rawValue)
        let allowed = names.joined(separator: ", ")
        return Codec(allowed: allowed, schema: .names(names)) { value, pointer, context in
            guard case .string(let name) = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            if let choice = Value(rawValue: name) { return choice }
            if later.contains(name) || laterPrefixes.contains(where: { name.hasPrefix($0) }) {
                let allowed = allowed + (instead.map { "; \($0)" } ?? "")
                context.fault(.notSupportedYet, at: pointer, found: value.excerpt, allowed: allowed)
            } else {
                let near = context.nearest(to: name, among: names).map { " (did you mean \($0)?)" }
                let hint = ForeignNames.hint(forValue: name, among: names) ?? near ?? ""
                context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: allowed + hint)
            }
            return nil
        } write: { choice in
            .string(choice.rawValue)
        }
    }
}

extension Codec where Value == SIMD2<Double> {
    /// Codec of `[x, y]`.
    @inline(never)
    static func pair(
        in bounds: ClosedRange<Double>,
        units: (NumberUnit, NumberUnit) = (.horizontal, .vertical)
    ) -> Codec {
        let first = Codec<Double>.number(in: bounds, unit: units.0)
        let second = Codec<Double>.number(in: bounds, unit: units.1)
        let allowed = "[x, y], each \(first.allowed)"
        // The list schema takes only the first unit: horizontal and vertical units accept the same strings.
        return Codec(
            allowed: allowed,
            schema: .list(of: first.schema, count: 2...2).described(allowed)
        ) { value, pointer, context in
            guard case .array(let elements) = value, elements.count == 2 else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let x = first.read(elements[0], pointer + "/0", context)
            let y = second.read(elements[1], pointer + "/1", context)
            guard let x, let y else { return nil }
            return SIMD2(x, y)
        } write: { pair in
            [.number(pair.x), .number(pair.y)]
        }
    }
}

extension Codec {
    /// Codec of an array whose size is in `count`. Faults are recorded for every element; the result is `nil` if there
    /// were any.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func list<Element>(
        of element: Codec<Element>,
        count: ClosedRange<Int>
    ) -> Codec where Value == [Element] {
        let isFixed = count.lowerBound == count.upperBound
        let allowed =
            "an array of \(isFixed ? "\(count.lowerBound)" : "\(count.lowerBound)...\(count.upperBound)") elements"
        return Codec(allowed: allowed, schema: .list(of: element.schema, count: count)) { value, pointer, context in
            guard case .array(let elements) = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            guard count.contains(elements.count) else {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            // Where nothing is specialized, a key path such as `\.self` would be made anew at each call.
            let read = elements.enumerated().compactMap { element.read($1, pointer + "/" + String($0), context) }
            return read.count == elements.count ? read : nil
        } write: { list in
            .array(list.map(element.write))
        }
    }

    /// Codec of an object whose fields are described by a table. `blank` has the defaults.
    ///
    /// - Parameter name: Name of the definition in the schema.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func object(
        _ name: String,
        _ blank: @autoclosure @escaping @Sendable () -> Value,
        _ table: @autoclosure @escaping @Sendable () -> [Property<Value>]
    ) -> Codec {
        Codec(
            allowed: "an object",
            schema: .definition(name) {
                let defaults = Codec.object(name, blank(), table()).defaults()
                return .object(name, SchemaPart(table()), defaults: defaults)
            }
        ) { value, pointer, context in
            guard let object = ObjectReader(value, at: pointer, context) else { return nil }
            var root = blank()
            EffectCoding.read(table(), from: object, into: &root)
            object.refuseTheRest()
            return root
        } write: { root in
            EffectCoding.write(table(), of: root)
        }
    }
}

extension ClosedRange<Double> {
    /// Text such as "0...60", with whole bounds as integers.
    var text: String {
        func short(_ number: Double) -> String {
            String(decoding: JSONWriter.bytes(of: .number(number)), as: UTF8.self)
        }
        return "\(short(lowerBound))...\(short(upperBound))"
    }
}
