internal import CKernels

/// Bit map of a row, one bit per pixel, and the runs of set bits.
struct PixelBits {
    /// Bits of the pixels, lowest bit first.
    let words: UnsafeMutablePointer<UInt64>
    let runs: UnsafeMutablePointer<StraightRow.Span>
    private let kernels = hanabi_best_kernels()

    /// End index of the words that hold pixels up to `end`, and one more word.
    static func endWord(behind end: Int) -> Int { end &>> 6 &+ 2 }

    init(width: Int) {
        words = .allocate(capacity: Self.endWord(behind: width))
        words.initialize(repeating: 0, count: Self.endWord(behind: width))
        // Run edges are written four at a time.
        runs = .allocate(capacity: width / 2 + 3)
    }

    func deallocate() {
        words.deallocate()
        runs.deallocate()
    }

    /// Finds the runs of set bits in a range of words, behind which no bit may be set. ``runs`` then holds them, left
    /// to right.
    ///
    /// - Returns: The number of runs.
    func findRuns(in range: Range<Int>) -> Int {
        // The memory of a list of runs alternates between starts and ends.
        let places = UnsafeMutableRawPointer(runs).assumingMemoryBound(to: Int32.self)
        return kernels.pointee.bit_runs(words, range.lowerBound, range.upperBound, places)
    }
}
