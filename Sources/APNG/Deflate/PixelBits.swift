/// A bit for each pixel of a row, and where those lie that are set.
struct PixelBits {
    /// A bit for each pixel, from the lowest one up.
    private let words: UnsafeMutablePointer<UInt64>
    let runs: UnsafeMutablePointer<StraightRow.Span>

    /// Of the words of a row, those up to pixel `end` and one more.
    static func endWord(behind end: Int) -> Int { end &>> 6 &+ 2 }

    init(width: Int) {
        words = .allocate(capacity: Self.endWord(behind: width))
        words.initialize(repeating: 0, count: Self.endWord(behind: width))
        // Four edges are written at once.
        runs = .allocate(capacity: width / 2 + 3)
    }

    func deallocate() {
        words.deallocate()
        runs.deallocate()
    }

    @inline(__always)
    func clear(_ range: Range<Int>) {
        for word in range { words[word] = 0 }
    }

    /// Sets those of sixteen bits that are set in `bits`: without a branch, as they may lie across two words wherever they begin.
    @inline(__always)
    func set(_ bits: UInt64, at x: Int) {
        let (word, shift) = (x &>> 6, UInt64(truncatingIfNeeded: x & 63))
        words[word] |= bits &<< shift
        words[word &+ 1] |= (bits &>> 1) &>> (63 &- shift)
    }

    /// Finds the runs of bits in a range of words behind which none are set. They are ``runs`` then, from left to right.
    ///
    /// - Returns: How many they are.
    func findRuns(in range: Range<Int>) -> Int {
        // Where runs begin and end, in turns, is what a list of runs consists of.
        let places = UnsafeMutableRawPointer(runs)
        var (count, carry) = (0, UInt64(0))
        for index in range {
            let word = words[index]
            var edges = word ^ (word &<< 1 | carry)
            carry = word &>> 63
            // Four at a time, whether or not there are as many: mostly that is all, and no branch depends on their number.
            while edges != 0 {
                var found = 0
                for step in 0..<4 {
                    let place = Int32(truncatingIfNeeded: index &* 64 &+ edges.trailingZeroBitCount)
                    places.storeBytes(of: place, toByteOffset: (count &+ step) &* 4, as: Int32.self)
                    found &+= edges == 0 ? 0 : 1
                    edges &= edges &- 1
                }
                count &+= found
            }
        }
        return count / 2
    }
}
