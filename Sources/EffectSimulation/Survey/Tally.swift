/// What frames take, in counts: what is drawn, and what of the canvas it touches.
public struct Tally: Sendable, Equatable {
    /// Something that is counted.
    public enum Count: Int, CaseIterable, Sendable {
        /// Frames.
        case frames
        /// Items in draw lists.
        case items
        /// Segments of outlines that items have of their own, such as strokes.
        case outlineSegments
        /// Shapes that lie on the canvas as a whole and are at most 48 pixels wide and high.
        case smallShapes
        /// Pixels of their boxes.
        case smallShapePixels
        /// Lines that they are drawn from.
        case smallShapeLines
        /// All other shapes.
        case largeShapes
        /// Pixels that they cover.
        case largeShapePixels
        /// Pixels along their outlines, as far as those lie on the canvas.
        case largeShapeEdges
        /// Lines that they are drawn from, once for each window of 65,536 pixels.
        case largeShapeLines
        /// Lines of outlines of which a part is cut out.
        case cutLines
        /// Soft spots.
        case dots
        /// Pixels of their boxes.
        case dotPixels
        /// Spots so small that each pixel is read several times.
        case smallDots
        /// Pictures.
        case pictures
        /// Pixels of pictures that are turned.
        case turnedPixels
        /// Pixels of pictures that lie straight.
        case uprightPixels
        /// Bilinear reads of pictures that are turned: one, four or sixteen for each pixel.
        case turnedReads
        /// Bilinear reads of pictures that lie straight.
        case uprightReads
        /// Trails.
        case ribbons
        /// Points along them.
        case ribbonPoints
        /// Pixels along them.
        case ribbonLength
        /// Pixels that they cover.
        case ribbonPixels
        /// Pixels whose colors meet as `screen` or `maximum`.
        case blendedPixels
        /// Pixels of layers that are finished on their own.
        case wholePixels
        /// Pixels of canvas that anything touches.
        case touched
        /// Of them, those that hard shapes lie on.
        case hard
        /// Of them, those that several hard shapes lie on.
        case tangled
        /// Of them, those that soft spots, trails and faint shapes lie on.
        case soft
        /// Soft pixels, weighed by how much they differ from their neighbors.
        case steep
        /// Of them, those that pictures lie on.
        case pictured
        /// The same of pictures, weighed by how much their pixels differ from their neighbors.
        case grainy
        /// Ends of rows of hard shapes.
        case edges
        /// Pixels of the smallest box that holds all that is seen.
        case box
        /// Pixels of canvas that is not empty at first.
        case ground
        /// Pixels touched by what is the same as in the first frame.
        case steady
        /// Pixels of canvas.
        case canvas
        /// Work to make layers ready, by the prices of ``RenderCost``; likewise what follows.
        case setupWork
        /// Of births.
        case birthWork
        /// Of motions that are stepped through.
        case stepWork
        /// Of rigid bodies.
        case bodyWork
        /// To follow layers, whatever is in them.
        case followingWork
        /// To know where particles are.
        case placeWork
        /// To step from motions that are kept to those of frames.
        case replayWork
    }

    private var values = [Double](repeating: 0, count: Count.allCases.count)

    /// Nothing.
    public init() {}

    /// How many there are.
    public subscript(count: Count) -> Double {
        get { values[count.rawValue] }
        set { values[count.rawValue] = newValue }
    }

    /// Adds what another one has, so many times.
    mutating func add(_ other: Tally, times factor: Double = 1) {
        for index in values.indices { values[index] += other.values[index] * factor }
    }

    /// The same of a canvas of so many times the pixels across and down, with so many times the frames and the particles.
    public func scaled(by scale: Double, frames: Double, particles: Double) -> Tally {
        var tally = self
        for count in Count.allCases {
            let growth: Double =
                switch count {
                case .frames, .setupWork, .followingWork: 1
                case .items, .outlineSegments, .smallShapes, .largeShapes, .cutLines, .dots, .smallDots, .pictures, .ribbons,
                    .ribbonPoints,
                    .smallShapeLines, .largeShapeLines, .birthWork, .stepWork,
                    .bodyWork, .placeWork, .replayWork:
                    particles
                case .largeShapeEdges, .ribbonLength, .edges: particles * scale
                case .smallShapePixels, .largeShapePixels, .dotPixels, .turnedPixels, .uprightPixels, .turnedReads,
                    .uprightReads, .ribbonPixels, .blendedPixels:
                    particles * scale * scale
                case .wholePixels, .touched, .hard, .tangled, .soft, .steep, .pictured, .grainy, .box, .ground, .steady,
                    .canvas:
                    scale * scale
                }
            tally[count] *= growth * frames
        }
        return tally
    }
}
