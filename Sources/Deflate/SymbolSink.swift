public import Memory

/// Receives symbols from coders, to count them first or to write them immediately. Memory must have been reserved.
public protocol SymbolSink {
    mutating func literal(_ value: UInt8)

    /// Emits the four bytes of a pixel as literals.
    mutating func pixel(_ pixel: UInt32)

    /// Emits bytes: words of eight as literals, zero words like ``zeros(_:)``, and the bytes behind the last word as
    /// literals. May stop before any zero word.
    ///
    /// - Returns: The number of bytes emitted.
    mutating func words(_ bytes: MemoryView<UInt8>, count: Int) -> Int

    /// - Parameter length: Length in bytes, at least 3.
    mutating func match(_ offset: MatchOffset, length: Int)

    /// Emits a match with the color of an earlier pixel, and a literal alpha.
    mutating func color(_ offset: MatchOffset, alpha: UInt8)

    /// Emits `count` zeros: the first as a literal, the others as its repetition.
    mutating func zeros(_ count: Int)
}
