/// How much of each pixel a polygon covers, exactly, by adding up signed areas edge by edge.
///
/// Coordinates are integers of 1/256 pixel, and so is everything after them: the same edges give the same coverage on
/// any machine. A mask works on a window of the canvas; what lies left of it still counts, what lies elsewhere is cut.
///
/// - Source: the cell method of LibArt and FreeType's smooth rasterizer (David Turner, `ftgrays.c`, documentation), its
///   two numbers a cell put into one: by how much the covered area changes from the pixel on the left.
struct CoverageMask {
    /// For each pixel of the window, and four more in each row: twice the area by which the cover grows from the pixel on
    /// its left, in 1/256² pixel, times the edges' weight. All zero between two windows.
    ///
    /// Sums wrap around, and that does no harm: what is read in the end is the running sum of a row, which is twice the
    /// pixel's area times its mean winding number. An edge that only rises or falls adds at most 2¹⁷ to it, a curve is at
    /// most three such edges, and a path has at most 2,000 curves: 6,000 × 2¹⁷ is less than 2³¹.
    /// (``EffectModel/SVGPath/maximumSegments`` must not grow without these.) Letters may have more curves, but stand side
    /// by side; and should a font lay them over each other, a wrapped sum is a wrong shade, not a fault. A stroke's outline has at
    /// most 32,000 lines (``EffectModel/Stroker/maximumLines``), which go around nothing more than 16,000 times: 16,000 × 2¹⁷ is less
    /// than 2³¹, too.
    private var cells: [Int32]
    /// For each row, the pixels that have an edge.
    private var spans: [Bitmap.Span]
    private let reciprocals = CoverageWindow.makeReciprocals()

    /// Most cells of a window. Larger shapes are drawn in several.
    static let capacity = 65_536

    init() { (cells, spans) = ([], []) }

    /// How many rows of `width` pixels fit.
    static func rows(of width: Int) -> Int { max(1, capacity / CoverageWindow.stride(of: width)) }

    /// Hands out an empty window on the canvas for as long as `body` runs, which must sweep what it adds.
    @inline(__always)
    mutating func withWindow<Result>(
        left: Int,
        top: Int,
        width: Int,
        rows: Int,
        _ body: (CoverageWindow) -> Result
    ) -> Result {
        precondition(width > 0 && rows > 0 && CoverageWindow.stride(of: width) * rows <= Self.capacity)
        // Not before it is needed: whoever draws has one for each kind of thing.
        if cells.isEmpty { cells = Array(repeating: 0, count: Self.capacity) }
        if spans.count < rows { spans = Array(repeating: .empty, count: rows) }
        return cells.withUnsafeMutableBufferPointer { cells in
            spans.withUnsafeMutableBufferPointer { spans in
                reciprocals.withUnsafeBufferPointer { reciprocals in
                    body(
                        CoverageWindow(
                            cells: cells,
                            spans: spans,
                            reciprocals: reciprocals.baseAddress.unsafelyUnwrapped,
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
