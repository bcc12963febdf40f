internal import CKernels

/// Paeth residuals of a row, wherever the row or the row above has pixels.
///
/// - Source: PNG Specification, Third Edition, §9.4.
final class PaethRow {
    /// A byte range `low..<high` of the row. All nonzero residuals are within such ranges.
    struct Place {
        var low: Int
        var high: Int
    }

    /// Residual bytes without the filter type. Bytes outside of ``places`` are undefined.
    let bytes: UnsafeMutableRawPointer
    let places: UnsafeMutablePointer<Place>
    private(set) var placeCount = 0

    private let kernels = hanabi_best_kernels()

    /// Maximum width in pixels.
    let width: Int

    init(width: Int) {
        self.width = width
        // Whole vectors are written, a little beyond the end.
        bytes = .allocate(byteCount: width * 4 + 64, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: width * 4 + 64)
        places = .allocate(capacity: width + 2)
    }

    deinit {
        bytes.deallocate()
        places.deallocate()
    }

    /// - Parameter above: The row above; an empty row for the first one.
    func predict(_ row: StraightRow, above: StraightRow, width: Int) {
        findPlaces(row, above, width * 4)
        let (row, above) = (UnsafeRawPointer(row.pixels), UnsafeRawPointer(above.pixels))
        for index in 0..<placeCount {
            let (low, count) = (places[index].low, places[index].high &- places[index].low)
            kernels.pointee.paeth_filter(bytes + low, row + low, above + low, count)
        }
    }

    /// Finds the ranges in which either row has pixels, each extended by one pixel, and merges those at most 16 bytes
    /// apart.
    private func findPlaces(_ row: StraightRow, _ above: StraightRow, _ length: Int) {
        placeCount = 0
        var (own, other) = (0, 0)
        while own < row.spanCount || other < above.spanCount {
            let span: StraightRow.Span
            if other == above.spanCount || own < row.spanCount && row.spans[own].low < above.spans[other].low {
                span = row.spans[own]
                own &+= 1
            } else {
                span = above.spans[other]
                other &+= 1
            }
            let (low, high) = (Int(span.low) &* 4, min(length, Int(span.high) &* 4 &+ 4))
            if placeCount > 0, places[placeCount &- 1].high &+ 16 >= low {
                places[placeCount &- 1].high = max(places[placeCount &- 1].high, high)
            } else {
                places[placeCount] = Place(low: low, high: high)
                placeCount &+= 1
            }
        }
    }
}

/// Codes rows as residuals of Paeth prediction: for soft light and photographs.
enum PaethCoder {
    private static let filterType: UInt8 = 4

    /// Encodes a row, filter type first. An empty row gets filter type 0 (none).
    ///
    /// - Parameters:
    ///   - asRuns: Whether residuals that repeat the previous pixel's, or all of it but alpha, become matches.
    ///   - pending: Zeros not emitted yet; on return, the zeros behind the last place.
    @inline(__always)
    static func code<Sink: SymbolSink>(
        _ row: PaethRow,
        width: Int,
        asRuns: Bool = false,
        pending: inout Int,
        to sink: inout Sink
    ) {
        if row.placeCount == 0 {
            pending &+= width &* 4 &+ 1
            return
        }
        // A local copy, which nothing else can modify, stays in registers.
        var local = sink
        defer { sink = local }
        local.zeros(pending)
        local.literal(filterType)
        var at = 0
        for index in 0..<row.placeCount {
            let place = row.places[index]
            local.zeros(place.low &- at)
            if asRuns { codeRuns(row.bytes, place, to: &local) } else { code(row.bytes, place, to: &local) }
            at = place.high
        }
        pending = width &* 4 &- at
    }

    /// Adds a row to a frame, its filter type before `start`.
    static func add(_ row: PaethRow, at start: Int, to frame: FilteredFrame) {
        guard row.placeCount > 0 else { return }
        var type = filterType
        frame.add(&type, at: start - 1, length: 1)
        for index in 0..<row.placeCount {
            let place = row.places[index]
            frame.add(row.bytes + place.low, at: start + place.low, length: place.high - place.low)
        }
    }

    /// Adds a row to a checksum.
    @inline(__always)
    static func check(_ row: PaethRow, width: Int, _ sum: inout Adler32) {
        if row.placeCount == 0 { return sum.addZeros(width &* 4 &+ 1) }
        sum.add(filterType)
        var at = 0
        for index in 0..<row.placeCount {
            let place = row.places[index]
            sum.addZeros(place.low &- at)
            sum.add(row.bytes + place.low, count: place.high &- place.low)
            at = place.high
        }
        sum.addZeros(width &* 4 &- at)
    }

    /// Emits each residual but the first whose color equals the previous one's as a match of three bytes and a literal
    /// alpha. If alpha is equal too, the match continues. Three zero bytes of an exactly predicted color thus cost less
    /// than one byte.
    @inline(__always)
    private static func codeRuns<Sink: SymbolSink>(
        _ bytes: UnsafeMutableRawPointer,
        _ place: PaethRow.Place,
        to sink: inout Sink
    ) {
        let colors: UInt32 = 0xFF_FFFF
        let pixel = Distance(4, usual: .pixel)
        func rest(_ at: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        }
        var last = rest(place.low)
        sink.pixel(last)
        var at = place.low &+ 4
        while at < place.high {
            let start = at
            while at < place.high, rest(at) == last { at &+= 4 }
            let here = at < place.high ? rest(at) : ~last
            if at < place.high, here & colors == last & colors {
                sink.match(pixel, length: at &- start &+ 3)
                sink.literal(UInt8(truncatingIfNeeded: here &>> 24))
            } else {
                if at > start { sink.match(pixel, length: at &- start) }
                if at < place.high { sink.pixel(here) }
            }
            last = here
            at &+= 4
        }
    }

    @inline(__always)
    private static func code<Sink: SymbolSink>(
        _ bytes: UnsafeMutableRawPointer,
        _ place: PaethRow.Place,
        to sink: inout Sink
    ) {
        var at = place.low
        while at &+ 8 <= place.high {
            at &+= sink.words(bytes + at, count: place.high &- at)
            let start = at
            while at &+ 8 <= place.high, bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) == 0 { at &+= 8 }
            sink.zeros(at &- start)
        }
        while at < place.high {
            sink.literal(bytes.load(fromByteOffset: at, as: UInt8.self))
            at &+= 1
        }
    }
}
