internal import Deflate
internal import Memory

extension StillPNG {
    /// An indexed image whose lower rows are all transparent, such as a notice on an empty background.
    ///
    /// - Parameters:
    ///   - entries: Palette indices of the upper rows, from the top left.
    ///   - width: Width in pixels; the number of `entries` is a multiple of it.
    ///   - height: Height in pixels, including the rows that `entries` omits.
    /// - Throws: ``APNGError`` for entries that are not whole rows or not in the palette, and for sizes that the format
    ///   cannot hold.
    /// - Complexity: O(`entries`) in time and memory. The file grows by about one byte per kilobyte of the rows below.
    public init(entries: [UInt8], of palette: Palette, width: Int, height: Int) throws(APNGError) {
        let header = try PNGHeader(width: width, height: height, depth: 8).bytes + palette.chunks()
        let (rows, stride) = (entries.count / width, width + 1)
        guard entries.count % width == 0, rows <= height else {
            throw .wrongPixelCount(found: entries.count, expected: rows * width)
        }
        let last = Int(entries.max() ?? 0)
        guard last < palette.colors.count else { throw .entry(last, colors: palette.colors.count) }
        // The length of a sequence has 32 bits.
        guard let below = UInt32(exactly: (height - rows) * stride) else { throw .size(width: width, height: height) }
        let data = SparseBytes()
        data.begin(count: rows * stride)
        entries.withMemory { bytes in
            // Each row begins with its filter type, 0 (none).
            for row in 0..<rows { data.append(bytes.suffix(from: row * width), at: row * stride + 1, length: width) }
        }
        let parser = LazyParser(data, stride: stride, table: nil)
        let (store, output) = (SequenceStore(), DeflateOutput())
        output.begin()
        store.append(room: data.count + 16) { sink in
            var at = 0
            for part in data.ranges where at < part.high { at = parser.parse(part, from: at, to: &sink) }
            parser.zeros(data.count + Int(below) - at, behind: at, to: &sink)
        }
        output.write(store, with: DeflateBlock(), isLast: true)
        var sum = data.checksum
        sum.addZeros(Int(below))
        output.end(sum)
        let image = try Chunk("IDAT", reserving: output.count) { output.append(to: &$0) }
        bytes = try header + image.bytes + APNGHeader.end()
    }
}
