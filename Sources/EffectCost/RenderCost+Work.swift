import EffectModel

/// Costs of moving and drawing particles, in units of about a nanosecond.
extension RenderCost {
    /// Upper bound of the perspective scale factor; particles closer to the viewer are not drawn.
    public static let largestPerspective = 16.0

    /// Upper bound of the scale factor for particles at most `depth` points in front of the canvas, seen from
    /// `distance` points.
    static func perspective(distance: Double, depth: Double) -> Double {
        depth < distance * (1 - 1 / largestPerspective) ? distance / (distance - depth) : largestPerspective
    }

    /// Adds the cost of computing positions of particles and the effect of behaviors.
    mutating func addMotion(
        of cell: EmitterCell,
        _ behaviors: [Behavior],
        isAnimated: Bool,
        _ live: LiveCell? = nil,
        born: Double,
        alive: Double,
        age: Double
    ) {
        let places = alive * Double(frames) * Double(1 + (cell.trail?.pointCount ?? 0))
        var each = behaviors.reduce(RenderCost.workPerState) { $0 + $1.workPerState }
        if live != nil {
            let points = behaviors.reduce(0) { $0 + $1.values.count }
            each += RenderCost.workPerLiveState * Double(1 + points)
        }
        work += places * each
        crowds[crowds.count - 1].places += places
        crowds[crowds.count - 1].workPerPlace = each
        crowds[crowds.count - 1].pointsOfPlace = Double(1 + (cell.trail?.pointCount ?? 0))
        guard isAnimated || behaviors.haveNoFormula(accelerating: live?.accelerates == true) else { return }
        let count = born * (age * 120 * Double(behaviors.refinement(cell)) + 1)
        steps += count
        let own = RenderCost.workPerStep + (live == nil ? 0 : RenderCost.workPerLiveState)
        let step = behaviors.reduce(own) { $0 + $1.workPerStep }
        let walls = behaviors.reduce(0) { $0 + ($1.isWall ? $1.workPerStep : 0) }
        // Any of them may lie on a wall all its life.
        let most = step + (RenderCost.restOnWall - 1) * walls
        work += most * count
        crowds[crowds.count - 1].steps += count
        crowds[crowds.count - 1].stepsPerSecond = 120 * Double(behaviors.refinement(cell))
        crowds[crowds.count - 1].workPerStep = step
        crowds[crowds.count - 1].workOfWalls = walls
        steppedPlaces += most * places
    }

    /// Adds the cost of integrating from stored motions to those of frames. Call it once all steps are known, because
    /// they determine how many motions are stored.
    mutating func addSteppedPlaces() {
        let stepsFromKept = max(16, steps / 1e6 + 1)
        work += steppedPlaces * stepsFromKept
        peak += steppedPeak * stepsFromKept
    }

    /// Adds setup work, done once before the first birth.
    mutating func addSetup(_ units: Double) {
        work += units
        setup += units
    }

    /// Adds the cost of computing the inside and outside of a path.
    mutating func addGeometry(of emitter: Emitter) {
        guard let outline = emitter.path?.outline ?? emitter.text?.outline else { return }
        let added = EmitterOutline(outline).work(emitter.emitterMode)
        work += added
        geometry += added
    }

    /// Adds the cost of drawing and encoding an asset.
    ///
    /// - Parameters:
    ///   - part: Size of the part that is cut out, in sprite units; `nil` is the whole asset.
    ///   - scale: Largest scale in points per sprite unit.
    ///   - stretch: Elongation factor along one direction.
    ///   - isAligned: Whether a box is parallel to the canvas' sides.
    mutating func addWork(
        of asset: Asset,
        within part: SIMD2<Double>? = nil,
        scale: Double,
        stretch: Double = 1,
        isAligned: Bool = false,
        alive: Double,
        _ spec: EffectSpec
    ) {
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let pixels = scale * growth * spec.canvas.scale
        let outline = asset.outline
        let whole = outline.bounds.map { $0.high - $0.low } ?? SIMD2(0, 0)
        let box = part.map { pointwiseMin($0, whole) } ?? whole
        // A rotated box covers at most the square on its diagonal, a dot at most the square on its longer side; neither
        // covers more than the canvas.
        let isRound = asset.content == .shape(.dot) && part == nil
        let diagonal = (isRound ? box.max() : (box * box).sum().squareRoot()) * pixels
        let area = min(canvasPixels, diagonal * diagonal * stretch)
        let across = min(Double(spec.canvas.pixelWidth), diagonal * stretch)
        let down = min(Double(spec.canvas.pixelHeight), diagonal * stretch)
        // Outlines are flattened for the next power of two. Large shapes are drawn window by window, each from all
        // lines; a segment may cross the whole box, a curve twice.
        let windows = (area / RenderCost.windowPixels).rounded(.up) + 1
        let lines = Double(outline.lineCount(at: 2 * pixels * stretch)) * RenderCost.workPerLine * windows
        let crossings = Double(outline.crossings)
        // A rotated path of one pixel crosses at most √2 rows and columns.
        let steps = min(
            crossings * (down * RenderCost.workPerRow + across * RenderCost.workPerColumn),
            outline.travel * pixels * stretch * 1.5 * (RenderCost.workPerRow + RenderCost.workPerColumn)
        )
        let each: Double
        switch asset.content {
        case .shape(.dot): each = area * RenderCost.workPerDotPixel + RenderCost.workPerDot
        case .picture(let picture, _):
            each = area * RenderCost.workPerPicturePixel + RenderCost.workPerPicture
            // Parts of an image, and all that show it, share its pixels.
            if let (gradient, pixels) = picture.described {
                drawings[picture] = Self.workOfDrawing(gradient, pixels: pixels)
            }
            if let work = picture.workOfShape {
                let fill = asset.solid.fill.map { Self.workOfDrawing($0, pixels: Int(work.filled)) } ?? 0
                drawings[picture] = work.own.rounded(.up) + fill
            }
        case .shape, .path, .glyphs:
            let ofPixel = asset.fill.map { $0.timeOfFill * RenderCost.workPerGradientPixel } ?? RenderCost.workPerPixel
            each = area * ofPixel + lines + steps
        }
        work += (each + RenderCost.workPerParticle) * alive * Double(frames)
        // Encoding depends on the covered pixels, rotated or not, and on the pixels around them.
        let sides = box * pixels + 2
        let covered = min(canvasPixels, sides.x * sides.y * stretch)
        let reach = min(sides.sum() * stretch, 2 * (canvasPixels + 1))
        addEncoding(
            of: asset,
            area: covered,
            reach: reach,
            down: down,
            scale: pixels,
            isAligned: isAligned,
            alive: alive
        )
    }

    /// Adds the cost of drawing and encoding trails.
    ///
    /// - Parameters:
    ///   - width: Width in points.
    ///   - length: Length in points; infinite for a band whose parts may each cross the whole canvas.
    mutating func addWork(of trail: Trail, width: Double, length: Double, alive: Double, _ spec: EffectSpec) {
        let size = SIMD2(Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight))
        let parts = Double(trail.pointCount - 1)
        let way = min(length * growth * spec.canvas.scale, parts * size.sum())
        let breadth = min(width * growth * spec.canvas.scale, size.sum()) + 2
        let area = min(size.x * size.y, (way + 2 * breadth) * breadth)
        let each =
            RenderCost.workPerTrail + parts * RenderCost.workPerTrailPart + way * RenderCost.workPerTrailLength
            + area * RenderCost.workPerTrailPixel
        work += each * alive * Double(frames)
        addEncoding(ofSoft: area, reach: way + 3 * breadth, alive: alive)
    }

    static let workPerBirth = 1500.0
    static let workPerLook = 10.0
    /// Work per rectangle to choose among rectangles.
    static let workPerRectangle = 10.0
    static let workPerRun = 500.0
    /// Work to prepare a behavior.
    static let workPerForce = 300.0
    /// Work to evaluate a particle's closed-form position and appearance.
    private static let workPerState = 150.0
    /// Work to look up the integral of live rates at two times.
    private static let workPerLiveState = 200.0
    /// Work per step without forces.
    private static let workPerStep = 60.0
    /// Work of a step of a particle that rests on a wall, relative to the wall's price: measured with the pieces of
    /// `RestPriceTests`, most of which do.
    package static let restOnWall = 2.1
    /// Work per pixel between two mipmap levels, twice that of one level.
    private static let workPerPicturePixel = 18.0
    private static let workPerPicture = 2000.0
    private static let workPerTrail = 5000.0
    private static let workPerTrailPart = 300.0
    /// Work per pixel of length.
    private static let workPerTrailLength = 200.0
    private static let workPerTrailPixel = 8.0
    /// Work per pixel of a dot; additive blending takes less.
    private static let workPerDotPixel = 12.0
    private static let workPerDot = 1000.0
    // Measured on small and large items (Benchmarks/README.md), rounded up.
    private static let workPerParticle = 800.0
    private static let workPerLine = 30.0
    private static let workPerRow = 8.0
    private static let workPerColumn = 4.0
    private static let workPerPixel = 2.5
    /// Work per pixel of a shape filled with a radial gradient.
    private static let workPerGradientPixel = 30.0
    /// Number of pixels that the rasterizer processes at a time.
    private static let windowPixels = 65_536.0
}
