/// An LZ77 sequence: literals followed by a match.
public struct LZSequence: BitwiseCopyable {
    /// Number of literal bytes before the match.
    public var literals: UInt32
    /// Length of the match in bytes: 0 at the end of a block, otherwise at least 3. May exceed DEFLATE's maximum.
    public var length: UInt32
    /// Distance of the match.
    public var offset: MatchOffset

    /// Content of unused memory.
    @usableFromInline static var none: LZSequence { LZSequence(literals: 0, length: 0, offset: .byte) }

    @inlinable @inline(__always)
    init(literals: UInt32, length: UInt32, offset: MatchOffset) {
        (self.literals, self.length, self.offset) = (literals, length, offset)
    }
}
