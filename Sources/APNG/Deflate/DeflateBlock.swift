/// One block with codes of its own: what it will consist of, its codes, its header.
///
/// For coders that know few distances, matches at these are ready made.
///
/// - Source: RFC 1951 §3.2.7.
final class DeflateBlock {
    /// How often each literal and length comes, and behind them each distance.
    let frequencies: UnsafeMutablePointer<UInt32>
    /// By symbol, distances behind the others.
    let codes: UnsafeMutablePointer<PackedCode>
    /// By rank of the distance and length: ``matchStride`` for each distance.
    let matches: UnsafeMutablePointer<FusedCode>
    /// At most ``maximumDistances``.
    private(set) var distances: [DeflateSymbols.Parts] = []

    private let lengths: UnsafeMutablePointer<UInt8>

    static let matchStride = DeflateSymbols.longestMatch + 1
    static let maximumDistances = 3
    private static let symbolCount = DeflateSymbols.literalCount + DeflateSymbols.distanceCount

    init() {
        frequencies = .allocate(capacity: Self.symbolCount)
        codes = .allocate(capacity: Self.symbolCount)
        lengths = .allocate(capacity: Self.symbolCount)
        let matchCount = Self.maximumDistances * Self.matchStride
        matches = .allocate(capacity: matchCount)
        frequencies.initialize(repeating: 0, count: Self.symbolCount)
        codes.initialize(repeating: PackedCode(bits: 0, length: 0), count: Self.symbolCount)
        lengths.initialize(repeating: 0, count: Self.symbolCount)
        matches.initialize(repeating: FusedCode(bits: 0, length: 0), count: matchCount)
    }

    deinit {
        frequencies.deallocate()
        codes.deallocate()
        lengths.deallocate()
        matches.deallocate()
    }

    /// Starts anew.
    func begin(distances: [Int]) {
        self.distances = distances.map { DeflateSymbols.parts(ofDistance: $0) }
        frequencies.update(repeating: 0, count: Self.symbolCount)
    }

    /// What a part of the data was counted for stands for all of it, and whatever did not come may still come.
    func extrapolate() {
        for symbol in 0..<DeflateSymbols.literalCount { frequencies[symbol] = frequencies[symbol] &* 16 &+ 1 }
        for distance in Set(distances.map(\.symbol)) {
            let symbol = DeflateSymbols.literalCount + distance
            frequencies[symbol] = frequencies[symbol] &* 16 &+ 1
        }
    }

    /// Makes codes for the frequencies, of at most `limit` bits.
    func makeCodes(limit: Int) {
        let (literals, distances) = (DeflateSymbols.literalCount, DeflateSymbols.distanceCount)
        frequencies[DeflateSymbols.endOfBlock] = max(1, frequencies[DeflateSymbols.endOfBlock])
        PrefixCode.lengths(of: frequencies, count: literals, limit: limit, into: lengths)
        PrefixCode.lengths(of: frequencies + literals, count: distances, limit: limit, into: lengths + literals)
        PrefixCode.codes(of: lengths, count: literals, into: codes)
        PrefixCode.codes(of: lengths + literals, count: distances, into: codes + literals)
        for (rank, distance) in self.distances.enumerated() {
            for length in 3...DeflateSymbols.longestMatch {
                matches[rank * Self.matchStride + length] = fused(DeflateSymbols.parts(ofLength: length), distance)
            }
        }
    }

    private func fused(_ length: DeflateSymbols.Parts, _ distance: DeflateSymbols.Parts) -> FusedCode {
        var (bits, count) = (UInt64(0), UInt64(0))
        func append(_ value: UInt64, _ length: UInt64) {
            bits |= value << count
            count += length
        }
        let (first, second) = (codes[length.symbol], codes[DeflateSymbols.literalCount + distance.symbol])
        append(UInt64(first.bits), UInt64(first.length))
        append(length.extra, length.extraBits)
        append(UInt64(second.bits), UInt64(second.length))
        append(distance.extra, distance.extraBits)
        return FusedCode(bits: bits, length: count)
    }

    /// Bits that all that was counted takes, extra bits of lengths and distances apart.
    var bits: Int {
        var sum = 0
        for symbol in 0..<Self.symbolCount { sum += Int(frequencies[symbol]) * Int(lengths[symbol]) }
        return sum
    }
}

// MARK: Header

extension DeflateBlock {
    /// The most bytes that ``writeHeader(to:isLast:)`` writes.
    static let maximumHeader = 512

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Says which codes there are.
    func writeHeader(to writer: inout BitWriter, isLast: Bool) {
        var literals = DeflateSymbols.literalCount
        while literals > 257, lengths[literals - 1] == 0 { literals -= 1 }
        var distances = DeflateSymbols.distanceCount
        while distances > 1, lengths[DeflateSymbols.literalCount + distances - 1] == 0 { distances -= 1 }
        let runs = Self.runs(
            in: (0..<literals).map { lengths[$0] } + (0..<distances).map { lengths[DeflateSymbols.literalCount + $0] }
        )
        var frequencies = [UInt32](repeating: 0, count: 19)
        for run in runs { frequencies[run.symbol] += 1 }
        var ownLengths = [UInt8](repeating: 0, count: 19)
        PrefixCode.lengths(of: frequencies, count: 19, limit: 7, into: &ownLengths)
        var ownCodes = [PackedCode](repeating: PackedCode(bits: 0, length: 0), count: 19)
        PrefixCode.codes(of: ownLengths, count: 19, into: &ownCodes)
        var count = 19
        while count > 4, ownLengths[Self.order[count - 1]] == 0 { count -= 1 }

        writer.put(isLast ? 1 : 0, bits: 1)
        writer.put(2, bits: 2)
        writer.put(UInt64(literals - 257), bits: 5)
        writer.put(UInt64(distances - 1), bits: 5)
        writer.put(UInt64(count - 4), bits: 4)
        writer.flush()
        for symbol in Self.order.prefix(count) {
            writer.put(UInt64(ownLengths[symbol]), bits: 3)
            writer.flush()
        }
        for run in runs {
            writer.put(ownCodes[run.symbol])
            writer.put(UInt64(run.extra), bits: UInt64(run.extraBits))
            writer.flush()
        }
    }

    private struct Run {
        var symbol: Int
        var extra = 0
        var extraBits = 0
    }

    /// Lengths of codes, repetitions said in short.
    private static func runs(in lengths: [UInt8]) -> [Run] {
        var runs: [Run] = []
        var start = 0
        while start < lengths.count {
            let length = lengths[start]
            let end = lengths[start...].firstIndex { $0 != length } ?? lengths.count
            var rest = end - start
            if length > 0 {
                runs.append(Run(symbol: Int(length)))
                rest -= 1
            }
            while rest > 0 {
                switch (length, rest) {
                case (0, 11...):
                    let taken = min(rest, 138)
                    runs.append(Run(symbol: 18, extra: taken - 11, extraBits: 7))
                    rest -= taken
                case (0, 3...):
                    runs.append(Run(symbol: 17, extra: rest - 3, extraBits: 3))
                    rest = 0
                case (_, 3...):
                    let taken = min(rest, 6)
                    runs.append(Run(symbol: 16, extra: taken - 3, extraBits: 2))
                    rest -= taken
                default:
                    runs.append(Run(symbol: Int(length)))
                    rest -= 1
                }
            }
            start = end
        }
        return runs
    }
}
