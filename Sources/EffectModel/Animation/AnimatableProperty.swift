/// A property that animations can set: its name, its bounds, and how to get and set its value.
///
/// A row of the tables below describes a property and its parts: `emitterPosition` also matches
/// `emitterPosition.x`. Bounds equal those of the spec's field; results of easings, splines and sums are clamped to the
/// bounds.
package struct AnimatableProperty<Root>: Sendable {
    package let name: String
    package let access: AnimatableAccess
    /// Names of the parts, with the access to each component.
    package let parts: [(name: String, access: AnimatableAccess)]
    /// Smallest and largest value.
    package let bounds: ValueRange
    package let get: @Sendable (Root) -> SIMD4<Double>
    package let set: @Sendable (inout Root, SIMD4<Double>) -> Void
    /// Adds radians to a rotation when an animation follows a path; `nil` if the property turns nothing.
    package var turn: (@Sendable (inout Root, Double) -> Void)?
    /// Whether `root` has the property.
    package var exists: @Sendable (Root) -> Bool = { _ in true }

    /// All names of the property: its own, then those of its parts.
    package var names: [String] { [name] + parts.map { "\(name).\($0.name)" } }

    /// Access to the property or to one of its parts; `nil` if `keyPath` names neither.
    package func access(named keyPath: some StringProtocol) -> AnimatableAccess? {
        if keyPath == name { return access }
        return parts.first { keyPath == "\(name).\($0.name)" }?.access
    }
}

/// Kind and range of the values at a key path, and the components they set.
package struct AnimatableAccess: Sendable {
    package enum Kind: Sendable, Equatable {
        /// A number, stored in the given component.
        case number(Int)
        case point
        case color
        /// Index of a mask path in the layer, with the first and last index of the animation's paths.
        case path
    }

    package let kind: Kind
    /// Range of allowed values.
    package let bounds: ValueRange
    /// Units of the numbers that may be written; of a point's x and y.
    package var units = (NumberUnit.plain, NumberUnit.plain)
    /// Whether a point is a factor, for which a single number stands for both components.
    package var isFactor = false
    /// Whether following a path can also turn something.
    package var turns = false

    /// Component of a number; `nil` for other kinds.
    package var component: Int? {
        guard case .number(let component) = kind else { return nil }
        return component
    }

    /// Components that a value sets.
    package var mask: SIMDMask<SIMD4<Double>.MaskStorage> {
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
        AnimatableAccess(
            kind: .number(component),
            bounds: ValueRange(
                SIMD4(number: bounds.lowerBound, at: component),
                SIMD4(number: bounds.upperBound, at: component)
            ),
            units: (unit, unit)
        )
    }

    fileprivate static func point(
        _ bounds: ClosedRange<Double>,
        _ units: (NumberUnit, NumberUnit),
        isFactor: Bool,
        turns: Bool
    ) -> AnimatableAccess {
        let (low, high) = (bounds.lowerBound, bounds.upperBound)
        return AnimatableAccess(
            kind: .point,
            bounds: ValueRange(SIMD4(low, low, 0, 0), SIMD4(high, high, 0, 0)),
            units: units,
            isFactor: isFactor,
            turns: turns
        )
    }

    /// Mask paths. A value holds indices into the layer's list of paths, which are in document order.
    fileprivate static let path = AnimatableAccess(
        kind: .path,
        bounds: ValueRange(SIMD4(repeating: 0), SIMD4(repeating: Double(maximumPaths)))
    )

    fileprivate static let color = AnimatableAccess(
        kind: .color,
        bounds: ValueRange(SIMD4(repeating: 0), SIMD4(repeating: 1))
    )

    /// Maximum number of mask paths in a layer's animations.
    package static let maximumPaths = 256
}

extension SIMD4<Double> {
    /// Creates a vector with one component that is not 0.
    package init(number: Double, at component: Int) {
        self.init(repeating: 0)
        self[component] = number
    }
}

extension AnimatableProperty {
    /// - Parameter keys: Range of key values, if wider than the property's bounds.
    package static func number(
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

    package static func number(
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
    package static func point(
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
    package static func path(
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

    package static func color(
        _ name: String,
        _ path: any WritableKeyPath<Root, Color> & Sendable
    ) -> AnimatableProperty {
        color(name) {
            $0[keyPath: path].components
        } set: {
            $0[keyPath: path] = Color($1)
        }
    }

    package static func color(
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
