internal import CVector

/// One row of a picture with straight alpha, and where anything is in it.
///
/// What a translucent pixel's colour was is lost when it is premultiplied with 8 bits: several colours give the same
/// result. Of these one is taken that its neighbours have too, or the nearest to theirs: the picture looks the same to
/// the last bit, and takes a fifth less bytes.
///
/// All of it is memory that ``deallocate()`` gives back: rows are asked for so often that counting who has them would cost more than most
/// of what is done with them.
struct StraightRow {
    /// Pixels that something is in, from left to right: `low..<high`. In memory as `hanabi_span`.
    struct Span {
        var low: Int32
        var high: Int32
    }

    /// R G B A in memory; ``padding`` transparent ones before and after them.
    let pixels: UnsafeMutablePointer<UInt32>
    var spans: UnsafeMutablePointer<Span> { present.runs }

    private let start: UnsafeMutablePointer<UInt32>
    /// Which pixels are not transparent, and which are translucent.
    private let present: PixelBits
    private let soft: PixelBits
    /// Four lanes of ones and four of zeros, for ``lanes(below:)``.
    private let laneBits: UnsafeMutablePointer<UInt32>
    let tables = StraightAlpha.tables
    let kernels = hanabi_best_kernels()
    /// In memory of its own, as a row is read and written in the innermost loops.
    private let state: UnsafeMutablePointer<State>

    private struct State {
        var spanCount = 0
        /// 0 if no pixel is translucent whose colour is not known.
        var soft: UInt64 = 0
        /// Words outside of which no pixel has been added.
        var (firstWord, endWord) = (Int.max, 0)
    }

    var spanCount: Int { state.pointee.spanCount }

    /// Pixels that are not transparent.
    var pixelCount: Int { (0..<spanCount).reduce(0) { $0 &+ Int(spans[$1].high &- spans[$1].low) } }

    /// Says every pixel that is not transparent as four literals.
    func say(to sink: inout some SymbolSink) {
        for index in 0..<spanCount {
            for x in Int(spans[index].low)..<Int(spans[index].high) { sink.pixel(pixels[x]) }
        }
    }

    /// Pixels before the first one and after the last one that may be read, and written as they are.
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

    /// Transparent again.
    func clear() {
        let last = state.pointee
        guard last.firstWord < last.endWord else { return }
        let spans = UnsafeMutableRawPointer(spans).assumingMemoryBound(to: hanabi_span.self)
        kernels.pointee.clear(raw, spans, last.spanCount, last.firstWord, last.endWord)
        state.pointee = State()
    }

    @inline(__always)
    private var raw: hanabi_row { hanabi_row(pixels: pixels, present: present.words, soft: soft.words) }

    /// Takes in the pixels of `range`; ``finish(_:)`` is to follow. Transparent ones lose their colour, if they have one.
    ///
    /// - Parameter source: The whole row. Outside of all ranges it is transparent, or the same as its base.
    @inline(__always)
    func add(_ source: hanabi_source, _ range: Range<Int>) {
        // What is added may begin sixteen pixels before the range's end.
        let first = max(0, min(range.lowerBound, range.upperBound &- 16))
        state.pointee.firstWord = min(state.pointee.firstWord, first &>> 6)
        state.pointee.endWord = max(state.pointee.endWord, PixelBits.endWord(behind: range.upperBound))
        state.pointee.soft |= kernels.pointee.add(raw, source, range.lowerBound, range.upperBound)
    }

    /// The same of blocks of sixteen pixels, to a row that is transparent and has as many at least.
    ///
    /// - Parameters:
    ///   - blocks: A bit for each, from the lowest one up: those of one row of the picture.
    ///   - words: Of 64 blocks.
    ///   - left: Pixels of the picture that lie before the row.
    @inline(__always)
    func take(_ source: hanabi_source, _ blocks: UnsafePointer<UInt64>, words: Int, left: Int, width: Int) {
        let taken = kernels.pointee.take(raw, source, blocks, words, left, width)
        guard taken.end_word > 0 else { return }
        state.pointee.firstWord = taken.first_word
        state.pointee.endWord = taken.end_word
        state.pointee.soft = taken.soft
    }

    /// All bits of the first `count` of four lanes: read from memory, as comparing lanes would be done one by one.
    @inline(__always)
    func lanes(below count: Int) -> SIMD4<UInt32> {
        UnsafeRawPointer(laneBits + (4 &- count)).loadUnaligned(as: SIMD4<UInt32>.self)
    }

    /// What becomes of the colours of translucent pixels.
    enum Colours {
        /// They are straight already.
        case given
        /// Those of their neighbours, where that may be.
        case matched
        /// Those nearest to the ones of the row above.
        ///
        /// - Parameters:
        ///   - marks: As ``FrameEncoder/Picture/Marks``, of this row; what is above nothing gets their colors.
        ///   - frame: In the highest byte of those that count.
        case like(StraightRow, marks: UnsafePointer<UInt32>?, frame: UInt32)
    }

    /// Finds the spans, and makes all straight.
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
