internal import Deflate
internal import Memory

/// Compresses frames of palette indices into zlib streams. The cost follows a frame's content, not its size.
///
/// - Source: RFC 1950, RFC 1951.
final class IndexedDeflater {
    private let effort: Effort
    private let indexed: IndexedFrame
    private let store = SequenceStore()
    private let block = DeflateBlock()
    private let output = DeflateOutput()
    /// Hash table for ``LazyParser``.
    private let table = OwnedMemory<Int32>(repeating: 0, count: 1 << LazyParser.hashBits)
    /// Optimal parser for ``Effort/small``.
    private lazy var optimal = OptimalParser()

    /// Number of bytes after which a block ends, at the end of a part; gaps excluded.
    private static let blockSize = 1 << 18

    /// Number of bytes after which a part that is longer is split: room is reserved for all of a part's bytes, whatever way
    /// they are coded.
    private static let longestPart = 1 << 20

    /// Palette of the file.
    var lookup: PaletteLookup { indexed.lookup }

    /// - Parameter depth: Bits per palette index.
    init(_ palette: Palette, depth: Int, _ effort: Effort) {
        self.effort = effort
        indexed = IndexedFrame(palette, depth: depth)
    }

    /// Compresses the rows of an image and passes the zlib stream to `body`; the stream is valid only during the call.
    ///
    /// - Parameter isStopped: Polled before each block; `true` abandons the stream.
    /// - Returns: The result of `body`; `nil` if stopped.
    func withStream<Result>(
        of source: PixelSource,
        unless isStopped: () -> Bool,
        _ body: (DeflateOutput) -> Result
    ) -> Result? {
        indexed.load(source)
        output.begin()
        store.clear()
        if effort == .small {
            let isDone = optimal.parse(
                indexed.rows,
                stride: indexed.stride,
                pixelSize: 1,
                to: store,
                block: block,
                unless: isStopped
            ) {
                output.write(store, with: block, isLast: $0)
            }
            guard isDone else { return nil }
        } else {
            guard write(indexed.rows, unless: isStopped) else { return nil }
        }
        output.end(indexed.rows.checksum)
        return body(output)
    }

    /// - Returns: Whether the frame was written; `false` if stopped.
    private func write(_ data: SparseBytes, unless isStopped: () -> Bool) -> Bool {
        if effort != .fast { table.fill(0) }
        let parser = LazyParser(data, stride: indexed.stride, table: effort == .fast ? nil : table.view)
        let parts = data.ranges.flatMap { $0.split(atMost: Self.longestPart) }
        var (at, next) = (0, 0)
        while next < parts.count {
            if isStopped() { return false }
            // As many parts at once as a block should have: reserving memory takes time.
            var (end, length) = (next, 0)
            while end < parts.count, length < Self.blockSize {
                (end, length) = (end + 1, length + parts[end].length + 4)
            }
            store.append(room: length) { sink in
                for part in parts[next..<end] where at < part.high { at = parser.parse(part, from: at, to: &sink) }
            }
            next = end
            if next < parts.count { output.write(store, with: block, isLast: false) }
        }
        store.append(room: 16) { parser.zeros(data.count - at, behind: at, to: &$0) }
        output.write(store, with: block, isLast: true)
        return true
    }
}

extension SparseBytes.ByteRange {
    fileprivate var length: Int { high - low }

    /// The range in pieces of at most `count` bytes.
    fileprivate func split(atMost count: Int) -> [Self] {
        guard length > count else { return [self] }
        return stride(from: low, to: high, by: count).map { start in
            var piece = self
            (piece.low, piece.high) = (start, min(high, start + count))
            return piece
        }
    }
}
