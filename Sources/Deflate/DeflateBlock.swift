public import CKernels
public import Memory

/// A block with dynamic Huffman codes: its statistics, codes, header and data.
///
/// - Source: RFC 1951 §3.2.7.
public final class DeflateBlock {
    /// Frequencies of literals and lengths, followed by those of distances.
    private let frequencies = OwnedMemory<UInt32>(repeating: 0, count: symbolCount)
    /// Code lengths in bits, in the order of ``frequencies``.
    @usableFromInline let lengths = OwnedMemory<UInt8>(repeating: 0, count: symbolCount)
    /// Codes of literals and, from 256 on, of lengths, followed by those of distances.
    @usableFromInline let codes = OwnedMemory(repeating: PackedCode(bits: 0, length: 0), count: symbolCount)
    /// Codes of match lengths with extra bits, indexed by length.
    @usableFromInline let matchCodes = OwnedMemory(
        repeating: PackedCode(bits: 0, length: 0),
        count: DeflateSymbols.longestMatch + 1
    )
    /// Codes of length and distance together, for each common distance ``commonStride`` entries indexed by length.
    @usableFromInline let commonCodes = OwnedMemory(
        repeating: LongCode(PackedCode(bits: 0, length: 0), PackedCode(bits: 0, length: 0)),
        count: CommonOffset.allCases.count * commonStride
    )
    /// Literal codes in the layout of the literal kernel.
    @usableFromInline let literalCodes = OwnedMemory(repeating: hanabi_literal_codes(), count: 1)
    /// Code tables for the kernel that writes rows of flat areas.
    @usableFromInline let rowCodes: OwnedMemory<hanabi_row_codes>
    /// Literal counters: four tables, so that equal neighbors do not wait for each other's increment.
    private let counters = OwnedMemory<UInt32>(repeating: 0, count: 4 * 256)

    /// Number of counted symbols of each alphabet.
    private var totals = (literals: 0, distances: 0)

    private static let symbolCount = DeflateSymbols.literalCount + DeflateSymbols.distanceCount

    @inlinable static var commonStride: Int { 512 }

    /// Limit in bits, so that four literals, or one and a match, fit between two flushes.
    private static let longestCode = 14
    private static let longestDistanceCode = 10

    /// An empty block, with memory for all symbols.
    public init() {
        rowCodes = OwnedMemory(
            repeating: DeflateKernels.rowCodes(literals: codes.view.readOnly, common: commonCodes.view.readOnly),
            count: 1
        )
    }

    // MARK: Counting

    /// Counts the symbols of `store`.
    public func count(_ store: SequenceStore) {
        frequencies.fill(0)
        countLiterals(store.literals.readOnly, store.literalCount)
        let (tables, frequencies) = (DeflateSymbols.tables, frequencies.view)
        let sequences = store.sequences.readOnly
        for index in 0..<store.sequenceCount {
            let sequence = sequences[index]
            guard sequence.length > 0 else { continue }
            let distance = DeflateSymbols.literalCount &+ sequence.offset.symbol
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

    /// Number of counted literals and lengths.
    public var symbolTotal: Int { totals.literals }

    /// Number of times a literal was counted.
    public func count(ofLiteral value: UInt8) -> Int { Int(frequencies[Int(value)]) }

    private func countLiterals(_ literals: MemoryView<UInt8>, _ count: Int) {
        self.counters.fill(0)
        let counters = counters.view
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

    /// Builds codes for data like `store`, a sample: each literal and length gets a code, as if it had occurred once
    /// more. Only the common distances get codes.
    public func makeCodes(forAllLike store: SequenceStore) {
        let literals = DeflateSymbols.literalCount
        for symbol in 0..<literals { frequencies[symbol] &+= 1 }
        let common = Set(CommonOffset.allCases.map { literals + store.offset($0).symbol })
        for symbol in literals..<Self.symbolCount {
            frequencies[symbol] = common.contains(symbol) ? max(1, frequencies[symbol]) : 0
        }
        makeCodes(for: store)
    }

    /// Builds the codes for the counted symbols of `store`.
    public func makeCodes(for store: SequenceStore) {
        let (literals, distances) = (DeflateSymbols.literalCount, DeflateSymbols.distanceCount)
        makeCodes(in: 0..<literals, limit: Self.longestCode)
        makeCodes(in: literals..<literals + distances, limit: Self.longestDistanceCode)
        fillLiteralCodes()
        for length in 3...DeflateSymbols.longestMatch {
            let parts = DeflateSymbols.parts(ofLength: length)
            matchCodes[length] = codes[parts.symbol].followed(by: UInt32(parts.extra), UInt32(parts.extraBits))
        }
        for common in CommonOffset.allCases where common != .none {
            let distance = code(of: store.offset(common))
            let start = commonCodes.view.suffix(from: Int(common.rawValue) * Self.commonStride)
            for length in 3...DeflateSymbols.longestMatch { start[length] = LongCode(matchCodes[length], distance) }
        }
        let longest = commonCodes[Int(CommonOffset.byte.rawValue) * Self.commonStride + DeflateSymbols.longestMatch]
        let most = 42 / max(1, longest.length)
        rowCodes[0].run_count = most
        rowCodes[0].run_bits = longest.length
        rowCodes[0].run_pattern = (0..<most).reduce(0) { $0 | longest.bits << ($1 * longest.length) }
    }

    /// Builds the codes of one alphabet.
    private func makeCodes(in symbols: Range<Int>, limit: Int) {
        let frequencies = frequencies.view.readOnly.suffix(from: symbols.lowerBound)
        let lengths = lengths.view.suffix(from: symbols.lowerBound)
        let codes = codes.view.suffix(from: symbols.lowerBound)
        var lengthSpan = lengths.mutableSpan(symbols.count)
        HuffmanCode.lengths(of: frequencies.span(symbols.count), limit: limit, into: &lengthSpan)
        var codeSpan = codes.mutableSpan(symbols.count)
        HuffmanCode.codes(of: lengthSpan.span, into: &codeSpan)
    }

    private func fillLiteralCodes() {
        let codes = codes.view
        withUnsafeMutableBytes(of: &literalCodes[0]) { all in
            for value in 0..<256 {
                let code = codes[value]
                all.storeBytes(of: code.value, toByteOffset: 4 * value, as: UInt32.self)
                all[1024 + value] = UInt8(truncatingIfNeeded: code.length)
                all[1280 + value] = UInt8(truncatingIfNeeded: code.bits)
                all[1536 + value] = UInt8(truncatingIfNeeded: code.bits >> 8)
            }
        }
    }

    /// Size of the counted symbols in bits, extra bits included.
    public var bits: Int {
        var sum = 0
        for symbol in 0..<Self.symbolCount {
            sum += Int(frequencies[symbol]) * (Int(lengths[symbol]) + DeflateSymbols.extraBits[symbol])
        }
        return sum
    }

    /// Estimated size of the counted symbols in bits, without building codes. Integer arithmetic makes every machine
    /// choose alike.
    public var estimatedBits: Int {
        (0..<Self.symbolCount).reduce(0) { $0 + Int(frequencies[$1]) * Int(frequencies[$1] > 0 ? cost(of: $1) : 0) }
            / 16
    }

    /// Estimated cost of a symbol among the counted ones in 1/16 bit, extra bits included. An absent symbol counts as
    /// half an occurrence.
    func cost(of symbol: Int) -> UInt32 {
        let isDistance = symbol >= DeflateSymbols.literalCount
        let total = max(1, isDistance ? totals.distances : totals.literals)
        let count = Int(frequencies[symbol])
        let cost = Self.log2(total) - (count > 0 ? Self.log2(count) : -16)
        return UInt32(max(1, cost) + 16 * DeflateSymbols.extraBits[symbol])
    }

    /// Binary logarithm in sixteenths, linear between powers of two.
    private static func log2(_ value: Int) -> Int {
        guard value > 0 else { return 0 }
        let top = Int.bitWidth - 1 - value.leadingZeroBitCount
        return top * 16 + (top >= 4 ? value >> (top - 4) & 15 : value << (4 - top) & 15)
    }

    // MARK: Writing

    @inline(__always)
    private func code(of offset: MatchOffset) -> PackedCode { Self.code(of: offset, in: codes.view.readOnly) }

    @inlinable @inline(__always)
    static func code(of offset: MatchOffset, in codes: MemoryView<PackedCode>) -> PackedCode {
        codes[DeflateSymbols.literalCount &+ offset.symbol].followed(by: offset.extra, offset.extraBits)
    }

    /// Writes the counted sequences and the end of the block.
    ///
    /// - Parameter writer: Must have room for ``bits`` bits and eight more bytes.
    func write(_ store: SequenceStore, to writer: inout BitWriter) {
        // Local copies, which nothing else can modify, stay in registers.
        var bits = writer
        var literal = store.literals.readOnly
        let (codes, matchCodes) = (codes.view.readOnly, matchCodes.view.readOnly)
        let (commonCodes, sequences) = (commonCodes.view.readOnly, store.sequences.readOnly)
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
                    literal = literal.suffix(from: 4)
                    count &-= 4
                }
                // The last literals are written without a branch, because their number is unpredictable.
                bits.put(codes[Int(literal[0])].ifNegative(0 &- count))
                bits.put(codes[Int(literal[1])].ifNegative(1 &- count))
                bits.put(codes[Int(literal[2])].ifNegative(2 &- count))
                bits.flush()
            } else {
                bits.put(codes[Int(literal[0])].ifNegative(0 &- count))
            }
            literal = literal.suffix(from: count)
            guard sequence.length > 0 else {
                bits.flush()
                continue
            }
            var length = Int(sequence.length)
            if length <= DeflateSymbols.longestMatch, sequence.offset.common > 0 {
                bits.put(commonCodes[sequence.offset.common &* Self.commonStride &+ length])
                bits.flush()
                continue
            }
            let distance = code(of: sequence.offset)
            if length > DeflateSymbols.longestMatch {
                bits.flush()
                (bits, length) = Self.writeLong(length, distance, lengths: matchCodes, to: bits)
                if length == 0 { continue }
            }
            bits.put(matchCodes[length])
            bits.put(distance)
            bits.flush()
        }
        writer = bits
        writeEnd(to: &writer)
    }

    /// Writes the leading part of a match that exceeds DEFLATE's maximum length.
    ///
    /// - Returns: The writer and the remaining length, 0 or that of an ordinary match.
    static func writeLong(
        _ length: Int,
        _ distance: PackedCode,
        lengths matchCodes: MemoryView<PackedCode>,
        to writer: BitWriter
    ) -> (BitWriter, Int) {
        let full = DeflateSymbols.longestMatches(in: length)
        let bits = write(matchCodes[DeflateSymbols.longestMatch], distance, times: full, to: writer)
        let rest = length &- full &* DeflateSymbols.longestMatch
        if rest <= DeflateSymbols.longestMatch { return (bits, rest) }
        return (write(matchCodes[3], distance, times: 1, to: bits), rest &- 3)
    }

    /// Writes a match `count` times, as many per flush as fit: a gap of a thousand pixels takes a few stores.
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
