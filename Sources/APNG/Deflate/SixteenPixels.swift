/// Sixteen pixels of a row, and what holds for each of them as a bit: where a run ends is then found by counting zeros; a loop
/// would end where no processor can foresee it.
struct SixteenPixels {
    /// Vectors are only ever compared with vectors: with a number, it is done lane by lane.
    private typealias Four = SIMD4<UInt32>

    private var parts: (Four, Four, Four, Four)

    static let count = 16

    /// The pixels from `start` on.
    @inline(__always)
    init(at start: UnsafePointer<UInt32>) {
        let bytes = UnsafeRawPointer(start)
        parts = (
            bytes.loadUnaligned(as: Four.self), bytes.loadUnaligned(fromByteOffset: 16, as: Four.self),
            bytes.loadUnaligned(fromByteOffset: 32, as: Four.self),
            bytes.loadUnaligned(fromByteOffset: 48, as: Four.self)
        )
    }

    @inline(__always)
    func store(at start: UnsafeMutablePointer<UInt32>) {
        let bytes = UnsafeMutableRawPointer(start)
        bytes.storeBytes(of: parts.0, as: Four.self)
        bytes.storeBytes(of: parts.1, toByteOffset: 16, as: Four.self)
        bytes.storeBytes(of: parts.2, toByteOffset: 32, as: Four.self)
        bytes.storeBytes(of: parts.3, toByteOffset: 48, as: Four.self)
    }

    /// Transparent where both are the same.
    @inline(__always)
    mutating func clear(like other: SixteenPixels) {
        parts.0 &= ~Self.equal(parts.0, other.parts.0)
        parts.1 &= ~Self.equal(parts.1, other.parts.1)
        parts.2 &= ~Self.equal(parts.2, other.parts.2)
        parts.3 &= ~Self.equal(parts.3, other.parts.3)
    }

    /// No colours where nothing is.
    @inline(__always)
    mutating func clearTransparent() {
        parts.0 &= ~Self.transparent(parts.0)
        parts.1 &= ~Self.transparent(parts.1)
        parts.2 &= ~Self.transparent(parts.2)
        parts.3 &= ~Self.transparent(parts.3)
    }

    /// Which are transparent, in the lowest sixteen bits, and above them, which are opaque.
    @inline(__always)
    var transparentAndOpaque: UInt64 {
        Self.bits { part in
            (Self.transparent(self[part]), Self.equal(self[part] | Four(repeating: 0xFF_FFFF), Four(repeating: ~0)))
        }
    }

    @inline(__always)
    private static func transparent(_ pixels: Four) -> Four { equal(pixels & Four(repeating: 0xFF00_0000), Four()) }

    @inline(__always)
    private subscript(part: Int) -> Four {
        switch part {
        case 0: parts.0
        case 1: parts.1
        case 2: parts.2
        default: parts.3
        }
    }

    @inline(__always)
    private static func equal(_ one: Four, _ other: Four) -> Four { unsafeBitCast(one .== other, to: Four.self) }

    /// - Parameter lanes: Of each part, all bits or none in each lane: twice, the second one for the upper sixteen bits.
    /// - Returns: In the lowest 32 bits.
    @inline(__always)
    private static func bits(_ lanes: (Int) -> (Four, Four)) -> UInt64 {
        @inline(__always)
        func weighed(_ part: Int, _ weights: Four) -> Four {
            let (low, high) = lanes(part)
            return low & weights | high & weights &<< Four(repeating: 16)
        }
        let low = weighed(0, Four(0x1, 0x2, 0x4, 0x8)) | weighed(1, Four(0x10, 0x20, 0x40, 0x80))
        let high = weighed(2, Four(0x100, 0x200, 0x400, 0x800)) | weighed(3, Four(0x1000, 0x2000, 0x4000, 0x8000))
        let halves = unsafeBitCast(low | high, to: SIMD2<UInt64>.self)
        let both = halves[0] | halves[1]
        return both | both &>> 32
    }
}
