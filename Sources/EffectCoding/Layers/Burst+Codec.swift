import EffectModel
import StrictJSON

extension Burst {
    /// Most particles of one burst.
    static let largestCount = 100_000

    static let properties: [Property<Burst>] = [
        .field("count", \.count, .whole(in: 1...largestCount), required: true),
        .field("at", \.at, .number(in: 0...100_000, unit: .seconds)),
        .field("interval", \.interval, .number(in: 0...100_000, unit: .seconds)),
        .field("repeat", \.repeat, .whole(in: 0...10_000)),
        .field("spacing", \.spacing, .number(in: 0...100_000, unit: .seconds)),
        .after { object, burst in
            guard burst.repeat > 0, burst.interval == 0 else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "interval"),
                found: "a repeated burst without an interval",
                allowed: "more than 0 seconds between repeated bursts"
            )
        },
    ]
}
