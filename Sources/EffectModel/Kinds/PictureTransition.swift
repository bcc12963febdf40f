/// A picture, or a layer, gives way to another as a layer's contents do in Core Animation.
///
/// - Source: CATransition.
public struct PictureTransition: TwoSided, Equatable {
    /// The way in which one becomes the other.
    public enum Style: String, Sendable, CaseIterable {
        /// A cross-dissolve.
        case fade
        /// The new one comes in over the old one, which stays.
        case moveIn
        /// The new one pushes the old one out.
        case push
        /// The old one moves away, and the new one is there behind it.
        case reveal
    }

    /// The side that the motion comes from.
    public enum Subtype: String, Sendable, CaseIterable {
        case fromLeft, fromRight, fromTop, fromBottom

        /// The motion, in canvases.
        package var direction: SIMD2<Double> {
            switch self {
            case .fromLeft: SIMD2(1, 0)
            case .fromRight: SIMD2(-1, 0)
            case .fromTop: SIMD2(0, 1)
            case .fromBottom: SIMD2(0, -1)
            }
        }
    }

    /// Contents at first; they cover the canvas.
    public internal(set) var from = Contents.named("white")
    /// Contents at last; they cover the canvas.
    public internal(set) var to = Contents.named("black")
    var layers: [Layer] = []
    /// Seconds for which only the first one is there.
    public internal(set) var delay = 0.0
    /// The way in which one becomes the other.
    public internal(set) var style = Style.fade
    /// The side that the motion comes from.
    public internal(set) var subtype = Subtype.fromLeft
    /// Seconds until only the new one is there.
    public internal(set) var duration = 1.0
    /// Eases the whole, before ``startProgress`` and ``endProgress``.
    public internal(set) var timingFunction = TimingFunction(.easeOut)
    /// The progress at which it starts, 0...1.
    public internal(set) var startProgress = 0.0
    /// The progress at which it ends, from ``startProgress`` to 1.
    public internal(set) var endProgress = 1.0

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
                let found = "a subtype beside the transition fade"
                object.context.fault(.conflict, at: place, found: found, allowed: "it with moveIn, push or reveal")
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

    /// The share of the way that is done at `time` of the layer's, 0 before it starts; an easing may lead beyond 0...1. `nil` where it is
    /// over, and only the new one is there, wherever ``endProgress`` is.
    public func progress(at time: Double) -> Double? {
        guard time < delay + duration else { return nil }
        if time < delay { return 0 }
        return startProgress + (endProgress - startProgress) * timingFunction.progress(at: (time - delay) / duration)
    }

    /// The middles of both when so much of the way is done, in canvases from that of the canvas.
    package func offsets(at progress: Double) -> (old: SIMD2<Double>, new: SIMD2<Double>) {
        let direction = subtype.direction
        let (gone, coming) = (direction * progress, direction * (progress - 1))
        return switch style {
        case .fade: (.zero, .zero)
        case .moveIn: (.zero, coming)
        case .push: (gone, coming)
        case .reveal: (gone, .zero)
        }
    }
}
