/// Bits into memory, the first one lowest.
///
/// Whoever puts must have made room: each ``flush()`` may write eight bytes, and no more than 57 bits may wait for it.
///
/// - Source: RFC 1951 §3.1.1.
struct BitWriter {
    /// Where the next whole byte goes.
    private(set) var end: UnsafeMutablePointer<UInt8>
    private var bits: UInt64 = 0
    private var count: UInt64 = 0

    init(at start: UnsafeMutablePointer<UInt8>) { end = start }

    @inline(__always)
    mutating func put(_ value: UInt64, bits length: UInt64) {
        bits |= value &<< count
        count &+= length
    }

    @inline(__always)
    mutating func put(_ code: PackedCode) { put(UInt64(code.bits), bits: UInt64(code.length)) }

    @inline(__always)
    mutating func put(_ code: FusedCode) { put(code.bits, bits: code.length) }

    /// Leaves fewer than eight bits waiting.
    @inline(__always)
    mutating func flush() {
        UnsafeMutableRawPointer(end).storeBytes(of: bits.littleEndian, as: UInt64.self)
        end += Int(truncatingIfNeeded: count &>> 3)
        bits &>>= count & ~7
        count &= 7
    }

    /// Fills the last byte with zeros.
    mutating func finish() {
        flush()
        if count > 0 { flushByte() }
    }

    private mutating func flushByte() {
        end.pointee = UInt8(truncatingIfNeeded: bits)
        end += 1
        (bits, count) = (0, 0)
    }

    /// The same, with the memory it has written so far moved to `start`.
    mutating func move(from old: UnsafeMutablePointer<UInt8>, to start: UnsafeMutablePointer<UInt8>) {
        end = start + (end - old)
    }
}

/// The code of a symbol: its bits below, how many above.
struct PackedCode {
    private var value: UInt32

    init(bits: UInt32, length: UInt32) { value = bits | length << 24 }

    @inline(__always)
    var bits: UInt32 { value & 0xFF_FFFF }
    @inline(__always)
    var length: UInt32 { value &>> 24 }
}

/// A whole match, length and distance with their extra bits: at most 15 + 5 + 15 + 13.
struct FusedCode {
    private var value: UInt64

    init(bits: UInt64, length: UInt64) { value = bits | length << 58 }

    @inline(__always)
    var bits: UInt64 { value & (1 << 58 - 1) }
    @inline(__always)
    var length: UInt64 { value &>> 58 }
}
