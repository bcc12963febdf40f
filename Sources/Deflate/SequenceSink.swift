/// Sink that stores symbols to be counted; see ``SequenceStore/append(room:_:)``.
public struct SequenceSink: SymbolSink {
    @usableFromInline var literalEnd: UnsafeMutablePointer<UInt8>
    @usableFromInline var sequenceEnd: UnsafeMutablePointer<LZSequence>
    /// First literal behind the last match.
    @usableFromInline var firstLiteral: UnsafeMutablePointer<UInt8>

    @inlinable @inline(__always)
    init(
        literalEnd: UnsafeMutablePointer<UInt8>,
        sequenceEnd: UnsafeMutablePointer<LZSequence>,
        firstLiteral: UnsafeMutablePointer<UInt8>
    ) {
        (self.literalEnd, self.sequenceEnd, self.firstLiteral) = (literalEnd, sequenceEnd, firstLiteral)
    }

    /// Emits a literal byte.
    @inlinable @inline(__always)
    public mutating func literal(_ value: UInt8) {
        literalEnd.pointee = value
        literalEnd += 1
    }

    /// Emits the four bytes of a pixel as literals.
    @inlinable @inline(__always)
    public mutating func pixel(_ pixel: UInt32) {
        UnsafeMutableRawPointer(literalEnd).storeBytes(of: pixel.littleEndian, as: UInt32.self)
        literalEnd += 4
    }

    /// Emits literals in groups of eight bytes, and returns the number of bytes emitted.
    @inlinable @inline(__always)
    public mutating func words(_ bytes: UnsafeRawPointer, count: Int) -> Int {
        var at = 0
        while at &+ 8 <= count {
            let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if word == 0 { return at }
            UnsafeMutableRawPointer(literalEnd).storeBytes(of: word, as: UInt64.self)
            literalEnd += 8
            at &+= 8
        }
        while at < count {
            literal(bytes.load(fromByteOffset: at, as: UInt8.self))
            at &+= 1
        }
        return at
    }

    /// Emits a match.
    @inlinable @inline(__always)
    public mutating func match(_ offset: MatchOffset, length: Int) {
        sequenceEnd.pointee = LZSequence(
            literals: UInt32(truncatingIfNeeded: literalEnd - firstLiteral),
            length: UInt32(truncatingIfNeeded: length),
            offset: offset
        )
        sequenceEnd += 1
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
