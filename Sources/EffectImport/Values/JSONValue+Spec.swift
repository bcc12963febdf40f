import EffectModel
import StrictJSON

/// Members and values of specs.
extension [JSONValue.Member] {
    /// Appends a number unless it is the spec's default.
    mutating func add(_ name: String, _ number: Double, unless absent: Double = 0) {
        if number != absent { append(.init(name, .number(number))) }
    }

    /// Appends a number, or `[lowest, highest]`, unless it is the spec's default.
    mutating func add(_ name: String, _ range: ClosedRange<Double>, unless absent: Double? = 0) {
        if range.lowerBound < range.upperBound {
            append(.init(name, [.number(range.lowerBound), .number(range.upperBound)]))
        } else if range.lowerBound != absent {
            append(.init(name, .number(range.lowerBound)))
        }
    }

    mutating func add(_ name: String, _ list: [JSONValue]) {
        if !list.isEmpty { append(.init(name, .array(list))) }
    }
}

extension JSONValue {
    static func numbers(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number($0) }) }

    static func pair(_ pair: SIMD2<Double>) -> JSONValue { .numbers([pair.x.tidy, pair.y.tidy]) }

    /// Behavior that animates a property over a particle's life.
    static func overLife(_ keyPath: String, _ curve: Curve<Double>, operation: String? = nil) -> JSONValue {
        .overLife(
            keyPath,
            values: curve.values,
            locations: curve.unevenLocations.map { .numbers($0) },
            operation: operation
        )
    }

    /// Behavior that animates a property over a particle's life.
    ///
    /// - Parameter locations: Times of the values; `nil` if they are evenly spaced.
    static func overLife(
        _ keyPath: String,
        values: [Double],
        locations: JSONValue?,
        operation: String?
    ) -> JSONValue {
        var members: [Member] = [
            .init("type", "valueOverLife"), .init("keyPath", .string(keyPath)), .init("values", .numbers(values)),
        ]
        if let locations { members.append(.init("locations", locations)) }
        if let operation { members.append(.init("operation", .string(operation))) }
        return .object(members)
    }

    /// Behavior that animates the color over a particle's life.
    static func colorOverLife(_ curve: Curve<SIMD4<Double>>) -> JSONValue {
        var members: [Member] = [
            .init("type", "colorOverLife"), .init("colors", .array(curve.values.map { .color($0) })),
        ]
        if let locations = curve.unevenLocations { members.append(.init("locations", .numbers(locations))) }
        return .object(members)
    }

    /// Color with red, green, blue and alpha in 0...1: as hexadecimal text where exact, otherwise as numbers.
    static func color(_ color: SIMD4<Double>) -> JSONValue {
        let kept = color.clamped(lowerBound: .zero, upperBound: .one)
        let scaled = kept * 255
        let whole = scaled.rounded(.toNearestOrAwayFromZero)
        guard (0..<4).allSatisfy({ abs(scaled[$0] - whole[$0]) < 1e-6 }) else {
            return .numbers((0..<4).map { kept[$0].tidy })
        }
        let digits = Array("0123456789abcdef")
        let bytes = (0..<(whole.w == 255 ? 3 : 4)).map { Int(whole[$0]) }
        return .string("#" + bytes.flatMap { [digits[$0 >> 4], digits[$0 & 15]] }.map(String.init).joined())
    }
}
