extension Dynamics {
    /// A force field that acts on items by their position: UIFieldBehavior.
    public struct Field: Sendable, Equatable {
        /// Kinds of fields.
        public enum Kind: String, Sendable, CaseIterable {
            /// Force along a direction; strength 1 is 1000 points/s².
            case linearGravity
            /// Force toward the position; strength 1 is 1000 points/s².
            case radialGravity
            /// Force around the position, counterclockwise; strength 1 is 1000 points/s².
            case vortex
            /// Random force; strength 1 is 1000 points/s².
            case noise
            /// Random force in proportion to an item's speed.
            case turbulence
            /// Sets an item's velocity.
            case velocity
            /// Force against the motion, in proportion to the speed.
            case drag
            /// Force toward the position, in proportion to the distance.
            case spring
            /// Force away from the position, in proportion to an item's charge.
            case electric
            /// Force perpendicular to the motion, in proportion to an item's charge.
            case magnetic
        }

        /// Kind of field.
        public var kind: Kind
        /// Strength of the field; negative values reverse it.
        public var strength = 1.0
        /// Center of the field in points.
        public var position = SIMD2<Double>(0, 0)
        /// Exponent of the decay with distance; 0 does not decay.
        public var falloff = 0.0
        /// Distance from the center, in points, at which the decay begins.
        public var minimumRadius = 100.0
        /// Region of the field; `nil` is unbounded.
        public var region: Region?
        /// Direction of linear gravity; for a velocity field, the velocity in hundreds of points per second.
        public var direction = SIMD2<Double>(0, 1)
        /// Smoothness of noise and turbulence, 0...1: 0 varies every 20 points, 1 every 400 points.
        public var smoothness = 0.25
        /// Number of changes of noise and turbulence per second.
        public var animationSpeed = 0.0
        /// Time span in which the field acts.
        public var span = Span()
        /// Categories of the field. The field acts on items whose ``Item/fieldBitMask`` shares a bit with it.
        ///
        /// - Source: SKFieldNode.
        public var categoryBitMask = BitMask.all

        /// Creates a field with the defaults of its kind.
        public init(_ kind: Kind) { self.kind = kind }
    }

    /// Region of a field, centered on the field's position: UIRegion.
    public struct Region: Sendable, Equatable {
        /// Radius of a circular region in points.
        public var radius: Double?
        /// Width and height of a rectangular region in points.
        public var size: SIMD2<Double>?
        /// Whether the region is the outside instead.
        public var inverse = false

        /// Whether the region contains the point at `offset` from its center.
        public func contains(_ offset: SIMD2<Double>) -> Bool {
            let isInside: Bool
            if let size {
                isInside = abs(offset.x) * 2 <= size.x && abs(offset.y) * 2 <= size.y
            } else {
                isInside = (offset * offset).sum() <= (radius ?? .infinity) * (radius ?? .infinity)
            }
            return isInside != inverse
        }

        /// Creates a value with the defaults.
        public init() {}
    }
}

extension Dynamics.Field {
    static let codec = Codec<Self>.kinds("Field", \.kind) { kind, context in
        var field = Self(kind)
        field.position = context.canvas / 2
        return field
    } _: { kind in
        properties(of: kind)
    }

    private static let common: [Property<Self>] =
        [
            .field("strength", \.strength, .number(in: -10_000...10_000)),
            .field("position", \.position, .pair(in: -100_000...100_000)),
            .optional("region", \.region, Dynamics.Region.codec),
            .field("categoryBitMask", \.categoryBitMask, .whole(in: BitMask.bounds)),
        ] + Property.part(\.span, Dynamics.Span.properties)

    private static func properties(of kind: Kind) -> [Property<Self>] {
        let fading: [Property<Self>] = [
            .field("falloff", \.falloff, .number(in: 0...10)),
            .field("minimumRadius", \.minimumRadius, .number(in: 1...100_000, unit: .length)),
        ]
        let direction = Property<Self>.field("direction", \.direction, .pair(in: -1000...1000, units: (.plain, .plain)))
        switch kind {
        case .linearGravity, .velocity: return common + [direction, .after(checkPosition)]
        case .radialGravity, .vortex, .electric: return common + fading
        case .magnetic: return common + fading + [.after(checkPosition)]
        case .noise, .turbulence:
            return common + [
                .field("smoothness", \.smoothness, .number(in: 0...1)),
                .field("animationSpeed", \.animationSpeed, .number(in: 0...100)),
                .after(checkPosition),
            ]
        case .drag: return common + [.after(checkPosition)]
        case .spring: return common
        }
    }

    /// The position of a field that acts alike everywhere is the center of its region.
    private static let checkPosition: @Sendable (ObjectReader, inout Self) -> Void = { object, field in
        guard field.region == nil, field.falloff == 0, field.position != object.context.canvas / 2,
            object.context.faults.isEmpty
        else { return }
        let found = "position without a region"
        let allowed = "it with a region" + (field.kind == .magnetic ? " or a falloff" : "")
        object.context.fault(.conflict, at: object.pointer(to: "position"), found: found, allowed: allowed)
    }
}

extension Dynamics.Region {
    static let codec = Codec<Self>.object(
        "Region",
        Self(),
        [
            .optional("radius", \.radius, .number(in: 0...100_000, unit: .length)),
            .optional("size", \.size, .pair(in: 0...100_000)),
            .field("inverse", \.inverse, .flag),
            .after { object, region in
                guard (region.radius == nil) == (region.size == nil) else { return }
                let found = region.size == nil ? "neither radius nor size" : "both radius and size"
                object.context.fault(.conflict, at: object.pointer, found: found, allowed: "one of the two")
            },
        ]
    )
}
