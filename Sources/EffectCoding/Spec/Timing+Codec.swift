import EffectCost
import EffectModel
import StrictJSON

extension Timing {
    static let properties: [Property<Timing>] = [
        .field(
            "duration",
            \.duration,
            .number(in: 0.01...100_000, unit: .absoluteSeconds, limit: \.maximumDuration)
        ),
        .after { object, timing in object.context.duration = timing.duration },
        .field("fps", \.fps, .number(in: 0.1...65, limit: \.maximumFPS)),
        .field("loop", \.loop, Loop.codec),
        .field("speed", \.speed, .number(in: 0.05...20)),
        .field("hold", \.hold, .number(in: 0...60, unit: .seconds)),
        .field("shutter", \.shutter, .number(in: 0...1)),
        .field("prewarm", \.prewarm, Emitter.Prewarm.codec),
        .after { object, timing in object.context.prewarm = timing.prewarm },
        .after { object, timing in
            let context = object.context
            if abs(timing.fps * 1000 - (timing.fps * 1000).rounded()) > 1e-6 {
                context.fault(
                    .outOfRange,
                    at: object.pointer(to: "fps"),
                    found: "\(timing.fps)",
                    allowed: "steps of 0.001, so that a delay is an exact ratio of two 16-bit numbers"
                )
            }
            if timing.frameCount > context.limits.maximumFrames {
                context.fault(
                    .tooMuch,
                    at: object.pointer,
                    found: "\(timing.frameCount) frames (duration × speed × fps)",
                    allowed: "at most \(context.limits.maximumFrames) frames"
                )
            }
        },
    ]
}

extension Timing.Loop {
    static let codec: Codec<Self> = {
        let count = Codec.whole(in: 1...65535)
        let allowed = "\"forever\", \"seamless\", \"once\", or \(count.allowed)"
        let schema = JSONSchema.any(of: [
            .names(["forever", "seamless", "once"]), count.schema, .text(pattern: "^\(NumberText.pattern)$"),
        ])
        return Codec(allowed: allowed, schema: schema.described(allowed)) { value, pointer, context in
            switch value {
            case "forever": return .forever
            case "once": return .times(1)
            case "seamless": return .seamless
            case .string(let text):
                if let number = NumberText.decimal(text), let times = Int(exactly: number), (1...65535).contains(times)
                {
                    return .times(times)
                }
                context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            default:
                return count.read(value, pointer, context).map { .times($0) }
            }
        } write: { loop in
            switch loop {
            case .forever: "forever"
            case .seamless: "seamless"
            case .times(1): "once"
            case .times(let count): .number(Double(count))
            }
        }
    }()
}
