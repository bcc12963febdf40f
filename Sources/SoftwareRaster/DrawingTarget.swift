internal import Memory

/// A canvas of one pixel format that records where it was drawn on.
protocol DrawingTarget {
    associatedtype Format: PixelFormat
    associatedtype Pixels: RandomAccessCollection & MutableCollection
    where Pixels.Element == Format.Stored, Pixels.Index == Int

    var width: Int { get }
    var height: Int { get }
    var pixels: Pixels { get set }
    /// Value of untouched pixels, or with a ``ground`` merely not 0.
    var backgroundColor: Format.Stored { get }
    /// Every pixel before anything is drawn, with 8 bits per channel, if they differ; else empty.
    var ground: [UInt32] { get }
    /// Rows outside of which nothing was touched.
    var touchedRows: Range<Int> { get }
    var spans: [Bitmap.Span] { get }

    /// Creates a transparent canvas.
    init(width: Int, height: Int)

    /// Calls `body` with some pixels in wide form, by their indices.
    ///
    /// - Parameter scratch: Room for as many pixels, unless the canvas has wide ones.
    func readWide(_ places: Range<Int>, scratch: inout [UInt64], _ body: (MemoryView<UInt64>) -> Void)

    /// Calls `body` with access to the memory.
    mutating func withSurface<Result>(_ body: (inout Surface<Format>) -> Result) -> Result
    /// Calls `body` with access to the memory, including the ``StraightColorBuffer`` if the canvas records them.
    mutating func withMarkedSurface<Result>(_ body: (inout Surface<Format>, _ frame: UInt8) -> Result) -> Result
}

extension DrawingTarget {
    /// Resets all touched pixels to the background.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    mutating func erase() {
        if ground.isEmpty { return withSurface { $0.clear() } }
        let ground = ground
        ground.withMemory { ground in withSurface { $0.clear(to: ground) } }
    }

    /// Columns of row `y` outside of which nothing was touched.
    func columns(ofRow y: Int) -> Range<Int> {
        let span = spans[y]
        return span.low < span.high ? Int(span.low)..<Int(span.high) : 0..<0
    }
}
