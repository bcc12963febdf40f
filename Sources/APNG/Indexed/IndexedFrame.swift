/// The bytes of a picture that says entries of a palette: rows as PNG has them, unfiltered, and where anything is in
/// them.
final class IndexedFrame {
    let frame = FilteredFrame()
    private(set) var stride = 0
    private let lookup: PaletteLookup
    private let depth: Int
    /// Entries of one row, and their bytes where several share one.
    private var entries = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    private var packed = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    /// What differs from the base in one row.
    private var rest = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    private var capacity = 0

    init(_ palette: Palette, depth: Int) {
        lookup = PaletteLookup(palette)
        self.depth = depth
    }

    deinit {
        entries.deallocate()
        packed.deallocate()
        rest.deallocate()
    }

    /// Takes in all of a picture.
    ///
    /// - Complexity: O(touched pixels), if the one before was as large.
    func load(_ source: PixelSource) {
        let perByte = 8 / depth
        let rowBytes = (source.width + perByte - 1) / perByte
        stride = rowBytes + 1
        frame.begin(count: stride * source.height)
        if perByte > 1 || source.base != nil { reserve(source.width) }
        for y in 0..<source.height {
            let start = y &* stride &+ 1
            // The first byte that has not been said yet: touched pixels that are apart may share one.
            var said = 0
            source.eachTouched(in: y) { pixels, touched in
                let row = source.base == nil ? pixels : difference(of: pixels, touched, in: y, of: source, perByte)
                if perByte == 1 {
                    let target = frame.bytes.assumingMemoryBound(to: UInt8.self) + start
                    eachRun(of: row, touched, source.isStraight, into: target) { low, high in
                        frame.mark(start &+ low, length: high &- low)
                    }
                    return
                }
                // Whole bytes. What they have beside the touched pixels is transparent.
                let low = max(said, touched.lowerBound / perByte)
                let high = min(rowBytes, (touched.upperBound + perByte - 1) / perByte)
                guard low < high else { return }
                let range = low * perByte..<min(source.width, high * perByte)
                (entries + range.lowerBound).update(repeating: 0, count: (high - low) * perByte)
                eachRun(of: row, range, source.isStraight, into: entries) { _, _ in }
                pack(low..<high)
                frame.add(packed + low, at: start + low, length: high - low)
                said = high
            }
        }
    }

    /// The row without what is the same in the base.
    private func difference(
        of row: UnsafePointer<UInt32>,
        _ touched: Range<Int>,
        in y: Int,
        of source: PixelSource,
        _ perByte: Int
    ) -> UnsafePointer<UInt32> {
        guard let base = source.base else { return row }
        let start = (source.box.y.lowerBound &+ y) &* source.rowLength &+ source.box.x.lowerBound
        // And the pixels that share a byte with these.
        let range = max(0, touched.lowerBound - perByte)..<min(source.width, touched.upperBound + perByte)
        for x in range { rest[x] = row[x] == base[start &+ x] ? 0 : row[x] }
        return UnsafePointer(rest)
    }

    /// Writes the entries of pixels that are not transparent, and runs `body` for each run of them, short gaps included.
    @inline(__always)
    private func eachRun(
        of row: UnsafePointer<UInt32>,
        _ range: Range<Int>,
        _ isStraight: Bool,
        into entries: UnsafeMutablePointer<UInt8>,
        _ body: (Int, Int) -> Void
    ) {
        let lookup = lookup
        var x = range.lowerBound
        var (first, end) = (0, 0)
        while true {
            while x &+ 2 <= range.upperBound, UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self) == 0 { x &+= 2 }
            while x < range.upperBound, row[x] == 0 { x &+= 1 }
            guard x < range.upperBound else { break }
            if x &- end > Self.gap || first == end {
                if first < end { body(first, end) }
                first = x
            }
            var (last, entry) = (UInt32(0), UInt8(0))
            while x < range.upperBound, row[x] != 0 {
                if row[x] != last {
                    last = row[x]
                    entry = lookup.entry(of: isStraight ? StraightAlpha.premultiplied(last) : last)
                }
                entries[x] = entry
                x &+= 1
            }
            end = x
        }
        if first < end { body(first, end) }
    }

    /// So many transparent pixels are coded with what is around them.
    private static let gap = 15

    /// Several entries into each byte, the first one highest.
    private func pack(_ range: Range<Int>) {
        let (depth, perByte) = (depth, 8 / depth)
        for at in range {
            var byte = 0
            for index in at * perByte..<(at + 1) * perByte { byte = byte << depth | Int(entries[index]) }
            packed[at] = UInt8(truncatingIfNeeded: byte)
        }
    }

    private func reserve(_ width: Int) {
        guard width > capacity else { return }
        capacity = width
        entries.deallocate()
        packed.deallocate()
        rest.deallocate()
        rest = .allocate(capacity: width + 8)
        // The last byte may be shared with pixels that aren't there.
        entries = .allocate(capacity: width + 8)
        packed = .allocate(capacity: width + 8)
    }
}
