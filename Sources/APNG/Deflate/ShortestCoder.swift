/// Optimal parser: codes a frame with the fewest bits that the available matches allow, as a shortest path under
/// estimated symbol costs.
///
/// True costs are known only afterwards. They are estimated from a sample of the frame, or else from typical costs.
/// Without a sample, and for short blocks, a second pass uses the costs of the first result.
final class ShortestCoder {
    /// Ranges of the current block, `low..<high` bytes of the frame each; bytes between them are 0.
    private var parts: [FilteredFrame.Place] = []
    /// Index of the first match of each byte of the parts, followed by the end of the last byte's matches.
    private let starts: UnsafeMutablePointer<UInt32>
    private var matches: UnsafeMutablePointer<MatchFinder.Match>
    private var matchRoom = 1 << 12
    private let steps: UnsafeMutablePointer<Step>
    private var way: [Step] = []

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

    init() {
        starts = .allocate(capacity: Self.blockLength + Self.partLength + 1)
        matches = .allocate(capacity: matchRoom)
        steps = .allocate(capacity: Self.partLength + DeflateSymbols.longestMatch + 1)
    }

    deinit {
        starts.deallocate()
        matches.deallocate()
        steps.deallocate()
    }

    /// - Parameters:
    ///   - stride: Bytes per row.
    ///   - pixelSize: Bytes per pixel. Every byte of a row but the first belongs to a pixel.
    ///   - sample: Block in which part of the frame was counted in another coding.
    ///   - write: Writes the store as a block and empties it; the block must keep its codes. The argument tells whether
    ///     the block is the last.
    /// - Returns: Whether the frame was coded; `false` if `isStopped`, polled before each block, returned `true`.
    func code(
        _ frame: FilteredFrame,
        stride: Int,
        pixelSize: Int,
        to store: SequenceStore,
        _ block: DeflateBlock,
        like sample: DeflateBlock? = nil,
        unless isStopped: () -> Bool,
        write: (Bool) -> Void
    ) -> Bool {
        let finder = MatchFinder(frame, stride: stride, pixelSize: pixelSize)
        defer { finder.deallocate() }
        var (index, at) = (0, 0)
        var rest = frame.places.first
        repeat {
            if isStopped() { return false }
            parts.removeAll(keepingCapacity: true)
            var length = 0
            while let place = rest, length < Self.blockLength {
                let high = min(place.high, place.low + Self.partLength)
                parts.append(FilteredFrame.Place(low: place.low, high: high))
                length += high - place.low
                if high < place.high {
                    rest = FilteredFrame.Place(low: high, high: place.high)
                } else {
                    index += 1
                    rest = index < frame.places.count ? frame.places[index] : nil
                }
            }
            find(finder)
            let limit = rest?.low ?? frame.count
            let first = at
            var costs = sample.map { SymbolCosts(like: $0) } ?? usualCosts(frame, block, store)
            if sample == nil || length < Self.shortLength {
                _ = say(frame, from: first, limit: limit, costs, to: store)
                store.close()
                block.count(store)
                store.clear()
                costs = SymbolCosts(block)
            }
            at = say(frame, from: first, limit: limit, costs, to: store)
            if rest == nil {
                zeros(frame.count - at, behind: at, of: frame, to: store)
            }
            write(rest == nil)
        } while rest != nil
        return true
    }

    /// Estimates literal costs as if runs were the only matches.
    private func usualCosts(_ frame: FilteredFrame, _ block: DeflateBlock, _ store: SequenceStore) -> SymbolCosts {
        for part in parts {
            store.append(room: part.high - part.low) { sink in
                var run = 0
                for at in part.low..<part.high {
                    let byte = frame.bytes.load(fromByteOffset: at, as: UInt8.self)
                    let isSame = at >= 4 && byte == frame.bytes.load(fromByteOffset: at - 4, as: UInt8.self)
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

    private func find(_ finder: MatchFinder) {
        let (stride, pixelSize) = (finder.stride, finder.pixelSize)
        var (index, count) = (0, 0)
        let starts = starts
        for part in parts {
            reserve(count + (part.high - part.low) * MatchFinder.mostMatches, used: count)
            let matches = matches
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
                    finder.note(at)
                    continue
                }
                let found = finder.find(at, isPixel: isPixel, into: matches + count)
                guard found > 0 else { continue }
                count &+= found
                let longest = Int(matches[count &- 1].length)
                if longest >= MatchFinder.longEnough { skipped = at &+ longest }
            }
        }
        starts[index] = UInt32(truncatingIfNeeded: count)
    }

    private func reserve(_ count: Int, used: Int) {
        guard count > matchRoom else { return }
        matchRoom = max(count, 2 * matchRoom)
        let new = UnsafeMutablePointer<MatchFinder.Match>.allocate(capacity: matchRoom)
        new.moveInitialize(from: matches, count: used)
        matches.deallocate()
        matches = new
    }

    /// - Parameters:
    ///   - first: Offset up to which the frame is coded.
    ///   - limit: End of the zeros behind the last part.
    /// - Returns: The new offset up to which the frame is coded.
    private func say(
        _ frame: FilteredFrame,
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
                zeros(part.low - at, behind: at, of: frame, to: store)
                let low = max(at, part.low)
                let next = number + 1 < parts.count ? parts[number + 1].low : limit
                let end = find(
                    frame,
                    low,
                    part.high,
                    min(next, part.high + DeflateSymbols.longestMatch),
                    index + low - part.low,
                    costs
                )
                follow(frame, low, end, to: store)
                at = end
            }
            index += length
        }
        return at
    }

    private func zeros(_ count: Int, behind at: Int, of frame: FilteredFrame, to store: SequenceStore) {
        guard count > 0 else { return }
        store.append(room: 8) { sink in
            if count >= 3, at > 0, frame.bytes.load(fromByteOffset: at - 1, as: UInt8.self) == 0 {
                sink.match(Distance(1), length: count)
            } else {
                sink.zeros(count)
            }
        }
    }

    /// Finds the cheapest path from `low` to `high`, or beyond `high` where that costs no more.
    ///
    /// - Returns: The path's end, at most `limit`.
    private func find(_ frame: FilteredFrame, _ low: Int, _ high: Int, _ limit: Int, _ index: Int, _ costs: SymbolCosts)
        -> Int
    {
        let (steps, bytes) = (steps, UnsafeRawPointer(frame.bytes) + low)
        let (starts, matches, tables) = (UnsafePointer(starts), UnsafePointer(matches), DeflateSymbols.tables)
        for place in 0...limit - low { steps[place] = Step(cost: .max, length: 0, back: 0) }
        steps[0].cost = 0
        costs.withCosts { literals, lengths, distances in
            for place in 0..<high &- low {
                let cost = steps[place].cost
                let literal = cost &+ literals[Int(bytes.load(fromByteOffset: place, as: UInt8.self))]
                if literal < steps[place &+ 1].cost { steps[place &+ 1] = Step(cost: literal, length: 1, back: 0) }
                var (shortest, next) = (3, Int(starts[index &+ place]))
                let last = Int(starts[index &+ place &+ 1])
                while next < last {
                    let match = matches[next]
                    next &+= 1
                    let longest = min(Int(match.length), limit &- low &- place)
                    if longest < 3 { continue }
                    let base = cost &+ distances[tables.symbol(ofDistance: match.distance)]
                    var length = longest > Self.longestTried ? longest : shortest
                    while length <= longest {
                        let sum = base &+ lengths[length]
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
        }
        var best = high - low
        for place in high - low..<limit - low + 1 where steps[place].cost <= steps[best].cost { best = place }
        return low + best
    }

    /// Emits the path that was found.
    private func follow(_ frame: FilteredFrame, _ low: Int, _ end: Int, to store: SequenceStore) {
        way.removeAll(keepingCapacity: true)
        var place = end - low
        while place > 0 {
            way.append(steps[place])
            place -= Int(steps[place].length)
        }
        let bytes = frame.bytes
        store.append(room: end - low) { sink in
            var at = low
            for step in way.reversed() {
                if step.length == 1 {
                    sink.literal(bytes.load(fromByteOffset: at, as: UInt8.self))
                } else {
                    sink.match(Distance(Int(step.back) + 1), length: Int(step.length))
                }
                at += Int(step.length)
            }
        }
    }
}

/// Estimated costs of literals, lengths and distances in 1/16 bit, extra bits included.
struct SymbolCosts {
    /// Costs of literals, then of lengths, then of distance symbols.
    private var costs: [UInt32]

    private static let lengthStart = 256
    private static let distanceStart = lengthStart + DeflateSymbols.longestMatch + 1

    /// Typical costs.
    init() {
        costs = [UInt32](repeating: 16 * 7, count: Self.distanceStart)
        for length in 3...DeflateSymbols.longestMatch {
            costs[Self.lengthStart + length] = UInt32(16 * (4 + DeflateSymbols.parts(ofLength: length).extraBits))
        }
        costs += (0..<DeflateSymbols.distanceCount).map {
            UInt32(16 * (4 + DeflateSymbols.extraBits[DeflateSymbols.literalCount + $0]))
        }
    }

    /// Literal costs of a counted block; all others are typical.
    init(literals block: DeflateBlock) {
        self.init()
        for value in 0..<256 { costs[value] = block.cost(of: value) }
    }

    /// Costs of a counted block.
    init(_ block: DeflateBlock) {
        self.init()
        for value in 0..<256 { costs[value] = block.cost(of: value) }
        for length in 3...DeflateSymbols.longestMatch {
            let parts = DeflateSymbols.parts(ofLength: length)
            costs[Self.lengthStart + length] = block.cost(of: parts.symbol)
        }
        for symbol in 0..<DeflateSymbols.distanceCount {
            costs[Self.distanceStart + symbol] = block.cost(of: DeflateSymbols.literalCount + symbol)
        }
    }

    /// Costs of a sample that was searched for fewer matches: lengths and distances cost at most 28/16 bit more than
    /// typical, because the sample may lack them.
    init(like sample: DeflateBlock) {
        let usual = SymbolCosts()
        self.init(sample)
        for place in Self.lengthStart..<costs.count { costs[place] = min(costs[place], usual.costs[place] + 28) }
    }

    @inline(__always)
    func withCosts(_ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Void) {
        costs.withUnsafeBufferPointer {
            guard let start = $0.baseAddress else { return }
            body(start, start + Self.lengthStart, start + Self.distanceStart)
        }
    }
}
