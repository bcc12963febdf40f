internal import Deflate
internal import Memory

/// Codes rows as residuals of Paeth prediction: for soft light and photographs.
enum PaethRowCoder {
    private static let filterType: UInt8 = 4

    /// Encodes a row, filter type first. An empty row gets filter type 0 (none).
    ///
    /// - Parameters:
    ///   - withRuns: Whether residuals that repeat the previous pixel's, or all of it but alpha, become matches.
    ///   - pending: Zeros not emitted yet; on return, the zeros behind the last range.
    @inline(__always)
    static func encode<Sink: SymbolSink>(
        _ row: PaethRow,
        width: Int,
        withRuns: Bool = false,
        pending: inout Int,
        to sink: inout Sink
    ) {
        if row.rangeCount == 0 {
            pending &+= width &* 4 &+ 1
            return
        }
        // A local copy, which nothing else can modify, stays in registers.
        var local = sink
        defer { sink = local }
        local.zeros(pending)
        local.literal(filterType)
        var at = 0
        for index in 0..<row.rangeCount {
            let range = row.ranges[index]
            local.zeros(range.low &- at)
            if withRuns { encodeRuns(row.bytes, range, to: &local) } else { encode(row.bytes, range, to: &local) }
            at = range.high
        }
        pending = width &* 4 &- at
    }

    /// Appends a row to a buffer, its filter type before `start`.
    static func append(_ row: PaethRow, at start: Int, to rows: SparseBytes) {
        guard row.rangeCount > 0 else { return }
        [filterType].withMemory { rows.append($0, at: start - 1, length: 1) }
        for index in 0..<row.rangeCount {
            let range = row.ranges[index]
            rows.append(row.bytes.suffix(from: range.low), at: start + range.low, length: range.high - range.low)
        }
    }

    /// Adds a row to a checksum.
    @inline(__always)
    static func addChecksum(of row: PaethRow, width: Int, to sum: inout Adler32) {
        if row.rangeCount == 0 { return sum.addZeros(width &* 4 &+ 1) }
        sum.add(filterType)
        var at = 0
        for index in 0..<row.rangeCount {
            let range = row.ranges[index]
            sum.addZeros(range.low &- at)
            sum.add(row.bytes.suffix(from: range.low), count: range.high &- range.low)
            at = range.high
        }
        sum.addZeros(width &* 4 &- at)
    }

    /// Emits each residual but the first whose color equals the previous one's as a match of three bytes and a literal
    /// alpha. If alpha is equal too, the match continues. Three zero bytes of an exactly predicted color thus cost less
    /// than one byte.
    @inline(__always)
    private static func encodeRuns<Sink: SymbolSink>(
        _ bytes: MemoryView<UInt8>,
        _ range: PaethRow.ByteRange,
        to sink: inout Sink
    ) {
        let colors: UInt32 = 0xFF_FFFF
        let pixel = MatchOffset(4, common: .pixel)
        func residual(_ at: Int) -> UInt32 {
            UInt32(littleEndian: bytes.load(UInt32.self, at: at))
        }
        var last = residual(range.low)
        sink.pixel(last)
        var at = range.low &+ 4
        while at < range.high {
            let start = at
            while at < range.high, residual(at) == last { at &+= 4 }
            let here = at < range.high ? residual(at) : ~last
            if at < range.high, here & colors == last & colors {
                sink.match(pixel, length: at &- start &+ 3)
                sink.literal(UInt8(truncatingIfNeeded: here &>> 24))
            } else {
                if at > start { sink.match(pixel, length: at &- start) }
                if at < range.high { sink.pixel(here) }
            }
            last = here
            at &+= 4
        }
    }

    @inline(__always)
    private static func encode<Sink: SymbolSink>(
        _ bytes: MemoryView<UInt8>,
        _ range: PaethRow.ByteRange,
        to sink: inout Sink
    ) {
        var at = range.low
        while at &+ 8 <= range.high {
            at &+= sink.words(bytes.suffix(from: at), count: range.high &- at)
            let start = at
            while at &+ 8 <= range.high, bytes.load(UInt64.self, at: at) == 0 { at &+= 8 }
            sink.zeros(at &- start)
        }
        while at < range.high {
            sink.literal(bytes[at])
            at &+= 1
        }
    }
}
