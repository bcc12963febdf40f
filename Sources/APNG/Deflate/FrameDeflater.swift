/// Packs frames into zlib streams, at a cost that follows what is in them, not their size.
///
/// Rows are coded in one of two ways, whichever takes less for a few of them: ``FlatCoder`` or ``PaethCoder``. What
/// symbols there will be is counted in a part of the rows; all that lies between pieces is said in bulk.
///
/// - Source: RFC 1950, RFC 1951.
final class FrameDeflater {
    private let flat = DeflateBlock()
    private let paeth = DeflateBlock()
    private var rows = Rows(width: 1)
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    /// Rows of the width at hand.
    private struct Rows {
        let width: Int
        var current: StraightRow
        var above: StraightRow
        let predicted: PaethRow

        init(width: Int) {
            self.width = width
            current = StraightRow(width: width)
            above = StraightRow(width: width)
            predicted = PaethRow(width: width)
        }

        /// What was the row at hand is above the next one.
        mutating func advance() { (current, above) = (above, current) }
    }

    private enum Coding {
        case flat
        case paeth
    }

    /// Of so many rows, the first is counted for both codings, and the second for the one that is taken.
    private static let bandHeight = 16

    init() {
        capacity = 1 << 16
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    /// A zlib stream of the picture's rows, for as long as `body` runs.
    func withStream<Result>(of source: PixelSource, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if rows.width != source.width { rows = Rows(width: source.width) }
        let coding = chooseCoding(for: source)
        let block = coding == .flat ? flat : paeth
        block.extrapolate()
        block.makeCodes(limit: WritingSink.longestCode)
        let count = write(source, coding, block)
        return body(UnsafeBufferPointer(start: bytes, count: count))
    }

    // MARK: Counting

    /// Goes through row `place` of each band.
    private func eachBand(of source: PixelSource, row place: Int, _ body: (Int) -> Void) {
        for y in stride(from: place, to: source.height, by: Self.bandHeight) {
            rows.current.clear()
            if y > 0 { source.load(y - 1, into: rows.current) }
            rows.advance()
            source.load(y, into: rows.current)
            body(y)
        }
    }

    /// Chooses by what both would take for a few rows, and counts some more for the one that is taken.
    private func chooseCoding(for source: PixelSource) -> Coding {
        flat.begin(distances: FlatCoder.distances(stride: source.width * 4 + 1))
        paeth.begin(distances: PaethCoder.distances)
        eachBand(of: source, row: 0) { y in
            count(y, source, .flat)
            count(y, source, .paeth)
        }
        let coding = paeth.estimatedBits < flat.estimatedBits ? Coding.paeth : .flat
        eachBand(of: source, row: 1) { count($0, source, coding) }
        return coding
    }

    private func count(_ y: Int, _ source: PixelSource, _ coding: Coding) {
        DeflateSymbols.ofLength.withUnsafeBufferPointer { ofLength in
            guard let ofLength = ofLength.baseAddress else { return }
            var sink = CountingSink(coding == .flat ? flat : paeth, ofLength: ofLength)
            var pending = 0
            code(y, source, coding, pending: &pending, to: &sink)
            sink.zeros(pending)
        }
    }

    // MARK: Writing

    @inline(__always)
    private func code(
        _ y: Int,
        _ source: PixelSource,
        _ coding: Coding,
        pending: inout Int,
        to sink: inout some DeflateSink
    ) {
        switch coding {
        case .flat:
            let isNear = flat.distances.count > 2 && y > 0
            let above = isNear ? UnsafePointer(rows.above.pixels) : nil
            FlatCoder.code(rows.current, above: above, width: rows.width, pending: &pending, to: &sink)
        case .paeth:
            rows.predicted.predict(rows.current, above: rows.above, width: rows.width)
            PaethCoder.code(rows.predicted, width: rows.width, pending: &pending, to: &sink)
        }
    }

    /// - Returns: Bytes of the stream.
    private func write(_ source: PixelSource, _ coding: Coding, _ block: DeflateBlock) -> Int {
        // Deflate with a window of 32 KiB, made fast.
        bytes[0] = 0x78
        bytes[1] = 0x01
        var writer = BitWriter(at: bytes + 2)
        reserve(DeflateBlock.maximumHeader, &writer)
        block.writeHeader(to: &writer, isLast: true)
        var sink = WritingSink(block, writer)
        var sum = Adler32()
        var pending = 0
        rows.current.clear()
        for y in 0..<source.height {
            rows.advance()
            source.load(y, into: rows.current)
            reserve(room(pending), &sink.writer)
            code(y, source, coding, pending: &pending, to: &sink)
            check(coding, &sum)
        }
        reserve(room(pending), &sink.writer)
        sink.zeros(pending)
        sink.finishBlock()
        sink.writer.finish()
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            sink.writer.put(UInt64(sum.value >> shift & 0xFF), bits: 8)
            sink.writer.flush()
        }
        return sink.writer.end - bytes
    }

    private func check(_ coding: Coding, _ sum: inout Adler32) {
        let width = rows.width
        guard coding == .flat else { return PaethCoder.check(rows.predicted, width: width, &sum) }
        var at = -1
        for index in 0..<rows.current.spanCount {
            let span = rows.current.spans[index]
            let (low, high) = (Int(span.low) &* 4, Int(span.high) &* 4)
            sum.addZeros(low &- at)
            sum.add(UnsafeRawPointer(rows.current.pixels) + low, count: high &- low)
            at = high
        }
        sum.addZeros(width &* 4 &- at)
    }

    /// The most bytes that a row can take behind so many zeros: each byte a code and a half, each gap a literal and two
    /// matches.
    private func room(_ pending: Int) -> Int { 64 + rows.width * 20 + pending / 64 }

    /// Makes room behind what is written.
    private func reserve(_ count: Int, _ writer: inout BitWriter) {
        let used = writer.end - bytes
        // A flush writes eight bytes, whatever it needs.
        guard used + count + 16 > capacity else { return }
        let larger = max(capacity * 2, used + count + 16)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: bytes, count: used)
        writer.move(from: bytes, to: new)
        bytes.deallocate()
        (bytes, capacity) = (new, larger)
    }
}

extension DeflateBlock {
    /// About the bits that what was counted takes, in sixteenths.
    fileprivate var estimatedBits: UInt64 {
        func bits(_ symbols: Range<Int>) -> UInt64 {
            let total = symbols.reduce(UInt64(0)) { $0 + UInt64(frequencies[$1]) }
            return symbols.reduce(0) {
                $0 + UInt64(frequencies[$1]) * (Self.log2(total) - Self.log2(UInt64(frequencies[$1])))
            }
        }
        let all = DeflateSymbols.literalCount + DeflateSymbols.distanceCount
        return bits(0..<DeflateSymbols.literalCount) + bits(DeflateSymbols.literalCount..<all)
    }

    /// In sixteenths, a straight line from one power of two to the next: in whole numbers, so that all machines choose
    /// alike.
    private static func log2(_ value: UInt64) -> UInt64 {
        guard value > 0 else { return 0 }
        let top = UInt64(63 - value.leadingZeroBitCount)
        return top * 16 + (top >= 4 ? value >> (top - 4) & 15 : value << (4 - top) & 15)
    }
}
