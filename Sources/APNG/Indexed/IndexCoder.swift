/// Codes entries of a palette: for pieces of one colour with soft edges, where a byte is mostly that on its left, or that
/// above it.
///
/// At each byte the match is taken that saves the most, unless the next byte has a better one. What is far away must also
/// save against runs and single bytes: it spoils the codes of near distances.
struct IndexCoder {
    private let bytes: UnsafeRawPointer
    private let end: Int
    /// Bytes of a row.
    private let stride: Int
    private let toLeft = Distance(1)
    private let toUp: Distance
    /// Whether the row above is near enough.
    private let hasUp: Bool
    /// By a hash of four bytes, the last place that began with them, + 1; `nil` for not looking.
    private let places: UnsafeMutablePointer<Int32>?

    static let hashBits: UInt32 = 14
    /// Bytes behind a part, all of them 0, that its last match may take too.
    private static let reach = 64
    /// Where a near match is so long, nothing is looked for far away.
    private static let goodEnough = 6
    /// Where a match is so long, no better one is looked for.
    private static let longEnough = 32

    /// About the bits that things take.
    private enum Cost {
        static let literal = 6
        static let left = 7
        static let up = 9
        /// And the extra bits of its distance.
        static let far = 14
        /// One that is said in several parts.
        @inline(__always)
        static func run(_ cost: Int, _ length: Int) -> Int {
            length > DeflateSymbols.longestMatch ? cost &* (1 &+ length &>> 8) : cost
        }
    }

    private struct Match {
        var length = 0
        var distance = Distance(1)
        /// Bits that are saved, roughly: against single bytes.
        var gain = 0
    }

    /// - Parameter places: 2^``hashBits`` of them, all 0, if what was there before is to be looked for.
    init(_ frame: FilteredFrame, stride: Int, places: UnsafeMutablePointer<Int32>?) {
        bytes = UnsafeRawPointer(frame.bytes)
        end = frame.count
        self.stride = stride
        hasUp = stride <= DeflateSymbols.longestDistance
        toUp = Distance(hasUp ? stride : 1)
        self.places = places
    }

    /// Says what lies between `at` and the part, and the part.
    ///
    /// - Returns: What has been said then: the part's end, or some zeros behind it.
    @inline(__always)
    func code(_ part: FilteredFrame.Place, from at: Int, to sink: inout SequenceSink) -> Int {
        // A copy of its own, that nothing else can change: it stays in registers.
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
                    local.match(match.distance, length: match.length)
                    note(place &+ 2, place &+ min(match.length, 16))
                    place &+= match.length
                    if place < part.high { next = best(place, limit) }
                    continue
                }
            } else if !isLast {
                next = best(place &+ 1, limit)
            }
            local.literal(bytes.load(fromByteOffset: place, as: UInt8.self))
            place &+= 1
        }
        sink = local
        return place
    }

    /// Zeros; before them may be one too.
    @inline(__always)
    func zeros(_ count: Int, behind at: Int, to sink: inout SequenceSink) {
        guard count > 0 else { return }
        if count >= 3, at > 0, bytes.load(fromByteOffset: at &- 1, as: UInt8.self) == 0 {
            sink.match(toLeft, length: count)
        } else {
            sink.zeros(count)
        }
    }

    @inline(__always)
    private func best(_ at: Int, _ limit: Int) -> Match {
        var best = Match()
        // Behind the last byte there is room to read on.
        let word = word(at)
        let three = word &<< 8
        if at > 0, self.word(at &- 1) &<< 8 == three {
            let length = equal(at, at &- 1, limit)
            if length >= 3 {
                let gain = length &* Cost.literal &- Cost.run(Cost.left, length)
                best = Match(length: length, distance: toLeft, gain: gain)
            }
        }
        if hasUp, at >= stride, self.word(at &- stride) &<< 8 == three {
            let length = equal(at, at &- stride, limit)
            if length >= 3 {
                let gain = length &* Cost.literal &- Cost.run(Cost.up, length)
                if gain > best.gain { best = Match(length: length, distance: toUp, gain: gain) }
            }
        }
        if best.length < Self.goodEnough, let places {
            let known = places + Self.hash(word)
            let other = Int(known.pointee) &- 1
            known.pointee = Int32(truncatingIfNeeded: at &+ 1)
            let back = at &- other
            if other >= 0, back <= DeflateSymbols.longestDistance, back > 0, self.word(other) == word {
                let length = equal(at, other, limit)
                let extraBits = max(0, 62 &- back.leadingZeroBitCount)
                let cost = Cost.run(Cost.far &+ extraBits, length)
                let gain = length &* Cost.literal &- cost
                if length >= 4, gain > best.gain, plain(at, length, limit) > cost {
                    best = Match(length: length, distance: Distance(back), gain: gain)
                }
            }
        }
        return best
    }

    @inline(__always)
    private func word(_ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    @inline(__always)
    private static func hash(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) &>> (32 &- hashBits)) }

    /// What bytes take as single ones and runs. A run that goes on behind them takes nothing: it is said there anyway.
    @inline(__always)
    private func plain(_ first: Int, _ length: Int, _ limit: Int) -> Int {
        var (at, cost) = (first, 0)
        let last = first &+ min(length, 4 &* Self.longEnough)
        while at < last {
            let run = at > 0 ? equal(at, at &- 1, limit) : 0
            let here = min(run, last &- at)
            if run < 3 || run &- here < 3 { cost &+= here < 3 ? Cost.literal &* max(1, here) : Cost.left }
            at &+= max(1, run)
        }
        return cost
    }

    /// Says where bytes were.
    @inline(__always)
    private func note(_ low: Int, _ high: Int) {
        guard let places else { return }
        var at = low
        while at < high {
            places[Self.hash(word(at))] = Int32(truncatingIfNeeded: at &+ 1)
            at &+= 1
        }
    }

    /// How many bytes are the same, up to `limit`.
    @inline(__always)
    private func equal(_ a: Int, _ b: Int, _ limit: Int) -> Int {
        var count = 0
        while a &+ count &+ 8 <= limit {
            let both =
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: a &+ count, as: UInt64.self))
                ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: b &+ count, as: UInt64.self))
            if both != 0 { return count &+ both.trailingZeroBitCount / 8 }
            count &+= 8
        }
        while a &+ count < limit,
            bytes.load(fromByteOffset: a &+ count, as: UInt8.self)
                == bytes.load(fromByteOffset: b &+ count, as: UInt8.self)
        {
            count &+= 1
        }
        return count
    }
}
