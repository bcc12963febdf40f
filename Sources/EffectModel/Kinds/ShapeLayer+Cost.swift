/// Lines of a stroke's outline: bounded from its numbers, before any is made.
struct StrokeBound {
    /// At the most.
    var lines: Double { sides + pieces * linesOfPiece }
    /// Lines along the path.
    private var sides = 0.0
    /// Lines at both ends of a piece.
    private var linesOfPiece = 0.0
    private var contours = 0.0
    /// Lines of the pattern, and the points after which it comes again.
    private var dashes: (marks: Double, period: Double)?
    /// What it mostly is: curves that bend little, and a few corners.
    private(set) var usual = 0.0
    /// Lines that stand for the path, which each have two sides.
    private(set) var steps = 0.0
    /// Pieces: contours, or dashes.
    private(set) var pieces = 0.0
    /// Points along the path, at the most.
    private(set) var length = 0.0
    /// Points across, at the most.
    let width: Double
    /// Points beyond the path that it reaches.
    let reach: Double

    /// - Parameters:
    ///   - outline: Of the path, in points.
    ///   - shape: With the widest line that it ever has.
    ///   - scale: Pixels per point, at the most.
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
        // By halving: each line of an arc turns at least half of the most.
        var (arc, angle) = (2.0, Double.pi / 2)
        while angle > 0.98 * step { (arc, angle) = (2 * arc, angle / 2) }
        linesOfPiece = style.lineCap == .round ? 2 * arc + 8 : 12
        pieces = pieces(along: length)
        sides = 5 * steps + 4 * corners + 2 * outline.turning / step
        usual = 2 * steps + 2 * corners + pieces * linesOfPiece / 2
    }

    /// Contours, or the dashes of all of them together.
    private func pieces(along length: Double) -> Double {
        guard let dashes else { return contours }
        // Each contour starts the pattern anew, and ends within it.
        return contours + (length / dashes.period + contours) * dashes.marks
    }

    /// The same, or what the outline was found to have if the numbers alone allow more than there may be.
    func counted(_ outline: Outline, _ style: StrokeStyle, scale: Double) -> Double {
        guard lines > Double(Stroker.maximumLines), 2 * steps <= Double(Stroker.maximumLines) else { return lines }
        var whole = style
        (whole.lineDashPattern, whole.strokeStart, whole.strokeEnd) = ([], 0, 1)
        let stroker = Stroker(outline, scale: scale)
        return Double(stroker.outline(whole).segments.count) + pieces(along: stroker.length) * linesOfPiece
    }
}

extension Outline {
    /// Radians by which its control points turn, added up: its curves turn no more.
    var turning: Double {
        var sum = 0.0
        var (first, pen) = (SIMD2<Double>(0, 0), SIMD2<Double>(0, 0))
        var heading: SIMD2<Double>?
        func go(to point: SIMD2<Double>) {
            let way = point - pen
            pen = point
            guard (way * way).sum() > 0 else { return }
            if let heading {
                // An angle is at most π/2 of its chord's length on the unit circle.
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
                sum += .pi  // where it meets its own start
            }
        }
        return sum
    }
}

extension LayerTimeline {
    /// A shape's line as wide, and its miters as long, as they ever are, and any color that it ever has.
    func largest(_ shape: ShapeLayer) -> ShapeLayer {
        var shape = shape
        func upper(_ name: String) -> Double? {
            layerSlots.first { $0.property.name == name }?.stack.extent.upper.x
        }
        shape.stroke.lineWidth = upper("lineWidth") ?? shape.stroke.lineWidth
        shape.stroke.miterLimit = upper("miterLimit") ?? shape.stroke.miterLimit
        if upper("strokeColor") != nil { shape.strokeColor = .white }
        if upper("fillColor") != nil { shape.fillColor = .white }
        return shape
    }

    /// The most pixels that a point of the layer ever becomes.
    package func largestPixels(on canvas: Canvas) -> Double { largestScale * canvas.scale }

    /// Whether a shape's line is the same at all times, its color apart.
    package var hasSteadyStroke: Bool {
        let names = ["strokeStart", "strokeEnd", "lineWidth", "lineDashPhase", "miterLimit", "path"]
        return !layerSlots.contains { names.contains($0.property.name) }
    }
}

extension EffectSpec {
    /// The most lines of a shape layer's fill and stroke in one frame; `nil` for other layers.
    package func strokeLines(ofLayer index: Int) -> Int? {
        layers[index].shape.map { shape in
            let fill = shape.outlines(on: canvas).map(\.segments.count).max() ?? 0
            return 3 * fill + Int(min(Double(Stroker.maximumLines), strokeBound(shape, ofLayer: index) ?? 0))
        }
    }

    private func strokeBound(_ own: ShapeLayer, ofLayer index: Int) -> Double? {
        let timeline = LayerTimeline(layers[index])
        let shape = timeline.largest(own)
        let scale = timeline.largestPixels(on: canvas) * growth(ofLayer: index)
        return shape.outlines(on: canvas).map { outline in
            StrokeBound(outline, shape, scale: scale).counted(outline, shape.stroke, scale: scale)
        }.max()
    }

    /// Notes a fault for a shape's line that would take too many lines to draw.
    static func checkStroke(ofLayer index: Int, at pointer: String, _ spec: EffectSpec, _ context: ReadContext) {
        let layer = spec.layers[index]
        // Timelines are made of what has been read without fault.
        guard let own = layer.shape, context.faults.isEmpty else { return }
        guard let most = spec.strokeBound(own, ofLayer: index), !(most <= Double(Stroker.maximumLines)) else { return }
        let isDashed = !own.stroke.lineDashPattern.isEmpty
        context.fault(
            .tooMuch,
            at: pointer + (isDashed ? "/lineDashPattern" : "/path"),
            found: "a stroke of up to \(RenderCost.text(most)) lines",
            allowed:
                "at most \(Stroker.maximumLines): \(isDashed ? "longer dashes, " : "")a simpler path or a smaller scale"
        )
    }
}

extension RenderCost {
    /// Adds a shape: its fill as that of an asset's path, its line by what it may cover.
    mutating func add(_ own: ShapeLayer, _ timeline: LayerTimeline, _ layer: Layer, _ spec: EffectSpec) {
        births += 2
        liveParticles += 2
        let shape = timeline.largest(own)
        let outlines = shape.outlines(on: spec.canvas)
        let scale = timeline.largestPixels(on: spec.canvas) * growth
        // Between two paths that are unlike, polygons of so many corners.
        let isMorphed = !shape.paths.isEmpty
        let contours = outlines.map(\.contourCount).max() ?? 0
        let corners = isMorphed ? Double(PathMorph.mostCorners(contours: contours)) : 0
        if isMorphed { addSetup(Self.workPerMorph * Double(shape.paths.count)) }
        // To flatten the path, once where it stays.
        let lines = outlines.map { Double($0.lineCount(at: scale)) }.max() ?? 0
        addSetup(lines * Self.workPerLineMade)
        let strokes = outlines.map { StrokeBound($0, shape, scale: scale) }
        var (most, usual) = (lines + corners, lines + corners)
        if !timeline.hasSteadyStroke {
            most += min(Double(Stroker.maximumLines), 5 * corners + (strokes.map(\.lines).max() ?? 0))
            usual += 3 * corners + (strokes.map(\.usual).max() ?? 0)
        }
        // What is known of layers is priced higher than what may be.
        following += usual * Self.workPerLineMade / 3
        work += most * Self.workPerLineMade * Double(frames)
        during(layer.content.framesShown(in: layer, of: spec)) {
            for (outline, stroke) in zip(outlines, strokes) {
                $0.addFill(outline, shape, scale, corners, spec)
                $0.addStroke(outline, stroke, scale, corners, spec)
            }
        }
    }

    private mutating func addFill(
        _ outline: Outline,
        _ shape: ShapeLayer,
        _ scale: Double,
        _ corners: Double,
        _ spec: EffectSpec
    ) {
        guard shape.fillColor != nil else { return }
        add(
            outline,
            lines: Double(outline.lineCount(at: 2 * scale)) + corners,
            reach: 0,
            way: outline.travel,
            scale,
            spec
        )
    }

    private mutating func addStroke(
        _ outline: Outline,
        _ stroke: StrokeBound,
        _ scale: Double,
        _ corners: Double,
        _ spec: EffectSpec
    ) {
        guard stroke.lines > 0 else { return }
        // Both sides, and across at both ends of each piece, and as far at corners.
        let way = 2 * stroke.length + (stroke.pieces * 4 + Double(outline.segments.count) * 4) * stroke.reach
        let lines = min(Double(Stroker.maximumLines), stroke.lines + 5 * corners)
        add(outline, lines: lines, reach: stroke.reach, way: way, scale, spec)
    }

    /// Adds an outline that is drawn once in each frame.
    private mutating func add(
        _ outline: Outline,
        lines: Double,
        reach: Double,
        way: Double,
        _ scale: Double,
        _ spec: EffectSpec
    ) {
        guard let box = outline.bounds else { return }
        let canvas = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let size = (box.high - box.low + 2 * reach) * scale + 2
        // Turned, a box covers at most the square on its diagonal.
        let diagonal = (size * size).sum().squareRoot()
        let area = min(canvas, diagonal * diagonal)
        let windows = (area / 65_536).rounded(.up) + 1
        let sides = Double(spec.canvas.pixelWidth + spec.canvas.pixelHeight)
        let edges = min(lines * min(sides, 2 * diagonal), way * scale * 1.5) * Self.workPerEdgePixel
        let each = area * Self.workPerAreaPixel + lines * Self.workPerLineDrawn * windows + edges + 1000
        work += each * Double(frames)
        addEncoding(ofSoft: min(canvas, size.x * size.y), reach: min(size.sum(), 2 * (canvas + 1)), alive: 1)
    }

    // Measured, and rounded up.
    /// To flatten a line of a path, or to find its place in a stroke's outline.
    private static let workPerLineMade = 40.0
    /// To put it into its place.
    private static let workPerLineDrawn = 30.0
    private static let workPerEdgePixel = 12.0
    private static let workPerAreaPixel = 2.5
    /// To find out which corner of one path becomes which of the other.
    private static let workPerMorph = 300_000.0
}
