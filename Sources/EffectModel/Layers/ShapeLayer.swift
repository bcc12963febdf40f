/// A path with a fill and a stroke.
///
/// - Source: CAShapeLayer.
public struct ShapeLayer: Sendable, Equatable {
    /// Path in the coordinates of ``viewBox``, in points; `nil` only while it is being read.
    public var path: SVGPath?
    /// Box in the path's coordinates whose center is placed at the layer's `position`; `nil` is a box of the canvas
    /// size at (0, 0). The box neither clips nor scales.
    ///
    /// - Source: CALayer's bounds.
    public var viewBox: Rectangle?
    /// Fill color; `nil` for none.
    public var fillColor: Color? = Color(SIMD4(0, 0, 0, 1))
    /// Fill rule.
    public var fillRule = Outline.FillRule.nonzero
    /// Stroke color; `nil` for none.
    public var strokeColor: Color?
    /// Stroke style.
    public var stroke = StrokeStyle()
    /// Paths of all animations, in the animations' order; `nil` is the shape's own path. Empty if the path is not
    /// animated.
    package var paths: [SVGPath?] = []
    /// Current fractional index into ``paths``; `nil` uses the shape's own path.
    package var place: Double?

    /// Creates a value with the defaults.
    public init() {}

    // MARK: Geometry

    /// The point in the path's coordinates that is placed at the layer's `position`.
    package func middle(on canvas: Canvas) -> SIMD2<Double> {
        viewBox.map { $0.origin + $0.size / 2 } ?? SIMD2(canvas.width, canvas.height) / 2
    }

    /// The outline of a path about the shape's center, in points.
    package func outline(of path: SVGPath?, on canvas: Canvas) -> Outline {
        guard let own = path ?? self.path else { return Outline([]) }
        var outline = own.fineOutline.mapped(origin: middle(on: canvas), factor: SIMD2(1, 1))
        outline.fillRule = fillRule
        return outline
    }

    /// The shape's own outline about its center, in points.
    package func outline(on canvas: Canvas) -> Outline { outline(of: path, on: canvas) }

    /// All outlines that the shape has, or morphs to, at some time.
    package func outlines(on canvas: Canvas) -> [Outline] {
        [outline(on: canvas)] + paths.compactMap(\.self).map { outline(of: $0, on: canvas) }
    }

    /// Morphs that ``place`` indexes: from each of ``paths`` to the next, then the last to itself.
    package func morphs(on canvas: Canvas) -> [PathMorph] {
        let outlines = paths.map { outline(of: $0, on: canvas) }
        return zip(outlines, outlines.dropFirst() + outlines.suffix(1)).map { PathMorph(from: $0, to: $1) }
    }
}

extension Layer {
    /// The shape of a shape layer; `nil` for other layers.
    package var shape: ShapeLayer? {
        get { if case .shape(let shape) = content { shape } else { nil } }
        set { if let newValue, shape != nil { content = .shape(newValue) } }
    }

    /// Paths that animation values of the layer index.
    package var animatedPaths: [SVGPath?] {
        if let paths = mask?.paths, !paths.isEmpty { return paths }
        return shape?.paths ?? []
    }

    /// Assigns paths that were read to the mask or shape that they animate.
    package mutating func take(animatedPaths paths: [SVGPath?]) {
        func leads(to name: String) -> Bool {
            animations.flatMap(\.withChildren).contains { $0.keyPath == name }
        }
        if leads(to: "mask.path") { mask?.paths = paths }
        if leads(to: "path") { shape?.paths = paths }
    }

    /// Animatable properties of shapes.
    package static let animatableOfShapes: [AnimatableProperty<Layer>] = [
        ofShape(.number("strokeStart", in: StrokeStyle.shares, \.strokeStart)),
        ofShape(.number("strokeEnd", in: StrokeStyle.shares, \.strokeEnd)),
        ofShape(.number("lineWidth", in: StrokeStyle.widths, \.lineWidth)),
        ofShape(.number("lineDashPhase", in: StrokeStyle.phases, \.lineDashPhase)),
        ofShape(.number("miterLimit", in: StrokeStyle.limits, \.miterLimit)),
        ofShape(.color("fillColor", \.fillColor)),
        ofShape(.color("strokeColor", \.strokeColor)),
        ofShape(.path("path") { $0.shape?.place = $1 }),
    ]

    private static func ofShape(_ property: AnimatableProperty<Layer>) -> AnimatableProperty<Layer> {
        var property = property
        property.exists = { $0.shape != nil }
        return property
    }
}

extension AnimatableProperty where Root == Layer {
    fileprivate static func number(
        _ name: String,
        in bounds: ClosedRange<Double>,
        _ path: any WritableKeyPath<StrokeStyle, Double> & Sendable
    ) -> Self {
        let blank = StrokeStyle()
        return number(name, in: bounds) {
            ($0.shape?.stroke ?? blank)[keyPath: path]
        } set: {
            $0.shape?.stroke[keyPath: path] = $1
        }
    }

    /// An optional color; `nil` is animated as transparent black.
    fileprivate static func color(
        _ name: String,
        _ path: any WritableKeyPath<ShapeLayer, Color?> & Sendable
    ) -> Self {
        color(name) {
            $0.shape?[keyPath: path]?.components ?? .zero
        } set: {
            $0.shape?[keyPath: path] = Color($1)
        }
    }
}
