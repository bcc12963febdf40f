internal import CKernels
internal import Memory

/// A row of an image in straight alpha, with its spans that are not transparent.
///
/// Premultiplication with 8 bits loses the color of a translucent pixel: several colors give the same result. The row
/// uses the one its neighbors have too, or the nearest to theirs: the image looks the same to the last bit and takes 20
/// % fewer bytes.
///
/// A view: the memory belongs to a ``RowMemory``. Rows are accessed so often that reference counting would cost more than
/// most of the work.
struct StraightRow {
    /// Pixels, R G B A in memory, with ``padding`` transparent ones before and after.
    let pixels: MutableMemoryView<UInt32>
    /// Ranges of pixels that are not transparent, from left to right.
    var spans: MemoryView<hanabi_span> { present.runs.readOnly }

    /// Bits of the pixels that are not transparent, and of translucent ones whose color is unknown.
    private let present: PixelBits
    private let unknown: PixelBits
    /// Four lanes of ones and four of zeros, for ``lanes(below:)``.
    private let laneBits: MemoryView<UInt32>
    let tables = StraightAlpha.tables
    let kernels = RowKernels()
    /// Separate memory, because the innermost loops read and write it.
    private let state: MutableMemoryView<State>

    struct State {
        var spanCount = 0
        /// Nonzero if any pixel is translucent and its color unknown.
        var unknown: UInt64 = 0
        /// Range of words in which pixels may have been appended.
        var (firstWord, endWord) = (Int.max, 0)
    }

    var spanCount: Int { state[0].spanCount }

    /// Number of pixels that are not transparent.
    var pixelCount: Int { (0..<spanCount).reduce(0) { $0 &+ Int(spans[$1].high &- spans[$1].low) } }

    /// Number of pixels before the first and after the last one that may be read, and written unchanged.
    static let padding = 16

    init(
        pixels: MutableMemoryView<UInt32>,
        present: PixelBits,
        unknown: PixelBits,
        laneBits: MemoryView<UInt32>,
        state: MutableMemoryView<State>
    ) {
        (self.pixels, self.present, self.unknown) = (pixels, present, unknown)
        (self.laneBits, self.state) = (laneBits, state)
    }

    /// Makes the row transparent again.
    func clear() {
        let last = state[0]
        guard last.firstWord < last.endWord else { return }
        kernels.clear(raw, spans: spans, spanCount: last.spanCount, words: last.firstWord..<last.endWord)
        state[0] = State()
    }

    @inline(__always)
    private var raw: hanabi_row {
        hanabi_row(pixels: pixels.address, present: present.words.address, unknown: unknown.words.address)
    }

    /// Appends the pixels of `range`; ``finish(_:)`` must follow. Transparent pixels lose their color.
    ///
    /// - Parameter source: The whole row. Outside of all appended ranges it is transparent or equal to its base.
    @inline(__always)
    func append(_ source: hanabi_source, _ range: Range<Int>) {
        // Appending may begin sixteen pixels before the end of the range.
        let first = max(0, min(range.lowerBound, range.upperBound &- 16))
        state[0].firstWord = min(state[0].firstWord, first &>> 6)
        state[0].endWord = max(state[0].endWord, PixelBits.endWord(behind: range.upperBound))
        state[0].unknown |= kernels.append(source, range, to: raw)
    }

    /// Appends blocks of sixteen pixels to a transparent row of at least sixteen pixels.
    ///
    /// - Parameters:
    ///   - blocks: Block map of one image row, lowest bit first.
    ///   - words: Number of words, of 64 blocks each.
    ///   - left: Number of image pixels before the row.
    @inline(__always)
    func append(_ source: hanabi_source, blocks: MemoryView<UInt64>, words: Int, left: Int, width: Int) {
        let appended = kernels.append(
            source,
            blocks: blocks,
            words: words,
            left: left,
            width: width,
            to: raw
        )
        guard appended.end_word > 0 else { return }
        state[0].firstWord = appended.first_word
        state[0].endWord = appended.end_word
        state[0].unknown = appended.unknown
    }

    /// Mask of the first `count` of four lanes, read from memory, because comparisons would be done lane by lane.
    @inline(__always)
    func lanes(below count: Int) -> SIMD4<UInt32> {
        laneBits.load(SIMD4<UInt32>.self, at: 4 &- count)
    }

    /// Source of the colors of translucent pixels.
    enum ColorSource {
        /// Colors are straight already.
        case given
        /// Colors of neighbors in the row, where premultiplied values allow.
        case matched
        /// Colors nearest to those of the row above.
        ///
        /// - Parameters:
        ///   - drawn: Straight colors that this row was drawn with, for pixels with nothing above; `nil` if unknown.
        ///   - frame: Frame number in the highest byte of the straight colors that count.
        case like(StraightRow, drawn: MemoryView<UInt32>?, frame: UInt32)
    }

    /// Finds the spans and makes all colors straight.
    func finish(_ colors: ColorSource) {
        let words = state[0].firstWord..<max(state[0].firstWord, state[0].endWord)
        state[0].spanCount = present.findRuns(in: words)
        switch colors {
        case .given: break
        case .matched:
            if state[0].unknown == 0 { return }
            for index in 0..<unknown.findRuns(in: words) {
                match(Int(unknown.runs[index].low), Int(unknown.runs[index].high))
            }
        case .like(let above, let drawn, let frame):
            for index in 0..<spanCount {
                match(
                    Int(spans[index].low),
                    Int(spans[index].high),
                    above: above.pixels.readOnly,
                    drawn: drawn,
                    frame: frame
                )
            }
        }
    }
}
