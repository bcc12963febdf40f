/// Compresses frames of palette indices into zlib streams. The cost follows a frame's content, not its size.
///
/// - Source: RFC 1950, RFC 1951.
final class IndexedDeflater {
    private let effort: Effort
    private let indexed: IndexedFrame
    private let store = SequenceStore()
    private let block = DeflateBlock()
    private let output = DeflateOutput()
    /// Hash table for ``IndexCoder``.
    private let places: UnsafeMutablePointer<Int32>
    /// Optimal parser for ``Effort/small``.
    private lazy var shortest = ShortestCoder()

    /// Number of bytes after which a block ends, at the end of a part; gaps excluded.
    private static let blockSize = 1 << 18

    /// - Parameter depth: Bits per palette index.
    init(_ palette: Palette, depth: Int, _ effort: Effort) {
        self.effort = effort
        indexed = IndexedFrame(palette, depth: depth)
        places = .allocate(capacity: 1 << IndexCoder.hashBits)
        places.initialize(repeating: 0, count: 1 << IndexCoder.hashBits)
    }

    deinit { places.deallocate() }

    /// Compresses the rows of an image and passes the zlib stream to `body`; the stream is valid only during the call.
    ///
    /// - Parameter isStopped: Polled before each block; `true` abandons the stream.
    /// - Returns: The result of `body`; `nil` if stopped.
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

    /// - Returns: Whether the frame was written; `false` if stopped.
    private func write(_ frame: FilteredFrame, unless isStopped: () -> Bool) -> Bool {
        if effort != .fast { places.update(repeating: 0, count: 1 << IndexCoder.hashBits) }
        let coder = IndexCoder(frame, stride: indexed.stride, places: effort == .fast ? nil : places)
        let parts = frame.places
        var (at, next) = (0, 0)
        while next < parts.count {
            if isStopped() { return false }
            // As many parts at once as a block should have: reserving memory takes time.
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
