/// Length-limited Huffman codes.
public enum HuffmanCode {
    /// Writes the code length of each symbol: 1...`limit` bits, or 0 for a symbol that does not occur.
    ///
    /// Optimal unless a code becomes too long; then the nearest lengths that fit are used. At least two symbols get
    /// codes: some decoders require it.
    ///
    /// - Source: Moffat and Katajainen, "In-place calculation of minimum-redundancy codes", 1995.
    public static func lengths(
        of frequencies: Span<UInt32>,
        limit: Int,
        into lengths: inout MutableSpan<UInt8>
    ) {
        let count = frequencies.count
        precondition(lengths.count == count, "as many lengths as frequencies")
        lengths.update(repeating: 0)
        // The symbol in the lower bits breaks ties: among equal frequencies, the lower symbol comes first.
        var symbols: [UInt64] = []
        symbols.reserveCapacity(count)
        for symbol in 0..<count where frequencies[symbol] > 0 {
            symbols.append(UInt64(frequencies[symbol]) << 16 | UInt64(symbol))
        }
        guard symbols.count > 1 else {
            let only = symbols.first.map { Int($0 & 0xFFFF) } ?? 0
            lengths[only] = 1
            lengths[only == 0 ? 1 : 0] = 1
            return
        }
        symbols.sort()
        var perLength = leavesPerLength(symbols.map { Int($0 >> 16) }, limit: limit)
        shorten(&perLength, limit: limit)
        var next = symbols.count
        for length in 1...limit {
            for _ in 0..<perLength[length] {
                next -= 1
                lengths[Int(symbols[next] & 0xFFFF)] = UInt8(length)
            }
        }
    }

    /// Number of leaves at each depth of the tree; leaves deeper than `limit` are counted at `limit`.
    private static func leavesPerLength(_ weights: [Int], limit: Int) -> [Int] {
        var nodes = weights
        let count = nodes.count
        var (root, leaf) = (0, 0)
        /// Takes the lighter of the next leaf and the next finished subtree, whose slot then points to its parent.
        func take(below parent: Int) -> Int {
            if leaf >= count || root < parent && nodes[root] < nodes[leaf] {
                defer { (nodes[root], root) = (parent, root + 1) }
                return nodes[root]
            }
            defer { leaf += 1 }
            return nodes[leaf]
        }
        for parent in 0..<count - 1 {
            let first = take(below: parent)
            nodes[parent] = first + take(below: parent)
        }
        // Turns parents into depths; the last node is the root.
        nodes[count - 2] = 0
        for node in stride(from: count - 3, through: 0, by: -1) { nodes[node] = nodes[nodes[node]] + 1 }
        var perLength = [Int](repeating: 0, count: limit + 1)
        var (places, depth, node) = (1, 0, count - 2)
        while places > 0 {
            var inner = 0
            while node >= 0, nodes[node] == depth { (inner, node) = (inner + 1, node - 1) }
            perLength[min(depth, limit)] += places - inner
            (places, depth) = (2 * inner, depth + 1)
        }
        return perLength
    }

    /// Lengthens codes until they satisfy Kraft's inequality.
    private static func shorten(_ perLength: inout [Int], limit: Int) {
        var room = (1...limit).reduce(0) { $0 + perLength[$1] << (limit - $1) }
        while room > 1 << limit {
            guard let length = (1..<limit).last(where: { perLength[$0] > 0 }) else { return }
            // One code moves down a level and pairs with a longest one.
            perLength[length] -= 1
            perLength[length + 1] += 2
            perLength[limit] -= 1
            room -= 1
        }
    }

    /// Writes the canonical codes of the given lengths, with their bits reversed as in DEFLATE.
    ///
    /// - Source: RFC 1951 §3.2.2.
    public static func codes(
        of lengths: Span<UInt8>,
        into codes: inout MutableSpan<PackedCode>
    ) {
        let count = lengths.count
        precondition(codes.count == count, "as many codes as lengths")
        var next = [UInt32](repeating: 0, count: 17)
        for symbol in 0..<count where lengths[symbol] > 0 { next[Int(lengths[symbol]) + 1] += 1 }
        for length in 1...16 { next[length] = (next[length] + next[length - 1]) << (length > 1 ? 1 : 0) }
        for symbol in 0..<count {
            let length = UInt32(lengths[symbol])
            guard length > 0 else {
                codes[symbol] = PackedCode(bits: 0, length: 0)
                continue
            }
            let code = next[Int(length)]
            next[Int(length)] += 1
            codes[symbol] = PackedCode(bits: reversed(code) >> (32 - length), length: length)
        }
    }

    /// Returns the bits in reverse order.
    @inline(__always)
    private static func reversed(_ bits: UInt32) -> UInt32 {
        var bits = bits.byteSwapped
        bits = bits &>> 4 & 0x0F0F_0F0F | (bits & 0x0F0F_0F0F) &<< 4
        bits = bits &>> 2 & 0x3333_3333 | (bits & 0x3333_3333) &<< 2
        return bits &>> 1 & 0x5555_5555 | (bits & 0x5555_5555) &<< 1
    }
}
