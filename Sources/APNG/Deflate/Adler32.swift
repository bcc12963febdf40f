/// The checksum of a zlib stream, with runs of zeros by formula.
///
/// - Source: RFC 1950 §8.2 and §9.
struct Adler32 {
    private var sum: UInt64 = 1
    private var sumOfSums: UInt64 = 0

    private static let base: UInt64 = 65_521

    var value: UInt32 { UInt32(truncatingIfNeeded: (sumOfSums % Self.base) << 16 | sum) }

    /// `count` zeros, fewer than 2³²: they leave the sum as it is, and add it up so many times.
    @inline(__always)
    mutating func addZeros(_ count: Int) {
        sumOfSums &+= UInt64(truncatingIfNeeded: count) &* sum
        if sumOfSums >> 62 != 0 { sumOfSums %= Self.base }
    }

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        sum &+= UInt64(byte)
        if sum >= Self.base { sum &-= Self.base }
        sumOfSums &+= sum
    }

    /// `count` bytes, eight at a time, in lanes of 16 bits: what a multiplication carries to the highest lane is the sum
    /// of all four, each times a weight of its own.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer, count: Int) {
        let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
        var start = 0
        while start < count {
            // So many bytes overflow neither sum.
            let end = min(count, start &+ 4096)
            var (low, high) = (sum, sumOfSums)
            var index = start
            while index &+ 8 <= end {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let (even, odd) = (word & lanes, word &>> 8 & lanes)
                high = high &+ low &* 8
                high = high &+ (even &* 0x0008_0006_0004_0002) &>> 48 &+ (odd &* 0x0007_0005_0003_0001) &>> 48
                low = low &+ ((even &+ odd) &* 0x0001_0001_0001_0001) &>> 48
                index &+= 8
            }
            while index < end {
                low &+= UInt64(bytes.load(fromByteOffset: index, as: UInt8.self))
                high &+= low
                index &+= 1
            }
            // The sum of sums may grow on; it is far from its end.
            (sum, sumOfSums) = (low % Self.base, high)
            start = end
        }
    }

    /// A row: its filter's type, which is 0, and `length` bytes, which are 0 outside of `spans`, and may be read sixteen pixels
    /// beyond their end, where they are 0 too.
    mutating func add(_ row: StraightRow, length: Int) {
        let bytes = UnsafeRawPointer(row.pixels)
        var (total, weighed, at) = (0, 0, 0)
        for index in 0..<row.spanCount {
            at = max(at, Int(row.spans[index].low) &* 4)
            let end = Int(row.spans[index].high) &* 4
            while at < end {
                let block = Self.sums(of: bytes + at)
                total &+= block.total
                // Each byte counts once for itself and once for each byte behind it; those of a block, as if it were the last.
                weighed &+= block.weighed &+ (length &- at &- 64) &* block.total
                at &+= 64
            }
        }
        sumOfSums = (sumOfSums &+ UInt64(length &+ 1) &* sum &+ UInt64(weighed)) % Self.base
        sum = (sum &+ UInt64(total)) % Self.base
    }

    /// The sum of 64 bytes, and the sum of their products with 64, 63 and so on to 1: four vectors of sixteen, of which those
    /// before the last one count sixteen times more for each that follows.
    @inline(__always)
    private static func sums(of bytes: UnsafeRawPointer) -> (total: Int, weighed: Int) {
        typealias Lanes = SIMD8<UInt16>
        var (even, odd, before) = (Lanes(), Lanes(), Lanes())
        for part in 0..<4 {
            before &+= even &+ odd
            let vector = bytes.loadUnaligned(fromByteOffset: part &* 16, as: Lanes.self)
            even &+= vector & Lanes(repeating: 0xFF)
            odd &+= vector &>> Lanes(repeating: 8)
        }
        let weighed = even &* Lanes(16, 14, 12, 10, 8, 6, 4, 2) &+ odd &* Lanes(15, 13, 11, 9, 7, 5, 3, 1)
        return (sum(even &+ odd), sum(weighed) &+ 16 &* sum(before))
    }

    @inline(__always)
    private static func sum(_ lanes: SIMD8<UInt16>) -> Int {
        let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        let mask: UInt64 = 0x0000_FFFF_0000_FFFF
        let pairs = (halves[0] & mask) &+ (halves[0] &>> 16 & mask) &+ (halves[1] & mask) &+ (halves[1] &>> 16 & mask)
        return Int(truncatingIfNeeded: (pairs &+ pairs &>> 32) & 0xFFFF_FFFF)
    }
}
