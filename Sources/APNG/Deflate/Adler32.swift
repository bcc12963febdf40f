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
}
