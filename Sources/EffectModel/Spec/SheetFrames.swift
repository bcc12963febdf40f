/// Frames of a sprite sheet in rows, of which a particle shows one at a time.
///
/// - Source: CAEmitterCell's contentsFrame… keys.
public struct SheetFrames: Sendable, Equatable {
    /// Choice of the frame that a particle shows.
    public enum Mode: String, Sendable, CaseIterable {
        /// The first frame only.
        case single
        /// A random frame drawn at birth.
        case random
        /// Frames in order from the first, starting over after the last.
        case sequential
        /// Frames in order from the first; the last one remains.
        case clamp
        /// Frames in order to the last and back, repeatedly.
        case autoReverse
    }

    /// Index of the frame shown at `age` in seconds, for modes that advance.
    ///
    /// - Parameters:
    ///   - first: Frame at birth; its fraction shifts the first change.
    ///   - rate: Frames per second; `nil` for the mean.
    package func number(atAge age: Double, from first: Double = 0, rate: Double? = nil) -> Int {
        let shown = max(0, first) + age * max(0, rate ?? perSecond)
        switch mode {
        case .single, .random: return 0
        case .sequential: return min(count - 1, Int(shown.truncatingRemainder(dividingBy: Double(count))))
        case .clamp: return Int(min(Double(count - 1), shown))
        case .autoReverse:
            // Back and forth without repeating either end.
            let period = max(1, 2 * count - 2)
            let number = min(period - 1, Int(shown.truncatingRemainder(dividingBy: Double(period))))
            return number < count ? number : period - number
        }
    }

    /// Number of frames, 1...256.
    public var count = 1
    /// Number of frames per row; 0 puts all in one row.
    public var perRow = 0
    /// Index of the first frame, starting at 0.
    public var first = 0.0
    /// Range of ``first``.
    public var firstRange = 0.0
    /// Frames per second of the particle's own time.
    public var perSecond = 10.0
    /// Range of ``perSecond``.
    public var perSecondRange = 0.0
    /// Choice of the frame that a particle shows.
    public var mode = Mode.single

    /// The part of the contents with frame `number`, given the part that contains the sheet.
    public func part(_ number: Int, of whole: UnitRectangle) -> UnitRectangle {
        let columns = perRow == 0 ? count : min(perRow, count)
        let rows = (count + columns - 1) / columns
        let size = whole.size / SIMD2(Double(columns), Double(rows))
        let place = SIMD2(Double(number % columns), Double(number / columns))
        return UnitRectangle(origin: whole.origin + place * size, size: size)
    }

    static let properties: [Property<SheetFrames>] = [
        .field("contentsFrameCount", \.count, .whole(in: 1...256)),
        .field("contentsFramesPerRow", \.perRow, .whole(in: 0...256)),
        .ranged("contentsFirstFrame", \.first, \.firstRange, in: 0...255),
        .ranged("contentsFramesPerSecond", \.perSecond, \.perSecondRange, in: 0...1000),
        .field("contentsFrameMode", \.mode, .choice()),
    ]

    /// Creates a value with the defaults.
    public init() {}
}

extension UnitRectangle {
    /// Codec of `[x, y, width, height]` within the unit square.
    static let codec: Codec<UnitRectangle> = {
        let smallest = 0.001
        let allowed = "[x, y, width, height] within the unit square, width and height at least \(smallest)"
        let numbers = Codec.list(of: .number(in: 0...1), count: 4...4)
        let (place, size) = (Codec.number(in: 0...1).schema, Codec.number(in: smallest...1).schema)
        let schema = JSONSchema.tuple([place, place, size, size]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            guard let read = numbers.read(value, pointer, context) else { return nil }
            let rectangle = UnitRectangle(origin: SIMD2(read[0], read[1]), size: SIMD2(read[2], read[3]))
            // The tolerance allows for rounding in sums of thirds and tenths.
            guard rectangle.size.min() >= smallest, (rectangle.origin + rectangle.size).max() <= 1 + 1e-9 else {
                let (far, size) = (rectangle.origin + rectangle.size, rectangle.size)
                let numbers = [
                    ("an x + width of", far.x, far.x > 1 + 1e-9), ("a y + height of", far.y, far.y > 1 + 1e-9),
                    ("a width of", size.x, size.x < smallest), ("a height of", size.y, size.y < smallest),
                ]
                let found = numbers.filter(\.2).map { "\($0.0) \(JSONValue.number($0.1).excerpt)" }.joined(
                    separator: ", "
                )
                context.fault(.outOfRange, at: pointer, found: found, allowed: allowed)
                return nil
            }
            return rectangle
        } write: { rectangle in
            [
                .number(rectangle.origin.x), .number(rectangle.origin.y), .number(rectangle.size.x),
                .number(rectangle.size.y),
            ]
        }
    }()
}
