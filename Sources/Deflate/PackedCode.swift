/// A Huffman code with extra bits, at most 27: value in the low 27 bits, length above.
public struct PackedCode: BitwiseCopyable {
    @usableFromInline let value: UInt32

    /// A code of the given parts.
    @inlinable @inline(__always)
    public init(bits: UInt32, length: UInt32) { value = bits | length &<< 27 }

    /// The bits, the first one lowest.
    @inlinable @inline(__always)
    public var bits: UInt32 { value & 0x7FF_FFFF }
    /// Number of bits.
    @inlinable @inline(__always)
    public var length: UInt32 { value &>> 27 }

    /// Returns the code if `number` is negative, otherwise an empty code; branchless.
    @inlinable @inline(__always)
    public func ifNegative(_ number: Int) -> PackedCode {
        PackedCode(value: value & UInt32(truncatingIfNeeded: number &>> 63))
    }

    @inlinable @inline(__always)
    init(value: UInt32) { self.value = value }

    /// Returns the code followed by extra bits.
    @inlinable @inline(__always)
    public func followed(by extra: UInt32, _ extraBits: UInt32) -> PackedCode {
        PackedCode(bits: bits | extra &<< length, length: length &+ extraBits)
    }
}

/// Two packed codes in sequence, at most 54 bits: value in the low 58 bits, length above.
public struct LongCode: BitwiseCopyable {
    @usableFromInline let value: UInt64

    /// A code of the given parts.
    @inlinable @inline(__always)
    public init(_ first: PackedCode, _ second: PackedCode) {
        value =
            UInt64(first.bits) | UInt64(second.bits) &<< UInt64(first.length)
            | UInt64(first.length &+ second.length) &<< 58
    }

    /// The bits, the first one lowest.
    @inlinable @inline(__always)
    public var bits: UInt64 { value & (1 &<< 58 &- 1) }
    /// Number of bits.
    @inlinable @inline(__always)
    public var length: UInt64 { value &>> 58 }
}
