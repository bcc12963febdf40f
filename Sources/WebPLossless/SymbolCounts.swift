internal import Memory

/// Numbers of the symbols of one group of codes.
///
/// - Source: RFC 9649 §3.7.1 (five codes: green, length and cache; red; blue; alpha; distance).
final class SymbolCounts {
    static let lengthStart = 256
    static let cacheStart = 256 + 24
    static let distanceCount = 40
    static let mostCacheBits = 11

    private static let redStart = cacheStart + 1 << mostCacheBits
    private static let total = redStart + 3 * 256 + distanceCount

    private let counts = OwnedMemory<UInt32>(repeating: 0, count: total)
    private let entropy = Entropy.shared

    /// First code: green, lengths, cache indices.
    var green: MutableMemoryView<UInt32> { counts.view }
    var red: MutableMemoryView<UInt32> { counts.view.suffix(from: Self.redStart) }
    var blue: MutableMemoryView<UInt32> { counts.view.suffix(from: Self.redStart + 256) }
    var alpha: MutableMemoryView<UInt32> { counts.view.suffix(from: Self.redStart + 512) }
    var distance: MutableMemoryView<UInt32> { counts.view.suffix(from: Self.redStart + 768) }

    func clear() { counts.fill(0) }

    @inline(__always)
    func add(pixel: UInt32) {
        green[Int(pixel &>> 8 & 0xFF)] &+= 1
        red[Int(pixel &>> 16 & 0xFF)] &+= 1
        blue[Int(pixel & 0xFF)] &+= 1
        alpha[Int(pixel &>> 24)] &+= 1
    }

    @inline(__always)
    func add(cacheIndex: Int) { green[Self.cacheStart &+ cacheIndex] &+= 1 }

    /// - Parameter distance: Distance code, from 1.
    @inline(__always)
    func add(length: Int, distance: UInt32) {
        green[Self.lengthStart &+ PrefixValue(UInt32(truncatingIfNeeded: length)).symbol] &+= 1
        self.distance[PrefixValue(distance).symbol] &+= 1
    }

    /// Adds all other counts but those of cache indices.
    func addAllButCached(_ other: SymbolCounts) {
        for symbol in 0..<Self.cacheStart { counts[symbol] &+= other.counts[symbol] }
        for symbol in Self.redStart..<Self.total { counts[symbol] &+= other.counts[symbol] }
    }

    /// Returns `sum`, filled with the counts of both groups.
    func merged(with other: SymbolCounts, into sum: SymbolCounts, cacheBits: Int) -> SymbolCounts {
        let greens = Self.cacheStart + (cacheBits > 0 ? 1 << cacheBits : 0)
        for symbol in 0..<greens { sum.counts[symbol] = counts[symbol] &+ other.counts[symbol] }
        for symbol in Self.redStart..<Self.total { sum.counts[symbol] = counts[symbol] &+ other.counts[symbol] }
        return sum
    }

    /// Estimated size in bits of the symbols with their extra bits, and of the codes.
    func estimatedBits(cacheBits: Int) -> (symbols: Int, codes: Int) {
        let greens = Self.cacheStart + (cacheBits > 0 ? 1 << cacheBits : 0)
        var (size, lengths) = (0, 0)
        func add(_ channel: MutableMemoryView<UInt32>, _ count: Int) {
            let own = estimate(channel.readOnly, count)
            size += own.size
            lengths += own.lengths
        }
        add(green, greens)
        for channel in 0..<3 { add(red.suffix(from: channel * 256), 256) }
        add(distance, Self.distanceCount)
        var extra = 0
        for symbol in 4..<24 { extra += Int(green[Self.lengthStart + symbol]) * PrefixValue.extraBits(of: symbol) }
        for symbol in 4..<Self.distanceCount { extra += Int(distance[symbol]) * PrefixValue.extraBits(of: symbol) }
        return (size / Entropy.one + extra, lengths)
    }

    /// Typical bits of a length of a code.
    private static let bitsPerLength = 3
    /// Typical bits of a run of absent symbols.
    private static let bitsPerGap = 6
    /// Typical bits of all that precedes the lengths.
    private static let bitsPerCode = 50
    /// Bits of a code of at most two symbols.
    private static let bitsOfShortCode = 12

    /// Size of counted symbols in 1/256 bit, and estimated bits of their code.
    private func estimate(_ counts: MemoryView<UInt32>, _ count: Int) -> (size: Int, lengths: Int) {
        let entropy = entropy
        var (total, sum, used, gaps, isGap) = (0, 0, 0, 0, false)
        var symbol = 0
        while symbol < count {
            // Most symbols of a small image are absent.
            if symbol &+ 2 <= count, counts.load(UInt64.self, at: symbol) == 0 {
                gaps &+= isGap ? 0 : 1
                isGap = true
                symbol &+= 2
                continue
            }
            let own = Int(counts[symbol])
            symbol &+= 1
            if own == 0 {
                gaps &+= isGap ? 0 : 1
                isGap = true
                continue
            }
            isGap = false
            used &+= 1
            total &+= own
            sum &+= own &* entropy.log2(own)
        }
        let lengths =
            used > 2 ? used * Self.bitsPerLength + gaps * Self.bitsPerGap + Self.bitsPerCode : Self.bitsOfShortCode
        return (total &* entropy.log2(total) &- sum, lengths)
    }
}
