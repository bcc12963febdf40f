import EffectModel
import StrictJSON

extension PictureTransition {
    static let properties: [Property<PictureTransition>] = [
        field(.from),
        field(.to),
        .field("delay", \.delay, .number(in: 0...1000, unit: .seconds)),
        .field("transition", \.style, .choice()),
        .field("subtype", \.subtype, .choice()),
        .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .field("startProgress", \.startProgress, .number(in: 0...1)),
        .field("endProgress", \.endProgress, .number(in: 0...1)),
        .after { object, transition in
            let place = object.pointer(to: "subtype")
            if transition.style == .fade, transition.subtype != .fromLeft, object.has("subtype") {
                let found = "a subtype with the transition fade"
                object.context.fault(
                    .conflict,
                    at: place,
                    found: found,
                    allowed: "a subtype with moveIn, push or reveal"
                )
            }
            guard transition.startProgress > transition.endProgress else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "endProgress"),
                found: "\(transition.endProgress), less than startProgress",
                allowed: "\(transition.startProgress)...1"
            )
        },
    ]
}
