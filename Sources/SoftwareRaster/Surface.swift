/// A bitmap while it is drawn on: its memory without the checks that an array makes at each step.
///
/// Whoever writes through it keeps to rows 0..<``height`` and columns 0..<``width``; debug builds check every index.
/// It must not outlive the closure that it was handed to.
struct Surface {
    let width: Int
    let height: Int
    let pixels: UnsafeMutableBufferPointer<UInt32>
    fileprivate let touched: UnsafeMutableBufferPointer<Range<Int32>>
    fileprivate let blocks: UnsafeMutableBufferPointer<UInt64>
    fileprivate let wordsPerRow: Int
    fileprivate var rows: Range<Int>

    /// Notes that row `y` was drawn on from column `low` up to, not including, `high`.
    @inline(__always)
    mutating func touch(_ y: Int, _ low: Int, _ high: Int) {
        if low >= high { return }
        rows =
            rows.isEmpty
            ? Range(uncheckedBounds: (y, y + 1))
            : Range(uncheckedBounds: (min(rows.lowerBound, y), max(rows.upperBound, y + 1)))
        let (first, end) = (Int32(truncatingIfNeeded: low), Int32(truncatingIfNeeded: high))
        let old = touched[y]
        touched[y] =
            old.isEmpty
            ? Range(uncheckedBounds: (first, end))
            : Range(uncheckedBounds: (min(old.lowerBound, first), max(old.upperBound, end)))
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

    /// Sets every touched pixel to `ground`, and starts anew.
    mutating func clear(to ground: UInt32) {
        for y in rows {
            touched[y] = Range(uncheckedBounds: (0, 0))
            for word in 0..<wordsPerRow {
                var bits = blocks[y * wordsPerRow + word]
                blocks[y * wordsPerRow + word] = 0
                while bits != 0 {
                    let block = word * 64 + bits.trailingZeroBitCount
                    bits &= bits &- 1
                    let low = block * Bitmap.blockWidth
                    let row = y * width
                    for index in row + low..<row + min(width, low + Bitmap.blockWidth) { pixels[index] = ground }
                }
            }
        }
        rows = 0..<0
    }
}

extension Bitmap {
    /// Hands out the bitmap's memory for as long as `body` runs.
    @inline(__always)
    mutating func withSurface<Result>(_ body: (inout Surface) -> Result) -> Result {
        pixels.withUnsafeMutableBufferPointer { pixels in
            touched.withUnsafeMutableBufferPointer { touched in
                touchedBlocks.withUnsafeMutableBufferPointer { blocks in
                    var surface = Surface(
                        width: width,
                        height: height,
                        pixels: pixels,
                        touched: touched,
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
