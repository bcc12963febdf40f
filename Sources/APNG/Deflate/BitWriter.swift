internal import CKernels

/// Writes bits to memory, least significant bit first.
///
/// Callers must reserve memory: each ``flush()`` may write eight bytes. Between two flushes, at most 56 bits may be
/// put.
///
/// - Source: RFC 1951 §3.1.1.
struct BitWriter {
    private var state: hanabi_bit_writer

    init(at start: UnsafeMutablePointer<UInt8>) { state = hanabi_bit_writer(end: start, bits: 0, count: 0) }

    /// Address of the next whole byte.
    var end: UnsafeMutablePointer<UInt8> { state.end }

    @inline(__always)
    mutating func put(_ value: UInt64, bits length: UInt64) {
        state.bits |= value &<< state.count
        state.count &+= length
    }

    @inline(__always)
    mutating func put(_ code: PackedCode) { put(UInt64(code.bits), bits: UInt64(code.length)) }

    @inline(__always)
    mutating func put(_ code: LongCode) { put(code.bits, bits: code.length) }

    /// Writes all whole bytes, so that fewer than eight bits remain.
    @inline(__always)
    mutating func flush() {
        UnsafeMutableRawPointer(state.end).storeBytes(of: state.bits.littleEndian, as: UInt64.self)
        state.end += Int(truncatingIfNeeded: state.count &>> 3)
        state.bits &>>= state.count & ~7
        state.count &= 7
    }

    /// Writes bytes as literals directly after a flush; see ``SymbolSink/words(_:count:)``.
    @inline(__always)
    mutating func put(
        _ bytes: UnsafeRawPointer,
        count: Int,
        _ codes: UnsafePointer<hanabi_literal_codes>,
        repeats: UnsafePointer<LongCode>,
        _ kernels: UnsafePointer<hanabi_kernels>
    ) -> Int {
        let repeats = UnsafeRawPointer(repeats).assumingMemoryBound(to: UInt64.self)
        return with {
            kernels.pointee.deflate_literals(&$0, codes, repeats, bytes.assumingMemoryBound(to: UInt8.self), count)
        }
    }

    /// Lends the state to a loop that starts after a flush and ends with one.
    @inline(__always)
    mutating func with<Result>(_ body: (inout hanabi_bit_writer) -> Result) -> Result {
        // The state is in memory only during this call; otherwise it stays in registers.
        var state = state
        defer { self.state = state }
        return body(&state)
    }

    /// Fills the last byte with zeros.
    mutating func finish() {
        flush()
        if state.count > 0 {
            state.end.pointee = UInt8(truncatingIfNeeded: state.bits)
            state = hanabi_bit_writer(end: state.end + 1, bits: 0, count: 0)
        }
    }

    /// Redirects the writer after its output was moved from `old` to `start`.
    mutating func move(from old: UnsafeMutablePointer<UInt8>, to start: UnsafeMutablePointer<UInt8>) {
        state.end = start + (state.end - old)
    }
}

/// A Huffman code with extra bits, at most 27: value in the low 27 bits, length above.
struct PackedCode {
    private(set) var value: UInt32

    @inline(__always)
    init(bits: UInt32, length: UInt32) { value = bits | length &<< 27 }

    @inline(__always)
    var bits: UInt32 { value & 0x7FF_FFFF }
    @inline(__always)
    var length: UInt32 { value &>> 27 }

    /// Returns the code if `number` is negative, otherwise an empty code; branchless.
    @inline(__always)
    func ifNegative(_ number: Int) -> PackedCode {
        PackedCode(value: value & UInt32(truncatingIfNeeded: number &>> 63))
    }

    @inline(__always)
    private init(value: UInt32) { self.value = value }

    /// Returns the code followed by extra bits.
    @inline(__always)
    func followed(by extra: UInt32, _ extraBits: UInt32) -> PackedCode {
        PackedCode(bits: bits | extra &<< length, length: length &+ extraBits)
    }
}

/// Two packed codes in sequence, at most 54 bits: value in the low 58 bits, length above.
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
