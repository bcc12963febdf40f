internal import CVector

/// A bitmap while it is drawn on: its memory without the checks that an array makes at each step.
///
/// Whoever writes through it keeps to rows 0..<``height`` and columns 0..<``width``; debug builds check every index.
/// It must not outlive the closure that it was handed to.
struct Surface {
    let width: Int
    let height: Int
    let pixels: UnsafeMutableBufferPointer<UInt32>
    /// What untouched pixels are.
    let ground: UInt32
    fileprivate let marks: UnsafeMutablePointer<UInt32>?
    fileprivate let spans: UnsafeMutableBufferPointer<Bitmap.Span>
    fileprivate let blocks: UnsafeMutableBufferPointer<UInt64>
    fileprivate let wordsPerRow: Int
    /// Outside of these rows, nothing was touched.
    var rows: Range<Int> { lowRow < highRow ? lowRow..<highRow : 0..<0 }
    fileprivate var lowRow: Int
    fileprivate var highRow: Int

    /// The columns of row `y` outside of which nothing was touched.
    func columns(ofRow y: Int) -> Range<Int> {
        let span = spans[y]
        return span.low < span.high ? Int(span.low)..<Int(span.high) : 0..<0
    }

    /// Notes that row `y` was drawn on from column `low` up to, not including, `high`.
    @inline(__always)
    mutating func touch(_ y: Int, _ low: Int, _ high: Int) {
        if low >= high { return }
        lowRow = min(lowRow, y)
        highRow = max(highRow, y &+ 1)
        spans[y] = spans[y].joined(low, high)
        // Sixteen pixels a bit, 64 bits a word: the first and the last bit, and all between them.
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

    /// Notes that some of these rows were drawn on: where, their spans and blocks say already.
    @inline(__always)
    mutating func touch(rows: Range<Int>) {
        lowRow = min(lowRow, rows.lowerBound)
        highRow = max(highRow, rows.upperBound)
    }

    /// The same memory for loops in C. Whoever uses it also calls ``touch(rows:)``.
    @inline(__always)
    var raw: hanabi_surface {
        hanabi_surface(
            pixels: pixels.baseAddress.unsafelyUnwrapped,
            width: width,
            spans: UnsafeMutableRawPointer(spans.baseAddress.unsafelyUnwrapped)
                .assumingMemoryBound(to: hanabi_span.self),
            blocks: blocks.baseAddress.unsafelyUnwrapped,
            words_per_row: wordsPerRow,
            marks: marks
        )
    }

    /// Whether no pixel of these rows was touched from column `low` up to, not including, `high`, which must be more.
    @inline(__always)
    func isUntouched(_ rows: Range<Int>, _ low: Int, _ high: Int) -> Bool {
        let (firstBit, lastBit) = (low >> 4, (high - 1) >> 4)
        let word = firstBit >> 6
        // Wider than a word's reach is not worth a loop.
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

    /// Sets every touched pixel to the ground, and starts anew.
    mutating func clear() {
        for y in rows {
            spans[y] = .empty
            for word in 0..<wordsPerRow {
                var bits = blocks[y * wordsPerRow + word]
                blocks[y * wordsPerRow + word] = 0
                while bits != 0 {
                    let block = word * 64 + bits.trailingZeroBitCount
                    bits &= bits &- 1
                    let low = block * Bitmap.blockWidth
                    let start = y * width + low
                    if low + Bitmap.blockWidth <= width {
                        for index in 0..<4 { pixels.setBlock(at: start &+ 4 &* index, SIMD4(repeating: ground)) }
                    } else {
                        for index in start..<(y + 1) * width { pixels[index] = ground }
                    }
                }
            }
        }
        (lowRow, highRow) = (.max, 0)
    }
}

extension Bitmap {
    /// Hands out the bitmap's memory for as long as `body` runs.
    @inline(__always)
    mutating func withSurface<Result>(_ body: (inout Surface) -> Result) -> Result {
        withSurface(marks: nil, body)
    }

    /// The same for who leaves marks in ``Bitmap/inkMarks``, where they are kept, of this frame.
    @inline(__always)
    mutating func withMarkedSurface<Result>(_ body: (inout Surface, _ frame: UInt8) -> Result) -> Result {
        guard keepsMarks else { return withSurface(marks: nil) { body(&$0, 0) } }
        // Taken out, so that they are not copied.
        var kept = inkMarks.take() ?? InkMarks(count: pixels.count)
        defer { inkMarks = kept }
        let frame = kept.frame
        return kept.withMarks { marks in withSurface(marks: marks) { body(&$0, frame) } }
    }

    @inline(__always)
    private mutating func withSurface<Result>(
        marks: UnsafeMutablePointer<UInt32>?,
        _ body: (inout Surface) -> Result
    ) -> Result {
        pixels.withUnsafeMutableBufferPointer { pixels in
            spans.withUnsafeMutableBufferPointer { spans in
                touchedBlocks.withUnsafeMutableBufferPointer { blocks in
                    var surface = Surface(
                        width: width,
                        height: height,
                        pixels: pixels,
                        ground: ground,
                        marks: marks,
                        spans: spans,
                        blocks: blocks,
                        wordsPerRow: wordsPerRow,
                        lowRow: touchedRows.isEmpty ? .max : touchedRows.lowerBound,
                        highRow: touchedRows.upperBound
                    )
                    defer { touchedRows = surface.rows }
                    return body(&surface)
                }
            }
        }
    }
}
