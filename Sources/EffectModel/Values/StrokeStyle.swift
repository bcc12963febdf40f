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

    static let widths = 0.0...10_000.0
    static let lengths = 0.0...100_000.0
    static let phases = -100_000.0...100_000.0
    static let limits = 0.0...1000.0
    static let shares = 0.0...1.0

    static let properties: [Property<StrokeStyle>] = [
        .field("lineWidth", \.lineWidth, .number(in: widths)),
        .field("lineCap", \.lineCap, .choice()),
        .field("lineJoin", \.lineJoin, .choice()),
        .field("miterLimit", \.miterLimit, .number(in: limits)),
        .field("lineDashPattern", \.lineDashPattern, patternCodec),
        .field("lineDashPhase", \.lineDashPhase, .number(in: phases)),
        .field("strokeStart", \.strokeStart, .number(in: shares)),
        .field("strokeEnd", \.strokeEnd, .number(in: shares)),
    ]

    /// Codec of a dash pattern; `null` and an empty list are no pattern.
    private static let patternCodec: Codec<[Double]> = {
        let list = Codec.list(of: .number(in: lengths), count: 0...64)
        let allowed = "\(list.allowed), each a number of points in 0...100000, and not all 0"
        return Codec(allowed: allowed, schema: list.schema.orNull) { value, pointer, context in
            if value == .null { return [] }
            guard let pattern = list.read(value, pointer, context) else { return nil }
            guard pattern.isEmpty || pattern.contains(where: { $0 > 0 }) else {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return pattern
        } write: { pattern in
            list.write(pattern)
        }
    }()

    /// Length of the pattern in points. An odd number of lengths swaps dashes and gaps in every second repetition.
    var period: Double {
        lineDashPattern.reduce(0, +) * (lineDashPattern.count.isMultiple(of: 2) ? 1 : 2)
    }

    /// Creates a value with the defaults.
    public init() {}
}
