internal import Deflate
internal import Memory

/// Palette indices of an image as unfiltered PNG rows, with the ranges that are not zero.
final class IndexedFrame {
    let rows = SparseBytes()
    private(set) var stride = 0
    let lookup: PaletteLookup
    private let depth: Int
    /// Indices of one row, and their bytes where several indices share one.
    private var entries = OwnedMemory<UInt8>(repeating: 0, count: 0)
    private var packed = OwnedMemory<UInt8>(repeating: 0, count: 0)

    init(_ palette: Palette, depth: Int) {
        lookup = PaletteLookup(palette)
        self.depth = depth
    }

    /// Converts the pixels of an image.
    ///
    /// - Complexity: O(touched pixels), if the previous image was as large.
    func load(_ source: PixelSource) {
        let perByte = 8 / depth
        let rowBytes = (source.width + perByte - 1) / perByte
        stride = rowBytes + 1
        rows.begin(count: stride * source.height)
        if perByte > 1 { reserve(source.width) }
        for y in 0..<source.height {
            let start = y &* stride &+ 1
            // The first byte not written yet: separate touched ranges may share one.
            var written = 0
            source.eachTouched(in: y) { row, touched in
                if perByte == 1 {
                    let target = rows.bytes.suffix(from: start)
                    eachRun(of: row, touched, in: y, of: source, into: target) { low, high in
                        rows.mark(start &+ low, length: high &- low)
                    }
                    return
                }
                // Whole bytes. Their pixels beside the touched ones are transparent.
                let low = max(written, touched.lowerBound / perByte)
                let high = min(rowBytes, (touched.upperBound + perByte - 1) / perByte)
                guard low < high else { return }
                let range = low * perByte..<min(source.width, high * perByte)
                entries.view.suffix(from: range.lowerBound).fill(0, count: (high - low) * perByte)
                eachRun(of: row, range, in: y, of: source, into: entries.view) { _, _ in }
                pack(low..<high)
                rows.append(packed.view.readOnly.suffix(from: low), at: start + low, length: high - low)
                written = high
            }
        }
    }

    /// Writes the indices of pixels that are not transparent, and runs `body` for each run of them, short gaps
    /// included.
    @inline(__always)
    private func eachRun(
        of row: MemoryView<UInt32>,
        _ range: Range<Int>,
        in y: Int,
        of source: PixelSource,
        into entries: MutableMemoryView<UInt8>,
        _ body: (Int, Int) -> Void
    ) {
        let (lookup, isStraight) = (lookup, source.isStraight)
        let (left, line) = (source.box.x.lowerBound, source.box.y.lowerBound &+ y)
        var x = range.lowerBound
        var (first, end) = (0, 0)
        while true {
            while x &+ 2 <= range.upperBound, row.load(UInt64.self, at: x) == 0 { x &+= 2 }
            while x < range.upperBound, row[x] == 0 { x &+= 1 }
            guard x < range.upperBound else { break }
            if x &- end > Self.gap || first == end {
                if first < end { body(first, end) }
                first = x
            }
            var (last, found) = (UInt32(0), PaletteMix(0).row(0))
            while x < range.upperBound, row[x] != 0 {
                if row[x] != last {
                    last = row[x]
                    found = lookup.mix(of: isStraight ? StraightAlpha.premultiplied(last) : last).row(line)
                }
                entries[x] = found.entry(at: left &+ x)
                x &+= 1
            }
            end = x
        }
        if first < end { body(first, end) }
    }

    /// Maximum number of transparent pixels coded together with their surroundings.
    private static let gap = 15

    /// Packs several indices into each byte, the first in the highest bits.
    private func pack(_ range: Range<Int>) {
        let (depth, perByte) = (depth, 8 / depth)
        let (entries, packed) = (entries.view, packed.view)
        for at in range {
            var byte = 0
            for index in at * perByte..<(at + 1) * perByte { byte = byte << depth | Int(entries[index]) }
            packed[at] = UInt8(truncatingIfNeeded: byte)
        }
    }

    private func reserve(_ width: Int) {
        // The last byte may include pixels beyond the row's end.
        guard width + 8 > entries.count else { return }
        entries = OwnedMemory(repeating: 0, count: width + 8)
        packed = OwnedMemory(repeating: 0, count: width + 8)
    }
}
