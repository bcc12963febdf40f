extension StillPNG {
    /// A picture of a few colours whose lower rows are all transparent, as a notice on an empty ground is.
    ///
    /// - Parameters:
    ///   - entries: Of the upper rows, from the top and from the left: places in the palette's colours.
    ///   - width: Pixels; `entries` has whole rows of so many.
    ///   - height: Of the picture, with the rows that nothing is said of.
    /// - Throws: ``APNGError`` for entries that are no rows of it, or in no palette's place, and for what the format cannot hold.
    /// - Complexity: O(`entries`), in time and in memory. The file grows with the rows below them, by about a byte for a kilobyte.
    public init(entries: [UInt8], of palette: Palette, width: Int, height: Int) throws(APNGError) {
        let header = try PNGHeader(width: width, height: height, depth: 8).bytes + palette.chunks()
        let (rows, stride) = (entries.count / width, width + 1)
        guard entries.count % width == 0, rows <= height else {
            throw .wrongPixelCount(found: entries.count, expected: rows * width)
        }
        let last = Int(entries.max() ?? 0)
        guard last < palette.colours.count else { throw .entry(last, colours: palette.colours.count) }
        // A longer run is more than a sequence says.
        guard let below = UInt32(exactly: (height - rows) * stride) else { throw .size(width: width, height: height) }
        let frame = FilteredFrame()
        frame.begin(count: rows * stride)
        entries.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // Each row begins with its filter's type: none.
            for row in 0..<rows { frame.add(start + row * width, at: row * stride + 1, length: width) }
        }
        let coder = IndexCoder(frame, stride: stride, places: nil)
        let (store, output) = (SequenceStore(), DeflateOutput())
        output.begin()
        store.append(room: frame.count + 16) { sink in
            var at = 0
            for part in frame.places where at < part.high { at = coder.code(part, from: at, to: &sink) }
            coder.zeros(frame.count + Int(below) - at, behind: at, to: &sink)
        }
        output.write(store, DeflateBlock(), isLast: true)
        var sum = frame.sum
        sum.addZeros(Int(below))
        output.end(sum)
        let image = try Chunk("IDAT", reserving: output.written.count) { $0.append(contentsOf: output.written) }
        bytes = try header + image.bytes + APNGHeader.end()
    }
}
