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

    /// Whether there were looks enough to tell that they are not worth it, where all takes so many bits. In a few rows less is
    /// found than in all of them.
    func hasFoundLittle(of bits: Int) -> Bool {
        worth.pointee.looks >= Worth.fewest && worth.pointee.saved < bits / Worth.bitsPerSaved
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
    /// So many looks are left out.
    var rest = 0
    /// So often it has not been worth it in a row.
    var pauses = 0

    /// So many looks are worth a bit.
    static let looksPerBit = 2
    static let period = 1024
    /// Where only a few rows are known, one bit of so many must be saved, after so many looks.
    static let bitsPerSaved = 48
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
        let pair = UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self)
        let two = take(places + (Self.hash(pair) | 1 << PixelHistory.hashBits), row, x, limit)
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
            worth.pointee = Worth(rest: pauses == 0 ? 0 : Worth.pause &<< (pauses &- 1), pauses: pauses)
        }
        return true
    }

    /// Says what a look has saved.
    @inline(__always)
    func note(saved bits: Int) { worth.pointee.saved &+= bits }

    /// Says where a pixel was, for ``find(_:_:limit:)``.
    @inline(__always)
    func note(_ row: UnsafePointer<UInt32>, _ x: Int) { places[Self.hash(UInt64(row[x]))] = place(x) }

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
