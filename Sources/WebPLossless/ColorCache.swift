/// The color cache: the latest pixel with each hash.
///
/// - Source: RFC 9649 §3.5.2.3.
enum ColorCache {
    /// - Parameter bits: Binary logarithm of the cache's size, at least 1.
    @inline(__always)
    static func index(of pixel: UInt32, bits: UInt32) -> Int { Int((pixel &* 0x1E35_A7BD) &>> (32 &- bits)) }
}
