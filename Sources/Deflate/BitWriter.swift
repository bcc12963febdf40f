public import CKernels
public import Memory

/// Writes bits to memory, least significant bit first.
///
/// Callers must reserve memory: each ``flush()`` may write eight bytes. Between two flushes, at most 56 bits may be
/// put.
///
/// - Source: RFC 1951 §3.1.1.
public struct BitWriter {
    @usableFromInline var state: hanabi_bit_writer

    /// A writer at the start of the given memory.
    public init(at start: MutableMemoryView<UInt8>) {
        state = hanabi_bit_writer(end: start.address, bits: 0, count: 0)
    }

    /// Number of whole bytes from the start of the given memory to what is written next.
    @inlinable
    public func count(from start: MutableMemoryView<UInt8>) -> Int { state.end - start.address }

    /// Appends the low bits of a value.
    @inlinable @inline(__always)
    public mutating func put(_ value: UInt64, bits length: UInt64) {
        state.bits |= value &<< state.count
        state.count &+= length
    }

    /// Appends a code.
    @inlinable @inline(__always)
    public mutating func put(_ code: PackedCode) { put(UInt64(code.bits), bits: UInt64(code.length)) }

    /// Appends a code.
    @inlinable @inline(__always)
    public mutating func put(_ code: LongCode) { put(code.bits, bits: code.length) }

    /// Writes all whole bytes, so that fewer than eight bits remain.
    @inlinable @inline(__always)
    public mutating func flush() {
        UnsafeMutableRawPointer(state.end).storeBytes(of: state.bits.littleEndian, as: UInt64.self)
        state.end += Int(truncatingIfNeeded: state.count &>> 3)
        state.bits &>>= state.count & ~7
        state.count &= 7
    }

    /// Lends the state to a loop that starts after a flush and ends with one.
    @inlinable @inline(__always)
    public mutating func with<Result>(_ body: (inout hanabi_bit_writer) -> Result) -> Result {
        // The state is in memory only during this call; otherwise it stays in registers.
        var state = state
        defer { self.state = state }
        return body(&state)
    }

    /// Fills the last byte with zeros.
    public mutating func finish() {
        flush()
        if state.count > 0 {
            state.end.pointee = UInt8(truncatingIfNeeded: state.bits)
            state = hanabi_bit_writer(end: state.end + 1, bits: 0, count: 0)
        }
    }

    /// Redirects the writer after its first `count` bytes were moved to `start`.
    public mutating func move(to start: MutableMemoryView<UInt8>, count: Int) {
        state.end = start.suffix(from: count).address
    }
}
