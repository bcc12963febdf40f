import EffectModel
import StrictJSON

extension Fountain {
    private static let units = -1000.0...1000.0

    static let properties: [Property<Fountain>] =
        [
            .after { $1.around = SIMD4($0.context.canvas.x / 2, $0.context.canvas.y / 2, 0, 0) },
            Property.around(\.around, \.aroundLayer),
            .field("offsetY", \.offsetY, .number(in: Layer.Transform.places, unit: .vertical)),
            .field("sparks", \.sparks, .whole(in: 1...1000)),
            .field("delay", \.delay, .number(in: 0...1000, unit: .seconds)),
            .field("sparkSize", \.sparkSize, .sides),
            .field("scale", \.scale, .number(in: 0...10_000)),
            .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
            .field("trajectories", \.trajectories, .list(of: SparkTrajectory.codec, count: 0...64)),
            .field("lift", \.lift, RandomNumber.codec(in: units)),
            .field("drift", \.drift, RandomNumber.codec(in: units)),
            .field("rise", \.rise, RandomNumber.codec(in: units)),
        ] + sparkLook(\.contents, \.colors) + [
            .field("canChangeZIndex", \.canChangeZIndex, .flag),
            .field(
                "animator",
                \.animator,
                .object("SparkAnimator.fountain", SparkAnimator.fountain, SparkAnimator.properties)
            ),
        ]
}
