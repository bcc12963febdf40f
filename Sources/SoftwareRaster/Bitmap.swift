/// An image in memory, premultiplied sRGB with 8 bits per channel, that records where it was drawn on.
///
/// Iterations visit touched pixels only, so that the cost of a canvas of any size depends on what is drawn on it.
public struct Bitmap: Sendable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Background color: the premultiplied value of every pixel before anything is drawn.
    ///
    /// With a ``ground``, merely not 0.
    public let backgroundColor: UInt32
    /// Every pixel before anything is drawn, if they differ; else empty.
    let ground: [UInt32]
    /// `width × height` pixels, rows from top to bottom; red in the lowest byte, so R G B A in memory.
    public internal(set) var pixels: [UInt32]
    /// Columns of each row that may differ from the background: `lower..<upper`, empty if none.
    ///
    /// - Complexity: O(``height``).
    public var touched: [Range<Int32>] { spans.map { $0.low < $0.high ? $0.low..<$0.high : 0..<0 } }
    /// Storage of ``touched``, in a form that can grow.
    var spans: [Span]
    /// Rows outside of which nothing was touched.
    public internal(set) var touchedRows = 0..<0
    /// Touched blocks: ``wordsPerRow`` words for each row, with a bit for every ``blockWidth`` pixels, from the lowest
    /// bit up. A bit of 0 means that its whole block is background. Finer than ``touched``, since it shows gaps between
    /// two pieces in a row.
    public internal(set) var touchedBlocks: [UInt64]
    /// Words for each row of ``touchedBlocks``.
    public let wordsPerRow: Int
    /// Unpremultiplied colors of small shapes, if any was drawn and the bitmap records them.
    public internal(set) var inkMarks: StraightColorBuffer?
    let recordsStraightColors: Bool

    /// A half-open span of columns from `low` to `high`; empty unless `low` is less.
    ///
    /// Layout-compatible with `hanabi_span`.
    struct Span {
        var low: Int32
        var high: Int32

        static let empty = Span(low: .max, high: 0)

        /// Smallest span that contains this one and `low..<high`.
        @inline(__always)
        func joined(_ low: Int, _ high: Int) -> Span {
            Span(
                low: min(self.low, Int32(truncatingIfNeeded: low)),
                high: max(self.high, Int32(truncatingIfNeeded: high))
            )
        }
    }

    /// Pixels for each bit of ``touchedBlocks``: a cache line.
    public static let blockWidth = 16

    /// Creates an image filled with `backgroundColor`.
    ///
    /// - Parameters:
    ///   - ground: Every pixel before anything is drawn, in place of one color; empty for none.
    ///   - recordsStraightColors: Whether to record ``inkMarks``.
    public init(
        width: Int,
        height: Int,
        backgroundColor: UInt32 = 0,
        ground: [UInt32] = [],
        recordsStraightColors: Bool = false
    ) {
        precondition(ground.isEmpty || ground.count == width * height)
        self.recordsStraightColors = recordsStraightColors
        self.width = width
        self.height = height
        self.backgroundColor = ground.isEmpty ? backgroundColor : Self.anyGround
        self.ground = ground
        pixels = ground.isEmpty ? Array(repeating: backgroundColor, count: width * height) : ground
        spans = Array(repeating: .empty, count: height)
        wordsPerRow = (width + 64 * Self.blockWidth - 1) / (64 * Self.blockWidth)
        touchedBlocks = Array(repeating: 0, count: wordsPerRow * height)
    }

    /// Color of a background that has many.
    static let anyGround: UInt32 = 0xFF00_0000

    /// Resets all touched pixels to the background.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    mutating func clear() {
        erase()
        inkMarks?.clear()
    }

    /// Smallest box outside of which every pixel is background; `nil` if all pixels are.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    public var shownBox: (x: Range<Int>, y: Range<Int>)? {
        var columns: Range<Int>?
        var top: Int?
        var bottom = 0
        for y in touchedRows where spans[y].low < spans[y].high {
            let row = y * width
            var low = Int(spans[y].low)
            var high = Int(spans[y].high)
            if ground.isEmpty {
                while low < high, pixels[row + low] == backgroundColor { low += 1 }
                while high > low, pixels[row + high - 1] == backgroundColor { high -= 1 }
            } else {
                while low < high, pixels[row + low] == ground[row + low] { low += 1 }
                while high > low, pixels[row + high - 1] == ground[row + high - 1] { high -= 1 }
            }
            guard low < high else { continue }
            top = top ?? y
            bottom = y + 1
            columns = columns.map { min($0.lowerBound, low)..<max($0.upperBound, high) } ?? low..<high
        }
        guard let top, let columns else { return nil }
        return (columns, top..<bottom)
    }
}
