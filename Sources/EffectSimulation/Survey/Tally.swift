/// Work of frames in counts: things drawn, and pixels of the canvas touched.
public struct Tally: Sendable, Equatable {
    /// A counted quantity.
    public enum Count: Int, CaseIterable, Sendable {
        /// Frames.
        case frames
        /// Groups in draw lists.
        case groups
        /// Items in draw lists.
        case items
        /// Items that move in steps, tumble, flicker, are stretched by their speed, or move with their layer: curves through them have
        /// many bends.
        case irregular
        /// Irregular items that may bend from keyframe to keyframe, unlike those that forces or walls move.
        case bent
        /// Particles whose motion is fitted to samples.
        case strands
        /// Segments of the outlines that items and masks have of their own, such as strokes.
        case outlineSegments
        /// Segments of outlines that become others, and of lines that become wider: a part of ``outlineSegments``.
        case morphSegments
        /// Points of the outlines of all assets, such as the letters of a text, and of shapes that never change, control points
        /// included; each is counted once.
        case assetPoints
        /// Particles whose whole motion is written as a formula.
        case formulas
        /// Particles with formulas that drag slows.
        case dragged
        /// Particles that turn in space, as paper does, whether their motion is fitted or written as a formula.
        case planes
        /// Items of particles that turn in space, without irregular items.
        case planeItems
        /// Particles with trails.
        case trails
        /// Bands of which a vector makes all trails.
        case bands
        /// Segments of the outlines of sheets, once for each image of a color that particles show.
        case sheetSegments
        /// Shapes at most 48 pixels wide and high that are wholly on the canvas, have at most 128 lines and are not filled by
        /// the even-odd rule.
        case smallShapes
        /// Pixels of the small shapes' boxes.
        case smallShapePixels
        /// Lines of the small shapes' outlines.
        case smallShapeLines
        /// Pixels along the small shapes' outlines.
        case smallShapeEdges
        /// All other shapes.
        case largeShapes
        /// Pixels covered by large shapes.
        case largeShapePixels
        /// Pixels along the large shapes' outlines, as far as they are on the canvas.
        case largeShapeEdges
        /// Lines of the large shapes' outlines, once for each window of 65,536 pixels.
        case largeShapeLines
        /// Lines of outlines from which a part is cut out.
        case cutLines
        /// Soft dots.
        case dots
        /// Pixels of the dots' boxes.
        case dotPixels
        /// Dots so small that each pixel is sampled several times.
        case smallDots
        /// Images.
        case pictures
        /// Pixels of rotated images.
        case turnedPixels
        /// Pixels of upright images.
        case uprightPixels
        /// Bilinear reads of rotated images: 1, 4 or 16 per pixel.
        case turnedReads
        /// Bilinear reads of upright images: 4 or 16 per pixel, or half of one if not reduced.
        case uprightReads
        /// Trails.
        case ribbons
        /// Points along trails.
        case ribbonPoints
        /// Points along trails of irregular items.
        case irregularPoints
        /// Length of trails, in pixels.
        case ribbonLength
        /// Pixels covered by trails.
        case ribbonPixels
        /// Pixels blended by `screen` or `maximum`.
        case blendedPixels
        /// Pixels of layers that are composited as a whole, where nothing is drawn a fifth of each.
        case wholePixels
        /// Canvas pixels that anything touches.
        case touched
        /// Canvas pixels under hard shapes.
        case hard
        /// Canvas pixels under several hard shapes.
        case tangled
        /// Canvas pixels under soft dots, trails and shadows.
        case soft
        /// Rows of soft dots and trails.
        case softRows
        /// Soft pixels, weighted by how much they differ from their neighbors.
        case steep
        /// Canvas pixels under several soft dots, trails or shadows, where these have more than one color.
        case mixed
        /// Canvas pixels under images.
        case pictured
        /// Canvas pixels under images, weighted by how much they differ from their neighbors.
        case grainy
        /// Pixels of ``grainy`` that only a gradient below makes differ from their neighbors.
        case shaded
        /// Ends of rows of hard shapes.
        case edges
        /// Pixels of the bounding box of everything visible.
        case box
        /// Pixels of the bounding box of everything visible in a frame or in the first one.
        case span
        /// Pixels of a canvas with a background color.
        case background
        /// Canvas pixels under items that are the same as in the first frame or in the frame before.
        case steady
        /// Canvas pixels under items that are the same as in the first frame.
        case lasting
        /// Pixels of ``box`` without ``steady``.
        case moving
        /// Geometric mean of ``edges`` and the number of shapes: each of many small shapes moves in its own way.
        case scattered
        /// Geometric mean of ``pictured`` and ``box``.
        case spread
        /// Geometric mean of ``box`` and all ends of rows, of ``edges`` and ``softRows``: each of them begins another run.
        case broken
        /// Pixels of the canvas.
        case canvas
        /// Work to set up layers, at the prices of ``RenderCost``.
        case setupWork
        /// Work to compute a background that is a gradient, at the prices of ``RenderCost``.
        case ground
        /// Work to draw the images of gradients in contents, at the prices of ``RenderCost``.
        case drawing
        /// Work to compute the inside and outside of paths that emit, at the prices of ``RenderCost``.
        case geometry
        /// Work of births, at the prices of ``RenderCost``.
        case birthWork
        /// Work of motions integrated in steps, at the prices of ``RenderCost``.
        case stepWork
        /// Work of rigid bodies, at the prices of ``RenderCost``.
        case bodyWork
        /// Work to evaluate layers regardless of their contents, at the prices of ``RenderCost``.
        case followingWork
        /// Work to compute positions of particles, at the prices of ``RenderCost``.
        case placeWork
        /// Work of the steps from stored motions to frames, at the prices of ``RenderCost``.
        case replayWork
    }

    private var values = [Double](repeating: 0, count: Count.allCases.count)

    /// Creates a tally of zeros.
    public init() {}

    /// Value of a count.
    public subscript(count: Count) -> Double {
        get { values[count.rawValue] }
        set { values[count.rawValue] = newValue }
    }

    /// Adds the counts of another tally, multiplied by `factor`.
    mutating func add(_ other: Tally, times factor: Double = 1) {
        for index in values.indices { values[index] += other.values[index] * factor }
    }

    /// A tally of a single count.
    public func only(_ count: Count) -> Tally {
        var tally = Tally()
        tally[count] = self[count]
        return tally
    }

    /// Estimated tally of a canvas with `scale` times the pixels across and down, `frames` times the frames and
    /// `particles` times the particles.
    public func scaled(by scale: Double, frames: Double, particles: Double) -> Tally {
        var tally = self
        for count in Count.allCases {
            let growth: Double =
                switch count {
                case .frames, .groups, .assetPoints, .setupWork, .geometry, .followingWork, .drawing: 1
                case .items, .irregular, .bent, .irregularPoints, .strands, .outlineSegments, .morphSegments, .formulas,
                    .dragged,
                    .planes, .planeItems, .trails, .bands, .sheetSegments,
                    .smallShapes, .largeShapes, .cutLines, .dots,
                    .smallDots, .pictures,
                    .ribbons,
                    .ribbonPoints,
                    .smallShapeLines, .largeShapeLines, .birthWork, .stepWork,
                    .bodyWork, .placeWork, .replayWork:
                    particles
                case .smallShapeEdges, .largeShapeEdges, .ribbonLength, .edges, .softRows: particles * scale
                case .smallShapePixels, .largeShapePixels, .dotPixels, .turnedPixels, .uprightPixels, .turnedReads,
                    .uprightReads, .ribbonPixels, .blendedPixels:
                    particles * scale * scale
                case .wholePixels, .touched, .hard, .tangled, .soft, .steep, .mixed, .pictured, .grainy, .shaded, .box,
                    .span, .background, .steady, .lasting, .moving, .spread, .canvas, .ground:
                    scale * scale
                case .scattered: particles * scale.squareRoot()
                case .broken: particles.squareRoot() * scale * scale.squareRoot()
                }
            tally[count] *= growth * frames
        }
        return tally
    }
}
