internal import CVector

/// The part of a picture that a frame shows, while it is in memory.
struct PixelSource {
    /// Rows top to bottom: the whole picture.
    let pixels: UnsafePointer<UInt32>
    /// Likewise, a picture: where the two are the same, nothing is there.
    let base: UnsafePointer<UInt32>?
    /// As ``FrameEncoder/Picture/Marks``, of the whole picture.
    let marks: UnsafePointer<UInt32>?
    /// Likewise.
    let frame: UInt8
    /// Of the whole picture.
    let pixelCount: Int
    /// Pixels from row to row.
    let rowLength: Int
    /// What is shown of it; at least one pixel.
    let box: (x: Range<Int>, y: Range<Int>)
    /// ``FrameEncoder/Picture/Blocks``; `nil` where nothing is known.
    let blocks: UnsafePointer<UInt64>?
    let wordsPerRow: Int
    /// Whether colours are as they are, not premultiplied.
    let isStraight: Bool

    var width: Int { box.x.count }
    var height: Int { box.y.count }

    /// Fills `row` with row `y` of the box.
    ///
    /// - Parameter above: The row above, if colours are to be like its own; otherwise they are like those beside them.
    func load(_ y: Int, into row: StraightRow, above: StraightRow? = nil) {
        row.clear()
        let start = (box.y.lowerBound &+ y) &* rowLength &+ box.x.lowerBound
        let frame = UInt32(frame) &<< 24
        let colours: StraightRow.Colours =
            isStraight ? .given : above.map { .like($0, marks: paddedMarks(from: start), frame: frame) } ?? .matched
        let source = hanabi_source(
            pixels: pixels + start,
            base: base.map { $0 + start },
            // What is like the row above is not what it was drawn with.
            marks: above == nil ? marks.map { $0 + start } : nil,
            frame: frame,
            stride: rowLength
        )
        if let blocks, width >= FrameEncoder.Picture.blockWidth {
            let line = box.y.lowerBound &+ y
            row.take(source, blocks + line &* wordsPerRow, words: wordsPerRow, left: box.x.lowerBound, width: width)
        } else {
            eachTouched(in: y) { _, touched in row.add(source, touched) }
        }
        row.finish(colours)
    }

    /// The marks of a row that begins at pixel `start`, where as many can be read behind it as a loop may reach.
    private func paddedMarks(from start: Int) -> UnsafePointer<UInt32>? {
        start &+ width &+ StraightRow.padding <= pixelCount ? marks.map { $0 + start } : nil
    }

    /// ``base`` from the first pixel of row `y` of the box on.
    @inline(__always)
    func base(ofRow y: Int) -> UnsafePointer<UInt32>? {
        base.map { $0 + ((box.y.lowerBound &+ y) &* rowLength &+ box.x.lowerBound) }
    }

    /// Runs `body` with row `y` of the box and, from left to right, ranges of it outside of which all is transparent.
    @inline(__always)
    func eachTouched(in y: Int, _ body: (UnsafePointer<UInt32>, Range<Int>) -> Void) {
        let line = box.y.lowerBound &+ y
        let row = pixels + (line &* rowLength &+ box.x.lowerBound)
        guard let blocks else { return body(row, 0..<width) }
        for index in 0..<wordsPerRow {
            var word = blocks[line &* wordsPerRow &+ index]
            while word != 0 {
                let first = word.trailingZeroBitCount
                // With its lowest bit added, a run carries on to the bit behind it.
                let carried = word &+ 1 &<< UInt64(first)
                let last = carried == 0 ? 64 : carried.trailingZeroBitCount
                word &= last < 64 ? ~0 &<< UInt64(last) : 0
                let touched = self.touched(index &* 64 &+ first, index &* 64 &+ last)
                if !touched.isEmpty { body(row, touched) }
            }
        }
    }

    /// Pixels of the box in blocks of the picture.
    private func touched(_ first: Int, _ last: Int) -> Range<Int> {
        let low = max(0, first &* FrameEncoder.Picture.blockWidth &- box.x.lowerBound)
        let high = min(width, last &* FrameEncoder.Picture.blockWidth &- box.x.lowerBound)
        return low..<max(low, high)
    }
}
