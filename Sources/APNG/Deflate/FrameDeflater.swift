/// Packs frames into zlib streams, at a cost that follows what is in them, not their size.
///
/// Rows are coded in one of two ways, whichever takes less for a few of them: ``FlatCoder`` or ``PaethCoder``. What
/// symbols there will be is counted in a part of the rows; all that lies between pieces is said in bulk.
///
/// - Source: RFC 1950, RFC 1951.
final class FrameDeflater {
    private let effort: Effort
    /// Does it all where there is a palette.
    private let indexed: IndexedDeflater?
    private let store = SequenceStore()
    private let block = DeflateBlock()
    private let ring = RowRing()
    private let history = PixelHistory()
    private var predicted = PaethRow(width: 0)
    private var width = 0
    /// For ``Effort/small``.
    private lazy var whole = (frame: FilteredFrame(), coder: ShortestCoder())
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    private enum Coding {
        /// As they are, with what is on the left and above.
        case near
        /// And with all that was before.
        case far
        case paeth
    }

    /// Of so many rows, some in the middle are tried with each coding.
    private static let bandHeight = 64
    private static let sampleHeight = 3
    /// A block ends behind the row with which it has so many literals or sequences.
    private static let blockSize = (literals: 1 << 18, sequences: 1 << 16)

    /// - Parameter depth: Bits of a palette's entry.
    init(_ effort: Effort, _ palette: Palette? = nil, depth: Int = 8) {
        self.effort = effort
        indexed = palette.map { IndexedDeflater($0, depth: depth, effort) }
        capacity = 1 << 16
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    /// A zlib stream of the picture's rows, for as long as `body` runs.
    func withStream<Result>(of source: PixelSource, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let indexed { return indexed.withStream(of: source, body) }
        if source.width > predicted.width { predicted = PaethRow(width: source.width) }
        ring.begin(width: source.width)
        width = source.width
        let coding = chooseCoding(for: source)
        let count = effort == .small ? writeShortest(source, coding) : write(source, coding)
        return body(UnsafeBufferPointer(start: bytes, count: count))
    }

    // MARK: Choosing

    /// By what each would take for a few rows.
    private func chooseCoding(for source: PixelSource) -> Coding {
        let flat = effort == .fast ? Coding.near : .far
        let paeth = bits(of: source, .paeth)
        return paeth * 10 < bits(of: source, flat) * 9 ? .paeth : flat
    }

    /// About what one row of each band takes.
    private func bits(of source: PixelSource, _ coding: Coding) -> Int {
        store.clear()
        history.clear()
        for start in stride(from: min(Self.bandHeight, source.height) / 2, to: source.height, by: Self.bandHeight) {
            for y in max(0, start - 1)..<min(source.height, start + Self.sampleHeight) {
                source.load(y, into: ring[y], above: coding == .paeth ? ring[y - 1] : nil)
                guard y >= start else { continue }
                store.append(room: source.width * 4 + 1) { sink in
                    var pending = 0
                    code(y, coding, pending: &pending, to: &sink)
                    sink.zeros(pending)
                }
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
        pending: inout Int,
        to sink: inout SequenceSink
    ) {
        switch coding {
        case .near:
            FlatCoder.code(y, of: ring, lookup: nil, pending: &pending, to: &sink)
        case .far:
            let lookup = PixelLookup(history, ring, y: y)
            FlatCoder.code(y, of: ring, lookup: lookup, pending: &pending, to: &sink)
        case .paeth:
            predicted.predict(ring[y], above: ring[y - 1], width: width)
            PaethCoder.code(predicted, width: width, pending: &pending, to: &sink)
        }
    }

    /// - Returns: Bytes of the stream.
    private func write(_ source: PixelSource, _ coding: Coding) -> Int {
        var writer = begin()
        var sum = Adler32()
        var pending = 0
        history.clear()
        for y in 0..<source.height {
            source.load(y, into: ring[y], above: coding == .paeth ? ring[y - 1] : nil)
            store.append(room: source.width * 4 + 1) { sink in
                code(y, coding, pending: &pending, to: &sink)
            }
            check(ring[y], coding, &sum)
            if store.literalCount > Self.blockSize.literals || store.sequenceCount > Self.blockSize.sequences {
                if y < source.height - 1 { writeBlock(to: &writer, isLast: false) }
            }
        }
        store.append(room: 4) { $0.zeros(pending) }
        writeBlock(to: &writer, isLast: true)
        return end(writer, sum)
    }

    /// The same for ``Effort/small``.
    private func writeShortest(_ source: PixelSource, _ coding: Coding) -> Int {
        let (frame, stride) = (whole.frame, ring.stride)
        frame.begin(count: stride * source.height)
        for y in 0..<source.height {
            source.load(y, into: ring[y], above: coding == .paeth ? ring[y - 1] : nil)
            let start = y * stride + 1
            if coding == .paeth {
                predicted.predict(ring[y], above: ring[y - 1], width: width)
                PaethCoder.add(predicted, at: start, to: frame)
            } else {
                for index in 0..<ring[y].spanCount {
                    let span = ring[y].spans[index]
                    let (low, high) = (Int(span.low), Int(span.high))
                    frame.add(ring[y].pixels + low, at: start + low * 4, length: (high - low) * 4)
                }
            }
        }
        var writer = begin()
        whole.coder.code(frame, stride: stride, to: store, block) { isLast in writeBlock(to: &writer, isLast: isLast) }
        return end(writer, frame.sum)
    }

    private func begin() -> BitWriter {
        // Deflate with a window of 32 KiB.
        bytes[0] = 0x78
        bytes[1] = 0x01
        store.clear()
        return BitWriter(at: bytes + 2)
    }

    private func end(_ writer: BitWriter, _ sum: Adler32) -> Int {
        var writer = writer
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
        guard coding != .paeth else { return PaethCoder.check(predicted, width: width, &sum) }
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
