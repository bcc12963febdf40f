import EffectCost
internal import EffectModel

/// Map from a layer's points to the canvas' pixels.
struct View: Sendable {
    /// Size of the canvas, in pixels.
    let size: SIMD2<Double>
    /// Pixels around the canvas that are seen, too: all of them where a canvas repeats, none otherwise.
    let overhang: Double
    /// Pixels per point of the canvas.
    let scale: Double
    /// The layer's own transform, in points of the canvas; `nil` for none.
    private let transform: (linear: Linear, offset: SIMD2<Double>)?
    /// Motion of the enclosing groups, in points of the canvas; `nil` for none.
    private let outer: Affine?
    /// Position of y = 0 in points of the canvas, if y points up; `nil` if y points down from the top.
    private let mirrorHeight: Double?
    /// Distance in points from the viewer to the canvas' plane, and the point straight ahead; `nil` without
    /// perspective.
    private let eye: (distance: Double, center: SIMD2<Double>)?

    /// Share of the viewer's distance below which particles are clipped.
    private static let nearest = 1 / Self.largest
    /// Maximum magnification, relative to the canvas' plane.
    static let largest = RenderCost.largestPerspective

    /// - Parameters:
    ///   - layer: Layer at the time in question.
    ///   - outer: Motion of the enclosing groups.
    init(of layer: Layer, on canvas: Canvas, preservesDepth: Bool, in outer: Affine? = nil) {
        self.outer = outer
        size = SIMD2(Double(canvas.pixelWidth), Double(canvas.pixelHeight))
        scale = canvas.scale
        overhang = canvas.tile ? .infinity : 0
        let middle = SIMD2(canvas.width, canvas.height) / 2
        if layer.position == .zero, layer.transform.isIdentity {
            transform = nil
        } else {
            let linear = Linear(scaled: layer.transform.scale, thenTurned: layer.transform.rotation)
            transform = (linear, middle + layer.position - linear.applied(to: middle))
        }
        mirrorHeight = layer.geometryFlipped ? canvas.height : nil
        eye =
            preservesDepth
            ? canvas.perspective.map { ($0, middle) } : nil
    }

    /// Position in pixels and magnification there; `nil` behind the viewer.
    func pixels(_ place: SIMD3<Double>) -> (place: SIMD2<Double>, factor: Double)? {
        var point = SIMD2(place.x, place.y)
        if let mirrorHeight { point.y = mirrorHeight - point.y }
        if let transform { point = transform.linear.applied(to: point) + transform.offset }
        guard let eye else { return ((outer?.applied(to: point) ?? point) * scale, 1) }
        let depth = eye.distance - place.z
        guard depth > eye.distance * Self.nearest else { return nil }
        let factor = eye.distance / depth
        let shown = eye.center + (point - eye.center) * factor
        return ((outer?.applied(to: shown) ?? shown) * scale, factor)
    }

    /// Mean scale of line widths, the geometric mean over two directions.
    var breadth: Double { linear.map { abs($0.determinant).squareRoot() } ?? 1 }

    /// Whether positions and angles are mirrored, because y points up.
    var isFlipped: Bool { mirrorHeight != nil }

    /// Whether the map only scales points to pixels, as the canvas does.
    var isPlain: Bool { transform == nil && eye == nil && mirrorHeight == nil && outer == nil }

    /// Linear part of the map, without ``scale``; `nil` for the identity.
    var linear: Linear? {
        guard let outer else { return transform?.linear }
        return transform.map { outer.linear.after($0.linear) } ?? outer.linear
    }
}
