/// Index of the last position of each pixel, and of each pair of pixels, within the rows of the ring.
final class PixelHistory {
    /// Positions by hash, first of pixels, then of pairs: row + 1 in the upper half, column in the lower; 0 if unknown.
    fileprivate let places: UnsafeMutablePointer<UInt64>
    /// Search backoff.
    fileprivate let worth: UnsafeMutablePointer<Worth>

    /// Whether any position may be known.
    private var isUsed = false

    fileprivate static let hashBits = 12

    init() {
        places = .allocate(capacity: 2 << Self.hashBits)
        places.initialize(repeating: 0, count: 2 << Self.hashBits)
        worth = .allocate(capacity: 1)
        worth.initialize(to: Worth())
    }

    deinit {
        places.deallocate()
        worth.deallocate()
    }

    /// Forgets all positions.
    func clear() {
        guard isUsed else { return }
        isUsed = false
        places.update(repeating: 0, count: 2 << Self.hashBits)
        worth.pointee = Worth()
    }

    /// Whether enough probes have shown that searching does not pay off for a sample of `bits` bits. The rows above
    /// must be indexed: most matches of images are found there, but not those of flat areas.
    func hasFoundLittle(of bits: Int) -> Bool {
        let (looks, saved) = worth.pointee.total
        return looks >= Worth.fewest && saved < bits / Worth.bitsPerSaved
    }

    /// Indexes row `y` as if it had been searched.
    func note(_ y: Int, of ring: RowRing) {
        isUsed = true
        let (row, lookup) = (ring[y], PixelLookup(self, ring, y: y))
        for index in 0..<row.spanCount {
            let span = row.spans[index]
            for x in Int(span.low)..<Int(span.high) where row.pixels[x] != row.pixels[x &- 1] {
                lookup.note(row.pixels, x)
                lookup.notePair(row.pixels, x)
            }
        }
    }

    /// Returns the lookup for row `y`, which also indexes its pixels; `nil` if all probes of the row are skipped.
    func lookup(for y: Int, of ring: RowRing) -> PixelLookup? {
        let looks = ring[y].pixelCount / 2
        if worth.pointee.rest > looks {
            worth.pointee.rest -= looks
            return nil
        }
        isUsed = true
        return PixelLookup(self, ring, y: y)
    }
}

/// Search backoff by recent savings. Where areas never recur, a search is tried only now and then.
private struct Worth {
    var looks = 0
    /// Bits saved.
    var saved = 0
    /// Probes and saved bits of earlier periods.
    var before = (looks: 0, saved: 0)
    /// Number of probes left to skip.
    var rest = 0
    /// Number of consecutive periods that did not pay off.
    var pauses = 0

    /// All probes and the bits they saved.
    var total: (looks: Int, saved: Int) { (before.looks &+ looks, before.saved &+ saved) }

    /// Search pays off at one bit saved per `looksPerBit` probes.
    static let looksPerBit = 2
    static let period = 1024
    /// Minimum saving in a sample: one bit of `bitsPerSaved`, after `fewest` probes. Searching takes as long as
    /// everything else together.
    static let bitsPerSaved = 16
    static let fewest = 192
    /// Number of probes to skip after the first period without gain; doubled each time.
    static let pause = 3072
    static let mostPauses = 8
}

/// View of a ``PixelHistory`` for one row.
struct PixelLookup {
    private let places: UnsafeMutablePointer<UInt64>
    private let worth: UnsafeMutablePointer<Worth>
    /// Pixels of the rows, indexed as in the ring.
    private let rows: UnsafePointer<UnsafePointer<UInt32>>
    private let reach: Int
    private let stride: Int
    private let y: Int

    fileprivate init(_ history: PixelHistory, _ ring: RowRing, y: Int) {
        places = history.places
        worth = history.worth
        rows = UnsafePointer(ring.pixels)
        reach = ring.reach
        stride = ring.stride
        self.y = y
    }

    /// Returns the distance in bytes and the number of equal pixels, at most `limit`, of the longest earlier match of
    /// pixel `x` of `row`; zeros if there is none.
    @inline(__always)
    func find(_ row: UnsafePointer<UInt32>, _ x: Int, limit: Int) -> (distance: Int, count: Int) {
        let one = take(places + Self.hash(UInt64(row[x])), row, x, limit)
        guard limit > 1 else { return one }
        let two = take(places + Self.hashOfPair(row, x), row, x, limit)
        return two.count > one.count &+ 1 ? two : one
    }

    /// Whether to search at the current pixel. Advances the backoff.
    @inline(__always)
    var isWorthIt: Bool {
        if worth.pointee.rest > 0 {
            worth.pointee.rest &-= 1
            return false
        }
        worth.pointee.looks &+= 1
        if worth.pointee.looks == Worth.period {
            let isLittle = worth.pointee.saved < Worth.period / Worth.looksPerBit
            let pauses = isLittle ? min(worth.pointee.pauses &+ 1, Worth.mostPauses) : 0
            let before = worth.pointee.total
            worth.pointee = Worth(before: before, rest: pauses == 0 ? 0 : Worth.pause &<< (pauses &- 1), pauses: pauses)
        }
        return true
    }

    /// Records the bits that a probe saved.
    @inline(__always)
    func note(saved bits: Int) { worth.pointee.saved &+= bits }

    /// Records the position of a pixel for ``find(_:_:limit:)``.
    @inline(__always)
    func note(_ row: UnsafePointer<UInt32>, _ x: Int) { places[Self.hash(UInt64(row[x]))] = place(x) }

    /// Records the position of a pixel together with the one behind it.
    @inline(__always)
    func notePair(_ row: UnsafePointer<UInt32>, _ x: Int) { places[Self.hashOfPair(row, x)] = place(x) }

    @inline(__always)
    private static func hashOfPair(_ row: UnsafePointer<UInt32>, _ x: Int) -> Int {
        hash(UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self)) | 1 << PixelHistory.hashBits
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
    private func take(_ known: UnsafeMutablePointer<UInt64>, _ row: UnsafePointer<UInt32>, _ x: Int, _ limit: Int) -> (
        distance: Int, count: Int
    ) {
        let other = known.pointee
        known.pointee = place(x)
        let otherY = Int(truncatingIfNeeded: other &>> 32) &- 1
        let otherX = Int(truncatingIfNeeded: other & 0xFFFF_FFFF)
        let distance = (y &- otherY) &* stride &+ (x &- otherX) &* 4
        guard other != 0, distance <= DeflateSymbols.longestDistance, y &- otherY <= reach else { return (0, 0) }
        return (distance, FlatCoder.equal(row + x, rows[otherY & reach] + otherX, limit))
    }
}
