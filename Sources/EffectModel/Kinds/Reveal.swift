/// One picture gives way to another through a circle that grows, or into one that shrinks.
///
/// - Source: StarWars.iOS, CircularRevealAnimator.
public struct Reveal: Sendable, Equatable {
    /// What is there at first; it covers the canvas.
    public internal(set) var from = Contents.named("white")
    /// What is there at last; it covers the canvas.
    public internal(set) var to = Contents.named("black")
    /// The circle's middle, in points.
    public internal(set) var center = SIMD2<Double>(0, 0)
    /// Seconds until the whole canvas has changed.
    public internal(set) var duration = 0.5
    /// The old picture shrinks to the middle, instead of the new one growing out of it.
    public internal(set) var reverse = false
    /// The circle's radius over time.
    public internal(set) var timingFunction = TimingFunction(.linear)

    static let properties: [Property<Reveal>] = [
        .after { $1.center = $0.context.canvas / 2 },
        .field("from", \.from, Contents.codec, required: true),
        .field("to", \.to, Contents.codec, required: true),
        .field("center", \.center, .pair(in: Layer.Transform.places)),
        .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
        .field("reverse", \.reverse, .flag),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .notYet("shape", except: "circle"),
    ]

    /// The circle at `time` of the layer's: what of the old picture is left lies outside of it or, in reverse, inside.
    /// `nil` where nothing is left.
    public func radius(at time: Double, on canvas: SIMD2<Double>) -> Double? {
        guard time < duration else { return nil }
        let progress = timingFunction.progress(at: time / duration)
        return max(0, farthest(on: canvas) * (reverse ? 1 - progress : progress))
    }

    /// The largest that ``radius(at:on:)`` can be: a curve may go beyond the farthest corner, and come back.
    func largestRadius(on canvas: SIMD2<Double>) -> Double { farthest(on: canvas) * timingFunction.largest }

    /// Points from the middle to the canvas' farthest corner.
    private func farthest(on canvas: SIMD2<Double>) -> Double {
        let corners = [SIMD2(0, 0), SIMD2(canvas.x, 0), SIMD2(0, canvas.y), canvas]
        return corners.map { (($0 - center) * ($0 - center)).sum().squareRoot() }.max() ?? 0
    }
}
