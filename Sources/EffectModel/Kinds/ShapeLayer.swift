/// A path that is filled, and along which a line is drawn.
///
/// - Source: CAShapeLayer.
public struct ShapeLayer: Sendable, Equatable {
    /// The path, in points of ``viewBox``; `nil` only while it is being read.
    public internal(set) var path: SVGPath?
    /// The box in the path's coordinates whose middle lies where the layer's `position` is; `nil` is one as large as the canvas, at
    /// (0, 0). It cuts nothing, and scales nothing.
    ///
    /// - Source: CALayer's bounds.
    public internal(set) var viewBox: Rectangle?
    /// The colour within; `nil` for none.
    public internal(set) var fillColor: Color? = Color(SIMD4(0, 0, 0, 1))
    /// Which points are within.
    public internal(set) var fillRule = Outline.FillRule.nonzero
    /// The line's colour; `nil` for no line.
    public internal(set) var strokeColor: Color?
    /// How the line is drawn.
    public internal(set) var stroke = StrokeStyle()
    /// All paths that animations lead through, one animation's after another's; `nil` is its own. Empty where none does.
    package internal(set) var paths: [SVGPath?] = []
    /// Which of these it is now, or between which two; `nil` is its own.
    package internal(set) var place: Double?

    static let properties: [Property<ShapeLayer>] =
        [
            .field("path", \.path, SVGPath.givenCodec, required: true),
            .optional("viewBox", \.viewBox, Rectangle.codec),
            .field("fillColor", \.fillColor, colorCodec),
            .field("fillRule", \.fillRule, .choice()),
            .field("strokeColor", \.strokeColor, colorCodec),
        ] + Property.part(\.stroke, StrokeStyle.properties)

    private static let colorCodec: Codec<Color?> = {
        let allowed = "\(Color.codec.allowed), or null for none"
        return Codec(allowed: allowed, schema: Color.codec.schema.orNull) { value, pointer, context in
            if value == .null { return .some(nil) }
            return Color.codec.read(value, pointer, context).map { .some($0) }
        } write: { color in
            color.map(Color.codec.write) ?? .null
        }
    }()

    // MARK: Geometry

    /// The place in the path's coordinates that lies where the layer's `position` is.
    package func middle(on canvas: Canvas) -> SIMD2<Double> {
        viewBox.map { $0.origin + $0.size / 2 } ?? SIMD2(canvas.width, canvas.height) / 2
    }

    /// A path's outline about the middle, in points.
    func outline(of path: SVGPath?, on canvas: Canvas) -> Outline {
        guard let own = path ?? self.path else { return Outline([]) }
        var outline = own.fineOutline.mapped(origin: middle(on: canvas), factor: SIMD2(1, 1))
        outline.fillRule = fillRule
        return outline
    }

    /// Its own outline about the middle, in points.
    package func outline(on canvas: Canvas) -> Outline { outline(of: path, on: canvas) }

    /// All outlines that it has at some time, or has one on the way to.
    func outlines(on canvas: Canvas) -> [Outline] {
        [outline(on: canvas)] + paths.compactMap(\.self).map { outline(of: $0, on: canvas) }
    }

    /// Ways that ``place`` leads along, as those of a mask: for each of ``paths`` the way to the next one.
    package func morphs(on canvas: Canvas) -> [PathMorph] {
        let outlines = paths.map { outline(of: $0, on: canvas) }
        return zip(outlines, outlines.dropFirst() + outlines.suffix(1)).map { PathMorph(from: $0, to: $1) }
    }
}

extension Layer {
    /// What it draws, if that is a shape.
    package var shape: ShapeLayer? {
        get { if case .shape(let shape) = content { shape } else { nil } }
        set { if let newValue, shape != nil { content = .shape(newValue) } }
    }

    /// Paths that animations lead through: a value of theirs is a place among them.
    var animatedPaths: [SVGPath?] {
        if let paths = mask?.paths, !paths.isEmpty { return paths }
        return shape?.paths ?? []
    }

    /// Hands paths that were read to what animations lead through them.
    mutating func take(animatedPaths paths: [SVGPath?]) {
        func leads(to name: String) -> Bool {
            animations.flatMap(\.withChildren).contains { $0.keyPath == name }
        }
        if leads(to: "mask.path") { mask?.paths = paths }
        if leads(to: "path") { shape?.paths = paths }
    }

    /// Properties of shapes that animations can reach.
    static let animatableOfShapes: [AnimatableProperty<Layer>] = [
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

    /// A colour that may be none, which is transparent black for those who come from it.
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
