/// Packs frames into zlib streams, at a cost that follows what is in them, not their size.
///
/// Rows are coded in one of two ways, whichever takes less for a few of them: ``FlatCoder`` or ``PaethCoder``. What
/// symbols there will be is counted in a part of the rows; all that lies between pieces is said in bulk.
///
/// - Source: RFC 1950, RFC 1951.
final class FrameDeflater {
    private let effort: Effort
    private let store = SequenceStore()
    private let block = DeflateBlock()
    private var rows = Rows(width: 1)
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var y = 0

    /// Rows of the width at hand.
    private struct Rows {
        let width: Int
        let ring: RowRing
        let history: PixelHistory
        let predicted: PaethRow

        init(width: Int) {
            self.width = width
            ring = RowRing(width: width)
            history = PixelHistory(ring: ring)
            predicted = PaethRow(width: width)
        }
    }

    private enum Coding {
        case flat
        case paeth
    }

    /// Of so many rows, the first is tried with both codings.
    private static let bandHeight = 16
    /// A block ends behind the row with which it has so many literals or sequences.
    private static let blockSize = (literals: 1 << 18, sequences: 1 << 16)

    init(_ effort: Effort) {
        self.effort = effort
        capacity = 1 << 16
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    /// A zlib stream of the picture's rows, for as long as `body` runs.
    func withStream<Result>(of source: PixelSource, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if rows.width != source.width { rows = Rows(width: source.width) }
        let coding = chooseCoding(for: source)
        let count = write(source, coding)
        return body(UnsafeBufferPointer(start: bytes, count: count))
    }

    // MARK: Choosing

    /// By what both would take for a few rows.
    private func chooseCoding(for source: PixelSource) -> Coding {
        let (flat, paeth) = (bits(of: source, .flat), bits(of: source, .paeth))
        return paeth < flat ? .paeth : .flat
    }

    /// About what one row of each band takes.
    private func bits(of source: PixelSource, _ coding: Coding) -> Int {
        store.clear()
        for y in stride(from: Self.bandHeight / 2, to: source.height, by: Self.bandHeight) {
            source.load(y - 1, into: rows.ring[y - 1])
            source.load(y, into: rows.ring[y])
            store.append(room: source.width * 4 + 1) { sink in
                var pending = 0
                code(y, coding, lookup: nil, pending: &pending, to: &sink)
                sink.zeros(pending)
            }
        }
        store.close()
        block.count(store)
        return block.estimatedBits
    }

    // MARK: Writing

    @inline(__always)
    private func code(
        _ y: Int,
        _ coding: Coding,
        lookup: PixelLookup?,
        pending: inout Int,
        to sink: inout SequenceSink
    ) {
        let ring = rows.ring
        switch coding {
        case .flat:
            let above = ring.stride <= DeflateSymbols.longestDistance ? ring[y - 1] : ring.empty
            FlatCoder.code(ring[y], above: above.pixels, width: rows.width, lookup: lookup, pending: &pending, to: &sink)
        case .paeth:
            rows.predicted.predict(ring[y], above: ring[y - 1], width: rows.width)
            PaethCoder.code(rows.predicted, width: rows.width, pending: &pending, to: &sink)
        }
    }

    /// - Returns: Bytes of the stream.
    private func write(_ source: PixelSource, _ coding: Coding) -> Int {
        // Deflate with a window of 32 KiB.
        bytes[0] = 0x78
        bytes[1] = 0x01
        var writer = BitWriter(at: bytes + 2)
        var sum = Adler32()
        var pending = 0
        store.clear()
        rows.history.clear()
        let looksBack = effort != .fast
        for y in 0..<source.height {
            source.load(y, into: rows.ring[y])
            store.append(room: source.width * 4 + 1) { sink in
                let lookup = looksBack ? PixelLookup(rows.history, y: y) : nil
                code(y, coding, lookup: lookup, pending: &pending, to: &sink)
            }
            check(rows.ring[y], coding, &sum)
            if store.literalCount > Self.blockSize.literals || store.sequenceCount > Self.blockSize.sequences {
                if y < source.height - 1 { writeBlock(to: &writer, isLast: false) }
            }
        }
        store.append(room: 4) { $0.zeros(pending) }
        writeBlock(to: &writer, isLast: true)
        writer.finish()
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            writer.put(UInt64(sum.value >> shift & 0xFF), bits: 8)
            writer.flush()
        }
        return writer.end - bytes
    }

    private func writeBlock(to writer: inout BitWriter, isLast: Bool) {
        store.close()
        block.count(store)
        block.makeCodes()
        reserve(DeflateBlock.maximumHeader + block.bits / 8 + 32, &writer)
        block.writeHeader(to: &writer, isLast: isLast)
        block.write(store, to: &writer)
        store.clear()
    }

    private func check(_ row: StraightRow, _ coding: Coding, _ sum: inout Adler32) {
        let width = rows.width
        guard coding == .flat else { return PaethCoder.check(rows.predicted, width: width, &sum) }
        var at = -1
        for index in 0..<row.spanCount {
            let span = row.spans[index]
            let (low, high) = (Int(span.low) &* 4, Int(span.high) &* 4)
            sum.addZeros(low &- at)
            sum.add(UnsafeRawPointer(row.pixels) + low, count: high &- low)
            at = high
        }
        sum.addZeros(width &* 4 &- at)
    }

    /// Makes room behind what is written.
    private func reserve(_ count: Int, _ writer: inout BitWriter) {
        let used = writer.end - bytes
        guard used + count > capacity else { return }
        let larger = max(capacity * 2, used + count)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: bytes, count: used)
        writer.move(from: bytes, to: new)
        bytes.deallocate()
        (bytes, capacity) = (new, larger)
    }
}
