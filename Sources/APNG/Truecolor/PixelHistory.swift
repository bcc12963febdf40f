internal import CKernels
internal import Deflate
internal import Memory

/// Index of the last position of each pixel, and of each pair of pixels, within the rows of the ring.
final class PixelHistory {
    /// Positions by hash, first of pixels, then of pairs: row + 1 in the upper half, column in the lower; 0 if unknown.
    fileprivate let places = OwnedMemory<UInt64>(repeating: 0, count: 2 << hashBits)
    /// Search backoff.
    fileprivate let backoff = OwnedMemory(repeating: SearchBackoff(), count: 1)

    /// Whether any position may be known.
    private var isUsed = false

    fileprivate static let hashBits = 12

    /// Forgets all positions.
    func clear() {
        guard isUsed else { return }
        isUsed = false
        places.fill(0)
        backoff[0] = SearchBackoff()
    }

    /// Whether enough probes have shown that searching does not pay off for a sample of `bits` bits. The rows above
    /// must be indexed: most matches of images are found there, but not those of flat areas.
    func hasFoundLittle(of bits: Int) -> Bool {
        let (probes, saved) = backoff[0].total
        return probes >= SearchBackoff.fewest && saved < bits / SearchBackoff.bitsPerSaved
    }

    /// Indexes row `y` as if it had been searched.
    func record(_ y: Int, of ring: RowRing) {
        isUsed = true
        let (row, lookup) = (ring[y], PixelLookup(self, ring, y: y))
        for index in 0..<row.spanCount {
            let span = row.spans[index]
            for x in Int(span.low)..<Int(span.high) where row.pixels[x] != row.pixels[x &- 1] {
                lookup.record(row.pixels.readOnly, x)
                lookup.recordPair(row.pixels.readOnly, x)
            }
        }
    }

    /// Returns the lookup for row `y`, which also indexes its pixels; `nil` if all probes of the row are skipped.
    func lookup(for y: Int, of ring: RowRing) -> PixelLookup? {
        let probes = ring[y].pixelCount / 2
        if backoff[0].rest > probes {
            backoff[0].rest -= probes
            return nil
        }
        isUsed = true
        return PixelLookup(self, ring, y: y)
    }
}

/// Search backoff by recent savings. Where areas never recur, a search is tried only now and then.
private struct SearchBackoff {
    var probes = 0
    /// Bits saved.
    var saved = 0
    /// Probes and saved bits of earlier periods.
    var before = (probes: 0, saved: 0)
    /// Number of probes left to skip.
    var rest = 0
    /// Number of consecutive periods that did not pay off.
    var skips = 0

    /// All probes and the bits they saved.
    var total: (probes: Int, saved: Int) { (before.probes &+ probes, before.saved &+ saved) }

    /// Search pays off at one bit saved per `probesPerBit` probes.
    static let probesPerBit = 2
    static let period = 1024
    /// Minimum saving in a sample: one bit of `bitsPerSaved`, after `fewest` probes. Searching takes as long as
    /// everything else together.
    static let bitsPerSaved = 16
    static let fewest = 192
    /// Number of probes to skip after the first period without gain; doubled each time.
    static let skip = 3072
    static let mostSkips = 8
}

/// View of a ``PixelHistory`` for one row.
struct PixelLookup {
    private let places: MutableMemoryView<UInt64>
    private let backoff: MutableMemoryView<SearchBackoff>
    /// Pixels of the rows, indexed as in the ring.
    private let rows: MemoryView<MemoryView<UInt32>>
    private let reach: Int
    private let stride: Int
    private let y: Int

    fileprivate init(_ history: PixelHistory, _ ring: RowRing, y: Int) {
        places = history.places.view
        backoff = history.backoff.view
        rows = ring.pixels
        reach = ring.reach
        stride = ring.stride
        self.y = y
    }

    /// Returns the distance in bytes and the number of equal pixels, at most `limit`, of the longest earlier match of
    /// pixel `x` of `row`; zeros if there is none.
    @inline(__always)
    func find(_ row: MemoryView<UInt32>, _ x: Int, limit: Int) -> (distance: Int, count: Int) {
        let one = match(atSlot: Self.hash(UInt64(row[x])), row, x, limit: limit)
        guard limit > 1 else { return one }
        let two = match(atSlot: Self.hashOfPair(row, x), row, x, limit: limit)
        return two.count > one.count &+ 1 ? two : one
    }

    /// Whether to search at the current pixel. Advances the backoff.
    @inline(__always)
    var shouldSearch: Bool {
        if backoff[0].rest > 0 {
            backoff[0].rest &-= 1
            return false
        }
        backoff[0].probes &+= 1
        if backoff[0].probes == SearchBackoff.period {
            let isLittle = backoff[0].saved < SearchBackoff.period / SearchBackoff.probesPerBit
            let skips = isLittle ? min(backoff[0].skips &+ 1, SearchBackoff.mostSkips) : 0
            let before = backoff[0].total
            let rest = skips == 0 ? 0 : SearchBackoff.skip &<< (skips &- 1)
            backoff[0] = SearchBackoff(before: before, rest: rest, skips: skips)
        }
        return true
    }

    /// Records the bits that a probe saved.
    @inline(__always)
    func record(saved bits: Int) { backoff[0].saved &+= bits }

    /// Records the position of a pixel for ``find(_:_:limit:)``.
    @inline(__always)
    func record(_ row: MemoryView<UInt32>, _ x: Int) { places[Self.hash(UInt64(row[x]))] = place(x) }

    /// Records the position of a pixel together with the one behind it.
    @inline(__always)
    func recordPair(_ row: MemoryView<UInt32>, _ x: Int) { places[Self.hashOfPair(row, x)] = place(x) }

    @inline(__always)
    private static func hashOfPair(_ row: MemoryView<UInt32>, _ x: Int) -> Int {
        hash(row.load(UInt64.self, at: x)) | 1 << PixelHistory.hashBits
    }

    @inline(__always)
    private static func hash(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(64 - PixelHistory.hashBits))
    }

    @inline(__always)
    private func place(_ x: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: y &+ 1) &<< 32 | UInt64(truncatingIfNeeded: x)
    }

    /// Returns the match at a recorded position, and records the current one in its slot.
    @inline(__always)
    private func match(atSlot slot: Int, _ row: MemoryView<UInt32>, _ x: Int, limit: Int)
        -> (
            distance: Int, count: Int
        )
    {
        let other = places[slot]
        places[slot] = place(x)
        let otherY = Int(truncatingIfNeeded: other &>> 32) &- 1
        let otherX = Int(truncatingIfNeeded: other & 0xFFFF_FFFF)
        let distance = (y &- otherY) &* stride &+ (x &- otherX) &* 4
        guard other != 0, distance <= DeflateSymbols.longestDistance, y &- otherY <= reach else { return (0, 0) }
        return (
            distance,
            FlatRowCoder.equalPixels(row.suffix(from: x), rows[otherY & reach].suffix(from: otherX), limit: limit)
        )
    }
}
