extension PixelSource {
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
