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

    /// `count` bytes.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer, count: Int) {
        var (low, high) = (sum, sumOfSums)
        var at = 0
        while at &+ 16 <= count {
            let vectors = min(Self.mostVectors, (count &- at) &>> 4)
            let block = Self.sums(of: bytes + at, vectors)
            high = high &+ low &* UInt64(truncatingIfNeeded: vectors &* 16) &+ block.weighed
            low = low &+ block.total
            at &+= vectors &* 16
            if at & 0xFFF == 0 { low %= Self.base }
        }
        while at < count {
            low &+= UInt64(bytes.load(fromByteOffset: at, as: UInt8.self))
            high &+= low
            at &+= 1
        }
        (sum, sumOfSums) = (low % Self.base, high % Self.base)
    }

    /// Of so many vectors of 16 bytes, no lane overflows.
    private static let mostVectors = 16

    /// The sum of the bytes of so many vectors, and that of their products with how many bytes there are from each to the end. Bytes
    /// of the same place in their vectors are summed first, as they have the same weight but for 16 for each vector behind.
    @inline(__always)
    private static func sums(of bytes: UnsafeRawPointer, _ vectors: Int) -> (total: UInt64, weighed: UInt64) {
        typealias Lanes = SIMD8<UInt16>
        var (even, odd, before) = (Lanes(), Lanes(), Lanes())
        for index in 0..<vectors {
            before &+= even &+ odd
            let vector = bytes.loadUnaligned(fromByteOffset: index &* 16, as: Lanes.self)
            even &+= vector & Lanes(repeating: 0xFF)
            odd &+= vector &>> Lanes(repeating: 8)
        }
        let weighed =
            pairs(even &* Lanes(16, 14, 12, 10, 8, 6, 4, 2)) &+ pairs(odd &* Lanes(15, 13, 11, 9, 7, 5, 3, 1))
            &+ pairs(before) &<< SIMD4(repeating: 4)
        return (sum(pairs(even &+ odd)), sum(weighed))
    }

    @inline(__always)
    private static func pairs(_ lanes: SIMD8<UInt16>) -> SIMD4<UInt32> {
        let wide = unsafeBitCast(lanes, to: SIMD4<UInt32>.self)
        return wide & SIMD4(repeating: 0xFFFF) &+ wide &>> SIMD4(repeating: 16)
    }

    @inline(__always)
    private static func sum(_ lanes: SIMD4<UInt32>) -> UInt64 {
        let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        let low: UInt64 = 0xFFFF_FFFF
        return (halves[0] & low) &+ halves[0] &>> 32 &+ (halves[1] & low) &+ halves[1] &>> 32
    }

    /// A row: its filter's type, which is 0, and `length` bytes, which are 0 outside of `spans`, and may be read sixteen pixels
    /// beyond their end, where they are 0 too.
    mutating func add(_ row: StraightRow, length: Int) {
        let bytes = UnsafeRawPointer(row.pixels)
        var (total, weighed, at): (UInt64, UInt64, Int) = (0, 0, 0)
        for index in 0..<row.spanCount {
            at = max(at, Int(row.spans[index].low) &* 4)
            let end = Int(row.spans[index].high) &* 4
            while at < end {
                let block = Self.sums(of: bytes + at, 4)
                total &+= block.total
                // Each byte counts once for itself and once for each byte behind it; those of a block, as if it were the last.
                // That may lie beyond the row's end, with nothing but zeros.
                weighed &+= block.weighed &+ UInt64(truncatingIfNeeded: length &- at &- 64) &* block.total
                at &+= 64
            }
        }
        sumOfSums = (sumOfSums &+ UInt64(length &+ 1) &* sum &+ weighed) % Self.base
        sum = (sum &+ total) % Self.base
    }
}
