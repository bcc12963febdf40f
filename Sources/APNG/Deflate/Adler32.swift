internal import CKernels

/// Adler-32 checksum of a zlib stream. Runs of zeros are added by formula.
///
/// - Source: RFC 1950 §8.2 and §9.
struct Adler32 {
    private var sum: UInt64 = 1
    private var sumOfSums: UInt64 = 0
    private let kernels = hanabi_best_kernels()

    private static let base: UInt64 = 65_521

    var value: UInt32 { UInt32(truncatingIfNeeded: (sumOfSums % Self.base) << 16 | sum) }

    /// Adds `count` zeros, fewer than 2³²: the first sum stays the same and is added `count` times to the second.
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

    /// Adds `count` bytes.
    ///
    /// - Parameter most: Bytes per step, at most 2²⁷: sums of more would overflow.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawPointer, count: Int, atOnce most: Int = 1 << 24) {
        var (bytes, rest) = (bytes.assumingMemoryBound(to: UInt8.self), count)
        while rest > 0 {
            let part = min(most, rest)
            var (total, weighed): (UInt64, UInt64) = (0, 0)
            kernels.pointee.adler32_sums(bytes, part, &total, &weighed)
            sumOfSums = (sumOfSums &+ sum &* UInt64(truncatingIfNeeded: part) &+ weighed) % Self.base
            sum = (sum &+ total) % Self.base
            bytes += part
            rest &-= part
        }
    }

    /// Adds a row: its filter type 0 and `length` bytes, which are 0 outside of `spans`. Sixteen pixels behind each
    /// span must be readable, and 0 where no span is.
    mutating func add(_ row: StraightRow, length: Int) {
        var (total, weighed): (UInt64, UInt64) = (0, 0)
        let spans = UnsafeMutableRawPointer(row.spans).assumingMemoryBound(to: hanabi_span.self)
        kernels.pointee.adler32_row_sums(row.pixels, spans, row.spanCount, length, &total, &weighed)
        sumOfSums = (sumOfSums &+ UInt64(length &+ 1) &* sum &+ weighed) % Self.base
        sum = (sum &+ total) % Self.base
    }
}
