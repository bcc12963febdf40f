internal import CKernels

/// A row of an image in straight alpha, with its spans that are not transparent.
///
/// Premultiplication with 8 bits loses the color of a translucent pixel: several colors give the same result. The row
/// uses the one its neighbors have too, or the nearest to theirs: the image looks the same to the last bit and takes 20
/// % fewer bytes.
///
/// The memory lives until ``deallocate()``: rows are accessed so often that reference counting would cost more than
/// most of the work.
struct StraightRow {
    /// Range `low..<high` of pixels that are not transparent, in the memory layout of `hanabi_span`. Spans are ordered
    /// from left to right.
    struct Span {
        var low: Int32
        var high: Int32
    }

    /// Pixels, R G B A in memory, with ``padding`` transparent ones before and after.
    let pixels: UnsafeMutablePointer<UInt32>
    var spans: UnsafeMutablePointer<Span> { present.runs }

    private let start: UnsafeMutablePointer<UInt32>
    /// Bits of the pixels that are not transparent, and of translucent ones whose color is unknown.
    private let present: PixelBits
    private let soft: PixelBits
    /// Four lanes of ones and four of zeros, for ``lanes(below:)``.
    private let laneBits: UnsafeMutablePointer<UInt32>
    let tables = StraightAlpha.tables
    let kernels = hanabi_best_kernels()
    /// Separate memory, because the innermost loops read and write it.
    private let state: UnsafeMutablePointer<State>

    private struct State {
        var spanCount = 0
        /// Nonzero if any pixel is translucent and its color unknown.
        var soft: UInt64 = 0
        /// Range of words in which pixels may have been added.
        var (firstWord, endWord) = (Int.max, 0)
    }

    var spanCount: Int { state.pointee.spanCount }

    /// Number of pixels that are not transparent.
    var pixelCount: Int { (0..<spanCount).reduce(0) { $0 &+ Int(spans[$1].high &- spans[$1].low) } }

    /// Emits every pixel that is not transparent as four literals.
    func say(to sink: inout some SymbolSink) {
        for index in 0..<spanCount {
            for x in Int(spans[index].low)..<Int(spans[index].high) { sink.pixel(pixels[x]) }
        }
    }

    /// Number of pixels before the first and after the last one that may be read, and written unchanged.
    static let padding = 16

    init(width: Int) {
        start = .allocate(capacity: width + 2 * Self.padding)
        start.initialize(repeating: 0, count: width + 2 * Self.padding)
        pixels = start + Self.padding
        present = PixelBits(width: width)
        soft = PixelBits(width: width)
        laneBits = .allocate(capacity: 8)
        laneBits.initialize(repeating: ~0, count: 4)
        (laneBits + 4).initialize(repeating: 0, count: 4)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    func deallocate() {
        start.deallocate()
        present.deallocate()
        soft.deallocate()
        laneBits.deallocate()
        state.deallocate()
    }

    /// Makes the row transparent again.
    func clear() {
        let last = state.pointee
        guard last.firstWord < last.endWord else { return }
        let spans = UnsafeMutableRawPointer(spans).assumingMemoryBound(to: hanabi_span.self)
        kernels.pointee.row_clear(raw, spans, last.spanCount, last.firstWord, last.endWord)
        state.pointee = State()
    }

    @inline(__always)
    private var raw: hanabi_row { hanabi_row(pixels: pixels, present: present.words, unknown: soft.words) }

    /// Adds the pixels of `range`; ``finish(_:)`` must follow. Transparent pixels lose their color.
    ///
    /// - Parameter source: The whole row. Outside of all added ranges it is transparent or equal to its base.
    @inline(__always)
    func add(_ source: hanabi_source, _ range: Range<Int>) {
        // Adding may begin sixteen pixels before the end of the range.
        let first = max(0, min(range.lowerBound, range.upperBound &- 16))
        state.pointee.firstWord = min(state.pointee.firstWord, first &>> 6)
        state.pointee.endWord = max(state.pointee.endWord, PixelBits.endWord(behind: range.upperBound))
        state.pointee.soft |= kernels.pointee.row_append(raw, source, range.lowerBound, range.upperBound)
    }

    /// Adds blocks of sixteen pixels to a transparent row of at least sixteen pixels.
    ///
    /// - Parameters:
    ///   - blocks: Block map of one image row, lowest bit first.
    ///   - words: Number of words, of 64 blocks each.
    ///   - left: Number of image pixels before the row.
    @inline(__always)
    func take(_ source: hanabi_source, _ blocks: UnsafePointer<UInt64>, words: Int, left: Int, width: Int) {
        let taken = kernels.pointee.row_append_blocks(raw, source, blocks, words, left, width)
        guard taken.end_word > 0 else { return }
        state.pointee.firstWord = taken.first_word
        state.pointee.endWord = taken.end_word
        state.pointee.soft = taken.unknown
    }

    /// Mask of the first `count` of four lanes, read from memory, because comparisons would be done lane by lane.
    @inline(__always)
    func lanes(below count: Int) -> SIMD4<UInt32> {
        UnsafeRawPointer(laneBits + (4 &- count)).loadUnaligned(as: SIMD4<UInt32>.self)
    }

    /// Source of the colors of translucent pixels.
    enum Colours {
        /// Colors are straight already.
        case given
        /// Colors of neighbors in the row, where premultiplied values allow.
        case matched
        /// Colors nearest to those of the row above.
        ///
        /// - Parameters:
        ///   - marks: Marks of this row, as in ``FrameEncoder/Picture/Marks``; pixels with nothing above get their
        ///     colors.
        ///   - frame: Frame number in the highest byte of the marks that count.
        case like(StraightRow, marks: UnsafePointer<UInt32>?, frame: UInt32)
    }

    /// Finds the spans and makes all colors straight.
    func finish(_ colours: Colours) {
        let words = state.pointee.firstWord..<max(state.pointee.firstWord, state.pointee.endWord)
        state.pointee.spanCount = present.findRuns(in: words)
        switch colours {
        case .given: break
        case .matched:
            if state.pointee.soft == 0 { return }
            for index in 0..<soft.findRuns(in: words) {
                match(Int(soft.runs[index].low), Int(soft.runs[index].high))
            }
        case .like(let above, let marks, let frame):
            for index in 0..<spanCount {
                match(Int(spans[index].low), Int(spans[index].high), above: above.pixels, marks, frame)
            }
        }
    }
}
