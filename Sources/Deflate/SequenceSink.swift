public import Memory

/// Sink that stores symbols to be counted; see ``SequenceStore/append(room:_:)``.
public struct SequenceSink: SymbolSink {
    @usableFromInline var literalEnd: MutableMemoryView<UInt8>
    @usableFromInline var sequenceEnd: MutableMemoryView<LZSequence>
    /// First literal behind the last match.
    @usableFromInline var firstLiteral: MutableMemoryView<UInt8>

    @inlinable @inline(__always)
    init(
        literalEnd: MutableMemoryView<UInt8>,
        sequenceEnd: MutableMemoryView<LZSequence>,
        firstLiteral: MutableMemoryView<UInt8>
    ) {
        (self.literalEnd, self.sequenceEnd, self.firstLiteral) = (literalEnd, sequenceEnd, firstLiteral)
    }

    /// Emits a literal byte.
    @inlinable @inline(__always)
    public mutating func literal(_ value: UInt8) {
        literalEnd[0] = value
        literalEnd.advance(by: 1)
    }

    /// Emits the four bytes of a pixel as literals.
    @inlinable @inline(__always)
    public mutating func pixel(_ pixel: UInt32) {
        literalEnd.store(pixel.littleEndian, at: 0)
        literalEnd.advance(by: 4)
    }

    /// Emits literals in groups of eight bytes, and returns the number of bytes emitted.
    @inlinable @inline(__always)
    public mutating func words(_ bytes: MemoryView<UInt8>, count: Int) -> Int {
        var at = 0
        while at &+ 8 <= count {
            let word = bytes.load(UInt64.self, at: at)
            if word == 0 { return at }
            literalEnd.store(word, at: 0)
            literalEnd.advance(by: 8)
            at &+= 8
        }
        while at < count {
            literal(bytes[at])
            at &+= 1
        }
        return at
    }

    /// Emits a match.
    @inlinable @inline(__always)
    public mutating func match(_ offset: MatchOffset, length: Int) {
        sequenceEnd[0] = LZSequence(
            literals: UInt32(truncatingIfNeeded: literalEnd.distance(from: firstLiteral)),
            length: UInt32(truncatingIfNeeded: length),
            offset: offset
        )
        sequenceEnd.advance(by: 1)
        firstLiteral = literalEnd
    }

    /// Emits a match of a color followed by its alpha as a literal.
    @inlinable @inline(__always)
    public mutating func color(_ offset: MatchOffset, alpha: UInt8) {
        match(offset, length: 3)
        literal(alpha)
    }

    /// Emits a run of zeros.
    @inlinable @inline(__always)
    public mutating func zeros(_ count: Int) {
        if count == 0 { return }
        literal(0)
        if count > 3 {
            match(.byte, length: count &- 1)
        } else {
            for _ in 1..<count { literal(0) }
        }
    }
}
