/// A property that animations can set: its name, its bounds, and how to get and set its value.
///
/// A row of the tables below describes a property and its parts: `emitterPosition` also matches
/// `emitterPosition.x`. Bounds equal those of the spec's field; results of easings, splines and sums are clamped to the
/// bounds.
struct AnimatableProperty<Root>: Sendable {
    let name: String
    let access: AnimatableAccess
    /// Names of the parts, with the access to each component.
    let parts: [(name: String, access: AnimatableAccess)]
    /// Smallest and largest value.
    let bounds: ValueRange
    let get: @Sendable (Root) -> SIMD4<Double>
    let set: @Sendable (inout Root, SIMD4<Double>) -> Void
    /// Adds radians to a rotation when an animation follows a path; `nil` if the property turns nothing.
    var turn: (@Sendable (inout Root, Double) -> Void)?
    /// Whether `root` has the property.
    var exists: @Sendable (Root) -> Bool = { _ in true }

    /// All names of the property: its own, then those of its parts.
    var names: [String] { [name] + parts.map { "\(name).\($0.name)" } }

    /// Access to the property or to one of its parts; `nil` if `keyPath` names neither.
    func access(named keyPath: some StringProtocol) -> AnimatableAccess? {
        if keyPath == name { return access }
        return parts.first { keyPath == "\(name).\($0.name)" }?.access
    }
}

/// Codecs for the values at a key path, and the components they set.
struct AnimatableAccess: Sendable {
    enum Kind: Sendable, Equatable {
        /// A number, stored in the given component.
        case number(Int)
        case point
        case color
        /// Index of a mask path in the layer, with the first and last index of the animation's paths.
        case path
    }

    let kind: Kind
    /// Range of allowed values.
    let bounds: ValueRange
    /// Codec of a property value.
    let value: Codec<SIMD4<Double>>
    /// Codec of a difference between two values.
    let change: Codec<SIMD4<Double>>
    /// Schema that accepts both values and differences.
    let schema: JSONSchema
    /// Whether following a path can also turn something.
    let turns: Bool

    /// Component of a number; `nil` for other kinds.
    var component: Int? {
        guard case .number(let component) = kind else { return nil }
        return component
    }

    /// Components that a value sets.
    var mask: SIMDMask<SIMD4<Double>.MaskStorage> {
        switch kind {
        case .number(let component): SIMD4<Int64>(0, 1, 2, 3) .== SIMD4(repeating: Int64(component))
        case .point: SIMD4<Int64>(0, 1, 2, 3) .< SIMD4(repeating: 2)
        case .color, .path: SIMDMask(repeating: true)
        }
    }

    fileprivate static func number(
        _ bounds: ClosedRange<Double>,
        _ unit: NumberUnit,
        component: Int = 0
    ) -> AnimatableAccess {
        func codec(_ range: ClosedRange<Double>) -> Codec<SIMD4<Double>> {
            .component(component, of: .number(in: range, unit: unit))
        }
        let span = bounds.upperBound - bounds.lowerBound
        return AnimatableAccess(
            kind: .number(component),
            bounds: ValueRange(
                SIMD4(number: bounds.lowerBound, at: component),
                SIMD4(number: bounds.upperBound, at: component)
            ),
            value: codec(bounds),
            change: codec(-span...span),
            schema: codec(bounds.wide(span)).schema,
            turns: false
        )
    }

    fileprivate static func point(
        _ bounds: ClosedRange<Double>,
        _ units: (NumberUnit, NumberUnit),
        isFactor: Bool,
        turns: Bool
    ) -> AnimatableAccess {
        func codec(_ range: ClosedRange<Double>) -> Codec<SIMD4<Double>> {
            let pair = isFactor ? Codec.factors(in: range) : Codec.pair(in: range, units: units)
            return pair.map(to: { SIMD4($0.x, $0.y, 0, 0) }, from: { SIMD2($0.x, $0.y) })
        }
        let span = bounds.upperBound - bounds.lowerBound
        let (low, high) = (bounds.lowerBound, bounds.upperBound)
        return AnimatableAccess(
            kind: .point,
            bounds: ValueRange(SIMD4(low, low, 0, 0), SIMD4(high, high, 0, 0)),
            value: codec(bounds),
            change: codec(-span...span),
            schema: codec(bounds.wide(span)).schema,
            turns: turns
        )
    }

    /// Mask paths. The context stores paths in document order; a value holds indices into that list.
    fileprivate static let path = {
        let value = Codec<SIMD4<Double>>(
            allowed: SVGPath.codec.allowed,
            schema: SVGPath.codec.schema
        ) { value, pointer, context in
            guard let path = SVGPath.codec.read(value, pointer, context) else { return nil }
            return context.addMaskPath(path, at: pointer).map { SIMD4($0, $0, $0, 1) }
        } write: { _ in
            .null
        }
        return AnimatableAccess(
            kind: .path,
            bounds: ValueRange(SIMD4(repeating: 0), SIMD4(repeating: Double(Layer.Mask.maximumPaths))),
            value: value,
            change: value,
            schema: SVGPath.codec.schema,
            turns: false
        )
    }()

    fileprivate static let color = {
        let change = Codec.list(of: .number(in: -1...1), count: 4...4)
        return AnimatableAccess(
            kind: .color,
            bounds: ValueRange(SIMD4(repeating: 0), SIMD4(repeating: 1)),
            value: Color.codec.map(to: \.components, from: { Color($0) }),
            change: change.map(to: { SIMD4($0[0], $0[1], $0[2], $0[3]) }, from: { [$0.x, $0.y, $0.z, $0.w] }),
            schema: .any(of: [Color.codec.schema, change.schema]),
            turns: false
        )
    }()
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

extension SIMD4<Double> {
    fileprivate init(number: Double, at component: Int) {
        self.init(repeating: 0)
        self[component] = number
    }
}

extension AnimatableProperty {
    /// - Parameter keys: Range of key values, if wider than the property's bounds.
    static func number(
        _ name: String,
        _ path: any WritableKeyPath<Root, Double> & Sendable,
        in bounds: ClosedRange<Double>,
        unit: NumberUnit = .plain,
        keys: ClosedRange<Double>? = nil
    ) -> AnimatableProperty {
        number(name, in: bounds, unit: unit, keys: keys) {
            $0[keyPath: path]
        } set: {
            $0[keyPath: path] = $1
        }
    }

    static func number(
        _ name: String,
        in bounds: ClosedRange<Double>,
        unit: NumberUnit = .plain,
        keys: ClosedRange<Double>? = nil,
        get: @escaping @Sendable (Root) -> Double,
        set: @escaping @Sendable (inout Root, Double) -> Void
    ) -> AnimatableProperty {
        AnimatableProperty(
            name: name,
            access: .number(keys ?? bounds, unit),
            parts: [],
            bounds: AnimatableAccess.number(bounds, unit).bounds,
            get: { SIMD4(get($0), 0, 0, 0) },
            set: { set(&$0, $1.x) }
        )
    }

    /// - Parameters:
    ///   - parts: Names of the two components.
    ///   - isFactor: Whether a single number sets both components.
    static func point(
        _ name: String,
        in bounds: ClosedRange<Double>,
        units: (NumberUnit, NumberUnit) = (.horizontal, .vertical),
        parts: (String, String) = ("x", "y"),
        isFactor: Bool = false,
        get: @escaping @Sendable (Root) -> SIMD2<Double>,
        set: @escaping @Sendable (inout Root, SIMD2<Double>) -> Void,
        turn: (@Sendable (inout Root, Double) -> Void)? = nil
    ) -> AnimatableProperty {
        let access = AnimatableAccess.point(bounds, units, isFactor: isFactor, turns: turn != nil)
        return AnimatableProperty(
            name: name,
            access: access,
            parts: [
                (parts.0, .number(bounds, units.0, component: 0)), (parts.1, .number(bounds, units.1, component: 1)),
            ],
            bounds: access.bounds,
            get: { root in
                let value = get(root)
                return SIMD4(value.x, value.y, 0, 0)
            },
            set: { set(&$0, SIMD2($1.x, $1.y)) },
            turn: turn
        )
    }

    /// A path, stored as an index into the paths of the layer's animations.
    static func path(
        _ name: String,
        set: @escaping @Sendable (inout Root, Double?) -> Void
    ) -> AnimatableProperty {
        AnimatableProperty(
            name: name,
            access: .path,
            parts: [],
            bounds: AnimatableAccess.path.bounds,
            get: { _ in SIMD4(repeating: 0) },
            // An easing that overshoots stays at the animation's first or last path.
            set: { set(&$0, $1.w > 0 ? max($1.y, min($1.z, $1.x)) : nil) }
        )
    }

    static func color(
        _ name: String,
        _ path: any WritableKeyPath<Root, Color> & Sendable
    ) -> AnimatableProperty {
        color(name) {
            $0[keyPath: path].components
        } set: {
            $0[keyPath: path] = Color($1)
        }
    }

    static func color(
        _ name: String,
        get: @escaping @Sendable (Root) -> SIMD4<Double>,
        set: @escaping @Sendable (inout Root, SIMD4<Double>) -> Void
    ) -> AnimatableProperty {
        AnimatableProperty(
            name: name,
            access: .color,
            parts: [],
            bounds: AnimatableAccess.color.bounds,
            get: get,
            set: set
        )
    }
}
