internal import Deflate
internal import Memory

/// Makes the codes of counted symbols, and writes their lengths.
///
/// - Source: RFC 9649 §3.7.2.1 (decoding and building the prefix codes).
struct CodeWriter {
    private let output: ImageOutput
    private let lengths: MutableMemoryView<UInt8>
    private let tokens: MutableMemoryView<UInt8>

    /// Longest code. VP8L allows 15; with one less, four symbols fit between two flushes of a ``BitWriter``.
    static let longest = 14
    private static let most = SymbolCounts.cacheStart + 1 << SymbolCounts.mostCacheBits
    private static let longestOfLengths = 7

    /// - Parameter memory: ``memorySize`` bytes of scratch.
    init(_ output: ImageOutput, memory: MutableMemoryView<UInt8>) {
        (self.output, lengths, tokens) = (output, memory, memory.suffix(from: Self.most))
    }

    /// Bytes of scratch memory.
    static let memorySize = 3 * most

    /// Writes a code for `count` symbols, and stores it in `codes`: length 0 for a symbol that does not occur, or that
    /// is the only one.
    func write(_ frequencies: MemoryView<UInt32>, count: Int, into codes: MutableMemoryView<PackedCode>) {
        codes.fill(PackedCode(bits: 0, length: 0), count: count)
        var (first, second, used) = (0, 0, 0)
        for symbol in 0..<count where frequencies[symbol] > 0 {
            if used == 0 { first = symbol } else if used == 1 { second = symbol }
            used &+= 1
            if used > 2 { break }
        }
        if used < 2, first < 256 { return writeSimple(first, nil, into: codes) }
        if used == 2, second < 256 { return writeSimple(first, second, into: codes) }
        var target = lengths.mutableSpan(count)
        HuffmanCode.lengths(of: frequencies.span(count), limit: Self.longest, into: &target)
        if used == 1 {
            // The only symbol is too large for the short form, which leaves lengths: one code of one bit takes none.
            lengths.fill(0, count: count)
            lengths[first] = 1
        }
        writeLengths(count)
        guard used > 1 else { return }
        var codeSpan = codes.mutableSpan(count)
        HuffmanCode.codes(of: lengths.readOnly.span(count), into: &codeSpan)
    }

    private func writeSimple(_ first: Int, _ second: Int?, into codes: MutableMemoryView<PackedCode>) {
        output.put(1, bits: 1)
        output.put(second == nil ? 0 : 1, bits: 1)
        output.put(first > 1 ? 1 : 0, bits: 1)
        output.put(first, bits: first > 1 ? 8 : 1)
        guard let second else { return }
        output.put(second, bits: 8)
        codes[first] = PackedCode(bits: 0, length: 1)
        codes[second] = PackedCode(bits: 1, length: 1)
    }

    /// Writes ``lengths`` as runs, with a code of their own.
    private func writeLengths(_ count: Int) {
        output.reserve(2 * count + 64)
        var end = count
        while end > 0, lengths[end - 1] == 0 { end -= 1 }
        let extras = tokens.suffix(from: Self.most)
        var (tokenCount, last) = (0, UInt8(8))
        var tally = InlineArray<19, UInt32>(repeating: 0)
        func append(_ token: Int, _ extra: Int = 0) {
            (tokens[tokenCount], extras[tokenCount]) = (UInt8(token), UInt8(extra))
            tokenCount += 1
            tally[token] += 1
        }
        var symbol = 0
        while symbol < end {
            let length = lengths[symbol]
            var run = 1
            while symbol + run < end, lengths[symbol + run] == length { run += 1 }
            symbol += run
            if length == 0 {
                while run >= 3 {
                    let part = min(run, 138)
                    if part < 11 { append(17, part - 3) } else { append(18, part - 11) }
                    run -= part
                }
            } else {
                if length != last {
                    append(Int(length))
                    (last, run) = (length, run - 1)
                }
                while run >= 3 {
                    let part = min(run, 6)
                    append(16, part - 3)
                    run -= part
                }
            }
            while run > 0 {
                append(Int(length))
                run -= 1
            }
        }
        var own = InlineArray<19, UInt8>(repeating: 0)
        var codes = InlineArray<19, PackedCode>(repeating: PackedCode(bits: 0, length: 0))
        var ownSpan = own.mutableSpan
        HuffmanCode.lengths(of: tally.span, limit: Self.longestOfLengths, into: &ownSpan)
        var codeSpan = codes.mutableSpan
        HuffmanCode.codes(of: own.span, into: &codeSpan)
        var orderCount = 19
        while orderCount > 4, own[Self.order[orderCount - 1]] == 0 { orderCount -= 1 }
        var writer = output.writer
        writer.put(0, bits: 1)
        writer.put(UInt64(orderCount - 4), bits: 4)
        writer.flush()
        for place in 0..<orderCount {
            writer.put(UInt64(own[Self.order[place]]), bits: 3)
            writer.flush()
        }
        writeTokenCount(tokenCount, isAll: end == count, of: count, to: &writer)
        for index in 0..<tokenCount {
            let token = Int(tokens[index])
            writer.put(codes[token])
            if token >= 16 { writer.put(UInt64(extras[index]), bits: token == 16 ? 2 : token == 17 ? 3 : 7) }
            writer.flush()
        }
        output.writer = writer
    }

    /// Writes how many tokens follow, unless they tell all lengths.
    private func writeTokenCount(_ tokenCount: Int, isAll: Bool, of count: Int, to writer: inout BitWriter) {
        guard !isAll else {
            writer.put(0, bits: 1)
            return writer.flush()
        }
        // At least two tokens, because one symbol alone and two small ones have a short form.
        let value = tokenCount - 2
        var bits = 2
        while value >> bits > 0 { bits += 2 }
        writer.put(1, bits: 1)
        writer.put(UInt64((bits - 2) / 2), bits: 3)
        writer.put(UInt64(value), bits: UInt64(bits))
        writer.flush()
    }

    /// Order in which lengths of the code of lengths are written.
    private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
}
