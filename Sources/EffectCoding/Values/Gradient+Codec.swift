import EffectModel
import StrictJSON

extension Gradient {
    /// Maximum number of colors.
    static let maximumColors = 64

    static let properties: [Property<Gradient>] = [
        .field("type", \.kind, .choice()),
        .field("colors", \.colors, .list(of: Color.codec, count: 2...maximumColors), required: true),
        .field("locations", \.locations, .list(of: .number(in: 0...1), count: 0...maximumColors)),
        .field("startPoint", \.startPoint, points),
        .field("endPoint", \.endPoint, points),
        .after { object, gradient in
            guard !gradient.locations.isEmpty, !gradient.colors.isEmpty else { return }
            let place = object.pointer(to: "locations")
            if gradient.locations.count != gradient.colors.count {
                let found = "\(gradient.locations.count) locations for \(gradient.colors.count) colors"
                object.context.fault(.conflict, at: place, found: found, allowed: "as many locations as colors")
            } else if zip(gradient.locations, gradient.locations.dropFirst()).contains(where: { $0 > $1 }) {
                let found = "descending locations"
                object.context.fault(.outOfRange, at: place, found: found, allowed: "ascending locations in 0...1")
            }
        },
    ]

    private static let points = Codec.pair(in: -10...10, units: (.plain, .plain))

    static let codec = Codec<Gradient>.object("Gradient", Gradient(), properties)
}
