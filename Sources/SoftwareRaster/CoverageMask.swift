internal import Memory

/// Exact coverage of pixels by a polygon, accumulated from signed areas edge by edge.
///
/// Coordinates are integers in 1/256 pixel, as is everything derived from them: the same edges give the same coverage
/// on any machine. A mask works on a window of the canvas; edges to its left still count, edges elsewhere outside are
/// clipped.
///
/// - Source: The cell method of LibArt and of FreeType's smooth rasterizer (David Turner, `ftgrays.c`, documentation),
///   with the two numbers of a cell combined into one: the change of the covered area from the pixel on the left.
struct CoverageMask {
    /// Cells of the window, four more in each row than pixels: twice the area by which the cover grows from the pixel
    /// on the left, in 1/256² pixel, times the edges' weight. All zero between two windows.
    ///
    /// Sums may wrap around without harm. The value read in the end is the running sum of a row, twice the pixel's area
    /// times its mean winding number. An edge that only rises or falls adds at most 2¹⁷ to the sum, a curve is at most
    /// three such edges, and a path has at most 2,000 curves: 6,000 × 2¹⁷ is less than 2³¹.
    /// (``EffectModel/SVGPath/maximumSegments`` must stay within this bound.) Letters may have more curves, but are
    /// side by side; if a font overlaps them, a wrapped sum is a wrong shade, not a crash. A stroke's outline has at
    /// most 32,000 lines (``EffectModel/Stroker/maximumLines``), which wind around nothing more than 16,000 times:
    /// 16,000 × 2¹⁷ is less than 2³¹, too.
    private var cells: [Int32]
    /// Columns of each row that have an edge.
    private var spans: [Bitmap.Span]
    private let reciprocals = CoverageWindow.makeReciprocals()

    /// Maximum number of cells of a window. Larger shapes are drawn in several windows.
    static let capacity = 65_536

    init() { (cells, spans) = ([], []) }

    /// Maximum number of rows of `width` pixels in a window.
    static func rows(of width: Int) -> Int { max(1, capacity / CoverageWindow.stride(of: width)) }

    /// Calls `body` with an empty window on the canvas; `body` must sweep everything that it adds.
    @inline(__always)
    mutating func withWindow<Result>(
        left: Int,
        top: Int,
        width: Int,
        rows: Int,
        _ body: (CoverageWindow) -> Result
    ) -> Result {
        precondition(width > 0 && rows > 0 && CoverageWindow.stride(of: width) * rows <= Self.capacity)
        // Allocated on first use, since each kind of filler has a mask of its own.
        if cells.isEmpty { cells = Array(repeating: 0, count: Self.capacity) }
        if spans.count < rows { spans = Array(repeating: .empty, count: rows) }
        return cells.withMutableMemory { cells in
            spans.withMutableMemory { spans in
                reciprocals.withMemory { reciprocals in
                    body(
                        CoverageWindow(
                            cells: cells,
                            spans: spans,
                            reciprocals: reciprocals,
                            left: left,
                            top: top,
                            width: width,
                            rows: rows
                        )
                    )
                }
            }
        }
    }
}
