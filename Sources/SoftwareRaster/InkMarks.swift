/// Of which colour the ink was that came upon each pixel last, for small shapes.
///
/// Premultiplied with 8 bits, a translucent pixel no longer says which colour it was made of, and several give the same. Whoever
/// needs a straight one finds here the one that all of a shape was drawn with.
public struct InkMarks: Sendable {
    private var memory: LazyZeros<UInt32>
    /// What is drawn now, 1...255; marks of other frames mean nothing.
    public private(set) var frame: UInt8 = 1

    init(count: Int) { memory = Self.memory(count) }

    /// In large pages: of small ones that are read before they are written, each has to be told to every processor that this process runs on.
    private static func memory(_ count: Int) -> LazyZeros<UInt32> { LazyZeros(count: count, isInLargePages: true) }

    /// As many as the bitmap has pixels: R G B from the lowest byte up, and in the highest one the ``frame`` in which it was drawn. They are
    /// there as long as their ``owner``.
    public var colours: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(memory.words) }
    /// Of the memory that ``colours`` are in.
    public var owner: AnyObject { memory }

    /// Hands out the marks for as long as `body` runs.
    @inline(__always)
    mutating func withMarks<Result>(_ body: (UnsafeMutablePointer<UInt32>?) -> Result) -> Result {
        if !isKnownUniquelyReferenced(&memory) { memory = memory.copy() }
        return body(memory.words.baseAddress)
    }

    /// None are left.
    ///
    /// - Complexity: O(1), but for every 255th time.
    mutating func clear() {
        guard frame == .max else { return frame += 1 }
        frame = 1
        memory = Self.memory(memory.words.count)
    }
}
