/// Packs frames of palette entries into zlib streams, at a cost that follows what is in them, not their size.
///
/// - Source: RFC 1950, RFC 1951.
final class IndexedDeflater {
    private let effort: Effort
    private let indexed: IndexedFrame
    private let store = SequenceStore()
    private let block = DeflateBlock()
    private let output = DeflateOutput()
    /// Where bytes were seen, for ``IndexCoder``.
    private let places: UnsafeMutablePointer<Int32>
    /// For ``Effort/small``.
    private lazy var shortest = ShortestCoder()

    /// A block ends behind the part with which it has so many bytes, gaps not among them.
    private static let blockSize = 1 << 18

    /// - Parameter depth: Bits of an entry.
    init(_ palette: Palette, depth: Int, _ effort: Effort) {
        self.effort = effort
        indexed = IndexedFrame(palette, depth: depth)
        places = .allocate(capacity: 1 << IndexCoder.hashBits)
        places.initialize(repeating: 0, count: 1 << IndexCoder.hashBits)
    }

    deinit { places.deallocate() }

    /// A zlib stream of the picture's rows, for as long as `body` runs.
    ///
    /// - Parameter isStopped: Asked before each block; when it says yes, there is no stream.
    func withStream<Result>(
        of source: PixelSource,
        unless isStopped: () -> Bool,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        indexed.load(source)
        output.begin()
        store.clear()
        if effort == .small {
            let isDone = shortest.code(
                indexed.frame,
                stride: indexed.stride,
                pixelSize: 1,
                to: store,
                block,
                unless: isStopped
            ) {
                output.write(store, block, isLast: $0)
            }
            guard isDone else { return nil }
        } else {
            guard write(indexed.frame, unless: isStopped) else { return nil }
        }
        output.end(indexed.frame.sum)
        return body(output.written)
    }

    /// - Returns: Whether it is done.
    private func write(_ frame: FilteredFrame, unless isStopped: () -> Bool) -> Bool {
        if effort != .fast { places.update(repeating: 0, count: 1 << IndexCoder.hashBits) }
        let coder = IndexCoder(frame, stride: indexed.stride, places: effort == .fast ? nil : places)
        let parts = frame.places
        var (at, next) = (0, 0)
        while next < parts.count {
            if isStopped() { return false }
            // As many at once as a block should have: asking for room takes time.
            var (end, length) = (next, 0)
            while end < parts.count, length < Self.blockSize {
                (end, length) = (end + 1, length + parts[end].length + 4)
            }
            store.append(room: length) { sink in
                for part in parts[next..<end] where at < part.high { at = coder.code(part, from: at, to: &sink) }
            }
            next = end
            if next < parts.count { output.write(store, block, isLast: false) }
        }
        store.append(room: 16) { coder.zeros(frame.count - at, behind: at, to: &$0) }
        output.write(store, block, isLast: true)
        return true
    }
}

extension FilteredFrame.Place {
    fileprivate var length: Int { high - low }
}
