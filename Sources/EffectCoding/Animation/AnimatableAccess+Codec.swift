import EffectModel
import StrictJSON

/// Codecs of the values at a key path.
extension AnimatableAccess {
    /// Codec of a property value.
    var value: Codec<SIMD4<Double>> {
        switch kind {
        case .number, .point: numbers(in: range)
        case .color: Color.codec.map(to: \.components, from: { Color($0) })
        case .path: Self.maskPath
        }
    }

    /// Codec of a difference between two values.
    var change: Codec<SIMD4<Double>> {
        switch kind {
        case .number, .point: numbers(in: -span...span)
        case .color: Self.colorChange
        case .path: Self.maskPath
        }
    }

    /// Schema that accepts both values and differences.
    var schema: JSONSchema {
        switch kind {
        case .number, .point: numbers(in: range.wide(span)).schema
        case .color: .any(of: [Color.codec.schema, Self.colorChange.schema])
        case .path: SVGPath.codec.schema
        }
    }

    /// Range of a number, or of each number of a point.
    private var range: ClosedRange<Double> {
        let component = component ?? 0
        return bounds.lower[component]...bounds.upper[component]
    }

    /// Largest difference between two numbers.
    private var span: Double { range.upperBound - range.lowerBound }

    private func numbers(in range: ClosedRange<Double>) -> Codec<SIMD4<Double>> {
        if let component { return .component(component, of: .number(in: range, unit: units.0)) }
        let pair = isFactor ? Codec.factors(in: range) : Codec.pair(in: range, units: units)
        return pair.map(to: { SIMD4($0.x, $0.y, 0, 0) }, from: { SIMD2($0.x, $0.y) })
    }

    /// Codec of mask paths. The context stores paths in document order; a value holds indices into that list.
    private static let maskPath = Codec<SIMD4<Double>>(
        allowed: SVGPath.codec.allowed,
        schema: SVGPath.codec.schema
    ) { value, pointer, context in
        guard let path = SVGPath.codec.read(value, pointer, context) else { return nil }
        return context.addMaskPath(path, at: pointer).map { SIMD4($0, $0, $0, 1) }
    } write: { _ in
        .null
    }

    private static let colorChange = Codec.list(of: .number(in: -1...1), count: 4...4)
        .map(to: { SIMD4($0[0], $0[1], $0[2], $0[3]) }, from: { [$0.x, $0.y, $0.z, $0.w] })
}

extension ClosedRange<Double> {
    /// The range extended to include `-distance...distance`.
    fileprivate func wide(_ distance: Double) -> ClosedRange {
        Swift.min(lowerBound, -distance)...Swift.max(upperBound, distance)
    }
}

extension Codec where Value == SIMD4<Double> {
    /// A number stored in one component of a vector; the other components are 0.
    static func component(_ component: Int, of number: Codec<Double>) -> Codec {
        number.map(to: { SIMD4(number: $0, at: component) }, from: { $0[component] })
    }
}
