internal import Memory

/// A canvas with 16 bits per channel, on which soft light is summed before it is rounded once.
struct WideBitmap: DrawingTarget, Sendable {
    typealias Format = Wide

    let width: Int
    let height: Int
    /// Background color: the value of every pixel before anything is drawn.
    let backgroundColor: UInt64
    /// Every pixel before anything is drawn, with 8 bits per channel, if they differ; else empty.
    let ground: [UInt32]
    var pixels: LazyPixels
    private(set) var spans: [Bitmap.Span]
    private(set) var touchedRows = 0..<0
    private var touchedBlocks: [UInt64]
    private let wordsPerRow: Int

    /// - Parameters:
    ///   - backgroundColor: Background color with 8 bits per channel, premultiplied.
    ///   - ground: Every pixel before anything is drawn, in place of one color; empty for none.
    init(width: Int, height: Int, backgroundColor: UInt32, ground: [UInt32] = []) {
        self.width = width
        self.height = height
        self.backgroundColor = Wide.pixel(ground.isEmpty ? backgroundColor : Bitmap.anyGround)
        self.ground = ground
        pixels = LazyPixels(repeating: self.backgroundColor, count: width * height)
        spans = Array(repeating: .empty, count: height)
        wordsPerRow = (width + 64 * Bitmap.blockWidth - 1) / (64 * Bitmap.blockWidth)
        touchedBlocks = Array(repeating: 0, count: wordsPerRow * height)
        guard !ground.isEmpty else { return }
        pixels.withPixels { pixels in
            for index in ground.indices { pixels[index] = Wide.pixel(ground[index]) }
        }
    }

    init(width: Int, height: Int) { self.init(width: width, height: height, backgroundColor: 0) }

    func readWide(_ places: Range<Int>, scratch: inout [UInt64], _ body: (MemoryView<UInt64>) -> Void) {
        pixels.withReadPixels { body($0.suffix(from: places.lowerBound)) }
    }

    @inline(__always)
    mutating func withSurface<Result>(_ body: (inout Surface<Wide>) -> Result) -> Result {
        pixels.withPixels { pixels in
            spans.withMutableMemory { spans in
                touchedBlocks.withMutableMemory { blocks in
                    var surface = Surface<Wide>(
                        width: width,
                        height: height,
                        pixels: pixels,
                        backgroundColor: backgroundColor,
                        marks: nil,
                        spans: spans,
                        blocks: blocks,
                        wordsPerRow: wordsPerRow,
                        rows: touchedRows
                    )
                    defer { touchedRows = surface.rows }
                    return body(&surface)
                }
            }
        }
    }

    @inline(__always)
    mutating func withMarkedSurface<Result>(
        _ body: (inout Surface<Wide>, _ frame: UInt8) -> Result
    ) -> Result {
        withSurface { body(&$0, 0) }
    }

    /// Rounds each drawn pixel to 8 bits per channel, once, onto an untouched bitmap of the same size. The bitmap's
    /// marks, if it records any, become the unpremultiplied colors of the wide pixels.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    func round(onto target: inout Bitmap, _ kernels: RasterKernels = RasterKernels()) {
        if touchedRows.isEmpty { return }
        target.copyTouched(spans, blocks: touchedBlocks, rows: touchedRows)
        target.withMarkedSurface { surface, frame in
            pixels.withReadPixels { wide in
                for y in touchedRows {
                    kernels.round(wide.suffix(from: y * width), onto: surface, row: y, frame: frame)
                }
            }
        }
    }
}

extension Bitmap {
    /// Copies the record of touched pixels from a canvas of the same size.
    fileprivate mutating func copyTouched(_ spans: [Span], blocks: [UInt64], rows: Range<Int>) {
        for y in rows {
            self.spans[y] = spans[y]
            for word in y * wordsPerRow..<(y + 1) * wordsPerRow { touchedBlocks[word] = blocks[word] }
        }
        touchedRows = rows
    }
}
