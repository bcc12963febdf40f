import EffectModel
import StrictJSON

extension Bloom {
    static let codec = Codec<Bloom>.object(
        "Bloom",
        Bloom(),
        [
            .field("threshold", \.threshold, .number(in: 0...1)),
            .field("radius", \.radius, .number(in: 0.5...largestRadius)),
            .field("strength", \.strength, .number(in: 0...4)),
        ]
    )
}
