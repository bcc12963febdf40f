/// Where pixels, and pairs of them, were last seen within the rows that are kept.
final class PixelHistory {
    /// By a hash of a pixel, and behind them of a pair, where it was: its row + 1 above, its column below; 0 if nowhere.
    fileprivate let places: UnsafeMutablePointer<UInt64>
    /// Whether it is worth to look.
    fileprivate let worth: UnsafeMutablePointer<Worth>

    /// Whether any place may be known.
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

    /// Forgets all.
    func clear() {
        guard isUsed else { return }
        isUsed = false
        places.update(repeating: 0, count: 2 << Self.hashBits)
        worth.pointee = Worth()
    }

    /// Whether there were looks enough to tell that they are not worth it, where all takes so many bits. It should have seen
    /// the rows above: in pictures most is found there, but not in flat pieces.
    func hasFoundLittle(of bits: Int) -> Bool {
        let (looks, saved) = worth.pointee.total
        return looks >= Worth.fewest && saved < bits / Worth.bitsPerSaved
    }

    /// Takes in row `y`, as if it had been looked at.
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

    /// What row `y` is to look in, so that its pixels are known afterwards; `nil` if all of its looks are left out.
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

/// What looking far has brought lately. Where pieces are never alike, it is only tried now and then.
private struct Worth {
    var looks = 0
    /// Bits.
    var saved = 0
    /// Those of the periods before this one.
    var before = (looks: 0, saved: 0)
    /// So many looks are left out.
    var rest = 0
    /// So often it has not been worth it in a row.
    var pauses = 0

    /// All looks, and what they have saved.
    var total: (looks: Int, saved: Int) { (before.looks &+ looks, before.saved &+ saved) }

    /// So many looks are worth a bit.
    static let looksPerBit = 2
    static let period = 1024
    /// Of some rows, one bit of so many must be saved, after so many looks: to look takes as long again as all else.
    static let bitsPerSaved = 16
    static let fewest = 192
    /// Twice as long each time.
    static let pause = 3072
    static let mostPauses = 8
}

/// ``PixelHistory`` as one row sees it.
struct PixelLookup {
    private let places: UnsafeMutablePointer<UInt64>
    private let worth: UnsafeMutablePointer<Worth>
    /// By row, as in the ring.
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

    /// The pixel `x` of `row`: how far back it is found, and how many pixels from there on are the same, at most
    /// `limit`; 0 if it is not.
    @inline(__always)
    func find(_ row: UnsafePointer<UInt32>, _ x: Int, limit: Int) -> (distance: Int, count: Int) {
        let one = take(places + Self.hash(UInt64(row[x])), row, x, limit)
        guard limit > 1 else { return one }
        let two = take(places + Self.hashOfPair(row, x), row, x, limit)
        return two.count > one.count &+ 1 ? two : one
    }

    /// Whether it is worth to look now.
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

    /// Says what a look has saved.
    @inline(__always)
    func note(saved bits: Int) { worth.pointee.saved &+= bits }

    /// Says where a pixel was, for ``find(_:_:limit:)``.
    @inline(__always)
    func note(_ row: UnsafePointer<UInt32>, _ x: Int) { places[Self.hash(UInt64(row[x]))] = place(x) }

    /// The same of it and the one behind it.
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

    /// What is known of a place, which then is where we are.
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
