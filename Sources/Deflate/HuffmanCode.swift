internal import Memory

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
        let memory = OwnedMemory<UInt64>(unwritten: 2 * count)
        defer { withExtendedLifetime(memory) {} }
        let (keys, spare) = (memory.view, memory.view.suffix(from: count))
        // The symbol in the lower bits breaks ties: among equal frequencies, the lower symbol comes first.
        var used = 0
        for symbol in 0..<count where frequencies[symbol] > 0 {
            keys[used] = UInt64(frequencies[symbol]) &<< 16 | UInt64(truncatingIfNeeded: symbol)
            used &+= 1
        }
        guard used > 1 else {
            let only = used == 1 ? Int(keys[0] & 0xFFFF) : 0
            lengths[only] = 1
            lengths[only == 0 ? 1 : 0] = 1
            return
        }
        let (symbols, nodes) = sorted(keys, count: used, spare: spare)
        var perLength = leavesPerLength(symbols.readOnly, count: used, nodes: nodes, limit: limit)
        shorten(&perLength, limit: limit)
        var next = used
        for length in 1...limit {
            for _ in 0..<perLength[length] {
                next &-= 1
                lengths[Int(truncatingIfNeeded: symbols[next] & 0xFFFF)] = UInt8(truncatingIfNeeded: length)
            }
        }
    }

    /// Keys that are sorted by insertion; more are sorted by the digits of their frequencies.
    private static let fewKeys = 24

    /// Sorts keys by frequency. Keys of equal frequencies keep their order.
    ///
    /// - Returns: The sorted keys, in `keys` or in `spare`, and the other memory.
    private static func sorted(
        _ keys: MutableMemoryView<UInt64>,
        count: Int,
        spare: MutableMemoryView<UInt64>
    ) -> (keys: MutableMemoryView<UInt64>, spare: MutableMemoryView<UInt64>) {
        guard count > fewKeys else {
            for index in 1..<count {
                let key = keys[index]
                var place = index
                while place > 0, keys[place &- 1] > key {
                    keys[place] = keys[place &- 1]
                    place &-= 1
                }
                keys[place] = key
            }
            return (keys, spare)
        }
        var all: UInt64 = 0
        for index in 0..<count { all |= keys[index] }
        var (from, to, shift) = (keys, spare, UInt64(16))
        var starts = InlineArray<256, Int32>(repeating: 0)
        while all &>> shift > 0 {
            starts = InlineArray(repeating: 0)
            for index in 0..<count { starts[Int(truncatingIfNeeded: from[index] &>> shift & 0xFF)] &+= 1 }
            var start: Int32 = 0
            for digit in 0..<256 {
                let own = starts[digit]
                starts[digit] = start
                start &+= own
            }
            for index in 0..<count {
                let digit = Int(truncatingIfNeeded: from[index] &>> shift & 0xFF)
                to[Int(starts[digit])] = from[index]
                starts[digit] &+= 1
            }
            (from, to, shift) = (to, from, shift &+ 8)
        }
        return (from, to)
    }

    /// Number of leaves at each depth of the tree; leaves deeper than `limit` are counted at `limit`.
    ///
    /// - Parameters:
    ///   - keys: Weights of the leaves, in order, above 16 other bits.
    ///   - nodes: Memory of `count` nodes.
    private static func leavesPerLength(
        _ keys: MemoryView<UInt64>,
        count: Int,
        nodes: MutableMemoryView<UInt64>,
        limit: Int
    ) -> [Int] {
        // Each inner node is the sum of the two lightest among the next leaves and the next finished subtrees, whose slots
        // then point to their parents.
        var (root, leaf) = (0, 0)
        for parent in 0..<count &- 1 {
            var weight: UInt64 = 0
            for _ in 0..<2 {
                if leaf >= count || root < parent && nodes[root] < keys[leaf] &>> 16 {
                    weight &+= nodes[root]
                    nodes[root] = UInt64(truncatingIfNeeded: parent)
                    root &+= 1
                } else {
                    weight &+= keys[leaf] &>> 16
                    leaf &+= 1
                }
            }
            nodes[parent] = weight
        }
        // Turns parents into depths; the last node is the root.
        nodes[count &- 2] = 0
        var node = count &- 3
        while node >= 0 {
            nodes[node] = nodes[Int(truncatingIfNeeded: nodes[node])] &+ 1
            node &-= 1
        }
        var perLength = [Int](repeating: 0, count: limit + 1)
        var (places, depth) = (1, 0)
        node = count &- 2
        while places > 0 {
            var inner = 0
            while node >= 0, nodes[node] == UInt64(truncatingIfNeeded: depth) {
                (inner, node) = (inner &+ 1, node &- 1)
            }
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
        var next = InlineArray<17, UInt32>(repeating: 0)
        for symbol in 0..<count where lengths[symbol] > 0 { next[Int(lengths[symbol]) &+ 1] &+= 1 }
        for length in 1...16 { next[length] = (next[length] &+ next[length &- 1]) &<< (length > 1 ? 1 : 0) }
        for symbol in 0..<count {
            let length = UInt32(lengths[symbol])
            guard length > 0 else {
                codes[symbol] = PackedCode(bits: 0, length: 0)
                continue
            }
            let code = next[Int(length)]
            next[Int(length)] &+= 1
            codes[symbol] = PackedCode(bits: reversed(code) &>> (32 &- length), length: length)
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
