internal import Memory

/// Finds earlier occurrences of bytes in a buffer, at any offset, with hash chains. Owns its tables.
struct MatchFinder: ~Copyable {
    /// A match: length and distance in bytes.
    struct Match {
        var length: UInt16
        /// The distance minus 1.
        var back: UInt16

        var distance: Int { Int(back) + 1 }
    }

    private let bytes: MemoryView<UInt8>
    private let end: Int
    /// Bytes per row and per pixel. Every byte of a row but the first belongs to a pixel.
    let stride: Int
    let pixelSize: Int
    /// Last offset + 1 at which three or four bytes occurred, indexed by their hash.
    private let threes: OwnedMemory<Int32>
    private let fours: OwnedMemory<Int32>
    /// Previous offset + 1 in the hash chain, indexed by offset modulo the window.
    private let chain: OwnedMemory<Int32>

    /// Maximum number of chain entries examined, at the start of a pixel and elsewhere.
    private let maximumProbes: (atPixels: Int, elsewhere: Int)

    /// Maximum number of matches found for an offset.
    static let mostMatches = 3 + 16

    private static let hashBits = 15
    private static let threeBits = 13
    private static let window = DeflateSymbols.longestDistance
    /// Match length in bytes that ends a search.
    static let longEnough = 96
    /// Maximum distance for which a match of three bytes pays off.
    private static let nearEnough = 4096

    /// - Parameter pixelSize: Bytes per pixel, a power of two.
    init(_ data: SparseBytes, stride: Int, pixelSize: Int) {
        // Except at the start of a pixel, a distant match is hardly ever the best.
        maximumProbes = pixelSize == 1 ? (10, 10) : (16, 0)
        bytes = data.bytes.readOnly
        end = data.count
        (self.stride, self.pixelSize) = (stride, pixelSize)
        threes = OwnedMemory(repeating: 0, count: 1 << Self.threeBits)
        fours = OwnedMemory(repeating: 0, count: 1 << Self.hashBits)
        chain = OwnedMemory(repeating: 0, count: Self.window)
    }

    /// Adds offset `at` to the chains.
    @inline(__always)
    func insert(_ at: Int) {
        if at &+ 4 <= end { _ = insertHashes(at) }
    }

    /// - Returns: The last offsets with the same three and the same four bytes; -1 if there is none.
    @inline(__always)
    private func insertHashes(_ at: Int) -> (near: Int, other: Int) {
        let word = UInt32(littleEndian: bytes.load(UInt32.self, at: at))
        let four = Int((word &* 0x9E37_79B1) &>> UInt32(32 - Self.hashBits))
        let three = Int(((word &<< 8) &* 0x9E37_79B1) &>> UInt32(32 - Self.threeBits))
        let (near, other) = (Int(threes[three]) &- 1, Int(fours[four]) &- 1)
        fours[four] = Int32(truncatingIfNeeded: at &+ 1)
        threes[three] = Int32(truncatingIfNeeded: at &+ 1)
        chain[at & (Self.window &- 1)] = Int32(truncatingIfNeeded: other &+ 1)
        return (near, other)
    }

    /// Adds offset `at` to the chains and writes its matches to `matches`, each longer than the one before.
    ///
    /// - Parameters:
    ///   - isPixel: Whether a pixel begins at `at`.
    ///   - matches: Memory with room for ``mostMatches``.
    /// - Returns: The number of matches.
    @inline(__always)
    func matches(at: Int, isPixel: Bool, into matches: MutableMemoryView<Match>) -> Int {
        guard at &+ 4 <= end else { return 0 }
        let found = insertHashes(at)
        var other = found.other
        let limit = min(DeflateSymbols.longestMatch, end &- at)
        var (count, longest) = (0, 2)
        @inline(__always)
        func probe(_ other: Int) {
            guard other >= 0, at &- other <= Self.window else { return }
            let length = equalBytes(at, other, limit: limit)
            guard length > longest else { return }
            matches[count] = Match(
                length: UInt16(truncatingIfNeeded: length),
                back: UInt16(truncatingIfNeeded: at &- other &- 1)
            )
            (count, longest) = (count &+ 1, length)
        }
        // In images, runs of one color fill the chains, so the most likely matches are tried first.
        probe(at &- found.near <= Self.nearEnough ? found.near : -1)
        probe(at &- 4)
        probe(at &- stride)
        var probes = isPixel ? maximumProbes.atPixels : maximumProbes.elsewhere
        while other >= 0, at &- other <= Self.window, probes > 0, longest < limit {
            // A longer match must share these four bytes.
            let last = max(0, longest &- 3)
            if bytes.load(UInt32.self, at: other &+ last)
                == bytes.load(UInt32.self, at: at &+ last)
            {
                let length = equalBytes(at, other, limit: limit)
                if length > max(3, longest) {
                    matches[count] = Match(
                        length: UInt16(truncatingIfNeeded: length),
                        back: UInt16(truncatingIfNeeded: at &- other &- 1)
                    )
                    count &+= 1
                    longest = length
                    if length >= Self.longEnough { break }
                }
            }
            let next = Int(chain[other & (Self.window &- 1)]) &- 1
            // A later offset may have overwritten this slot of the ring; its chain is not followed.
            guard next < other else { break }
            other = next
            probes &-= 1
        }
        return count
    }

    /// Number of equal bytes, at most `limit`.
    @inline(__always)
    private func equalBytes(_ a: Int, _ b: Int, limit: Int) -> Int {
        var count = 0
        while count &+ 8 <= limit {
            let both =
                UInt64(littleEndian: bytes.load(UInt64.self, at: a &+ count))
                ^ UInt64(littleEndian: bytes.load(UInt64.self, at: b &+ count))
            if both != 0 { return count &+ both.trailingZeroBitCount / 8 }
            count &+= 8
        }
        while count < limit,
            bytes[a &+ count] == bytes[b &+ count]
        {
            count &+= 1
        }
        return count
    }
}
