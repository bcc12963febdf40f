/// Codes entries of a palette: for pieces of one colour with soft edges, where a byte is mostly that on its left, or that
/// above it.
///
/// At each byte the match is taken that saves the most, unless the next byte has a better one.
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
    /// Bytes behind a part, all of them ground, that its last match may take too.
    private static let reach = 64

    /// About the bits that things take.
    private enum Cost {
        static let literal = 6
        static let left = 7
        static let up = 9
        /// And the extra bits of its distance.
        static let far = 9
        /// One that is said in several parts.
        @inline(__always)
        static func run(_ cost: Int, _ length: Int) -> Int {
            length > DeflateSymbols.longestMatch ? cost &* (1 &+ length &>> 8) : cost
        }
    }

    private struct Match {
        var length = 0
        var distance = Distance(1)
        /// Bits that are saved.
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
    /// - Returns: What has been said then: the part's end, or some ground behind it.
    @inline(__always)
    func code(_ part: FilteredFrame.Place, from at: Int, to sink: inout SequenceSink) -> Int {
        // A copy of its own, that nothing else can change: it stays in registers.
        var local = sink
        ground(part.low &- at, behind: at, to: &local)
        var place = max(at, part.low)
        let limit = min(end, part.high &+ Self.reach)
        var next = place < part.high ? best(place, limit) : Match()
        while place < part.high {
            let match = next
            if match.gain > 0 {
                if match.length < 32, place &+ 1 < part.high {
                    next = best(place &+ 1, limit)
                    if next.gain > match.gain {
                        local.literal(bytes.load(fromByteOffset: place, as: UInt8.self))
                        place &+= 1
                        continue
                    }
                }
                local.match(match.distance, length: match.length)
                note(place &+ 2, place &+ min(match.length, 16))
                place &+= match.length
                if place < part.high { next = best(place, limit) }
            } else {
                local.literal(bytes.load(fromByteOffset: place, as: UInt8.self))
                place &+= 1
                if place < part.high { next = best(place, limit) }
            }
        }
        sink = local
        return place
    }

    /// Zeros; before them may be one too.
    @inline(__always)
    func ground(_ count: Int, behind at: Int, to sink: inout SequenceSink) {
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
        if at > 0, bytes.load(fromByteOffset: at, as: UInt8.self) == bytes.load(fromByteOffset: at &- 1, as: UInt8.self)
        {
            let length = equal(at, at &- 1, limit)
            if length >= 3 {
                best = Match(length: length, distance: toLeft, gain: length &* Cost.literal &- Cost.run(Cost.left, length))
            }
        }
        if hasUp, at >= stride {
            let length = equal(at, at &- stride, limit)
            if length >= 3 {
                let gain = length &* Cost.literal &- Cost.run(Cost.up, length)
                if gain > best.gain { best = Match(length: length, distance: toUp, gain: gain) }
            }
        }
        if let places {
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
            let known = places + Int((word &* 0x9E37_79B1) &>> (32 &- Self.hashBits))
            let other = Int(known.pointee) &- 1
            known.pointee = Int32(truncatingIfNeeded: at &+ 1)
            let back = at &- other
            if other >= 0, back <= DeflateSymbols.longestDistance, back > 0 {
                let length = equal(at, other, limit)
                if length >= 4 {
                    let extraBits = max(0, 62 &- back.leadingZeroBitCount)
                    let gain = length &* Cost.literal &- Cost.run(Cost.far &+ extraBits, length)
                    if gain > best.gain { best = Match(length: length, distance: Distance(back), gain: gain) }
                }
            }
        }
        return best
    }

    /// Says where bytes were.
    @inline(__always)
    private func note(_ low: Int, _ high: Int) {
        guard let places else { return }
        var at = low
        while at < high {
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
            places[Int((word &* 0x9E37_79B1) &>> (32 &- Self.hashBits))] = Int32(truncatingIfNeeded: at &+ 1)
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
