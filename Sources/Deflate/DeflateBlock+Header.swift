internal import Memory

extension DeflateBlock {
    /// Maximum number of bytes that ``writeHeader(to:isLast:)`` writes.
    public static let maximumHeader = 512

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Writes the block header with the code lengths of all symbols.
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
        var lengthSpan = ownLengths.mutableSpan
        HuffmanCode.lengths(of: frequencies.span, limit: 7, into: &lengthSpan)
        var ownCodes = [PackedCode](repeating: PackedCode(bits: 0, length: 0), count: 19)
        var codeSpan = ownCodes.mutableSpan
        HuffmanCode.codes(of: ownLengths.span, into: &codeSpan)
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

    /// Run-length encodes code lengths with symbols 16...18.
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
