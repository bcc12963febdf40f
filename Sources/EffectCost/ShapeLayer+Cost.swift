package import EffectModel

/// Upper bounds of a stroke's outline, computed before the outline is made.
struct StrokeBound {
    /// Upper bound of the number of lines.
    var lines: Double { sides + pieces * linesOfPiece }
    /// Number of lines along the path.
    private var sides = 0.0
    /// Number of lines at both ends of a piece.
    private var linesOfPiece = 0.0
    private var contours = 0.0
    /// Dashes per repetition of the pattern, and the pattern's length in points.
    private var dashes: (marks: Double, period: Double)?
    /// Typical number of lines: curves that bend little, and a few corners.
    private(set) var usual = 0.0
    /// Number of lines of the flattened path; each has two sides.
    private(set) var steps = 0.0
    /// Number of pieces: contours or dashes.
    private(set) var pieces = 0.0
    /// Upper bound of the path's length in points.
    private(set) var length = 0.0
    /// Upper bound of the line width in points.
    let width: Double
    /// Distance in points that the stroke extends beyond the path.
    let reach: Double

    /// - Parameters:
    ///   - outline: Outline of the path in points.
    ///   - shape: Shape with its largest line width.
    ///   - scale: Maximum number of pixels per point.
    init(_ outline: Outline, _ shape: ShapeLayer, scale: Double) {
        let style = shape.stroke
        width = style.lineWidth
        length = outline.travel
        let isMiter = style.lineJoin == .miter
        reach = width / 2 * max(1.5, isMiter ? max(1, style.miterLimit) : 1)
        guard shape.strokeColor != nil, width > 0 else { return }
        let step = Stroker.step(width: width, scale: scale)
        steps = Double(outline.lineCount(at: scale) + outline.contourCount)
        let corners = Double(outline.segments.count)
        contours = Double(outline.contourCount)
        if style.period > 0 {
            let count = style.lineDashPattern.count
            dashes = (Double(count.isMultiple(of: 2) ? count / 2 : count), style.period)
        }
        // Halving: each line of an arc turns by at least half of the maximum.
        var (arc, angle) = (2.0, Double.pi / 2)
        while angle > 0.98 * step { (arc, angle) = (2 * arc, angle / 2) }
        linesOfPiece = style.lineCap == .round ? 2 * arc + 8 : 12
        pieces = pieces(along: length)
        sides = 5 * steps + 4 * corners + 2 * outline.turning / step
        usual = 2 * steps + 2 * corners + pieces * linesOfPiece / 2
    }

    /// Number of contours, or of dashes in all contours together.
    private func pieces(along length: Double) -> Double {
        guard let dashes else { return contours }
        // Each contour restarts the pattern and may end within it.
        return contours + (length / dashes.period + contours) * dashes.marks
    }

    /// The upper bound or, if it exceeds the limit, the number of lines of the actual outline.
    func counted(_ outline: Outline, _ style: StrokeStyle, scale: Double) -> Double {
        guard lines > Double(Stroker.maximumLines), 2 * steps <= Double(Stroker.maximumLines) else { return lines }
        var whole = style
        (whole.lineDashPattern, whole.strokeStart, whole.strokeEnd) = ([], 0, 1)
        let stroker = Stroker(outline, scale: scale)
        return Double(stroker.outline(whole).segments.count) + pieces(along: stroker.length) * linesOfPiece
    }
}

extension Outline {
    /// Sum of the turning angles of the control polygon in radians; the curves turn no more.
    var turning: Double {
        var sum = 0.0
        var (first, pen) = (SIMD2<Double>(0, 0), SIMD2<Double>(0, 0))
        var heading: SIMD2<Double>?
        func go(to point: SIMD2<Double>) {
            let way = point - pen
            pen = point
            guard (way * way).sum() > 0 else { return }
            if let heading {
                // An angle is at most π/2 times its chord on the unit circle.
                let (a, b) = (way / (way * way).sum().squareRoot(), heading / (heading * heading).sum().squareRoot())
                sum += ((a - b) * (a - b)).sum().squareRoot() * .pi / 2
            }
            heading = way
        }
        for segment in segments {
            switch segment {
            case .move(let end): (first, pen, heading) = (end, end, nil)
            case .line(let end): go(to: end)
            case .quadratic(let control, let end): [control, end].forEach(go)
            case .cubic(let a, let b, let end): [a, b, end].forEach(go)
            case .close:
                go(to: first)
                sum += .pi  // the turn where the contour meets its start
            }
        }
        return sum
    }
}

extension EffectSpec {
    /// Upper bound of the lines in a shape layer's fill and stroke, or in a group's bounds and border that change, in one
    /// frame; `nil` for other layers.
    package func strokeLines(ofLayer index: Int) -> Int? {
        let layer = layers[index]
        if layer.changesBounds {
            let group = LayerTimeline(layer).largest(layer.group)
            let figures = [group.box(on: canvas), group.border(on: canvas)].compactMap(\.self)
            return 3 * figures.reduce(0) { $0 + $1.outline.segments.count }
        }
        return layer.shape.map { shape in
            let fill = shape.outlines(on: canvas).map(\.segments.count).max() ?? 0
            return 3 * fill + Int(min(Double(Stroker.maximumLines), strokeBound(shape, ofLayer: index) ?? 0))
        }
    }

    /// Upper bound of the lines in a shape's stroke.
    package func strokeBound(_ own: ShapeLayer, ofLayer index: Int) -> Double? {
        let timeline = LayerTimeline(layers[index])
        let shape = timeline.largest(own)
        let scale = timeline.largestPixels(on: canvas) * growth(ofLayer: index)
        return shape.outlines(on: canvas).map { outline in
            StrokeBound(outline, shape, scale: scale).counted(outline, shape.stroke, scale: scale)
        }.max()
    }
}

extension RenderCost {
    /// Adds the cost of a shape: its fill like that of an asset's path, its stroke by the area it may cover.
    mutating func add(_ own: ShapeLayer, timeline: LayerTimeline, layer: Layer, spec: EffectSpec) {
        births += 2
        liveParticles += 2
        let shape = timeline.largest(own)
        let outlines = shape.outlines(on: spec.canvas)
        let scale = timeline.largestPixels(on: spec.canvas) * growth
        // Morphs between dissimilar paths use polygons with this many corners.
        let isMorphed = !shape.paths.isEmpty
        let contours = outlines.map(\.contourCount).max() ?? 0
        let corners = isMorphed ? Double(PathMorph.mostCorners(contours: contours)) : 0
        if isMorphed { addSetup(Self.workPerMorph * Double(shape.paths.count)) }
        // Cost of flattening the path, paid once if the path is constant.
        let lines = outlines.map { Double($0.lineCount(at: scale)) }.max() ?? 0
        addSetup(lines * Self.workPerLineMade)
        let strokes = outlines.map { StrokeBound($0, shape, scale: scale) }
        var (most, usual) = (lines + corners, lines + corners)
        if !timeline.hasSteadyStroke {
            most += min(Double(Stroker.maximumLines), 5 * corners + (strokes.map(\.lines).max() ?? 0))
            usual += 3 * corners + (strokes.map(\.usual).max() ?? 0)
        }
        // Work in `following` has a higher price than the upper bound in `work`.
        following += usual * Self.workPerLineMade / 3
        work += most * Self.workPerLineMade * Double(frames)
        during(layer.content.framesShown(in: layer, of: spec)) {
            for (outline, stroke) in zip(outlines, strokes) {
                $0.addFill(outline, shape: shape, scale: scale, corners: corners, spec: spec)
                $0.addStroke(outline, stroke: stroke, scale: scale, corners: corners, spec: spec)
            }
        }
    }

    private mutating func addFill(
        _ outline: Outline,
        shape: ShapeLayer,
        scale: Double,
        corners: Double,
        spec: EffectSpec
    ) {
        guard shape.fillColor != nil else { return }
        add(
            outline,
            lines: Double(outline.lineCount(at: 2 * scale)) + corners,
            reach: 0,
            way: outline.travel,
            scale: scale,
            spec: spec
        )
    }

    private mutating func addStroke(
        _ outline: Outline,
        stroke: StrokeBound,
        scale: Double,
        corners: Double,
        spec: EffectSpec
    ) {
        guard stroke.lines > 0 else { return }
        // Both sides, plus the caps at both ends of each piece, plus the corners.
        let way = 2 * stroke.length + (stroke.pieces * 4 + Double(outline.segments.count) * 4) * stroke.reach
        let lines = min(Double(Stroker.maximumLines), stroke.lines + 5 * corners)
        add(outline, lines: lines, reach: stroke.reach, way: way, scale: scale, spec: spec)
    }

    /// Adds the cost of an outline that is drawn once per frame.
    private mutating func add(
        _ outline: Outline,
        lines: Double,
        reach: Double,
        way: Double,
        scale: Double,
        spec: EffectSpec
    ) {
        guard let box = outline.bounds else { return }
        let canvas = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let size = (box.high - box.low + 2 * reach) * scale + 2
        // A rotated box covers at most the square on its diagonal.
        let diagonal = (size * size).sum().squareRoot()
        let area = min(canvas, diagonal * diagonal)
        let windows = (area / 65_536).rounded(.up) + 1
        let sides = Double(spec.canvas.pixelWidth + spec.canvas.pixelHeight)
        let edges = min(lines * min(sides, 2 * diagonal), way * scale * 1.5) * Self.workPerEdgePixel
        let each = area * Self.workPerAreaPixel + lines * Self.workPerLineDrawn * windows + edges + 1000
        work += each * Double(frames)
        addEncoding(ofSoft: min(canvas, size.x * size.y), reach: min(size.sum(), 2 * (canvas + 1)), alive: 1)
    }

    // Measured, then rounded up.
    /// Work to flatten a line of a path, or to compute its offset in a stroke's outline.
    private static let workPerLineMade = 40.0
    /// Work to rasterize a line.
    private static let workPerLineDrawn = 30.0
    private static let workPerEdgePixel = 12.0
    private static let workPerAreaPixel = 2.5
    /// Work to match the corners of two paths.
    private static let workPerMorph = 300_000.0
}
