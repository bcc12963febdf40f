/// Bits into memory, the first one lowest.
///
/// Whoever puts must have made room: each ``flush()`` may write eight bytes. After one, 56 bits may be put before the next.
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
    mutating func put(_ code: LongCode) { put(code.bits, bits: code.length) }

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

/// The code of a symbol, or of a number with what is said beside it: its bits below, how many above; at most 27.
struct PackedCode {
    private var value: UInt32

    @inline(__always)
    init(bits: UInt32, length: UInt32) { value = bits | length &<< 27 }

    @inline(__always)
    var bits: UInt32 { value & 0x7FF_FFFF }
    @inline(__always)
    var length: UInt32 { value &>> 27 }

    /// Itself if `number` is negative, otherwise nothing: said without a branch.
    @inline(__always)
    func ifNegative(_ number: Int) -> PackedCode {
        PackedCode(value: value & UInt32(truncatingIfNeeded: number &>> 63))
    }

    @inline(__always)
    private init(value: UInt32) { self.value = value }

    /// Both, one behind the other.
    @inline(__always)
    func followed(by extra: UInt32, _ extraBits: UInt32) -> PackedCode {
        PackedCode(bits: bits | extra &<< length, length: length &+ extraBits)
    }
}

/// The same of two numbers, one behind the other: at most 54 bits.
struct LongCode {
    private let value: UInt64

    @inline(__always)
    init(_ first: PackedCode, _ second: PackedCode) {
        value =
            UInt64(first.bits) | UInt64(second.bits) &<< UInt64(first.length)
            | UInt64(first.length &+ second.length) &<< 58
    }

    @inline(__always)
    var bits: UInt64 { value & (1 &<< 58 &- 1) }
    @inline(__always)
    var length: UInt64 { value &>> 58 }
}
