import EffectModel
import StrictJSON

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
