/// A picture, or a layer, gives way to another through a circle, or another shape, that grows, or into one that shrinks.
///
/// - Source: StarWars.iOS, CircularRevealAnimator.
public struct Reveal: TwoSided, Equatable {
    /// Contents at first; they cover the canvas.
    public internal(set) var from = Contents.named("white")
    /// Contents at last; they cover the canvas.
    public internal(set) var to = Contents.named("black")
    var layers: [Layer] = []
    /// Seconds for which only the first one is there.
    public internal(set) var delay = 0.0
    /// The shape's middle, in points.
    public internal(set) var center = SIMD2<Double>(0, 0)
    /// Seconds until the whole canvas has changed.
    public internal(set) var duration = 0.5
    /// The old picture shrinks to the middle, instead of the new one growing out of it.
    public internal(set) var reverse = false
    /// The shape's radius over time.
    public internal(set) var timingFunction = TimingFunction(.linear)
    /// The shape that grows.
    public internal(set) var shape = RevealShape.circle
    /// Its radius at first, in points.
    public internal(set) var startRadius = 0.0
    /// Its radius at last; `nil` is as large as it takes to hold the whole canvas.
    public internal(set) var endRadius: Double?
    /// Radians by which it is turned at first, clockwise.
    public internal(set) var rotation = 0.0
    /// Radians by which it turns until it is grown.
    public internal(set) var turn = 0.0
    /// Points across its soft edge; 0 is a hard one.
    public internal(set) var feather = 0.0
    /// Its radius divided by that of the largest disc about its middle within it; `nil` where the middle is not in it. Known
    /// once all assets are.
    var slimness: Double? = 1

    static let properties: [Property<Reveal>] = [
        .after { $1.center = $0.context.canvas / 2 },
        field(.from),
        field(.to),
        .field("delay", \.delay, .number(in: 0...1000, unit: .seconds)),
        .field("center", \.center, .pair(in: Layer.Transform.places)),
        .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
        .field("reverse", \.reverse, .flag),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .field("shape", \.shape, RevealShape.codec),
        .field("startRadius", \.startRadius, .number(in: radii, unit: .length)),
        .optional("endRadius", \.endRadius, .number(in: radii, unit: .length)),
        .field("rotation", \.rotation, .number(in: -1000...1000, unit: .radians)),
        .field("turn", \.turn, .number(in: -1000...1000, unit: .radians)),
        .field("feather", \.feather, .number(in: 0...200)),
        .after(refuseOtherShapes),
    ]

    private static let radii = 0.0...1_000_000.0

    /// Notes a fault for each field that the shape would drop in silence.
    private static let refuseOtherShapes: @Sendable (ObjectReader, inout Reveal) -> Void = { object, reveal in
        guard !reveal.shape.hasRadius, let type = reveal.shape.type else { return }
        let strangers = [
            ("center", reveal.center != object.context.canvas / 2), ("startRadius", reveal.startRadius != 0),
            ("endRadius", reveal.endRadius != nil), ("rotation", reveal.rotation != 0), ("turn", reveal.turn != 0),
        ]
        for (name, isSet) in strangers where isSet && object.has(name) {
            let found = "\(name) beside the shape \(type)"
            let allowed = "it with a circle, an asset or an iris"
            object.context.fault(.conflict, at: object.pointer(to: name), found: found, allowed: allowed)
        }
    }

    // MARK: At a time

    /// Growth of the shape at `time` of the layer's, in reverse too: 0 is its start, 1 its end, and easings may lead beyond.
    /// `nil` where it is all over. Before ``delay`` it is what it starts with.
    public func progress(at time: Double) -> Double? {
        guard time < delay + duration else { return nil }
        let progress = timingFunction.progress(at: max(0, time - delay) / duration)
        return reverse ? 1 - progress : progress
    }

    /// The shape's radius at `time` of the layer's: what of the old picture is left lies outside of it or, in reverse, inside.
    /// `nil` where nothing is left.
    public func radius(at time: Double, on canvas: SIMD2<Double>) -> Double? {
        progress(at: time).map { radius(grown: $0, to: lastRadius(on: canvas)) }
    }

    /// - Parameters:
    ///   - progress: How far it has grown.
    ///   - end: ``lastRadius(on:)``
    package func radius(grown progress: Double, to end: Double) -> Double {
        // Without a start of its own exactly a share of the end.
        max(0, startRadius == 0 ? end * progress : startRadius + (end - startRadius) * progress)
    }

    /// The radius when it is grown.
    package func lastRadius(on canvas: SIMD2<Double>) -> Double {
        endRadius ?? (farthest(on: canvas) + feather / 2) * (slimness ?? 1)
    }

    /// The largest that ``radius(at:on:)`` can be: a curve may go beyond the farthest corner, and come back.
    func largestRadius(on canvas: SIMD2<Double>) -> Double {
        let end = lastRadius(on: canvas)
        guard startRadius > 0 else { return end * timingFunction.largest }
        let reach = timingFunction.reach
        let ends = [reach.lowerBound, reach.upperBound, 1 - reach.lowerBound, 1 - reach.upperBound]
        return ends.reduce(0) { max($0, startRadius + (end - startRadius) * $1) }
    }

    /// Points from the middle to the canvas' farthest corner.
    private func farthest(on canvas: SIMD2<Double>) -> Double {
        let corners = [SIMD2(0, 0), SIMD2(canvas.x, 0), SIMD2(0, canvas.y), canvas]
        return corners.map { (($0 - center) * ($0 - center)).sum().squareRoot() }.max() ?? 0
    }
}

extension EffectSpec {
    /// Finds out how slim the shape of a reveal is. One without a middle needs to be told how large it gets.
    static func checkShape(ofLayer index: Int, _ spec: inout EffectSpec, _ context: ReadContext) {
        guard case .reveal(var reveal) = spec.layers[index].content, case .asset(let contents) = reveal.shape,
            let asset = spec.asset(of: contents, owner: "shape")?.asset
        else { return }
        reveal.slimness = asset.inradius.map { asset.size.max() / 2 / $0 }
        spec.layers[index].content = .reveal(reveal)
        guard reveal.slimness == nil, reveal.endRadius == nil else { return }
        context.fault(
            .missing,
            at: spec.pointer(toLayer: index) + "/endRadius",
            found: "nothing, beside a shape whose middle is not in it: it never holds the whole canvas",
            allowed: "a number of points in 0...1000000"
        )
    }
}

extension Asset {
    /// The radius of the largest disc about its middle that it fills, in points at scale 1; `nil` where it does not fill its middle.
    var inradius: Double? {
        switch content {
        case .shape(.dot): 0.1 * size.min() / 2
        case .shape, .path, .glyphs: outline.inradius
        case .picture(let picture, _): picture.inradius(size)
        }
    }
}

extension Picture {
    /// The largest distance from its middle within which all pixels are opaque; `nil` where the middle is not.
    fileprivate func inradius(_ size: SIMD2<Double>) -> Double? {
        let level = levels[0]
        let scale = size / SIMD2(Double(width), Double(height))
        let middle = SIMD2(Double(width), Double(height)) / 2
        // What lies outside is not opaque.
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
