internal import CKernels
internal import Memory

/// The region of an image that a frame shows, valid while the image is in memory.
struct PixelSource {
    /// Rows of the whole image, top to bottom.
    let pixels: MemoryView<UInt32>
    /// Base image of the same layout; pixels equal to it count as transparent.
    let base: MemoryView<UInt32>?
    /// Straight colors that the whole image was drawn with, R G B from the lowest byte up, and a frame number above.
    let straightColors: MemoryView<UInt32>?
    /// Frame number of the straight colors that count.
    let frame: UInt8
    /// Number of pixels of the whole image.
    let pixelCount: Int
    /// Pixels from row to row.
    let rowLength: Int
    /// Region to show; at least one pixel.
    let box: (x: Range<Int>, y: Range<Int>)
    /// Block map: one bit for every ``blockWidth`` pixels of a row, lowest bit first; 0 where all of them are transparent.
    /// `nil` if unknown.
    let blocks: MemoryView<UInt64>?
    let wordsPerRow: Int
    /// Whether colors are straight, not premultiplied.
    let isStraight: Bool

    /// Pixels per bit of a block map.
    static let blockWidth = 16

    var width: Int { box.x.count }
    var height: Int { box.y.count }

    /// Fills `row` with row `y` of the box.
    ///
    /// - Parameter above: Row above, if its colors are to be matched; `nil` matches neighbors in the same row.
    func load(_ y: Int, into row: StraightRow, above: StraightRow? = nil) {
        row.clear()
        let start = (box.y.lowerBound &+ y) &* rowLength &+ box.x.lowerBound
        let frame = UInt32(frame) &<< 24
        let colors: StraightRow.ColorSource =
            isStraight
            ? .given : above.map { .like($0, drawn: paddedStraightColors(from: start), frame: frame) } ?? .matched
        let source = hanabi_source(
            pixels: pixels.suffix(from: start).address,
            base: base?.suffix(from: start).address,
            // Colors matched to the row above override those the pixels were drawn with.
            straight_colors: above == nil ? straightColors?.suffix(from: start).address : nil,
            frame: frame,
            stride: rowLength
        )
        if let blocks, width >= Self.blockWidth {
            let line = box.y.lowerBound &+ y
            let blocks = blocks.suffix(from: line &* wordsPerRow)
            row.append(source, blocks: blocks, words: wordsPerRow, left: box.x.lowerBound, width: width)
        } else {
            eachTouched(in: y) { _, touched in row.append(source, touched) }
        }
        row.finish(colors)
    }

    /// Straight colors of a row that begins at pixel `start`; `nil` if a loop that runs beyond the row's end would read behind
    /// them.
    private func paddedStraightColors(from start: Int) -> MemoryView<UInt32>? {
        start &+ width &+ StraightRow.padding <= pixelCount ? straightColors?.suffix(from: start) : nil
    }

    /// Pixels of ``base`` from the start of row `y` of the box.
    @inline(__always)
    func base(ofRow y: Int) -> MemoryView<UInt32>? {
        base?.suffix(from: (box.y.lowerBound &+ y) &* rowLength &+ box.x.lowerBound)
    }

    /// Runs `body` with row `y` of the box and, from left to right, ranges outside of which the row is transparent.
    @inline(__always)
    func eachTouched(in y: Int, _ body: (MemoryView<UInt32>, Range<Int>) -> Void) {
        let line = box.y.lowerBound &+ y
        let row = pixels.suffix(from: line &* rowLength &+ box.x.lowerBound)
        guard let blocks else { return body(row, 0..<width) }
        for index in 0..<wordsPerRow {
            var word = blocks[line &* wordsPerRow &+ index]
            while word != 0 {
                let first = word.trailingZeroBitCount
                // Adding its lowest bit makes a run carry into the bit behind it.
                let carried = word &+ 1 &<< UInt64(first)
                let last = carried == 0 ? 64 : carried.trailingZeroBitCount
                word &= last < 64 ? ~0 &<< UInt64(last) : 0
                let touched = self.touched(index &* 64 &+ first, index &* 64 &+ last)
                if !touched.isEmpty { body(row, touched) }
            }
        }
    }

    /// Pixels of the box within blocks `first..<last` of the image.
    private func touched(_ first: Int, _ last: Int) -> Range<Int> {
        let low = max(0, first &* Self.blockWidth &- box.x.lowerBound)
        let high = min(width, last &* Self.blockWidth &- box.x.lowerBound)
        return low..<max(low, high)
    }
}
