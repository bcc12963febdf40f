public import Memory

/// Rows of bytes as one contiguous buffer, with the byte ranges that are not zero: input of ``OptimalParser`` and
/// ``LazyParser``.
public final class SparseBytes {
    /// A byte range `low..<high`; bytes outside of all ranges are 0.
    public struct ByteRange {
        /// First byte of the range.
        public var low: Int
        /// End of the range, exclusive.
        public var high: Int
    }

    /// The bytes, including the zeros between ranges.
    public var bytes: MutableMemoryView<UInt8> { memory.view }
    private var memory = OwnedMemory<UInt8>(repeating: 0, count: padding)
    /// Number of bytes.
    public private(set) var count = 0
    /// Ranges that may contain other bytes than zero, in order.
    public private(set) var ranges: [ByteRange] = []

    /// Number of readable zero bytes behind the last byte.
    public static let padding = 16

    /// No bytes.
    public init() {}

    /// Starts anew with `count` zero bytes.
    public func begin(count: Int) {
        if count + Self.padding > memory.count {
            memory = OwnedMemory(repeating: 0, count: count + Self.padding)
        } else {
            for range in ranges { bytes.suffix(from: range.low).fill(0, count: range.high - range.low) }
        }
        self.count = count
        ranges.removeAll(keepingCapacity: true)
    }

    /// Copies `length` bytes to offset `low`, which must be behind all earlier ranges.
    public func append(_ source: MemoryView<UInt8>, at low: Int, length: Int) {
        bytes.suffix(from: low).copy(source, count: length)
        mark(low, length: length)
    }

    /// Records `length` bytes from offset `low` on as written. `low` must be behind all earlier ranges.
    public func mark(_ low: Int, length: Int) {
        if let last = ranges.last, low - last.high < 16 {
            ranges[ranges.count - 1].high = low + length
        } else {
            ranges.append(ByteRange(low: low, high: low + length))
        }
    }

    /// The Adler-32 checksum of the whole buffer.
    public var checksum: Adler32 {
        var (sum, at) = (Adler32(), 0)
        for range in ranges {
            sum.addZeros(range.low - at)
            sum.add(bytes.readOnly.suffix(from: range.low), count: range.high - range.low)
            at = range.high
        }
        sum.addZeros(count - at)
        return sum
    }
}
