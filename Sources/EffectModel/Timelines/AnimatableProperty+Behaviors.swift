extension Behavior {
    private static let place = -100_000.0...100_000.0
    private static let turn = -1000.0...1000.0
    private static let share = 0.0...1.0

    /// Behavior inputs that animations can set, with the kinds that have each input. Walls have no animatable inputs,
    /// and values over life are already animations.
    package static let animatable: [AnimatableProperty<Behavior>] = [
        of(.wave, property: .number("force.x", \.force.x, in: place)),
        of(.wave, property: .number("force.y", \.force.y, in: place)),
        of(.wave, property: .number("force.z", \.force.z, in: place)),
        of(.wave, .wind, .flicker, property: .number("frequency", \.frequency, in: 0...1000)),
        of(.drag, .wind, property: .number("drag", \.drag, in: 0...1000)),
        of(.wind, property: .number("velocity.x", \.velocity.x, in: place)),
        of(.wind, property: .number("velocity.y", \.velocity.y, in: place)),
        of(.wind, property: .number("velocity.z", \.velocity.z, in: place)),
        of(.wind, property: .number("gust", \.gust, in: share)),
        of(.alignToMotion, property: .number("rotation", \.rotation, in: turn)),
        of(
            .light,
            .attractor,
            .simpleAttractor,
            .vortex,
            property: .point("position", in: place, get: \.position, set: { $0.position = $1 })
        ),
        of(.light, .attractor, property: .number("zPosition", \.zPosition, in: place)),
        of(.attractor, .simpleAttractor, property: .number("stiffness", \.stiffness, in: -10_000...10_000)),
        of(.attractor, .simpleAttractor, .vortex, property: .number("radius", \.radius, in: 0...100_000)),
        of(.attractor, .simpleAttractor, property: .number("falloff", \.falloff, in: place)),
        of(.light, property: .number("falloff", \.falloff, in: 0...100)),
        of(.attractor, .light, property: .number("falloffDistance", \.falloffDistance, in: 0...100_000)),
        of(.attractor, property: .number("orientationLatitude", \.orientationLatitude, in: turn, unit: .radians)),
        of(.attractor, property: .number("orientationLongitude", \.orientationLongitude, in: turn, unit: .radians)),
        of(.turbulence, .vortex, property: .number("strength", \.strength, in: place)),
        of(.turbulence, property: .number("size", \.size, in: 1...100_000)),
        of(.turbulence, property: .number("speed", \.speed, in: 0...1000)),
        of(.flicker, property: .number("amount", \.amount, in: share)),
        of(.light, property: .color("color", \.color)),
        of(.light, property: .number("directionLatitude", \.directionLatitude, in: turn, unit: .radians)),
        of(.light, property: .number("directionLongitude", \.directionLongitude, in: turn, unit: .radians)),
        of(.light, property: .number("coneAngle", \.coneAngle, in: 0...7, unit: .radians)),
        of(.light, property: .number("coneEdgeSoftness", \.coneEdgeSoftness, in: share)),
    ]

    private static func of(_ kinds: Kind..., property: AnimatableProperty<Behavior>) -> AnimatableProperty<Behavior> {
        var property = property
        property.exists = { kinds.contains($0.kind) }
        return property
    }
}
