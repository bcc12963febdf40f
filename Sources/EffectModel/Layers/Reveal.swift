/// A transition from one image or layer to another through a circle or another shape that grows or shrinks.
///
/// - Source: StarWars.iOS, CircularRevealAnimator.
public struct Reveal: TwoSided, Equatable {
    /// Initial contents; they cover the canvas.
    public var from = Contents.named("white")
    /// Final contents; they cover the canvas.
    public var to = Contents.named("black")
    package var layers: [Layer] = []
    /// Seconds before the change begins, with only the initial contents.
    public var delay = 0.0
    /// Center of the shape in points.
    public var center = SIMD2<Double>(0, 0)
    /// Duration in seconds, after which the whole canvas has changed.
    public var duration = 0.5
    /// Whether the old image shrinks toward the center, instead of the new one growing from it.
    public var reverse = false
    /// Easing of the shape's growth.
    public var timingFunction = TimingFunction(.linear)
    /// Shape that grows.
    public var shape = RevealShape.circle
    /// Initial radius in points.
    public var startRadius = 0.0
    /// Final radius in points; `nil` is just large enough to cover the canvas.
    public var endRadius: Double?
    /// Initial rotation of the shape in radians, clockwise.
    public var rotation = 0.0
    /// Rotation in radians over the whole growth.
    public var turn = 0.0
    /// Width of the soft edge in points; 0 is a hard edge.
    public var feather = 0.0
    /// Ratio of the shape's radius to its inradius about its center; `nil` if the center is outside the shape. Set when
    /// all assets are known.
    package var slimness: Double? = 1

    /// Creates a value with the defaults.
    public init() {}

    // MARK: Sampling

    /// Growth of the shape at layer time `time`, in seconds: 0 at its start radius, 1 at its end radius, and beyond
    /// with overshooting easings. In reverse it runs from 1 to 0. Before ``delay`` it is the initial one; `nil` when
    /// the transition is over.
    public func progress(at time: Double) -> Double? {
        guard time < delay + duration else { return nil }
        let progress = timingFunction.progress(at: max(0, time - delay) / duration)
        return reverse ? 1 - progress : progress
    }

    /// The shape's radius in points at layer time `time`, in seconds. The old image remains outside the shape or, in
    /// reverse, inside. `nil` when the transition is over.
    public func radius(at time: Double, on canvas: SIMD2<Double>) -> Double? {
        progress(at: time).map { radius(grown: $0, to: lastRadius(on: canvas)) }
    }

    /// - Parameters:
    ///   - progress: Growth of the shape, 0...1 or beyond.
    ///   - end: Final radius in points (``lastRadius(on:)``).
    package func radius(grown progress: Double, to end: Double) -> Double {
        // Exactly proportional to the end radius if the start radius is 0.
        max(0, startRadius == 0 ? end * progress : startRadius + (end - startRadius) * progress)
    }

    /// The final radius in points.
    package func lastRadius(on canvas: SIMD2<Double>) -> Double {
        endRadius ?? (farthest(on: canvas) + feather / 2) * (slimness ?? 1)
    }

    /// Upper bound of ``radius(at:on:)``: an overshooting easing may exceed the final radius.
    package func largestRadius(on canvas: SIMD2<Double>) -> Double {
        let end = lastRadius(on: canvas)
        guard startRadius > 0 else { return end * timingFunction.largest }
        let reach = timingFunction.reach
        let ends = [reach.lowerBound, reach.upperBound, 1 - reach.lowerBound, 1 - reach.upperBound]
        return ends.reduce(0) { max($0, startRadius + (end - startRadius) * $1) }
    }

    /// Distance in points from the center to the canvas' farthest corner.
    private func farthest(on canvas: SIMD2<Double>) -> Double {
        let corners = [SIMD2(0, 0), SIMD2(canvas.x, 0), SIMD2(0, canvas.y), canvas]
        return corners.map { (($0 - center) * ($0 - center)).sum().squareRoot() }.max() ?? 0
    }
}

extension Asset {
    /// Inradius about the asset's center, in points at scale 1; `nil` if the center is not filled.
    package var inradius: Double? {
        switch content {
        case .shape(.dot): 0.1 * size.min() / 2
        case .shape, .path, .glyphs: outline.inradius
        case .picture(_, .shape(let shape, let softness)): shape.inradius.map { max(0, $0 - 3 * softness.blur) }
        case .picture(let picture, _): picture.inradius(size)
        }
    }
}

extension Picture {
    /// Distance from the center to the nearest pixel that is not opaque, in the unit of `size`; `nil` if the center is
    /// not opaque.
    fileprivate func inradius(_ size: SIMD2<Double>) -> Double? {
        // A gradient is read before it is drawn.
        let level = described == nil ? levels[0] : rough
        let (width, height) = (level.width, level.height)
        let scale = size / SIMD2(Double(width), Double(height))
        let middle = SIMD2(Double(width), Double(height)) / 2
        // Pixels outside the image count as transparent.
        var nearest = size.min() / 2
        for y in 0..<height {
            for x in 0..<width where level.pixels[y * width + x] >> 24 < 255 {
                let low = SIMD2(Double(x), Double(y)) - middle
                let way = pointwiseMax(pointwiseMax(low, -1 - low), SIMD2(0, 0)) * scale
                nearest = min(nearest, (way * way).sum().squareRoot())
            }
        }
        return nearest > 0 ? nearest : nil
    }
}
