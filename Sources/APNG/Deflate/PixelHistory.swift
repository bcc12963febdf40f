/// Where pairs of pixels were last seen, within the rows that are kept.
final class PixelHistory {
    /// By a hash of the pair: its row + 1 above, its column below. 0 if it was nowhere.
    fileprivate let places: UnsafeMutablePointer<UInt64>
    /// By row, as in the ring.
    fileprivate let rows: UnsafeMutablePointer<UnsafePointer<UInt32>>
    fileprivate let ring: RowRing

    fileprivate static let hashBits = 12

    init(ring: RowRing) {
        self.ring = ring
        places = .allocate(capacity: 1 << Self.hashBits)
        places.initialize(repeating: 0, count: 1 << Self.hashBits)
        rows = .allocate(capacity: ring.count)
        for y in 0..<ring.count { (rows + y).initialize(to: UnsafePointer(ring[y].pixels)) }
    }

    deinit {
        places.deallocate()
        rows.deallocate()
    }

    /// Forgets all.
    func clear() { places.update(repeating: 0, count: 1 << Self.hashBits) }
}

/// ``PixelHistory`` as one row sees it.
struct PixelLookup {
    private let places: UnsafeMutablePointer<UInt64>
    private let rows: UnsafeMutablePointer<UnsafePointer<UInt32>>
    private let rowMask: Int
    private let stride: Int
    private let y: Int

    init(_ history: PixelHistory, y: Int) {
        places = history.places
        rows = history.rows
        rowMask = history.ring.count - 1
        stride = history.ring.stride
        self.y = y
    }

    /// The pixel `x` of `row` and the next one, which is there: how far back they are found, and how many pixels from
    /// there on are the same, at most `limit`; 0 if they are not.
    @inline(__always)
    func find(_ row: UnsafePointer<UInt32>, _ x: Int, limit: Int) -> (distance: Int, count: Int) {
        let pair = UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self)
        let place = places + Int(truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(64 - PixelHistory.hashBits))
        let known = place.pointee
        place.pointee = UInt64(truncatingIfNeeded: y &+ 1) &<< 32 | UInt64(truncatingIfNeeded: x)
        let otherY = Int(truncatingIfNeeded: known &>> 32) &- 1
        let otherX = Int(truncatingIfNeeded: known & 0xFFFF_FFFF)
        let distance = (y &- otherY) &* stride &+ (x &- otherX) &* 4
        guard known != 0, distance <= DeflateSymbols.longestDistance, y &- otherY <= rowMask else { return (0, 0) }
        let other = rows[otherY & rowMask] + otherX
        guard UnsafeRawPointer(other).loadUnaligned(as: UInt64.self) == pair else { return (0, 0) }
        return (distance, 2 &+ FlatCoder.equal(row + (x &+ 2), other + 2, limit &- 2))
    }
}
