public import Memory

/// Lazy parser: codes rows of bytes, most of which equal their left or upper neighbor, such as palette indices of areas of
/// one color.
///
/// Each byte takes the match that saves the most bits, unless the next byte has a better one (lazy matching). A distant
/// match must also beat runs and literals, because it dilutes the codes of near distances.
public struct LazyParser {
    private let bytes: MemoryView<UInt8>
    private let end: Int
    /// Bytes per row.
    private let stride: Int
    private let toLeft = MatchOffset(1)
    private let toUp: MatchOffset
    /// Whether the row above is within DEFLATE's window.
    private let hasUp: Bool
    /// Last offset + 1 at which four bytes occurred, indexed by their hash; `nil` disables distant matches.
    private let table: MutableMemoryView<Int32>?

    /// Number of bits of the hash of a match candidate.
    public static let hashBits: UInt32 = 14
    /// Number of zero bytes behind a part that its last match may cover.
    private static let reach = 64
    /// Length of a near match from which no distant match is searched.
    private static let goodEnough = 6
    /// Match length from which no better match is searched.
    private static let longEnough = 32
    /// Number of bytes by which a distant match is compared with literals and runs. A single match codes them.
    private static let compared = 4 * longEnough

    /// Estimated costs in bits.
    private enum Cost {
        static let literal = 6
        static let left = 7
        static let up = 9
        /// Cost of a distant match without the extra bits of its distance.
        static let far = 14
        /// Cost of a match that may have to be emitted in several parts.
        @inline(__always)
        static func run(_ cost: Int, _ length: Int) -> Int {
            length > DeflateSymbols.longestMatch ? cost &* (1 &+ length &>> 8) : cost
        }
    }

    private struct Match {
        var length = 0
        var offset = MatchOffset(1)
        /// Estimated number of bits saved compared with literals.
        var gain = 0
    }

    /// - Parameter table: Hash table of 2^``hashBits`` zeros, for distant matches; `nil` disables them.
    public init(_ data: SparseBytes, stride: Int, table: MutableMemoryView<Int32>?) {
        bytes = data.bytes.readOnly
        end = data.count
        self.stride = stride
        hasUp = stride <= DeflateSymbols.longestDistance
        toUp = MatchOffset(hasUp ? stride : 1)
        self.table = table
    }

    /// Emits the zeros between `at` and the part, and the part.
    ///
    /// - Returns: The offset reached: the part's end, or some zeros behind it.
    @inline(__always)
    public func parse(_ part: SparseBytes.ByteRange, from at: Int, to sink: inout SequenceSink) -> Int {
        // A local copy, which nothing else can modify, stays in registers.
        var local = sink
        zeros(part.low &- at, behind: at, to: &local)
        var place = max(at, part.low)
        let limit = min(end, part.high &+ Self.reach)
        var next = place < part.high ? best(place, limit) : Match()
        while place < part.high {
            let match = next
            let isLast = place &+ 1 >= part.high
            if match.gain > 0 {
                let isGood = isLast || match.length >= Self.longEnough
                if !isGood { next = best(place &+ 1, limit) }
                if isGood || next.gain <= match.gain {
                    local.match(match.offset, length: match.length)
                    record(place &+ 2, place &+ min(match.length, 16))
                    place &+= match.length
                    if place < part.high { next = best(place, limit) }
                    continue
                }
            } else if !isLast {
                next = best(place &+ 1, limit)
            }
            local.literal(bytes[place])
            place &+= 1
        }
        sink = local
        return place
    }

    /// Emits zeros, as a match if the byte before them is 0 too.
    @inline(__always)
    public func zeros(_ count: Int, behind at: Int, to sink: inout SequenceSink) {
        guard count > 0 else { return }
        if count >= 3, at > 0, bytes[at &- 1] == 0 {
            sink.match(toLeft, length: count)
        } else {
            sink.zeros(count)
        }
    }

    @inline(__always)
    private func best(_ at: Int, _ limit: Int) -> Match {
        var best = Match()
        // Padding behind the last byte makes this read safe.
        let word = word(at)
        let three = word &<< 8
        if at > 0, self.word(at &- 1) &<< 8 == three {
            let length = equalBytes(at, at &- 1, limit: limit)
            if length >= 3 {
                let gain = length &* Cost.literal &- Cost.run(Cost.left, length)
                best = Match(length: length, offset: toLeft, gain: gain)
            }
        }
        if hasUp, at >= stride, self.word(at &- stride) &<< 8 == three {
            let length = equalBytes(at, at &- stride, limit: limit)
            if length >= 3 {
                let gain = length &* Cost.literal &- Cost.run(Cost.up, length)
                if gain > best.gain { best = Match(length: length, offset: toUp, gain: gain) }
            }
        }
        if best.length < Self.goodEnough, let table {
            let known = Self.hash(word)
            let other = Int(table[known]) &- 1
            table[known] = Int32(truncatingIfNeeded: at &+ 1)
            let back = at &- other
            if other >= 0, back <= DeflateSymbols.longestDistance, back > 0, self.word(other) == word {
                // Where data repeats, a match may reach its end. Only one that is taken is followed so far, else the time would
                // grow with the square of the data.
                let start = equalBytes(at, other, limit: min(limit, at &+ Self.compared))
                let cost = Cost.far &+ max(0, 62 &- back.leadingZeroBitCount)
                let gain = start &* Cost.literal &- cost
                if start >= 4, gain > best.gain, costWithoutMatches(at, length: start, limit: limit) > cost {
                    let length = start < Self.compared ? start : equalBytes(at, other, limit: limit)
                    let gain = length &* Cost.literal &- Cost.run(cost, length)
                    best = Match(length: length, offset: MatchOffset(back), gain: gain)
                }
            }
        }
        return best
    }

    @inline(__always)
    private func word(_ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.load(UInt32.self, at: at))
    }

    @inline(__always)
    private static func hash(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) &>> (32 &- hashBits)) }

    /// Cost of bytes in bits as literals and runs. A run that continues behind them is free: it is emitted there
    /// anyway.
    @inline(__always)
    private func costWithoutMatches(_ first: Int, length: Int, limit: Int) -> Int {
        var (at, cost) = (first, 0)
        let last = first &+ length
        while at < last {
            let run = at > 0 ? equalBytes(at, at &- 1, limit: limit) : 0
            let here = min(run, last &- at)
            if run < 3 || run &- here < 3 { cost &+= here < 3 ? Cost.literal &* max(1, here) : Cost.left }
            at &+= max(1, run)
        }
        return cost
    }

    /// Records the offsets of bytes for distant matches.
    @inline(__always)
    private func record(_ low: Int, _ high: Int) {
        guard let table else { return }
        var at = low
        while at < high {
            table[Self.hash(word(at))] = Int32(truncatingIfNeeded: at &+ 1)
            at &+= 1
        }
    }

    /// Number of equal bytes, up to offset `limit`.
    @inline(__always)
    private func equalBytes(_ a: Int, _ b: Int, limit: Int) -> Int {
        var count = 0
        while a &+ count &+ 8 <= limit {
            let both =
                UInt64(littleEndian: bytes.load(UInt64.self, at: a &+ count))
                ^ UInt64(littleEndian: bytes.load(UInt64.self, at: b &+ count))
            if both != 0 { return count &+ both.trailingZeroBitCount / 8 }
            count &+= 8
        }
        while a &+ count < limit,
            bytes[a &+ count] == bytes[b &+ count]
        {
            count &+= 1
        }
        return count
    }
}
