internal import Memory

/// A canvas while it is drawn on: its memory without an array's checks at each access.
///
/// Writes must stay within rows 0..<``height`` and columns 0..<``width``; debug builds check every subscript. A surface
/// must not outlive the closure that receives it.
struct Surface<Format: PixelFormat> {
    let width: Int
    let height: Int
    let pixels: MutableMemoryView<Format.Stored>
    /// Number of ``pixels``.
    let count: Int
    /// Value of untouched pixels.
    let backgroundColor: Format.Stored
    let marks: MutableMemoryView<UInt32>?
    let spans: MutableMemoryView<Bitmap.Span>
    let blocks: MutableMemoryView<UInt64>
    let wordsPerRow: Int
    /// Rows outside of which nothing was touched.
    var rows: Range<Int> { lowRow < highRow ? lowRow..<highRow : 0..<0 }
    private var lowRow: Int
    private var highRow: Int

    /// - Parameters:
    ///   - marks: Marks of as many pixels; `nil` if none are recorded.
    ///   - spans: Span of each row.
    ///   - blocks: Touched blocks, `wordsPerRow` words for each row.
    ///   - rows: Rows outside of which nothing was touched.
    @inline(__always)
    init(
        width: Int,
        height: Int,
        pixels: MutableMemoryView<Format.Stored>,
        backgroundColor: Format.Stored,
        marks: MutableMemoryView<UInt32>?,
        spans: MutableMemoryView<Bitmap.Span>,
        blocks: MutableMemoryView<UInt64>,
        wordsPerRow: Int,
        rows: Range<Int>
    ) {
        (self.width, self.height, self.pixels, self.backgroundColor) = (width, height, pixels, backgroundColor)
        count = width * height
        (self.marks, self.spans, self.blocks, self.wordsPerRow) = (marks, spans, blocks, wordsPerRow)
        (lowRow, highRow) = (rows.isEmpty ? .max : rows.lowerBound, rows.upperBound)
    }

    /// Columns of row `y` outside of which nothing was touched.
    func columns(ofRow y: Int) -> Range<Int> {
        let span = spans[y]
        return span.low < span.high ? Int(span.low)..<Int(span.high) : 0..<0
    }

    /// Records that row `y` was drawn on from column `low` up to, not including, `high`.
    @inline(__always)
    mutating func touch(_ y: Int, low: Int, high: Int) {
        if low >= high { return }
        lowRow = min(lowRow, y)
        highRow = max(highRow, y &+ 1)
        spans[y] = spans[y].joined(low, high)
        // 16 pixels per bit, 64 bits per word: the first and the last bit, and all between them.
        let (firstBit, lastBit) = (low >> 4, (high - 1) >> 4)
        let (firstWord, lastWord) = (firstBit >> 6, lastBit >> 6)
        let start = UInt64.max &<< UInt64(truncatingIfNeeded: firstBit & 63)
        let stop = UInt64.max &>> UInt64(truncatingIfNeeded: 63 - lastBit & 63)
        let row = y * wordsPerRow
        if firstWord == lastWord {
            blocks[row + firstWord] |= start & stop
        } else {
            blocks[row + firstWord] |= start
            for word in firstWord + 1..<lastWord { blocks[row + word] = .max }
            blocks[row + lastWord] |= stop
        }
    }

    /// Records that some of these rows were drawn on, after their spans and blocks have been updated.
    @inline(__always)
    mutating func touch(rows: Range<Int>) {
        lowRow = min(lowRow, rows.lowerBound)
        highRow = max(highRow, rows.upperBound)
    }

    /// Whether no pixel of these rows was touched from column `low` up to, not including, `high`, which must be
    /// greater. Always false for columns in more than one word.
    @inline(__always)
    func isUntouched(_ rows: Range<Int>, low: Int, high: Int) -> Bool {
        let (firstBit, lastBit) = (low >> 4, (high - 1) >> 4)
        let word = firstBit >> 6
        // Columns beyond one word are not worth a loop.
        guard word == lastBit >> 6 else { return false }
        let start = UInt64.max &<< UInt64(truncatingIfNeeded: firstBit & 63)
        let stop = UInt64.max &>> UInt64(truncatingIfNeeded: 63 - lastBit & 63)
        var bits: UInt64 = 0
        var index = rows.lowerBound &* wordsPerRow &+ word
        for _ in rows {
            bits |= blocks[index]
            index &+= wordsPerRow
        }
        return bits & start & stop == 0
    }

    /// Resets every touched pixel to the background, and the record of touched pixels.
    mutating func clear() {
        takeBlocks { surface, range in
            if range.count == Bitmap.blockWidth {
                let block = Format.block(repeating: surface.backgroundColor)
                for index in 0..<4 { surface.setBlock(at: range.lowerBound &+ 4 &* index, block) }
            } else {
                for index in range { surface.pixels[index] = surface.backgroundColor }
            }
        }
    }

    /// Resets every touched pixel to that of `ground`, and the record of touched pixels.
    mutating func clear(to ground: MemoryView<UInt32>) {
        takeBlocks { surface, range in
            for index in range { surface.pixels[index] = Format.pixel(ground[index]) }
        }
    }

    /// Calls `body` with the pixels of each touched block, and resets the record of touched pixels.
    @inline(__always)
    private mutating func takeBlocks(_ body: (borrowing Surface, Range<Int>) -> Void) {
        for y in rows {
            spans[y] = .empty
            for word in 0..<wordsPerRow {
                var bits = blocks[y * wordsPerRow + word]
                blocks[y * wordsPerRow + word] = 0
                while bits != 0 {
                    let block = word * 64 + bits.trailingZeroBitCount
                    bits &= bits &- 1
                    let low = block * Bitmap.blockWidth
                    body(self, y * width + low..<y * width + min(width, low + Bitmap.blockWidth))
                }
            }
        }
        (lowRow, highRow) = (.max, 0)
    }
}

extension Surface {
    /// Four pixels from `index`; pixels beyond the end are 0.
    @inline(__always)
    func block(at index: Int) -> Format.Block {
        if index &+ 4 <= count {
            return pixels.load(Format.Block.self, at: index)
        }
        return lastBlock(at: index)
    }

    @inline(never)
    private func lastBlock(at index: Int) -> Format.Block {
        var block = SIMD4<Format.Stored>()
        for lane in 0..<count &- index { block[lane] = pixels[index &+ lane] }
        return Format.block(block)
    }

    /// Writes four pixels from `index`, or as many as there are.
    @inline(__always)
    func setBlock(at index: Int, _ block: Format.Block) {
        if index &+ 4 <= count {
            pixels.store(block, at: index)
            return
        }
        setLastBlock(at: index, block)
    }

    @inline(never)
    private func setLastBlock(at index: Int, _ block: Format.Block) {
        let block = Format.pixels(block)
        for lane in 0..<count &- index { pixels[index &+ lane] = block[lane] }
    }

    /// Maps the pixels of `range`, four at a time.
    @inline(__always)
    func mapBlocks(_ range: Range<Int>, _ body: (Format.Block) -> Format.Block) {
        var index = range.lowerBound
        while index &+ 4 <= range.upperBound {
            setBlock(at: index, body(block(at: index)))
            index &+= 4
        }
        while index < range.upperBound {
            pixels[index] = Format.first(body(Format.block(repeating: pixels[index])))
            index &+= 1
        }
    }
}

extension Bitmap: DrawingTarget {
    typealias Format = Narrow

    init(width: Int, height: Int) { self.init(width: width, height: height, backgroundColor: 0) }

    func readWide(_ places: Range<Int>, scratch: inout [UInt64], _ body: (MemoryView<UInt64>) -> Void) {
        for (index, place) in places.enumerated() { scratch[index] = Narrow.wide(pixels[place]) }
        scratch.withMemory { body($0) }
    }

    @inline(__always)
    mutating func withSurface<Result>(_ body: (inout Surface<Narrow>) -> Result) -> Result {
        withSurface(marks: nil, body)
    }

    @inline(__always)
    mutating func withMarkedSurface<Result>(
        _ body: (inout Surface<Narrow>, _ frame: UInt8) -> Result
    ) -> Result {
        guard recordsStraightColors else { return withSurface(marks: nil) { body(&$0, 0) } }
        // Moved out, so that they are not copied.
        var kept = inkMarks.take() ?? StraightColorBuffer(count: pixels.count)
        defer { inkMarks = kept }
        let frame = kept.frame
        return kept.withStraightColors { marks in withSurface(marks: marks) { body(&$0, frame) } }
    }

    @inline(__always)
    private mutating func withSurface<Result>(
        marks: MutableMemoryView<UInt32>?,
        _ body: (inout Surface<Narrow>) -> Result
    ) -> Result {
        pixels.withMutableMemory { pixels in
            spans.withMutableMemory { spans in
                touchedBlocks.withMutableMemory { blocks in
                    var surface = Surface<Narrow>(
                        width: width,
                        height: height,
                        pixels: pixels,
                        backgroundColor: backgroundColor,
                        marks: marks,
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
}
