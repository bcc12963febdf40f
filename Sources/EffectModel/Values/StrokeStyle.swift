/// Style of a stroke along a path.
///
/// - Source: CAShapeLayer; the terms are PostScript's.
public struct StrokeStyle: Sendable, Equatable {
    /// Ends of open contours.
    public enum LineCap: String, Sendable, CaseIterable {
        /// Ends exactly at the end point.
        case butt
        /// Extends by a half disc.
        case round
        /// Extends by half a square.
        case square
    }

    /// Joins at corners.
    public enum LineJoin: String, Sendable, CaseIterable {
        /// Outer edges extended until they meet; a bevel beyond the ``StrokeStyle/miterLimit``.
        case miter
        /// Circular arc.
        case round
        /// Straight cut.
        case bevel
    }

    /// Line width in points; 0 draws nothing.
    public var lineWidth = 1.0
    /// Ends of open contours.
    public var lineCap = LineCap.butt
    /// Joins at corners.
    public var lineJoin = LineJoin.miter
    /// Maximum length of a miter from inner to outer corner, in line widths.
    public var miterLimit = 10.0
    /// Lengths of dashes and gaps in points, alternating along each contour from its start; empty for a solid line.
    public var lineDashPattern: [Double] = []
    /// Offset into the pattern at the start of each contour, in points.
    public var lineDashPhase = 0.0
    /// Start of the stroke as a fraction of the path's total length.
    public var strokeStart = 0.0
    /// End of the stroke as a fraction of the path's total length. Nothing is drawn unless it is beyond the start.
    public var strokeEnd = 1.0

    /// Creates a value with the defaults.
    public init() {}

    package static let widths = 0.0...10_000.0
    package static let phases = -100_000.0...100_000.0
    package static let limits = 0.0...1000.0
    package static let shares = 0.0...1.0

    /// Length of the pattern in points. An odd number of lengths swaps dashes and gaps in every second repetition.
    package var period: Double {
        lineDashPattern.reduce(0, +) * (lineDashPattern.count.isMultiple(of: 2) ? 1 : 2)
    }
}
