/// The part of a picture that a frame shows, while it is in memory.
struct PixelSource {
    /// Rows top to bottom: the whole picture.
    let pixels: UnsafePointer<UInt32>
    /// Likewise, a picture: where the two are the same, nothing is there.
    let base: UnsafePointer<UInt32>?
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
    /// - Parameter above: The row above, if colours are to follow Paeth's prediction.
    func load(_ y: Int, into row: StraightRow, above: StraightRow? = nil) {
        row.clear()
        let colours: StraightRow.Colours = isStraight ? .given : above.map { .predicted($0) } ?? .matched
        let line = box.y.lowerBound &+ y
        let start = line &* rowLength &+ box.x.lowerBound
        let (source, base) = (pixels + start, base.map { $0 + start })
        guard let blocks else {
            row.add(source, without: base, 0..<width)
            return row.finish(colours)
        }
        // Runs of touched blocks, also across words.
        var (open, x) = (-1, 0)
        for index in 0..<wordsPerRow {
            var word = blocks[line &* wordsPerRow &+ index]
            if open < 0, word == 0 {
                x &+= 64
                continue
            }
            var left = 64
            while left > 0 {
                let same = min(left, open < 0 ? word.trailingZeroBitCount : (~word).trailingZeroBitCount)
                x &+= same
                left &-= same
                word = same < 64 ? word &>> UInt64(same) : 0
                if left == 0 { break }
                if open >= 0 { row.add(source, without: base, range(open, x)) }
                open = open < 0 ? x : -1
            }
        }
        if open >= 0 { row.add(source, without: base, range(open, x)) }
        row.finish(colours)
    }

    /// Pixels of the box in blocks of the picture.
    @inline(__always)
    private func range(_ first: Int, _ last: Int) -> Range<Int> {
        let low = max(0, first &* FrameEncoder.Picture.blockWidth &- box.x.lowerBound)
        let high = min(width, last &* FrameEncoder.Picture.blockWidth &- box.x.lowerBound)
        return low..<max(low, high)
    }
}
