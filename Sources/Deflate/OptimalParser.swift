internal import Memory

/// Optimal parser: codes a buffer with the fewest bits that the available matches allow, as a shortest path under
/// estimated symbol costs.
///
/// True costs are known only afterwards. They are estimated from a sample of the data, or else from typical costs.
/// Without a sample, and for short blocks, a second pass uses the costs of the first result.
public final class OptimalParser {
    /// Ranges of the current block, `low..<high` bytes of the data each; bytes between them are 0.
    private var parts: [SparseBytes.ByteRange] = []
    /// Index of the first match of each byte of the parts, followed by the end of the last byte's matches.
    private let starts = OwnedMemory<UInt32>(repeating: 0, count: blockLength + partLength + 1)
    private var matches = OwnedMemory(repeating: MatchFinder.Match(length: 0, back: 0), count: 1 << 12)
    private let steps = OwnedMemory(
        repeating: Step(cost: 0, length: 0, back: 0),
        count: partLength + DeflateSymbols.longestMatch + 1
    )
    private var path: [Step] = []

    /// The cheapest way to reach an offset.
    private struct Step {
        var cost: UInt32
        /// Bytes from the previous offset: 1 for a literal.
        var length: UInt16
        /// Match distance minus 1.
        var back: UInt16
    }

    /// Number of bytes in one path search.
    private static let partLength = 1 << 14
    /// Number of bytes in a block, gaps excluded.
    private static let blockLength = 1 << 20
    /// Block length in bytes below which a second pass is made.
    private static let shortLength = 1 << 16
    /// Match length in bytes up to which shorter prefixes are tried.
    private static let longestTried = 40

    /// A parser with memory for a block.
    public init() {}

    /// - Parameters:
    ///   - stride: Bytes per row.
    ///   - pixelSize: Bytes per pixel. Every byte of a row but the first belongs to a pixel.
    ///   - sample: Block in which part of the data was counted in another coding.
    ///   - write: Writes the store as a block and empties it; the block must keep its codes. The argument tells whether
    ///     the block is the last.
    /// - Returns: Whether the data was coded; `false` if `isStopped`, polled before each block, returned `true`.
    public func parse(
        _ data: SparseBytes,
        stride: Int,
        pixelSize: Int,
        to store: SequenceStore,
        block: DeflateBlock,
        like sample: DeflateBlock? = nil,
        unless isStopped: () -> Bool,
        write: (Bool) -> Void
    ) -> Bool {
        let finder = MatchFinder(data, stride: stride, pixelSize: pixelSize)
        var (index, at) = (0, 0)
        var rest = data.ranges.first
        repeat {
            if isStopped() { return false }
            parts.removeAll(keepingCapacity: true)
            var length = 0
            while let place = rest, length < Self.blockLength {
                let high = min(place.high, place.low + Self.partLength)
                parts.append(SparseBytes.ByteRange(low: place.low, high: high))
                length += high - place.low
                if high < place.high {
                    rest = SparseBytes.ByteRange(low: high, high: place.high)
                } else {
                    index += 1
                    rest = index < data.ranges.count ? data.ranges[index] : nil
                }
            }
            findMatches(with: finder)
            let limit = rest?.low ?? data.count
            let first = at
            var costs = sample.map { SymbolCosts(like: $0) } ?? typicalCosts(of: data, with: block, store)
            if sample == nil || length < Self.shortLength {
                _ = emit(data, from: first, limit: limit, costs, to: store)
                store.close()
                block.count(store)
                store.clear()
                costs = SymbolCosts(block)
            }
            at = emit(data, from: first, limit: limit, costs, to: store)
            if rest == nil {
                zeros(data.count - at, behind: at, of: data, to: store)
            }
            write(rest == nil)
        } while rest != nil
        return true
    }

    /// Estimates literal costs as if runs were the only matches.
    private func typicalCosts(of data: SparseBytes, with block: DeflateBlock, _ store: SequenceStore) -> SymbolCosts {
        for part in parts {
            store.append(room: part.high - part.low) { sink in
                var run = 0
                for at in part.low..<part.high {
                    let byte = data.bytes[at]
                    let isSame = at >= 4 && byte == data.bytes[at - 4]
                    run = isSame ? run + 1 : 0
                    if run < 4 { sink.literal(byte) }
                }
            }
        }
        store.close()
        block.count(store)
        store.clear()
        return SymbolCosts(literals: block)
    }

    private func findMatches(with finder: borrowing MatchFinder) {
        let (stride, pixelSize) = (finder.stride, finder.pixelSize)
        var (index, count) = (0, 0)
        let starts = starts.view
        for part in parts {
            reserve(count + (part.high - part.low) * MatchFinder.mostMatches, used: count)
            let matches = matches.view
            var skipped = part.low
            // Pixels begin behind the row's first byte.
            var column = part.low % stride
            for at in part.low..<part.high {
                let isPixel = column & (pixelSize &- 1) == 1 & (pixelSize &- 1)
                column = column &+ 1 == stride ? 0 : column &+ 1
                starts[index] = UInt32(truncatingIfNeeded: count)
                index &+= 1
                // No match is searched within a long one.
                if at < skipped {
                    finder.insert(at)
                    continue
                }
                let found = finder.matches(at: at, isPixel: isPixel, into: matches.suffix(from: count))
                guard found > 0 else { continue }
                count &+= found
                let longest = Int(matches[count &- 1].length)
                if longest >= MatchFinder.longEnough { skipped = at &+ longest }
            }
        }
        starts[index] = UInt32(truncatingIfNeeded: count)
    }

    private func reserve(_ count: Int, used: Int) {
        guard count > matches.count else { return }
        let nothing = MatchFinder.Match(length: 0, back: 0)
        matches.grow(to: max(count, 2 * matches.count), keeping: used, filling: nothing)
    }

    /// - Parameters:
    ///   - first: Offset up to which the data is coded.
    ///   - limit: End of the zeros behind the last part.
    /// - Returns: The new offset up to which the data is coded.
    private func emit(
        _ data: SparseBytes,
        from first: Int,
        limit: Int,
        _ costs: SymbolCosts,
        to store: SequenceStore
    ) -> Int {
        var (at, index) = (first, 0)
        for (number, part) in parts.enumerated() {
            let length = part.high - part.low
            // A match from the previous part may reach into this one.
            if at < part.high {
                zeros(part.low - at, behind: at, of: data, to: store)
                let low = max(at, part.low)
                let next = number + 1 < parts.count ? parts[number + 1].low : limit
                let end = findPath(
                    in: data,
                    from: low,
                    to: part.high,
                    limit: min(next, part.high + DeflateSymbols.longestMatch),
                    firstStart: index + low - part.low,
                    costs
                )
                emitPath(data, from: low, upTo: end, to: store)
                at = end
            }
            index += length
        }
        return at
    }

    private func zeros(_ count: Int, behind at: Int, of data: SparseBytes, to store: SequenceStore) {
        guard count > 0 else { return }
        store.append(room: 8) { sink in
            if count >= 3, at > 0, data.bytes[at - 1] == 0 {
                sink.match(MatchOffset(1), length: count)
            } else {
                sink.zeros(count)
            }
        }
    }

    /// Finds the cheapest path from `low` to `high`, or beyond `high` where that costs no more.
    ///
    /// - Returns: The path's end, at most `limit`.
    private func findPath(
        in data: SparseBytes,
        from low: Int,
        to high: Int,
        limit: Int,
        firstStart index: Int,
        _ costs: SymbolCosts
    ) -> Int {
        let (steps, bytes) = (steps.view, data.bytes.readOnly.suffix(from: low))
        let (starts, matches) = (starts.view.readOnly, matches.view.readOnly)
        let tables = DeflateSymbols.tables
        for place in 0...limit - low { steps[place] = Step(cost: .max, length: 0, back: 0) }
        steps[0].cost = 0
        // Unchecked: a byte is below 256, a match no longer than the longest, and a distance has one of its symbols.
        let costs = costs.costs.span
        let literals = costs.extracting(0..<SymbolCosts.lengthStart)
        let lengths = costs.extracting(SymbolCosts.lengthStart..<SymbolCosts.distanceStart)
        let distances = costs.extracting(SymbolCosts.distanceStart...)
        for place in 0..<high &- low {
            let cost = steps[place].cost
            let literal = cost &+ literals[unchecked: Int(bytes[place])]
            if literal < steps[place &+ 1].cost { steps[place &+ 1] = Step(cost: literal, length: 1, back: 0) }
            var (shortest, next) = (3, Int(starts[index &+ place]))
            let last = Int(starts[index &+ place &+ 1])
            while next < last {
                let match = matches[next]
                next &+= 1
                let longest = min(Int(match.length), limit &- low &- place)
                if longest < 3 { continue }
                let base = cost &+ distances[unchecked: tables.symbol(ofDistance: match.distance)]
                var length = longest > Self.longestTried ? longest : shortest
                while length <= longest {
                    let sum = base &+ lengths[unchecked: length]
                    if sum < steps[place &+ length].cost {
                        steps[place &+ length] = Step(
                            cost: sum,
                            length: UInt16(truncatingIfNeeded: length),
                            back: match.back
                        )
                    }
                    length &+= 1
                }
                shortest = longest &+ 1
            }
        }
        var best = high - low
        for place in high - low..<limit - low + 1 where steps[place].cost <= steps[best].cost { best = place }
        return low + best
    }

    /// Emits the path that was found.
    private func emitPath(_ data: SparseBytes, from low: Int, upTo end: Int, to store: SequenceStore) {
        path.removeAll(keepingCapacity: true)
        var place = end - low
        while place > 0 {
            path.append(steps[place])
            place -= Int(steps[place].length)
        }
        let bytes = data.bytes
        store.append(room: end - low) { sink in
            var at = low
            for step in path.reversed() {
                if step.length == 1 {
                    sink.literal(bytes[at])
                } else {
                    sink.match(MatchOffset(Int(step.back) + 1), length: Int(step.length))
                }
                at += Int(step.length)
            }
        }
    }
}
