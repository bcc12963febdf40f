import EffectModel

extension Softness.Glow {
    static let codec: Codec<Softness.Glow> = .object("Glow", Softness.Glow(), properties)

    private static let properties: [Property<Softness.Glow>] = [
        .field("radius", \.radius, .number(in: 0.5...Bloom.largestRadius)),
        .field("strength", \.strength, .number(in: 0...4)),
        .field("color", \.color, Color.codec),
    ]
}
