extension Dynamics {
    /// A field that acts on items by where they are: UIFieldBehavior.
    public struct Field: Sendable, Equatable {
        /// Kinds of fields.
        public enum Kind: String, Sendable, CaseIterable {
            /// Along a direction; 1 is 1000 points a second, squared.
            case linearGravity
            /// Towards the position, in the same unit.
            case radialGravity
            /// Around the position, counterclockwise, in the same unit.
            case vortex
            /// At random, in the same unit.
            case noise
            /// At random, the more the faster something is.
            case turbulence
            /// Gives a velocity.
            case velocity
            /// Against any motion.
            case drag
            /// Towards the position, the more the farther off.
            case spring
            /// Away from the position, by charge.
            case electric
            /// Across the motion, by charge.
            case magnetic
        }

        /// The kind of field.
        public internal(set) var kind: Kind
        /// Below 0, the other way.
        public internal(set) var strength = 1.0
        /// Its middle.
        public internal(set) var position = SIMD2<Double>(0, 0)
        /// It fades with the distance to the power of this.
        public internal(set) var falloff = 0.0
        /// Points from its middle to where it begins to fade.
        public internal(set) var minimumRadius = 100.0
        /// The region in which the field acts; `nil` is everywhere.
        public internal(set) var region: Region?
        /// Linear gravity: to where; velocity: which, in hundreds of points a second.
        public internal(set) var direction = SIMD2<Double>(0, 1)
        /// Noise and turbulence: from 0, new every 20 points, to 1, every 400.
        public internal(set) var smoothness = 0.25
        /// Noise and turbulence: how often a second they are others.
        public internal(set) var animationSpeed = 0.0
        /// The time in which the field acts.
        public internal(set) var span = Span()
        /// The field acts on items whose ``Item/fieldBitMask`` has one of these bits.
        ///
        /// - Source: SKFieldNode.
        public internal(set) var categoryBitMask = BitMask.all

        init(_ kind: Kind) { self.kind = kind }
    }

    /// The region in which a field acts: UIRegion, around the field's position.
    public struct Region: Sendable, Equatable {
        /// Points.
        public internal(set) var radius: Double?
        /// Points across and down.
        public internal(set) var size: SIMD2<Double>?
        /// Everywhere else instead.
        public internal(set) var inverse = false

        /// Whether it has a point at that offset from its middle.
        public func contains(_ offset: SIMD2<Double>) -> Bool {
            let isInside: Bool
            if let size {
                isInside = abs(offset.x) * 2 <= size.x && abs(offset.y) * 2 <= size.y
            } else {
                isInside = (offset * offset).sum() <= (radius ?? .infinity) * (radius ?? .infinity)
            }
            return isInside != inverse
        }
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
        case .linearGravity, .velocity: return common + [direction]
        case .radialGravity, .vortex, .electric, .magnetic: return common + fading
        case .noise, .turbulence:
            return common + [
                .field("smoothness", \.smoothness, .number(in: 0...1)),
                .field("animationSpeed", \.animationSpeed, .number(in: 0...100)),
            ]
        case .drag, .spring: return common
        }
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
                let found = region.size == nil ? "neither radius nor size" : "radius beside size"
                object.context.fault(.conflict, at: object.pointer, found: found, allowed: "one of the two")
            },
        ]
    )
}
