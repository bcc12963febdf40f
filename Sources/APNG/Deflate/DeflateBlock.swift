/// One block with codes of its own: what it consists of, its codes, its header, its bits.
///
/// - Source: RFC 1951 §3.2.7.
final class DeflateBlock {
    /// How often each literal and length comes, and behind them each distance.
    private let frequencies: UnsafeMutablePointer<UInt32>
    /// How long their codes are.
    private let lengths: UnsafeMutablePointer<UInt8>
    /// Codes of literals and, from 256 on, of lengths, distances behind them.
    private let codes: UnsafeMutablePointer<PackedCode>
    /// By length of a match, its extra bits included.
    private let matchCodes: UnsafeMutablePointer<PackedCode>
    /// By usual distance, of which each has ``usualRoom``, and length: both.
    private let usualCodes: UnsafeMutablePointer<LongCode>
    /// Places where literals are counted: four tables, so that equal neighbours don't wait for each other.
    private let counters: UnsafeMutablePointer<UInt32>

    /// How many were counted.
    private var totals = (literals: 0, distances: 0)

    private static let symbolCount = DeflateSymbols.literalCount + DeflateSymbols.distanceCount

    private static let usualRoom = 512

    /// So that four literals fit between two flushes, or one and a match.
    private static let longestCode = 14
    private static let longestDistanceCode = 10

    init() {
        frequencies = .allocate(capacity: Self.symbolCount)
        lengths = .allocate(capacity: Self.symbolCount)
        codes = .allocate(capacity: Self.symbolCount)
        matchCodes = .allocate(capacity: DeflateSymbols.longestMatch + 1)
        usualCodes = .allocate(capacity: Distance.Usual.allCases.count * Self.usualRoom)
        counters = .allocate(capacity: 4 * 256)
        frequencies.initialize(repeating: 0, count: Self.symbolCount)
        lengths.initialize(repeating: 0, count: Self.symbolCount)
        codes.initialize(repeating: PackedCode(bits: 0, length: 0), count: Self.symbolCount)
        matchCodes.initialize(repeating: PackedCode(bits: 0, length: 0), count: DeflateSymbols.longestMatch + 1)
        let nothing = PackedCode(bits: 0, length: 0)
        usualCodes.initialize(
            repeating: LongCode(nothing, nothing),
            count: Distance.Usual.allCases.count * Self.usualRoom
        )
        counters.initialize(repeating: 0, count: 4 * 256)
    }

    deinit {
        frequencies.deallocate()
        lengths.deallocate()
        codes.deallocate()
        matchCodes.deallocate()
        usualCodes.deallocate()
        counters.deallocate()
    }

    // MARK: Counting

    /// Counts what is in `store`.
    func count(_ store: SequenceStore) {
        frequencies.update(repeating: 0, count: Self.symbolCount)
        countLiterals(store.literals, store.literalCount)
        let (tables, frequencies) = (DeflateSymbols.tables, frequencies)
        let sequences = UnsafePointer(store.sequences)
        for index in 0..<store.sequenceCount {
            let sequence = sequences[index]
            guard sequence.length > 0 else { continue }
            let distance = DeflateSymbols.literalCount &+ sequence.distance.symbol
            var length = Int(sequence.length)
            if length > DeflateSymbols.longestMatch {
                let full = DeflateSymbols.longestMatches(in: length)
                frequencies[DeflateSymbols.literalCount &- 1] &+= UInt32(truncatingIfNeeded: full)
                frequencies[distance] &+= UInt32(truncatingIfNeeded: full)
                length &-= full &* DeflateSymbols.longestMatch
                if length > DeflateSymbols.longestMatch {
                    frequencies[tables.symbol(ofLength: 3)] &+= 1
                    frequencies[distance] &+= 1
                    length &-= 3
                } else if length == 0 {
                    continue
                }
            }
            frequencies[tables.symbol(ofLength: length)] &+= 1
            frequencies[distance] &+= 1
        }
        frequencies[DeflateSymbols.endOfBlock] = 1
        totals = (0, 0)
        for symbol in 0..<Self.symbolCount {
            if symbol < DeflateSymbols.literalCount {
                totals.literals += Int(frequencies[symbol])
            } else {
                totals.distances += Int(frequencies[symbol])
            }
        }
    }

    /// Literals and lengths that were counted.
    var symbolTotal: Int { totals.literals }

    private func countLiterals(_ literals: UnsafePointer<UInt8>, _ count: Int) {
        let counters = counters
        counters.update(repeating: 0, count: 4 * 256)
        var at = 0
        while at &+ 4 <= count {
            counters[Int(literals[at])] &+= 1
            counters[256 &+ Int(literals[at &+ 1])] &+= 1
            counters[512 &+ Int(literals[at &+ 2])] &+= 1
            counters[768 &+ Int(literals[at &+ 3])] &+= 1
            at &+= 4
        }
        while at < count {
            counters[Int(literals[at])] &+= 1
            at &+= 1
        }
        for value in 0..<256 {
            frequencies[value] =
                counters[value] &+ counters[256 + value] &+ counters[512 + value] &+ counters[768 + value]
        }
    }

    /// Makes codes for what may come where the rest is like what was counted in `store`: each literal and each length gets
    /// one, as if it had come once more. Of distances, only the usual ones may come.
    func makeCodes(forAllLike store: SequenceStore) {
        let literals = DeflateSymbols.literalCount
        for symbol in 0..<literals { frequencies[symbol] &+= 1 }
        let usual = Set(Distance.Usual.allCases.map { literals + store.distance($0).symbol })
        for symbol in literals..<Self.symbolCount {
            frequencies[symbol] = usual.contains(symbol) ? max(1, frequencies[symbol]) : 0
        }
        makeCodes(for: store)
    }

    /// Makes the codes for what was counted in `store`.
    func makeCodes(for store: SequenceStore) {
        let (literals, distances) = (DeflateSymbols.literalCount, DeflateSymbols.distanceCount)
        PrefixCode.lengths(of: frequencies, count: literals, limit: Self.longestCode, into: lengths)
        PrefixCode.lengths(
            of: frequencies + literals,
            count: distances,
            limit: Self.longestDistanceCode,
            into: lengths + literals
        )
        PrefixCode.codes(of: lengths, count: literals, into: codes)
        PrefixCode.codes(of: lengths + literals, count: distances, into: codes + literals)
        for length in 3...DeflateSymbols.longestMatch {
            let parts = DeflateSymbols.parts(ofLength: length)
            matchCodes[length] = codes[parts.symbol].followed(by: UInt32(parts.extra), UInt32(parts.extraBits))
        }
        for usual in Distance.Usual.allCases where usual != .none {
            let distance = code(of: store.distance(usual))
            let start = usualCodes + Int(usual.rawValue) * Self.usualRoom
            for length in 3...DeflateSymbols.longestMatch { start[length] = LongCode(matchCodes[length], distance) }
        }
    }

    /// Bits of the codes of all that was counted, and of what is said beside them.
    var bits: Int {
        var sum = 0
        for symbol in 0..<Self.symbolCount {
            sum += Int(frequencies[symbol]) * (Int(lengths[symbol]) + DeflateSymbols.extraBits[symbol])
        }
        return sum
    }

    /// About the bits that what was counted takes, without making codes: in whole numbers, so that all machines choose
    /// alike.
    var estimatedBits: Int {
        (0..<Self.symbolCount).reduce(0) { $0 + Int(frequencies[$1]) * Int(frequencies[$1] > 0 ? cost(of: $1) : 0) }
            / 16
    }

    /// About what a symbol costs among those that were counted, with what is said beside it, in sixteenths of a bit; one
    /// that did not come, as if it had come half a time.
    func cost(of symbol: Int) -> UInt32 {
        let isDistance = symbol >= DeflateSymbols.literalCount
        let total = max(1, isDistance ? totals.distances : totals.literals)
        let count = Int(frequencies[symbol])
        let cost = Self.log2(total) - (count > 0 ? Self.log2(count) : -16)
        return UInt32(max(1, cost) + 16 * DeflateSymbols.extraBits[symbol])
    }

    /// In sixteenths, a straight line from one power of two to the next.
    private static func log2(_ value: Int) -> Int {
        guard value > 0 else { return 0 }
        let top = Int.bitWidth - 1 - value.leadingZeroBitCount
        return top * 16 + (top >= 4 ? value >> (top - 4) & 15 : value << (4 - top) & 15)
    }

    // MARK: Writing

    @inline(__always)
    private func code(of distance: Distance) -> PackedCode {
        codes[DeflateSymbols.literalCount &+ distance.symbol].followed(by: distance.extra, distance.extraBits)
    }

    /// The sequences that were counted, and the block's end.
    ///
    /// - Parameter writer: Has room for ``bits`` and eight bytes more.
    func write(_ store: SequenceStore, to writer: inout BitWriter) {
        // Copies of its own, that nothing else can change: they stay in registers.
        var bits = writer
        var literal = UnsafePointer(store.literals)
        let (codes, matchCodes, usualCodes, sequences) = (
            UnsafePointer(codes), UnsafePointer(matchCodes), UnsafePointer(usualCodes), UnsafePointer(store.sequences)
        )
        for index in 0..<store.sequenceCount {
            let sequence = sequences[index]
            var count = Int(sequence.literals)
            if count > 1 {
                while count >= 4 {
                    bits.put(codes[Int(literal[0])])
                    bits.put(codes[Int(literal[1])])
                    bits.put(codes[Int(literal[2])])
                    bits.put(codes[Int(literal[3])])
                    bits.flush()
                    literal += 4
                    count &-= 4
                }
                // The last of them without a branch: their number can't be foreseen.
                bits.put(codes[Int(literal[0])].ifNegative(0 &- count))
                bits.put(codes[Int(literal[1])].ifNegative(1 &- count))
                bits.put(codes[Int(literal[2])].ifNegative(2 &- count))
                bits.flush()
            } else {
                bits.put(codes[Int(literal[0])].ifNegative(0 &- count))
            }
            literal += count
            guard sequence.length > 0 else {
                bits.flush()
                continue
            }
            var length = Int(sequence.length)
            if length <= DeflateSymbols.longestMatch, sequence.distance.usual > 0 {
                bits.put(usualCodes[sequence.distance.usual &* Self.usualRoom &+ length])
                bits.flush()
                continue
            }
            let distance = code(of: sequence.distance)
            if length > DeflateSymbols.longestMatch {
                bits.flush()
                (bits, length) = Self.writeLong(length, distance, matchCodes, to: bits)
                if length == 0 { continue }
            }
            bits.put(matchCodes[length])
            bits.put(distance)
            bits.flush()
        }
        bits.put(codes[DeflateSymbols.endOfBlock])
        bits.flush()
        writer = bits
    }

    /// What DEFLATE can't say at once.
    ///
    /// - Returns: How much is left, to be said as any other match.
    private static func writeLong(
        _ length: Int,
        _ distance: PackedCode,
        _ matchCodes: UnsafePointer<PackedCode>,
        to writer: BitWriter
    ) -> (BitWriter, Int) {
        let full = DeflateSymbols.longestMatches(in: length)
        let bits = write(matchCodes[DeflateSymbols.longestMatch], distance, times: full, to: writer)
        let rest = length &- full &* DeflateSymbols.longestMatch
        if rest <= DeflateSymbols.longestMatch { return (bits, rest) }
        return (write(matchCodes[3], distance, times: 1, to: bits), rest &- 3)
    }

    /// As many at once as there is room for between two flushes: a gap of a thousand pixels is a few stores.
    private static func write(
        _ length: PackedCode,
        _ distance: PackedCode,
        times count: Int,
        to writer: BitWriter
    ) -> BitWriter {
        var bits = writer
        let size = UInt64(length.length &+ distance.length)
        let one = UInt64(length.bits) | UInt64(distance.bits) &<< UInt64(length.length)
        let group = count < 2 ? 1 : Int(56 / size)
        var pattern: UInt64 = 0
        for index in 0..<UInt64(group) { pattern |= one &<< (index &* size) }
        var rest = count
        while rest >= group {
            bits.put(pattern, bits: UInt64(group) &* size)
            bits.flush()
            rest &-= group
        }
        while rest > 0 {
            bits.put(one, bits: size)
            bits.flush()
            rest &-= 1
        }
        return bits
    }
}

// MARK: Writing at once

extension DeflateBlock {
    /// A sink that writes with the block's codes, of which each symbol must have one.
    ///
    /// - Parameter writer: Has room for ``maximumSize(of:gap:)``.
    @inline(__always)
    func sink(_ writer: BitWriter) -> CodeSink { CodeSink(self, writer) }

    /// The most bytes that become of so many, and of so many zeros before them.
    static func maximumSize(of count: Int, gap: Int) -> Int {
        // The longest code of a literal has 14 bits; matches say three bytes in 42 bits at the most.
        count &* 2 &+ gap / 32 &+ 64
    }

    func writeEnd(to writer: inout BitWriter) {
        writer.put(codes[DeflateSymbols.endOfBlock])
        writer.flush()
    }

    /// Writes what coders find at once.
    struct CodeSink: SymbolSink {
        private(set) var writer: BitWriter
        private let codes: UnsafePointer<PackedCode>
        private let matchCodes: UnsafePointer<PackedCode>
        private let usualCodes: UnsafePointer<LongCode>

        fileprivate init(_ block: DeflateBlock, _ writer: BitWriter) {
            self.writer = writer
            codes = UnsafePointer(block.codes)
            matchCodes = UnsafePointer(block.matchCodes)
            usualCodes = UnsafePointer(block.usualCodes)
        }

        @inline(__always)
        mutating func literal(_ value: UInt8) {
            writer.put(codes[Int(value)])
            writer.flush()
        }

        @inline(__always)
        mutating func pixel(_ pixel: UInt32) {
            for shift: UInt32 in [0, 8, 16, 24] {
                writer.put(codes[Int(truncatingIfNeeded: pixel &>> shift & 0xFF)])
            }
            writer.flush()
        }

        @inline(__always)
        mutating func word(_ bytes: UInt64) {
            pixel(UInt32(truncatingIfNeeded: bytes))
            pixel(UInt32(truncatingIfNeeded: bytes &>> 32))
        }

        @inline(__always)
        mutating func match(_ distance: Distance, length: Int) {
            putMatch(distance, length)
            writer.flush()
        }

        @inline(__always)
        mutating func colour(_ distance: Distance, alpha: UInt8) {
            putMatch(distance, 3)
            writer.put(codes[Int(alpha)])
            writer.flush()
        }

        @inline(__always)
        mutating func zeros(_ count: Int) {
            if count == 0 { return }
            writer.put(codes[0])
            if count > 3 {
                if count > DeflateSymbols.longestMatch { writer.flush() }
                putMatch(Distance(1, usual: .byte), count &- 1)
            } else {
                writer.put(codes[0].ifNegative(1 &- count))
                writer.put(codes[0].ifNegative(2 &- count))
            }
            writer.flush()
        }

        /// At most 42 bits, or more behind a flush.
        @inline(__always)
        private mutating func putMatch(_ distance: Distance, _ length: Int) {
            if length <= DeflateSymbols.longestMatch, distance.usual > 0 {
                return writer.put(usualCodes[distance.usual &* DeflateBlock.usualRoom &+ length])
            }
            putLong(distance, length)
        }

        @inline(never)
        private mutating func putLong(_ distance: Distance, _ length: Int) {
            let code = codes[DeflateSymbols.literalCount &+ distance.symbol]
                .followed(by: distance.extra, distance.extraBits)
            var rest = length
            if length > DeflateSymbols.longestMatch {
                (writer, rest) = DeflateBlock.writeLong(length, code, matchCodes, to: writer)
                if rest == 0 { return }
            }
            writer.put(matchCodes[rest])
            writer.put(code)
        }
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
