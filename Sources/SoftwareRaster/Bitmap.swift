/// A picture in memory: premultiplied sRGB, 8 bits a channel, that knows where it was drawn on.
///
/// Whatever walks over it, walks over what was touched: a canvas of any size costs what is drawn on it.
public struct Bitmap: Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// What every pixel was before anything was drawn.
    public let ground: UInt32
    /// `width × height` pixels, rows top to bottom; red in the lowest byte, so R G B A in memory.
    public internal(set) var pixels: [UInt32]
    /// For each row, the pixels that may differ from the ground: `lower..<upper`, empty if none.
    ///
    /// - Complexity: O(``height``).
    public var touched: [Range<Int32>] { spans.map { $0.low < $0.high ? $0.low..<$0.high : 0..<0 } }
    /// What ``touched`` says, ready to grow.
    var spans: [Span]
    /// Outside of these rows, nothing was touched.
    public internal(set) var touchedRows = 0..<0
    /// ``wordsPerRow`` words for each row, a bit for every ``blockWidth`` pixels, from the lowest one up: where it is 0,
    /// all of them are the ground. Finer than ``touched``: between two pieces in one row there may be nothing.
    public internal(set) var touchedBlocks: [UInt64]
    /// Of ``touchedBlocks``.
    public let wordsPerRow: Int
    /// The colours of small shapes, if any was drawn and they are kept.
    public internal(set) var inkMarks: InkMarks?
    let keepsMarks: Bool

    /// Columns from `low` up to, not including, `high`; none unless `low` is less.
    ///
    /// In memory as `hanabi_span`.
    struct Span {
        var low: Int32
        var high: Int32

        static let empty = Span(low: .max, high: 0)

        /// The smallest one that holds this one and `low..<high`.
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

    /// A picture that shows nothing but `ground`.
    ///
    /// - Parameter keepsMarks: Whether there are ``inkMarks``.
    public init(width: Int, height: Int, ground: UInt32 = 0, keepsMarks: Bool = false) {
        self.keepsMarks = keepsMarks
        self.width = width
        self.height = height
        self.ground = ground
        pixels = Array(repeating: ground, count: width * height)
        spans = Array(repeating: .empty, count: height)
        wordsPerRow = (width + 64 * Self.blockWidth - 1) / (64 * Self.blockWidth)
        touchedBlocks = Array(repeating: 0, count: wordsPerRow * height)
    }

    /// Back to the ground.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    mutating func clear() {
        erase()
        inkMarks?.clear()
    }

    /// The smallest box outside of which every pixel is the ground; `nil` if that is all of them.
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
            while low < high, pixels[row + low] == ground { low += 1 }
            while high > low, pixels[row + high - 1] == ground { high -= 1 }
            guard low < high else { continue }
            top = top ?? y
            bottom = y + 1
            columns = columns.map { min($0.lowerBound, low)..<max($0.upperBound, high) } ?? low..<high
        }
        guard let top, let columns else { return nil }
        return (columns, top..<bottom)
    }
}
