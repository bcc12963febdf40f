/// Pixels of one format that know where they were drawn on.
protocol DrawingTarget {
    associatedtype Format: PixelFormat
    associatedtype Pixels: RandomAccessCollection & MutableCollection
    where Pixels.Element == Format.Stored, Pixels.Index == Int

    var width: Int { get }
    var height: Int { get }
    var pixels: Pixels { get set }
    /// Outside of these rows, nothing was touched.
    var touchedRows: Range<Int> { get }
    var spans: [Bitmap.Span] { get }

    /// A transparent one.
    init(width: Int, height: Int)

    /// Hands out the memory for as long as `body` runs.
    mutating func withSurface<Result>(_ body: (inout Surface<Format>) -> Result) -> Result
    /// Hands out the memory, with that of the ``InkMarks`` where they are kept, for as long as `body` runs.
    mutating func withMarkedSurface<Result>(_ body: (inout Surface<Format>, _ frame: UInt8) -> Result) -> Result
}

extension DrawingTarget {
    /// Back to the ground.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    mutating func erase() { withSurface { $0.clear() } }

    /// The columns of row `y` outside of which nothing was touched.
    func columns(ofRow y: Int) -> Range<Int> {
        let span = spans[y]
        return span.low < span.high ? Int(span.low)..<Int(span.high) : 0..<0
    }
}
