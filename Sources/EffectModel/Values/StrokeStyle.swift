/// How a line is drawn along a path.
///
/// - Source: CAShapeLayer; the words are PostScript's.
public struct StrokeStyle: Sendable, Equatable {
    /// The ends of what is open.
    public enum LineCap: String, Sendable, CaseIterable {
        /// Cut where the path ends.
        case butt
        /// Half a disc beyond.
        case round
        /// Half a square beyond.
        case square
    }

    /// Corners.
    public enum LineJoin: String, Sendable, CaseIterable {
        /// The outer sides go on until they meet; a bevel where that is too far (``StrokeStyle/miterLimit``).
        case miter
        /// A disc's part.
        case round
        /// Cut straight.
        case bevel
    }

    /// Points across; nothing is drawn at 0.
    public internal(set) var lineWidth = 1.0
    /// The ends of what is open.
    public internal(set) var lineCap = LineCap.butt
    /// Corners.
    public internal(set) var lineJoin = LineJoin.miter
    /// A miter's length from its inner to its outer corner, in line widths, at the most.
    public internal(set) var miterLimit = 10.0
    /// Points of line and of gap in turn, along each contour from its start; empty for a line without gaps.
    public internal(set) var lineDashPattern: [Double] = []
    /// How far into the pattern the start of each contour is, in points.
    public internal(set) var lineDashPhase = 0.0
    /// Where the line starts, as a share of the path's whole length.
    public internal(set) var strokeStart = 0.0
    /// Where it ends; nothing is drawn unless that is beyond its start.
    public internal(set) var strokeEnd = 1.0

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

    /// `null` and an empty list are no pattern.
    private static let patternCodec: Codec<[Double]> = {
        let list = Codec.list(of: .number(in: lengths), count: 0...64)
        let allowed = "\(list.allowed), each a number of points in 0...100000, which are not all 0"
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

    /// Points after which the pattern comes again: a number too many is a gap in one round, and a line in the next.
    var period: Double {
        lineDashPattern.reduce(0, +) * (lineDashPattern.count.isMultiple(of: 2) ? 1 : 2)
    }
}
