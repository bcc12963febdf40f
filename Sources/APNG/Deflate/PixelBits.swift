internal import CVector

/// A bit for each pixel of a row, and where those lie that are set.
struct PixelBits {
    /// A bit for each pixel, from the lowest one up.
    let words: UnsafeMutablePointer<UInt64>
    let runs: UnsafeMutablePointer<StraightRow.Span>
    private let kernels = hanabi_best_kernels()

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

    /// Finds the runs of bits in a range of words behind which none are set. They are ``runs`` then, from left to right.
    ///
    /// - Returns: How many they are.
    func findRuns(in range: Range<Int>) -> Int {
        // Where runs begin and end, in turns, is what a list of runs consists of.
        let places = UnsafeMutableRawPointer(runs).assumingMemoryBound(to: Int32.self)
        return kernels.pointee.runs(words, range.lowerBound, range.upperBound, places)
    }
}
