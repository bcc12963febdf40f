public import CKernels
public import Memory

/// Adler-32 checksum of a zlib stream. Runs of zeros are added by formula.
///
/// - Source: RFC 1950 §8.2 and §9.
public struct Adler32 {
    @usableFromInline var sum: UInt64 = 1
    @usableFromInline var sumOfSums: UInt64 = 0
    @usableFromInline let kernels = DeflateKernels()

    @inlinable static var base: UInt64 { 65_521 }

    /// The checksum of no bytes.
    public init() {}

    /// The checksum of all bytes added so far.
    public var value: UInt32 { UInt32(truncatingIfNeeded: (sumOfSums % Self.base) << 16 | sum) }

    /// Adds `count` zeros, fewer than 2³²: the first sum stays the same and is added `count` times to the second.
    @inlinable @inline(__always)
    public mutating func addZeros(_ count: Int) {
        sumOfSums &+= UInt64(truncatingIfNeeded: count) &* sum
        if sumOfSums >> 62 != 0 { sumOfSums %= Self.base }
    }

    /// Adds a byte.
    @inlinable @inline(__always)
    public mutating func add(_ byte: UInt8) {
        sum &+= UInt64(byte)
        if sum >= Self.base { sum &-= Self.base }
        sumOfSums &+= sum
    }

    /// Adds `count` bytes.
    ///
    /// - Parameter most: Bytes per step, at most 2²⁷: sums of more would overflow.
    @inlinable @inline(__always)
    public mutating func add(_ bytes: MemoryView<UInt8>, count: Int, atOnce most: Int = 1 << 24) {
        var (bytes, remainder) = (bytes, count)
        while remainder > 0 {
            let part = min(most, remainder)
            let (total, weighted) = kernels.sums(of: bytes, count: part)
            sumOfSums = (sumOfSums &+ sum &* UInt64(truncatingIfNeeded: part) &+ weighted) % Self.base
            sum = (sum &+ total) % Self.base
            bytes = bytes.suffix(from: part)
            remainder &-= part
        }
    }

    /// Adds a zero byte and a row of `length` bytes, which are 0 outside of the spans.
    ///
    /// - Parameters:
    ///   - pixels: The row's pixels, four bytes each. Sixteen of them behind each span must be readable, and 0 where no
    ///     span is.
    ///   - spans: Spans of pixels, left to right.
    public mutating func addRow(
        _ pixels: MemoryView<UInt32>,
        spans: MemoryView<hanabi_span>,
        spanCount: Int,
        length: Int
    ) {
        let (total, weighted) = kernels.sums(of: pixels, spans: spans, spanCount: spanCount, length: length)
        sumOfSums = (sumOfSums &+ UInt64(length &+ 1) &* sum &+ weighted) % Self.base
        sum = (sum &+ total) % Self.base
    }
}
