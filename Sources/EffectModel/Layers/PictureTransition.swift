/// A transition from one image or layer to another, as in Core Animation.
///
/// - Source: CATransition.
public struct PictureTransition: TwoSided, Equatable {
    /// Kinds of transitions.
    public enum Style: String, Sendable, CaseIterable {
        /// Cross-dissolve.
        case fade
        /// The new image moves in over the old one, which stays in place.
        case moveIn
        /// The new image pushes the old one out.
        case push
        /// The old image moves away and uncovers the new one.
        case reveal
    }

    /// Side that the motion starts from.
    public enum Subtype: String, Sendable, CaseIterable {
        case fromLeft, fromRight, fromTop, fromBottom

        /// Direction of motion, in canvas sizes.
        package var direction: SIMD2<Double> {
            switch self {
            case .fromLeft: SIMD2(1, 0)
            case .fromRight: SIMD2(-1, 0)
            case .fromTop: SIMD2(0, 1)
            case .fromBottom: SIMD2(0, -1)
            }
        }
    }

    /// Initial contents; they cover the canvas.
    public var from = Contents.named("white")
    /// Final contents; they cover the canvas.
    public var to = Contents.named("black")
    package var layers: [Layer] = []
    /// Seconds before the change begins, with only the initial contents.
    public var delay = 0.0
    /// Kind of transition.
    public var style = Style.fade
    /// Side that the motion starts from.
    public var subtype = Subtype.fromLeft
    /// Duration in seconds, after which only the new contents are shown.
    public var duration = 1.0
    /// Easing of the whole transition, applied before ``startProgress`` and ``endProgress``.
    public var timingFunction = TimingFunction(.easeOut)
    /// Progress at the start, 0...1.
    public var startProgress = 0.0
    /// Progress at the end, from ``startProgress`` to 1.
    public var endProgress = 1.0

    /// Creates a value with the defaults.
    public init() {}

    /// The progress at layer time `time`, in seconds, 0 before ``delay``; easings may lead outside 0...1. `nil` when
    /// the transition is over and only the new contents are shown, whatever ``endProgress``.
    public func progress(at time: Double) -> Double? {
        guard time < delay + duration else { return nil }
        if time < delay { return 0 }
        return startProgress + (endProgress - startProgress) * timingFunction.progress(at: (time - delay) / duration)
    }

    /// Offsets of the old and new image from the canvas center at `progress`, in canvas sizes.
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
