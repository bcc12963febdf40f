internal import EffectModel

/// From a layer's points to the canvas' pixels.
struct View: Sendable {
    /// Of the canvas, in pixels.
    let size: SIMD2<Double>
    /// Pixels per point of the canvas.
    let scale: Double
    /// What the layer's own transform does, in points of the canvas; `nil` is nothing.
    private let transform: (linear: Linear, offset: SIMD2<Double>)?
    /// What groups around the layer do, in points of the canvas; `nil` is nothing.
    private let outer: Affine?
    /// Where y is 0, in points of the canvas, if it grows upwards; `nil` if it grows downwards from its top.
    private let ground: Double?
    /// Points from the viewer to the canvas' plane, and the point straight before the viewer.
    private let eye: (distance: Double, center: SIMD2<Double>)?

    /// Nearer than this share of the distance, particles are behind the viewer's glasses.
    private static let nearest = 1 / Self.largest
    /// How much larger than on the canvas' plane anything can look.
    static let largest = RenderCost.largestPerspective

    /// - Parameters:
    ///   - layer: As it is at the time in question.
    ///   - outer: Motion of the groups around it.
    init(of layer: Layer, on canvas: Canvas, preservesDepth: Bool, in outer: Affine? = nil) {
        self.outer = outer
        size = SIMD2(Double(canvas.pixelWidth), Double(canvas.pixelHeight))
        scale = canvas.scale
        let middle = SIMD2(canvas.width, canvas.height) / 2
        if layer.position == .zero, layer.transform.isIdentity {
            transform = nil
        } else {
            let linear = Linear(scaled: layer.transform.scale, thenTurned: layer.transform.rotation)
            transform = (linear, middle + layer.position - linear.applied(to: middle))
        }
        ground = layer.geometryFlipped ? canvas.height : nil
        eye =
            preservesDepth
            ? canvas.perspective.map { ($0, middle) } : nil
    }

    /// A place in pixels, and how much larger things look there; `nil` if it lies behind the viewer.
    func pixels(_ place: SIMD3<Double>) -> (place: SIMD2<Double>, factor: Double)? {
        var point = SIMD2(place.x, place.y)
        if let ground { point.y = ground - point.y }
        if let transform { point = transform.linear.applied(to: point) + transform.offset }
        guard let eye else { return ((outer?.applied(to: point) ?? point) * scale, 1) }
        let depth = eye.distance - place.z
        guard depth > eye.distance * Self.nearest else { return nil }
        let factor = eye.distance / depth
        let shown = eye.center + (point - eye.center) * factor
        return ((outer?.applied(to: shown) ?? shown) * scale, factor)
    }

    /// What it does to the width of a line that runs anywhere: the mean of its two directions.
    var breadth: Double { linear.map { abs($0.determinant).squareRoot() } ?? 1 }

    /// Whether places and angles are mirrored: y grows upwards.
    var isFlipped: Bool { ground != nil }

    /// Whether it only scales: what the canvas itself does.
    var isPlain: Bool { transform == nil && eye == nil && ground == nil && outer == nil }

    /// What it does to shapes, apart from ``scale``; `nil` is nothing.
    var linear: Linear? {
        guard let outer else { return transform?.linear }
        return transform.map { outer.linear.after($0.linear) } ?? outer.linear
    }
}
