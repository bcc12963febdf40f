internal import Memory

// Entrances for callers that have pointers.

extension UnsafePointer where Pointee: BitwiseCopyable {
    /// Returns a lookup table that is never deallocated.
    public static func leakedTable(_ values: [Pointee]) -> UnsafePointer<Pointee> { MemoryView.leaked(values).address }
}

extension HuffmanCode {
    /// Writes code lengths like ``lengths(of:limit:into:)``.
    public static func lengths(
        of frequencies: UnsafePointer<UInt32>,
        count: Int,
        limit: Int,
        into lengths: UnsafeMutablePointer<UInt8>
    ) {
        let frequencies = UnsafeBufferPointer(start: frequencies, count: count)
        let lengths = UnsafeMutableBufferPointer(start: lengths, count: count)
        var target = lengths.mutableSpan
        Self.lengths(of: frequencies.span, limit: limit, into: &target)
    }

    /// Writes codes like ``codes(of:into:)``.
    public static func codes(
        of lengths: UnsafePointer<UInt8>,
        count: Int,
        into codes: UnsafeMutablePointer<PackedCode>
    ) {
        let lengths = UnsafeBufferPointer(start: lengths, count: count)
        let codes = UnsafeMutableBufferPointer(start: codes, count: count)
        var target = codes.mutableSpan
        Self.codes(of: lengths.span, into: &target)
    }
}
